public import TenderCheckout
import TenderBytes
public import TenderFlow
import TenderHTTP
public import TenderModel

/// A client of the payments API with an ephemeral key: one customer, for about an hour.
///
/// One call is one exchange; nothing is repeated here. Canceling the task stops the exchange. No error shows the key.
public struct CustomerClient: CustomerGateway {
    /// The customer's ID.
    public let customer: String

    private let calls: CustomerCalls

    /// Creates a client; connects to nothing yet.
    ///
    /// - Parameters:
    ///   - key: The ephemeral key, created for the version `PaymentsClient.apiVersion`.
    ///   - connection: The API's address and time limits.
    /// - Throws: `GatewayError` with `.invalidConfiguration`.
    public init(key: EphemeralKey, connection: GatewayConnection) throws(GatewayError) {
        let kind = key.secret.withUnsafeBytes { String(decoding: $0.prefix(3), as: UTF8.self) }
        guard kind == "ek_" else { throw .notSent(.invalidConfiguration, "the ephemeral key does not begin with ek_") }
        guard let customer = key.customer else {
            throw .notSent(.invalidConfiguration, "the ephemeral key '\(key.id)' is not for a customer")
        }
        self.customer = customer
        let headers = [HTTPHeader("Stripe-Version", PaymentsClient.apiVersion)]
        calls = CustomerCalls(
            transport: try APITransport(connection, credential: key.secret, headers: headers))
    }

    /// Retrieves the customer.
    public func retrieveCustomer() async throws(GatewayError) -> Customer { try await calls.retrieve(customer) }

    /// Lists the customer's saved cards, newest first.
    public func listPaymentMethods(
        _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<PaymentMethod> {
        try await calls.listMethods(of: customer, .card, query)
    }

    /// Saves a payment method for the customer; the API verifies the card.
    public func attachPaymentMethod(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod {
        try await calls.attach(id, to: customer, key: key)
    }

    /// Detaches a saved payment method permanently.
    public func detachPaymentMethod(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod {
        try await calls.detach(id, key: key)
    }

    /// Updates the customer, including the shipping and the default payment method.
    public func updateCustomer(
        _ parameters: CustomerParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> Customer {
        try await calls.update(customer, parameters, key: key)
    }
}

/// The server where the holder of an ephemeral key finds the payments API.
extension GatewayConnection: CustomerGatewaySource {
    /// The version of the API whose objects are decoded.
    public var apiVersion: String { PaymentsClient.apiVersion }

    /// Returns the API with this key.
    public func customerGateway(for key: EphemeralKey) throws(GatewayError) -> any CustomerGateway {
        try CustomerClient(key: key, connection: self)
    }
}
