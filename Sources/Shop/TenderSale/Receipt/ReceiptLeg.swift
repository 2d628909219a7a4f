public import TenderModel

/// A payment on a receipt.
public struct ReceiptLeg: Hashable, Sendable, Codable {
    /// The payment method.
    public var method: LegRecord.Method
    /// The amount paid, without the tip.
    public var amount: Amount
    /// The tip on top; `nil` without one.
    public var tip: Amount?
    /// The cash tendered.
    public var tendered: Amount?
    /// The change.
    public var change: Amount?
    /// The card.
    public var card: ReceiptCard?
    /// The reference of a payment that is settled elsewhere.
    public var reference: String?
    /// The trace: the id of the payment, or of its refund, at the gateway.
    public var trace: String?
    /// The certainty of the money.
    public var standing: Standing

    /// The certainty of a payment's money.
    public enum Standing: Hashable, Sendable, Codable {
        /// The money is captured, or held.
        case settled
        /// The payment is stored at the shop, and not yet authorized by anybody.
        case offline
        /// The outcome is unknown.
        case unknown
        /// The payment was declined.
        case declined
        /// The outcome is unknown; a manager took responsibility.
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

    /// Creates a payment.
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

    /// Creates the printable part of a finished payment.
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
