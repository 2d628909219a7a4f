public import TenderFlow
public import TenderModel

/// The payments API as seen by one customer's short-lived key; one call is one exchange.
public protocol CustomerGateway: Sendable {
    /// Retrieves the customer.
    func retrieveCustomer() async throws(GatewayError) -> Customer

    /// Lists the customer's saved cards, newest first.
    func listPaymentMethods(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentMethod>

    /// Saves a payment method for the customer.
    func attachPaymentMethod(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod

    /// Detaches a saved payment method permanently.
    func detachPaymentMethod(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod

    /// Updates the customer.
    func updateCustomer(_ parameters: CustomerParameters, key: IdempotencyKey) async throws(GatewayError) -> Customer
}

/// The source of the payments API for the holder of a short-lived key.
public protocol CustomerGatewaySource: Sendable {
    /// The API version that it uses.
    var apiVersion: String { get }

    /// Returns the API with this key.
    ///
    /// - Throws: `GatewayError` that was not sent, for an invalid key.
    func customerGateway(for key: EphemeralKey) throws(GatewayError) -> any CustomerGateway
}
