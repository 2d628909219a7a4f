public import TenderModel

extension PaymentRequest {
    /// Returns what a list of refunds says about the one of an intent that was made under this request's key, in any
    /// round.
    ///
    /// Refunds of other payments do not count, whatever the list was asked for (money rule 9).
    public func reply(among refunds: [Refund], of intentID: String, in currency: Currency) -> GatewayReply {
        guard case .findRefund(let key) = self else { return .noRefund() }
        let all = refunds.filter { $0.paymentIntent == intentID && $0.amount.currency == currency }
        let own = all.first { refund in
            refund.metadata[PaymentIntent.attemptMetadata].map { IdempotencyKey($0).isRound(of: key) } ?? false
        }
        var others: Int64? = 0
        for refund in all where refund.status == .succeeded && refund.id != own?.id {
            let sum = others?.addingReportingOverflow(refund.amount.minorUnits)
            others = sum.flatMap { $0.overflow ? nil : $0.partialValue }
        }
        return own.map { .refund(RefundFacts($0, others: others ?? 0)) } ?? .noRefund(others: others ?? 0)
    }

    /// Returns the parameters for reversing the whole payment.
    public func reversal(of intentID: String) -> RefundParameters? {
        guard case .refund(let key) = self else { return nil }
        return RefundParameters(
            paymentIntent: intentID, reason: .requestedByCustomer,
            metadata: [PaymentIntent.attemptMetadata: key.rawValue])
    }
}
