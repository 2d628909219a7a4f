public import TenderModel

/// The facts about a refund that determine what happens next.
public struct RefundFacts: Hashable, Sendable, Codable {
    /// The PaymentIntent that it belongs to.
    public var intent: String?
    /// The amount of the refund.
    public var amount: Amount
    /// The status of the refund.
    public var status: RefundStatus

    /// Creates facts.
    public init(intent: String?, amount: Amount, status: RefundStatus) {
        self.intent = intent
        self.amount = amount
        self.status = status
    }

    /// Extracts the facts from a refund.
    public init(_ refund: Refund) {
        self.init(intent: refund.paymentIntent, amount: refund.amount, status: refund.status)
    }

    /// Returns whether it refunds all that is left of this approval (money rule 9).
    func givesBack(_ approval: IntentFacts) -> Bool {
        let (left, overflow) = (approval.received ?? approval.amount.minorUnits).subtractingReportingOverflow(
            approval.refunded)
        return !overflow && intent == approval.id
            && amount == Amount(minorUnits: left, currency: approval.amount.currency)
    }
}
