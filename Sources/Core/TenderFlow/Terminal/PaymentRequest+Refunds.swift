public import TenderModel

extension PaymentRequest {
    /// Returns the one of a payment's refunds that was made under this request's key, in any round; `nil` if there is
    /// none.
    public func refund(among refunds: [Refund]) -> Refund? {
        guard case .findRefund(let key) = self else { return nil }
        return refunds.first { refund in
            refund.metadata[PaymentIntent.attemptMetadata].map { IdempotencyKey($0).isRound(of: key) } ?? false
        }
    }

    /// Returns the parameters for reversing the whole payment.
    public func reversal(of intentID: String) -> RefundParameters? {
        guard case .refund(let key) = self else { return nil }
        return RefundParameters(
            paymentIntent: intentID, reason: .requestedByCustomer,
            metadata: [PaymentIntent.attemptMetadata: key.rawValue])
    }
}
