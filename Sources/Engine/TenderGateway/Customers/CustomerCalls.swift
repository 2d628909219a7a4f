import TenderFlow
import TenderHTTP
import TenderModel

/// The calls about customers that a secret key and an ephemeral key share.
struct CustomerCalls: Sendable {
    let transport: APITransport

    func retrieve(_ id: String) async throws(GatewayError) -> Customer {
        var form = FormParameters()
        form.add("expand", list: ["sources"])
        let answer = try await transport.send(APIRequest(method: .get, path: try Self.path(id), parameters: form))
        return try answer.customer(id)
    }

    func update(
        _ id: String, _ parameters: CustomerParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> Customer {
        let form = FormParameters(parameters)
        let answer = try await transport.send(
            APIRequest(method: .post, path: try Self.path(id), parameters: form, key: key)
        )
        return try answer.customer(id)
    }

    func listMethods(
        of id: String, _ type: PaymentMethodType?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<PaymentMethod> {
        var form = FormParameters()
        form.add("type", type?.rawValue)
        form.add(try FormParameters(query))
        let answer = try await transport.send(
            APIRequest(method: .get, path: try Self.path(id) + "/payment_methods", parameters: form)
        )
        return try answer.decode(ListObject<PaymentMethod>.self, kind: "list").page
    }

    func attach(_ id: String, to customer: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod {
        var form = FormParameters()
        form.add("customer", try customer.checkedID())
        let answer = try await transport.send(
            APIRequest(
                method: .post, path: "/v1/payment_methods/\(try id.checkedID())/attach", parameters: form, key: key)
        )
        // A test card such as pm_card_visa becomes a separate payment method with a different ID.
        let method = try answer.decode(PaymentMethod.self, kind: "payment_method")
        guard method.customer == customer else {
            throw answer.mismatch("'\(method.id)' is now of '\(method.customer ?? "nobody")', not of '\(customer)'")
        }
        return method
    }

    func detach(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod {
        let path = "/v1/payment_methods/\(try id.checkedID())/detach"
        let answer = try await transport.send(APIRequest(method: .post, path: path, key: key))
        return try answer.paymentMethod(id)
    }

    static func path(_ id: String) throws(GatewayError) -> String { "/v1/customers/\(try id.checkedID())" }
}

/// Compares responses with the requests.
extension APIAnswer {
    /// Returns the customer called `id`.
    func customer(_ id: String) throws(GatewayError) -> Customer {
        try named(id, try decode(Customer.self, kind: "customer"))
    }

    /// Returns the payment method called `id`.
    func paymentMethod(_ id: String) throws(GatewayError) -> PaymentMethod {
        try named(id, try decode(PaymentMethod.self, kind: "payment_method"))
    }

    /// Returns the SetupIntent called `id`.
    func setupIntent(_ id: String) throws(GatewayError) -> SetupIntent {
        try named(id, try decode(SetupIntent.self, kind: "setup_intent", setup: id))
    }

    /// Returns the object if it is the requested one.
    private func named<Object: Identifiable>(
        _ id: String, _ object: Object
    ) throws(GatewayError) -> Object where Object.ID == String {
        guard object.id == id else { throw mismatch("the answer is about '\(object.id)', not about '\(id)'") }
        return object
    }
}
