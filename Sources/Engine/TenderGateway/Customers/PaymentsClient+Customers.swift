public import TenderFlow
import TenderHTTP
public import TenderModel

/// Customers; each call needs the secret key.
extension PaymentsClient {
    private var calls: CustomerCalls { CustomerCalls(transport: transport) }

    /// Creates a customer, once per key.
    public func createCustomer(
        _ parameters: CustomerParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> Customer {
        try requireSecretKey(to: "create a customer")
        let form = FormParameters(parameters)
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/v1/customers", parameters: form, key: key)
        )
        return try answer.decode(Customer.self, kind: "customer")
    }

    /// Retrieves a customer with their sources; of a deleted customer, only the ID is left.
    public func retrieveCustomer(_ id: String) async throws(GatewayError) -> Customer {
        try requireSecretKey(to: "read a customer")
        return try await calls.retrieve(id)
    }

    /// Updates a customer, including the shipping, the default payment method and the default source.
    public func updateCustomer(
        _ id: String, _ parameters: CustomerParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> Customer {
        try requireSecretKey(to: "update a customer")
        return try await calls.update(id, parameters, key: key)
    }

    /// Deletes a customer permanently, and detaches their payment methods.
    public func deleteCustomer(_ id: String) async throws(GatewayError) -> Customer {
        try requireSecretKey(to: "delete a customer")
        let answer = try await transport.send(APIRequest(method: .delete, path: try CustomerCalls.path(id)))
        let customer = try answer.customer(id)
        guard customer.isDeleted else { throw answer.mismatch("the answer does not say that '\(id)' is deleted") }
        return customer
    }

    /// Lists customers, newest first: all of them, or those with exactly this email address.
    public func listCustomers(
        email: String? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<Customer> {
        try requireSecretKey(to: "list customers")
        var form = FormParameters()
        form.add("email", email)
        form.add(try FormParameters(query, filters: email == nil ? [.email] : []))
        let answer = try await transport.send(APIRequest(method: .get, path: "/v1/customers", parameters: form))
        return try answer.decode(ListObject<Customer>.self, kind: "list").page
    }

    /// Lists a customer's saved payment methods, newest first.
    public func listPaymentMethods(
        ofCustomer id: String, type: PaymentMethodType? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<PaymentMethod> {
        try requireSecretKey(to: "list a customer's payment methods")
        return try await calls.listMethods(of: id, type, query)
    }

    /// Retrieves one of a customer's saved payment methods.
    public func retrievePaymentMethod(
        _ id: String, ofCustomer customer: String
    ) async throws(GatewayError) -> PaymentMethod {
        try requireSecretKey(to: "read a customer's payment method")
        let path = try CustomerCalls.path(customer) + "/payment_methods/\(try id.checkedID())"
        return try await transport.send(APIRequest(method: .get, path: path)).paymentMethod(id)
    }
}
