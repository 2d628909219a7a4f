public import TenderFlow
public import TenderModel

/// The customer of a checkout, wherever the app stores them.
public protocol CustomerBackend: Sendable {
    /// Loads the customer's payment methods, default and address.
    ///
    /// - Parameter isFresh: Whether what was loaded a moment ago does not suffice.
    func load(isFresh: Bool) async throws(GatewayError) -> CustomerWallet

    /// Saves a payment method, or a token of one, for the customer.
    func attach(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod

    /// Detaches a saved payment method permanently.
    func detach(_ id: String, key: IdempotencyKey) async throws(GatewayError)

    /// Makes a saved payment method the customer's default.
    func selectDefault(_ id: String, key: IdempotencyKey) async throws(GatewayError)

    /// Stores the address for the next time.
    func remember(_ shipping: ShippingDetails, key: IdempotencyKey) async throws(GatewayError)

    /// Discards everything about the customer, who has signed out.
    func clear() async
}
