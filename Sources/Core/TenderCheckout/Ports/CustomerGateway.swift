public import TenderFlow
public import TenderModel

/// The payments API in the hands of one customer's short-lived key; one call is one exchange.
public protocol CustomerGateway: Sendable {
    /// Reads the customer.
    func retrieveCustomer() async throws(GatewayError) -> Customer

    /// Lists the customer's saved cards, newest first.
    func listPaymentMethods(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentMethod>

    /// Saves a payment method for the customer.
    func attachPaymentMethod(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod

    /// Forgets a saved payment method for good.
    func detachPaymentMethod(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod

    /// Changes the customer.
    func updateCustomer(_ parameters: CustomerParameters, key: IdempotencyKey) async throws(GatewayError) -> Customer
}

/// Where the holder of a short-lived key finds the payments API.
public protocol CustomerGatewaySource: Sendable {
    /// The version of the API that it speaks.
    var apiVersion: String { get }

    /// The API with this key.
    ///
    /// - Throws: `GatewayError` that was not sent, for a key that is none.
    func customerGateway(for key: EphemeralKey) throws(GatewayError) -> any CustomerGateway
}
