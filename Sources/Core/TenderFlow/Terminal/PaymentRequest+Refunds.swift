public import TenderModel

extension PaymentRequest {
    /// Returns what a payment's refunds say about the one that was made under this request's key, in any round.
    public func reply(among refunds: [Refund]) -> GatewayReply {
        guard case .findRefund(let key) = self else { return .noRefund() }
        let own = refunds.first { refund in
            refund.metadata[PaymentIntent.attemptMetadata].map { IdempotencyKey($0).isRound(of: key) } ?? false
        }
        let others = refunds.filter { $0.status == .succeeded && $0.id != own?.id }.reduce(Int64(0)) { sum, refund in
            let (next, overflow) = sum.addingReportingOverflow(refund.amount.minorUnits)
            return overflow ? .max : next
        }
        return own.map { .refund(RefundFacts($0, others: others)) } ?? .noRefund(others: others)
    }

    /// Returns the parameters for reversing the whole payment.
    public func reversal(of intentID: String) -> RefundParameters? {
        guard case .refund(let key) = self else { return nil }
        return RefundParameters(
            paymentIntent: intentID, reason: .requestedByCustomer,
            metadata: [PaymentIntent.attemptMetadata: key.rawValue])
    }
}
