public import TenderModel

/// The facts about a refund that determine what happens next.
public struct RefundFacts: Hashable, Sendable, Codable {
    /// The PaymentIntent that it belongs to.
    public var intent: String?
    /// The amount of the refund.
    public var amount: Amount
    /// The status of the refund.
    public var status: RefundStatus
    /// What other refunds of the same payment have given back, in minor units.
    public var others: Int64

    /// Creates facts.
    public init(intent: String?, amount: Amount, status: RefundStatus, others: Int64 = 0) {
        self.intent = intent
        self.amount = amount
        self.status = status
        self.others = others
    }

    /// Extracts the facts from a refund.
    public init(_ refund: Refund, others: Int64 = 0) {
        self.init(intent: refund.paymentIntent, amount: refund.amount, status: refund.status, others: others)
    }

    /// Returns whether it refunds all that is left of this approval (money rule 9).
    func givesBack(_ approval: IntentFacts) -> Bool {
        let (left, overflow) = approval.taken.subtractingReportingOverflow(approval.refunded)
        return !overflow && intent == approval.id
            && amount == Amount(minorUnits: left, currency: approval.amount.currency)
    }
}

extension IntentFacts {
    /// Returns whether refunds beside a reversal have given all of the approval back, so that nothing is left to reverse.
    func isGivenBack(by others: Int64) -> Bool { others > 0 && others >= taken }

    /// Returns whether a reversal has, together with them.
    func isGivenBack(by refund: RefundFacts) -> Bool {
        let (sum, overflow) = refund.amount.minorUnits.addingReportingOverflow(refund.others)
        return !overflow && refund.intent == id && refund.amount.currency == amount.currency && refund.others > 0
            && isGivenBack(by: sum)
    }

    /// The money that a refund gives back: of a hold that was captured since, all of it.
    fileprivate var taken: Int64 { status == .succeeded ? received ?? amount.minorUnits : amount.minorUnits }
}
