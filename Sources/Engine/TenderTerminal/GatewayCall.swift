import TenderBytes
import TenderFlow
import TenderModel

/// One exchange of a payment: the machine's small request, and what the shell stores for it.
struct GatewayCall: Sendable {
    /// The result: the machine's small reply, and the parts of it that the application wants to see.
    struct Answer: Sendable {
        var reply: GatewayReply
        var intent: PaymentIntent?
        var error: GatewayError?
        /// What the issuer tells a card that waits in the reader, as `IssuerAnswer.data`; `nil` if the gateway passes
        /// nothing on.
        var issuerData: SecretBytes?

        init(reply: GatewayReply, intent: PaymentIntent? = nil, error: GatewayError? = nil) {
            self.reply = reply
            self.intent = intent
            self.error = error
        }

        /// Creates the answer to a confirmation with a card that waits.
        fileprivate init(_ told: CardConfirmation.Answer) {
            switch told.result {
            case .success(let intent): self.init(reply: .intent(IntentFacts(intent)), intent: intent)
            case .failure(let error): self.init(reply: GatewayReply(error), intent: error.intent, error: error)
            }
            issuerData = told.issuerData
        }

        /// Creates a PaymentIntent in a single exchange.
        init(creating parameters: PaymentIntentParameters, _ key: IdempotencyKey, at gateway: any Gateway) async {
            do throws(GatewayError) {
                let intent = try await gateway.createPaymentIntent(parameters, key: key)
                self.init(reply: .intent(IntentFacts(intent)), intent: intent)
            } catch {
                self.init(reply: GatewayReply(error), error: error)
            }
        }
    }

    let request: PaymentRequest
    /// The intent; without it nothing is sent.
    let intent: PaymentIntent?
    let card: CollectedCard?
    /// The surcharge of a confirmation.
    var surcharge: Amount?
    /// What is said about a conversion into the card's currency.
    var conversion: ConversionRequest?

    func perform(on gateway: any Gateway) async -> Answer {
        guard let intent else { return Answer(reply: .notSent) }
        do {
            switch request {
            case .refund(let key): return try await refund(key, intent, gateway)
            case .findRefund:
                let page = try await gateway.listRefunds(paymentIntent: intent.id, ListQuery(limit: 100))
                return Answer(reply: request.reply(among: page.data, of: intent.id, in: intent.amount.currency))
            case .confirm(let key) where card?.awaitsIssuer == true:
                return Answer(
                    await gateway.confirmPaymentIntent(
                        PaymentIntentReference(intent), waitingCard: try confirmation(), key: key))
            case .attach, .confirm, .capture, .increment, .cancel, .retrieve:
                let intent = try await exchange(intent, gateway)
                return Answer(reply: .intent(IntentFacts(intent)), intent: intent)
            }
        } catch {
            return Answer(reply: GatewayReply(error), intent: error.intent, error: error)
        }
    }

    private func exchange(
        _ intent: PaymentIntent, _ gateway: any Gateway
    ) async throws(GatewayError) -> PaymentIntent {
        let reference = PaymentIntentReference(intent)
        switch request {
        case .attach(let key):
            guard conversion == .offer else {
                return try await gateway.updatePaymentIntent(reference, payload: try payload(), key: key)
            }
            return try await gateway.requestCurrencyConversion(reference, payload: try payload(), key: key)
        case .confirm(let key):
            return try await gateway.confirmPaymentIntent(reference, try confirmation(), key: key)
        case .capture(let key, let units, let fee):
            let amount = units.map { Amount(minorUnits: $0, currency: intent.amount.currency) }
            let applicationFee = fee.map { Amount(minorUnits: $0, currency: intent.amount.currency) }
            return try await gateway.capturePaymentIntent(
                reference, amount: amount, applicationFee: applicationFee, key: key)
        case .increment(let key, let units):
            let amount = Amount(minorUnits: units, currency: intent.amount.currency)
            return try await gateway.incrementAuthorization(reference, amount: amount, key: key)
        case .cancel(let key):
            return try await gateway.cancelPaymentIntent(reference, reason: nil, key: key)
        case .retrieve, .refund, .findRefund:
            return try await gateway.retrievePaymentIntent(reference)
        }
    }

    private func confirmation() throws(GatewayError) -> CardConfirmation {
        let choice: ConversionChoice? = if case .choice(let choice) = conversion { choice } else { nil }
        return CardConfirmation(try payload(), surcharge: surcharge, conversion: choice)
    }

    private func payload() throws(GatewayError) -> EncryptedPayload {
        guard let card else {
            throw GatewayError(.invalidParameter, fate: .notSent, message: "there is no collected card to send")
        }
        return card.payload
    }

    private func refund(
        _ key: IdempotencyKey, _ intent: PaymentIntent, _ gateway: any Gateway
    ) async throws(GatewayError) -> Answer {
        let parameters = request.reversal(of: intent.id) ?? RefundParameters(paymentIntent: intent.id)
        let refund = try await gateway.createRefund(parameters, key: key)
        return Answer(reply: .refund(RefundFacts(refund)))
    }
}
