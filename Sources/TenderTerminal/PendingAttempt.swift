public import TenderFlow
public import TenderModel

/// A payment of which the journal says that somebody has still to look at it.
public struct PendingAttempt: Hashable, Sendable, Codable {
    /// Why it is listed.
    public enum State: String, Hashable, Sendable, Codable {
        /// Nobody knows yet what became of it; it is being resolved.
        case unresolved
        /// The approval is being given back, as its caller asked.
        case reversing
        /// Approved, and nobody was told: acknowledge it or give it back.
        case unclaimed
        /// Held until it is captured or given up.
        case held
        /// Accepted offline, and not resolved yet: see the offline payments.
        case storedOffline
        /// A refund was asked for, and nobody knows yet what became of it.
        case refunding
    }

    /// The PaymentIntent.
    public var intentID: String
    /// The card attempt, from 1.
    public var attempt: Int
    /// Why it is listed.
    public var state: State
    /// What was asked for; nil when only a refund is known.
    public var amount: Amount?
    /// The shop's order.
    public var order: String?
    /// The serial number of the reader.
    public var reader: String?
    /// When it was begun, seconds since 1970.
    public var opened: Int64
    /// When the hold lapses, seconds since 1970.
    public var captureBefore: Int64?

    enum CodingKeys: String, CodingKey {
        case attempt, state, amount, order, reader, opened
        case intentID = "intent_id"
        case captureBefore = "capture_before"
    }

    /// Describes what is open of a payment's records.
    public init(_ history: PaymentHistory) {
        intentID = history.intentID
        attempt = history.attempt
        state =
            if history.isStoredOffline {
                .storedOffline
            } else if history.isReversalOwed {
                .reversing
            } else if history.isUnresolved {
                .unresolved
            } else if history.isUnclaimed {
                .unclaimed
            } else if history.isHold {
                .held
            } else {
                .refunding
            }
        amount = history.terms?.amount
        order = history.terms?.order
        reader = history.reader
        opened = history.opened.unixMilliseconds / 1000
        captureBefore = history.captureBefore
    }

    /// Whether an approval is held, claimed or not.
    public var isHold: Bool { state == .held || state == .unclaimed && captureBefore != nil }

    /// Whether the hold has lapsed by `now`, seconds since 1970: the money is not the shop's any more.
    public func isLapsed(at now: Int64) -> Bool { captureBefore.map { $0 <= now } ?? false }
}
