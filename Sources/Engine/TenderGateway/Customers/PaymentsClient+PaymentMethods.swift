public import TenderFlow
import TenderHTTP
public import TenderModel

/// Saved payment methods; every call except `createPaymentMethod` needs the secret key.
extension PaymentsClient {
    private var calls: CustomerCalls { CustomerCalls(transport: transport) }

    /// Creates a payment method from a token such as `tok_visa`, once per key; a publishable key is enough.
    ///
    /// Test cards such as `pm_card_visa` need not be created: they are accepted wherever a payment method is.
    public func createPaymentMethod(
        token: String, billingDetails: BillingDetails? = nil, metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentMethod {
        var form = FormParameters()
        form.add("type", PaymentMethodType.card.rawValue)
        form.add("card[token]", try token.checkedID())
        form.add("billing_details", billingDetails)
        form.add("metadata", map: metadata)
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/v1/payment_methods", parameters: form, key: key)
        )
        return try answer.decode(PaymentMethod.self, kind: "payment_method")
    }

    /// Retrieves a payment method.
    public func retrievePaymentMethod(_ id: String) async throws(GatewayError) -> PaymentMethod {
        try requireSecretKey(to: "read a payment method")
        let path = "/v1/payment_methods/\(try id.checkedID())"
        return try await transport.send(APIRequest(method: .get, path: path)).paymentMethod(id)
    }

    /// Updates the billing details of a payment method, or the caller's own keys and values.
    public func updatePaymentMethod(
        _ id: String, billingDetails: BillingDetails? = nil, metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentMethod {
        try requireSecretKey(to: "update a payment method")
        var form = FormParameters()
        form.add("billing_details", billingDetails)
        form.add("metadata", map: metadata)
        let path = "/v1/payment_methods/\(try id.checkedID())"
        let answer = try await transport.send(APIRequest(method: .post, path: path, parameters: form, key: key))
        return try answer.paymentMethod(id)
    }

    /// Saves a payment method for a customer; the API verifies the card, and a declined one throws `.declinedByIssuer`.
    ///
    /// - Returns: The saved method; that of a test card such as `pm_card_visa` has an ID of its own.
    public func attachPaymentMethod(
        _ id: String, toCustomer customer: String, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentMethod {
        try requireSecretKey(to: "attach a payment method")
        return try await calls.attach(id, to: customer, key: key)
    }

    /// Detaches a saved payment method permanently: it can never be used again.
    public func detachPaymentMethod(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod {
        try requireSecretKey(to: "detach a payment method")
        return try await calls.detach(id, key: key)
    }

    /// Lists payment methods, newest first: those of one customer, or all of the account's own.
    public func listPaymentMethods(
        customer: String? = nil, type: PaymentMethodType? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<PaymentMethod> {
        try requireSecretKey(to: "list payment methods")
        var form = FormParameters()
        form.add("customer", try customer?.checkedID())
        form.add("type", type?.rawValue)
        form.add(try FormParameters(query))
        let answer = try await transport.send(APIRequest(method: .get, path: "/v1/payment_methods", parameters: form))
        return try answer.decode(ListObject<PaymentMethod>.self, kind: "list").page
    }
}
