public import TenderModel

/// The facts of a refund that decide what happens next.
public struct RefundFacts: Hashable, Sendable, Codable {
    /// The PaymentIntent that it belongs to.
    public var intent: String?
    /// How much.
    public var amount: Amount
    /// Where it stands.
    public var status: RefundStatus

    /// Makes facts.
    public init(intent: String?, amount: Amount, status: RefundStatus) {
        self.intent = intent
        self.amount = amount
        self.status = status
    }

    /// Takes the facts from a refund.
    public init(_ refund: Refund) {
        self.init(intent: refund.paymentIntent, amount: refund.amount, status: refund.status)
    }

    /// Whether it gives back all that is left of this approval (money rule 9).
    func givesBack(_ approval: IntentFacts) -> Bool {
        let (left, overflow) = (approval.received ?? approval.amount.minorUnits).subtractingReportingOverflow(
            approval.refunded)
        return !overflow && intent == approval.id
            && amount == Amount(minorUnits: left, currency: approval.amount.currency)
    }
}
