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
        /// Accepted offline, and never paid though the goods are gone: acknowledge it.
        case lostOffline
        /// A refund was asked for, and nobody knows yet what became of it.
        case refunding
        /// A refund was made, and nobody was told: acknowledge it, or ask for the same one again.
        case refunded
        /// A refund that the gateway had taken failed, and nobody was told: acknowledge it, or ask for the same one again.
        case refundFailed
        /// A call that moves money was made, and nobody knows yet what became of it.
        case calling
        /// A call that moves money was made, and nobody was told: acknowledge it, or make the same one again.
        case called
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
    /// The refunds of which nobody knows, or was told.
    public var refunds: [OpenRequest]
    /// The call that it is, in place of a payment.
    public var call: OpenRequest?

    /// A refund or a call of which nobody knows, or was told.
    public struct OpenRequest: Hashable, Sendable, Codable {
        /// What it is: `refund`, or the kind of the call.
        public var kind: String
        /// How much; all that is left when nil.
        public var amount: Amount?
        /// What it is about: the transfer that is reversed, the account that calls.
        public var subject: String?
        /// What the gateway made, where it is known.
        public var object: String?
        /// The key under which it is made once.
        public var key: IdempotencyKey
        /// Whether it was made, and nobody was told.
        public var isMade: Bool
        /// Whether the gateway has taken it, and has not yet told how it ended.
        public var isPending: Bool
        /// Whether the gateway had taken it, and it failed; where it was not made either, nobody knows.
        public var hasFailed: Bool
        /// When it was asked for, seconds since 1970.
        public var asked: Int64

        enum CodingKeys: String, CodingKey {
            case kind, amount, subject, object, key, asked
            case isMade = "is_made"
            case isPending = "is_pending"
            case hasFailed = "has_failed"
        }
    }

    enum CodingKeys: String, CodingKey {
        case attempt, state, amount, order, reader, opened, refunds, call
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
            } else if history.isLoss {
                .lostOffline
            } else if history.isReversalOwed {
                .reversing
            } else if history.isUnresolved {
                .unresolved
            } else if history.isUnclaimed {
                .unclaimed
            } else if history.isHold {
                .held
            } else if history.terminal?.undecided != nil {
                .unresolved
            } else if let call = history.call {
                call.isUnresolved ? .calling : .called
            } else if history.isRequestUnresolved {
                .refunding
            } else {
                history.refunds.contains(where: \.isUntold) ? .refunded : .refundFailed
            }
        amount = history.terms?.amount ?? history.call?.parameters.amount
        order = history.terms?.order
        reader = history.reader
        opened = history.opened.unixMilliseconds / 1000
        captureBefore = history.captureBefore
        refunds = history.refunds.filter(\.isOpen).map { OpenRequest($0, "refund", $0.parameters.amount, nil) }
        call = history.call.map {
            OpenRequest(
                $0, $0.parameters.kind.rawValue, $0.parameters.amount, $0.parameters.subject ?? $0.parameters.account)
        }
    }

    /// Whether an approval is held, claimed or not.
    public var isHold: Bool { state == .held || state == .unclaimed && captureBefore != nil }

    /// Whether the hold has lapsed by `now`, seconds since 1970: the money is not the shop's any more.
    public func isLapsed(at now: Int64) -> Bool { captureBefore.map { $0 <= now } ?? false }
}

extension PendingAttempt.OpenRequest {
    fileprivate init<What>(_ request: KeyedRequest<What>, _ kind: String, _ amount: Amount?, _ subject: String?) {
        self.init(
            kind: kind, amount: amount, subject: subject, object: request.object, key: request.key,
            isMade: request.isUntold, isPending: request.isPending, hasFailed: request.hasFailed,
            asked: request.first.unixMilliseconds / 1000)
    }
}
