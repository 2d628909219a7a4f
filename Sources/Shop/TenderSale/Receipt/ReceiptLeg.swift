public import TenderModel

/// A payment on a receipt.
public struct ReceiptLeg: Hashable, Sendable, Codable {
    /// How it was paid.
    public var method: LegRecord.Method
    /// What it pays, without the tip.
    public var amount: Amount
    /// The tip on top; nil without one.
    public var tip: Amount?
    /// What was handed over in cash.
    public var tendered: Amount?
    /// What was given back of it.
    public var change: Amount?
    /// The card.
    public var card: ReceiptCard?
    /// The reference of a payment that is settled elsewhere.
    public var reference: String?
    /// The trace: the id under which the payment, or its refund, is found at the gateway.
    public var trace: String?
    /// How sure the money is.
    public var standing: Standing

    /// How sure the money of a payment is.
    public enum Standing: Hashable, Sendable, Codable {
        /// The money is there, or held.
        case settled
        /// Stored at the shop, and authorised by nobody yet.
        case offline
        /// Nobody knows.
        case unknown
        /// Refused.
        case declined
        /// Nobody knows; a manager took the responsibility.
        case accepted(by: String, reason: String)

        init(_ standing: LegRecord.Standing) {
            self =
                switch standing {
                case .settled: .settled
                case .offline: .offline
                case .accepted(let manager, let reason): .accepted(by: manager, reason: CardNumbers.masked(reason))
                }
        }
    }

    /// Describes a payment.
    public init(
        method: LegRecord.Method, amount: Amount, tip: Amount? = nil, tendered: Amount? = nil, change: Amount? = nil,
        card: ReceiptCard? = nil, reference: String? = nil, trace: String? = nil,
        standing: Standing = .settled
    ) {
        self.method = method
        self.amount = amount
        self.tip = tip
        self.tendered = tendered
        self.change = change
        self.card = card
        self.reference = reference
        self.trace = trace
        self.standing = standing
    }

    /// Takes from a finished payment what may be printed.
    public init(_ leg: LegRecord, showsChipData: Bool = false) {
        self.init(
            method: Self.masked(leg.method), amount: leg.amount, tip: leg.tip.minorUnits == 0 ? nil : leg.tip,
            tendered: leg.tendered, change: leg.change,
            card: leg.card.map { ReceiptCard($0, showsChipData: showsChipData) },
            reference: leg.reference.map(CardNumbers.masked), trace: leg.refundID ?? leg.intentID,
            standing: Standing(leg.standing))
    }

    private static func masked(_ method: LegRecord.Method) -> LegRecord.Method {
        switch method {
        case .cash, .card, .link: method
        case .external(let name): .external(CardNumbers.masked(name))
        }
    }
}
