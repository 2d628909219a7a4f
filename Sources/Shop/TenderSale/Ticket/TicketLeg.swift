public import TenderModel

/// A payment of an open ticket, or a refund to the customer.
///
/// Amounts of a refund or void are negative.
public struct TicketLeg: Hashable, Sendable, Codable, Identifiable {
    /// The state of a leg.
    public enum State: Hashable, Sendable, Codable {
        /// Not begun: it may be changed and removed.
        case waiting
        /// The reader or the gateway has it: its amount is locked.
        case running
        /// The money is captured, or held.
        case settled
        /// Declined, with proof that nothing is held.
        case declined(reason: String)
        /// Canceled, with proof that nothing is held.
        case canceled
        /// It is unknown whether there is money.
        case unknown
        /// Stored on this till and not yet authorized by anybody.
        case offline
        /// The outcome is unknown; a manager took responsibility. This is not an approval.
        case accepted(Acceptance)
        /// Settled, and being refunded; the outcome of the refund is not known yet.
        case refunding
        /// Settled, and refunded before the ticket was finished.
        case refunded(refundID: String?)

        /// The names in saved tickets, which earlier versions wrote.
        private enum CodingKeys: String, CodingKey {
            case waiting, running, settled, declined, canceled, unknown, offline, accepted
            case refunding = "givingBack"
            case refunded = "givenBack"
        }
    }

    /// The source of a tip.
    public enum TipSource: String, Hashable, Sendable, Codable, CaseIterable {
        /// Named before the payment began.
        case before
        /// Chosen on the reader.
        case reader
        /// Written on the receipt, and added before the capture.
        case receipt
    }

    /// The leg's id, which the caller assigns once.
    public let id: String
    /// The payment method.
    public let method: LegRecord.Method
    /// The requested amount, without the tip.
    public internal(set) var asked: Amount
    /// The amount that it pays of the ticket: less than asked after a partial approval.
    public internal(set) var amount: Amount
    /// The tip on top.
    public internal(set) var tip: Amount
    /// The source of the tip; `nil` without one.
    public internal(set) var tipSource: TipSource?
    /// The effect of cash rounding.
    public internal(set) var rounding: Amount
    /// The cash tendered; `nil` otherwise.
    public internal(set) var tendered: Amount?
    /// The change; cash only.
    public internal(set) var change: Amount?
    /// The payment intent of a card leg; of a refund, the one that is refunded.
    public internal(set) var intentID: String?
    /// The refund that returns money to a card.
    public internal(set) var refundID: String?
    /// The card, masked.
    public internal(set) var card: CardDetails?
    /// The reference of an external leg, or of a manager's acceptance.
    public internal(set) var reference: String?
    /// The distribution of a card's money, from when the payment is begun; `nil` when it is the shop's.
    public internal(set) var sharing: LegSharing?
    /// Whether the money of a card was captured; a hold may still take a tip, or be released.
    public internal(set) var isCaptured = false
    /// The state.
    public internal(set) var state = State.waiting

    init(id: String, method: LegRecord.Method, amount: Amount) {
        let nothing = Amount(minorUnits: 0, currency: amount.currency)
        self.id = id
        self.method = method
        asked = amount
        self.amount = amount
        tip = nothing
        rounding = nothing
    }

    /// Recreates the payment of a finished ticket whose outcome is unknown.
    public init(unknown record: LegRecord) {
        self.init(id: record.id, method: record.method, amount: record.amount)
        tip = record.tip
        intentID = record.intentID
        sharing = record.sharing
        state = .unknown
    }

    /// Returns the refund of a payment of an open ticket as a leg of its own, with the amount and the tip in one.
    ///
    /// - Parameter id: The id of the refund.
    /// - Throws: `AmountError` when amount and tip together are too large.
    public func refund(id: String) throws(AmountError) -> TicketLeg {
        let back = try Amount(minorUnits: 0, currency: amount.currency).subtracting(amount.adding(tip))
        var leg = TicketLeg(id: id, method: method, amount: back)
        leg.intentID = intentID
        leg.card = card
        leg.sharing = sharing?.goingBack(from: Amount(minorUnits: 0, currency: amount.currency), to: amount)
        leg.state = .running
        return leg
    }

    /// The requested amount with the tip.
    public var askedWithTip: Amount { (try? asked.adding(tip)) ?? asked }

    /// Whether the leg pays, or still may.
    public var mayPay: Bool { isPaid || isPending }

    /// Whether the leg pays: settled, stored offline, or accepted by a manager.
    public var isPaid: Bool {
        switch state {
        case .settled, .offline, .accepted: true
        case .waiting, .running, .declined, .canceled, .unknown, .refunding, .refunded: false
        }
    }

    /// Whether the leg may still pay, so that its amount is requested nowhere else.
    public var isPending: Bool {
        switch state {
        case .waiting, .running, .unknown, .refunding: true
        case .settled, .declined, .canceled, .offline, .accepted, .refunded: false
        }
    }
}
