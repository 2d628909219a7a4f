public import TenderModel

/// An approval that is held, neither captured nor released, as the journal tells it.
public struct Hold: Hashable, Sendable, Codable {
    /// The PaymentIntent.
    public var intentID: String
    /// The amount that is held.
    public var amount: Amount
    /// The shop's order.
    public var order: String?
    /// When its authorization was requested, from which its age counts.
    public var opened: Stamp
    /// When it expires, in seconds since 1970; `nil` if the gateway did not say.
    public var captureBefore: Int64?
    /// Whether nobody was told of the approval: a person must see it before anything happens to it.
    public var isUnclaimed: Bool
    /// Whether a request is open whose outcome is unknown, such as its capture.
    public var isUnresolved: Bool
    /// The rule that was last decided on; its request may have had no effect.
    public var decided: HoldRule?

    /// Creates a hold.
    public init(
        intentID: String, amount: Amount, order: String? = nil, opened: Stamp, captureBefore: Int64? = nil,
        isUnclaimed: Bool = false, isUnresolved: Bool = false, decided: HoldRule? = nil
    ) {
        self.intentID = intentID
        self.amount = amount
        self.order = order
        self.opened = opened
        self.captureBefore = captureBefore
        self.isUnclaimed = isUnclaimed
        self.isUnresolved = isUnresolved
        self.decided = decided
    }

    /// Creates the hold that a payment's records describe; `nil` if nothing is held.
    public init?(_ history: PaymentHistory) {
        guard history.isHold, let approval = history.approval else { return nil }
        let amount = Amount(
            minorUnits: approval.capturable ?? approval.amount.minorUnits, currency: approval.amount.currency)
        self.init(
            intentID: history.intentID, amount: amount, order: history.terms?.order,
            opened: history.authorizationRequested ?? history.opened, captureBefore: history.captureBefore,
            isUnclaimed: history.isUnclaimed, isUnresolved: history.isUnresolved, decided: history.holdDecision)
    }

    /// Returns its age in seconds: by the time since boot if that is comparable, and otherwise by the wall clock.
    public func age(at now: Stamp) -> Int64 {
        let (since, time) =
            now.boot == opened.boot
            ? (opened.upMilliseconds, now.upMilliseconds) : (opened.unixMilliseconds, now.unixMilliseconds)
        let (age, overflow) = time.subtractingReportingOverflow(since)
        return overflow ? 0 : age / 1000
    }

    /// Returns the number of seconds until it expires, negative afterwards; `nil` if the gateway did not say.
    ///
    /// - Parameter now: The seconds since 1970.
    public func left(at now: Int64) -> Int64? { captureBefore?.subtracting(now) }

    /// Returns whether it has expired by `now`, in seconds since 1970: the money is then no longer the shop's.
    public func isLapsed(at now: Int64) -> Bool { captureBefore.map { $0 <= now } ?? false }

    /// Whether a policy may finish it: somebody was told of it, and nothing about it is unknown.
    public var mayBeFinished: Bool { !isUnclaimed && !isUnresolved }
}
