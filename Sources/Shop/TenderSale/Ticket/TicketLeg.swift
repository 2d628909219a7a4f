public import TenderModel

/// A payment of an open ticket, or one back to the customer.
///
/// Amounts of a refund or void are negative.
public struct TicketLeg: Hashable, Sendable, Codable, Identifiable {
    /// What became of it.
    public enum State: Hashable, Sendable, Codable {
        /// Nothing was begun: it may be changed and taken off.
        case waiting
        /// The reader or the gateway has it: its amount is locked.
        case running
        /// The money is there, or held.
        case settled
        /// It was refused, with proof that nothing is held.
        case declined(reason: String)
        /// It was given up, with proof that nothing is held.
        case canceled
        /// Nobody knows whether there is money.
        case unknown
        /// Stored on this till and not yet authorised by anybody.
        case offline
        /// Nobody knows; a manager took the responsibility. It is no approval.
        case accepted(Acceptance)
        /// It was settled, and the money is on its way back; nobody knows yet whether it arrives.
        case givingBack
        /// It was settled, and the money went back before the ticket was finished.
        case givenBack(refundID: String?)
    }

    /// Where a tip came from.
    public enum TipSource: String, Hashable, Sendable, Codable, CaseIterable {
        /// Named before the payment began.
        case before
        /// Chosen on the reader.
        case reader
        /// Written on the receipt, and added before the capture.
        case receipt
    }

    /// The leg's id, which the caller gives once.
    public let id: String
    /// How.
    public let method: LegRecord.Method
    /// What was asked for, the tip apart.
    public internal(set) var asked: Amount
    /// What it pays of the ticket: less than asked after a partial approval.
    public internal(set) var amount: Amount
    /// The tip on top.
    public internal(set) var tip: Amount
    /// Where the tip came from; nil without one.
    public internal(set) var tipSource: TipSource?
    /// What the rounding of cash added to it or took away.
    public internal(set) var rounding: Amount
    /// What was handed over in cash; nil otherwise.
    public internal(set) var tendered: Amount?
    /// What was given back of it; cash only.
    public internal(set) var change: Amount?
    /// The payment intent of a card leg; of a refund, the one that is refunded.
    public internal(set) var intentID: String?
    /// The refund by which money goes back to a card.
    public internal(set) var refundID: String?
    /// The card, masked.
    public internal(set) var card: CardDetails?
    /// The reference of an external leg, or of a manager's acceptance.
    public internal(set) var reference: String?
    /// Who has the money of a card, from when the payment is begun; nil when it is the shop's.
    public internal(set) var sharing: LegSharing?
    /// Whether the money of a card was captured; a hold may still take a tip, and be released.
    public internal(set) var isCaptured = false
    /// What became of it.
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

    /// The payment of a finished ticket again, of which nobody knows what became of it.
    public init(unknown record: LegRecord) {
        self.init(id: record.id, method: record.method, amount: record.amount)
        tip = record.tip
        intentID = record.intentID
        sharing = record.sharing
        state = .unknown
    }

    /// The refund that gives a payment of an open ticket back, as a leg of its own, with the amount and the tip in one.
    ///
    /// - Parameter id: The name of the refund.
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

    /// What was asked for, with the tip.
    public var askedWithTip: Amount { (try? asked.adding(tip)) ?? asked }

    /// Whether it pays or may yet.
    public var mayPay: Bool { isPaid || isPending }

    /// Whether it pays: settled, stored offline, or accepted by a manager.
    public var isPaid: Bool {
        switch state {
        case .settled, .offline, .accepted: true
        case .waiting, .running, .declined, .canceled, .unknown, .givingBack, .givenBack: false
        }
    }

    /// Whether it may yet pay, so that its amount is asked for nowhere else.
    public var isPending: Bool {
        switch state {
        case .waiting, .running, .unknown, .givingBack: true
        case .settled, .declined, .canceled, .offline, .accepted, .givenBack: false
        }
    }
}
