public import TenderFlow
import TenderHTTP
public import TenderModel

/// PaymentIntents that are paid with a saved payment method.
extension PaymentsClient {
    /// Creates a PaymentIntent and confirms it in the same request, once per key.
    ///
    /// - Parameters:
    ///   - parameters: The amount and the customer whose payment method it is; card-present types are replaced by
    ///     `card`.
    ///   - payment: The payment method and how to charge it.
    /// - Returns: The intent: succeeded, held, or with a next action.
    /// - Throws: `GatewayError`; a decline is `.declinedByIssuer` with the resulting intent.
    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, paidWith payment: SavedMethodPayment, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pay(parameters, with: payment, key: key).intent
    }

    /// Pays in the same way, and also returns whether the response is a stored one, which shows the intent as it was
    /// then.
    func pay(
        _ parameters: PaymentIntentParameters, with payment: SavedMethodPayment, key: IdempotencyKey
    ) async throws(GatewayError) -> (intent: PaymentIntent, isReplay: Bool) {
        try requireSecretKey(to: "charge a saved payment method")
        guard payment.paymentMethod != nil else {
            throw .notSent(.invalidParameter, "a new PaymentIntent cannot be confirmed without a payment method")
        }
        var parameters = parameters
        if parameters.paymentMethodTypes == [.cardPresent] { parameters.paymentMethodTypes = [.card] }
        // What the payment says takes precedence: a form has each field once.
        if payment.shipping != nil { parameters.shipping = nil }
        if payment.setupFutureUsage != nil { parameters.setupFutureUsage = nil }
        var form = try FormParameters(parameters)
        form.add(try FormParameters(payment))
        form.add("confirm", "true")
        form.add("expand", list: ["latest_charge", "payment_method"])
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/v1/payment_intents", parameters: form, key: key)
        )
        let intent = try answer.createdIntent(parameters)
        guard intent.customer == parameters.customer else {
            throw answer.mismatch("the payment is of '\(intent.customer ?? "nobody")'")
        }
        return (intent, answer.isReplay)
    }

    /// Confirms a PaymentIntent with a saved payment method, once per key; a decline is `.declinedByIssuer`.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, paidWith payment: SavedMethodPayment, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await confirm(intent, try FormParameters(payment), key: key)
    }

    /// Confirms a PaymentIntent with these parameters, once per key.
    func confirm(
        _ intent: PaymentIntentReference, _ parameters: FormParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        var form = parameters
        try addCredentials(of: intent, to: &form)
        let path = "/v1/payment_intents/\(try intent.id.checkedID())/confirm"
        let answer = try await transport.send(
            APIRequest(
                method: .post, path: path, parameters: form, key: key, secrets: [intent.clientSecret?.rawValue])
        )
        return try answer.intent(intent.id)
    }

    /// Lists a customer's PaymentIntents, newest first, with their latest charges and payment methods.
    public func listPaymentIntents(
        ofCustomer customer: String, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<PaymentIntent> {
        try requireSecretKey(to: "list PaymentIntents")
        var form = FormParameters()
        form.add("customer", try customer.checkedID())
        form.add(try FormParameters(query))
        form.add("expand", list: ["data.latest_charge", "data.payment_method"])
        let answer = try await transport.send(APIRequest(method: .get, path: "/v1/payment_intents", parameters: form))
        return try answer.decode(ListObject<PaymentIntent>.self, kind: "list").page
    }
}
