import Tender

/// The gateway's customers, for whom cards are saved.
///
/// A merchant's server lets no till see them: each call then throws `.notAvailable`, and nothing is sent.
protocol CustomerDirectory: Sendable {
    /// Creates a customer, once per key.
    func createCustomer(_ parameters: CustomerParameters, key: IdempotencyKey) async throws(GatewayError) -> Customer

    /// Retrieves a customer.
    func retrieveCustomer(_ id: String) async throws(GatewayError) -> Customer

    /// Lists the customers with this email address, newest first.
    func listCustomers(email: String?, _ query: ListQuery) async throws(GatewayError) -> ListPage<Customer>
}

extension PaymentsClient: CustomerDirectory {}
