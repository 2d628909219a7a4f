public import TenderModel

/// A payment that still needs attention, according to the journal.
public struct PendingAttempt: Hashable, Sendable, Codable {
    /// The reason that it is listed.
    public enum State: String, Hashable, Sendable, Codable {
        /// The outcome is still unknown; it is being resolved.
        case unresolved
        /// The approval is being reversed, as its caller requested, or because its card did not agree.
        case reversing
        /// Approved, but nobody was told: acknowledge it or refund it.
        case unclaimed
        /// Held until it is captured or released.
        case held
        /// Accepted offline and not yet resolved: see the offline payments, and the cards to be saved.
        case storedOffline
        /// Accepted offline and never paid, although the goods are gone, or never saved: acknowledge it.
        case lostOffline
        /// A refund was requested, and its outcome is still unknown.
        case refunding
        /// A refund was made, but nobody was told: acknowledge it, or ask for the same one again.
        case refunded
        /// A refund that the gateway had accepted failed, and nobody was told: acknowledge it, or ask for the same one
        /// again.
        case refundFailed
        /// A call that moves money was made, and its outcome is still unknown.
        case calling
        /// A call that moves money was completed, but nobody was told: acknowledge it, or make the same one again.
        case called
        /// A card was sent to be saved, and whether it is saved is still unknown.
        case saving
        /// A card was saved, but nobody was told: acknowledge it, or ask for the same again.
        case saved
    }

    /// The PaymentIntent.
    public var intentID: String
    /// The card attempt, from 1.
    public var attempt: Int
    /// The reason that it is listed.
    public var state: State
    /// The requested amount; `nil` if only a refund is known.
    public var amount: Amount?
    /// The shop's order.
    public var order: String?
    /// The serial number of the reader.
    public var reader: String?
    /// When it was opened, in seconds since 1970.
    public var opened: Int64
    /// When the hold expires, in seconds since 1970.
    public var captureBefore: Int64?
    /// The refunds whose outcome is unknown or was not reported.
    public var refunds: [OpenRequest]
    /// The call, if this is one instead of a payment.
    public var call: OpenRequest?
    /// The saving of a card, if this is one instead of a payment.
    public var setup: OpenRequest?

    /// A refund or a call whose outcome is unknown or was not reported.
    public struct OpenRequest: Hashable, Sendable, Codable {
        /// The kind: `refund`, `setup`, or the kind of the call.
        public var kind: String
        /// The amount; `nil` for all that is left.
        public var amount: Amount?
        /// The subject: the transfer that is reversed, or the account that makes the call.
        public var subject: String?
        /// The object that the gateway created, if known.
        public var object: String?
        /// The key under which the gateway executes it once.
        public var key: IdempotencyKey
        /// Whether it was executed without anybody being told.
        public var isMade: Bool
        /// Whether the gateway has accepted it, but not yet reported how it ended.
        public var isPending: Bool
        /// Whether it failed after the gateway had accepted it; if it was not made either, the outcome is unknown.
        public var hasFailed: Bool
        /// When it was requested, in seconds since 1970.
        public var asked: Int64

        enum CodingKeys: String, CodingKey {
            case kind, amount, subject, object, key, asked
            case isMade = "is_made"
            case isPending = "is_pending"
            case hasFailed = "has_failed"
        }
    }

    enum CodingKeys: String, CodingKey {
        case attempt, state, amount, order, reader, opened, refunds, call, setup
        case intentID = "intent_id"
        case captureBefore = "capture_before"
    }

    /// Creates the entry for what is open in a payment's records.
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
            } else if let setup = history.setup {
                setup.isUnresolved ? .saving : .saved
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
        setup = history.setup.map { OpenRequest($0, "setup", nil, $0.parameters.customer) }
    }

    /// Whether an approval is held, claimed or not.
    public var isHold: Bool { state == .held || state == .unclaimed && captureBefore != nil }

    /// Returns whether the hold has expired by `now`, in seconds since 1970: the money is then no longer the shop's.
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

extension PendingAttempt {
    /// Returns the payments of a journal that are not over, in the order of their first records.
    public static func open(in records: some Sequence<RecordedEntry>) -> [PendingAttempt] {
        var histories: [String: PaymentHistory] = [:]
        for record in records where record.entry.shopRecord == nil {
            let id = record.entry.intentID
            if histories[id]?.apply(record) == nil { histories[id] = PaymentHistory(record) }
        }
        return histories.values.filter(\.isOpen).sorted { $0.sequence < $1.sequence }.map(PendingAttempt.init)
    }
}
