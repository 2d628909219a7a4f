import TenderFlow
import TenderModel

/// One exchange of a payment: the machine's small request with what the shell holds for it.
struct GatewayCall: Sendable {
    /// What came back: the machine's small reply, and what the application wants to see of it.
    struct Answer: Sendable {
        var reply: GatewayReply
        var intent: PaymentIntent?
        var error: GatewayError?
    }

    let request: PaymentRequest
    let intent: PaymentIntent
    let card: CollectedCard?

    func perform(on gateway: any Gateway) async -> Answer {
        do {
            if case .refund(let key) = request { return try await refund(key, gateway) }
            if case .findRefund(let key) = request { return try await findRefund(key, gateway) }
            let intent = try await exchange(gateway)
            return Answer(reply: .intent(IntentFacts(intent)), intent: intent)
        } catch {
            return Answer(reply: GatewayReply(error), intent: error.intent, error: error)
        }
    }

    private func exchange(_ gateway: any Gateway) async throws(GatewayError) -> PaymentIntent {
        let reference = PaymentIntentReference(intent)
        switch request {
        case .attach(let key):
            return try await gateway.updatePaymentIntent(reference, payload: try payload(), key: key)
        case .confirm(let key):
            return try await gateway.confirmPaymentIntent(reference, payload: try payload(), key: key)
        case .capture(let key, let units):
            let amount = units.map { Amount(minorUnits: $0, currency: intent.amount.currency) }
            return try await gateway.capturePaymentIntent(reference, amount: amount, key: key)
        case .cancel(let key):
            return try await gateway.cancelPaymentIntent(reference, reason: nil, key: key)
        case .retrieve, .refund, .findRefund:
            return try await gateway.retrievePaymentIntent(reference)
        }
    }

    private func payload() throws(GatewayError) -> EncryptedPayload {
        guard let card else {
            throw GatewayError(.invalidParameter, fate: .notSent, message: "there is no collected card to send")
        }
        return card.payload
    }

    private func refund(_ key: IdempotencyKey, _ gateway: any Gateway) async throws(GatewayError) -> Answer {
        let parameters = RefundParameters(
            paymentIntent: intent.id, reason: .requestedByCustomer, metadata: [Terminal.attemptMetadata: key.rawValue]
        )
        let refund = try await gateway.createRefund(parameters, key: key)
        return Answer(reply: .refund(RefundFacts(refund)))
    }

    private func findRefund(_ key: IdempotencyKey, _ gateway: any Gateway) async throws(GatewayError) -> Answer {
        let page = try await gateway.listRefunds(paymentIntent: intent.id, ListQuery(limit: 100))
        let refund = page.data.first { refund in
            refund.metadata[Terminal.attemptMetadata].map { IdempotencyKey($0).isRound(of: key) } ?? false
        }
        return Answer(reply: refund.map { .refund(RefundFacts($0)) } ?? .noRefund)
    }
}
