public import TenderFlow
public import TenderModel

/// The customer of a checkout, from wherever the app keeps them.
public protocol CustomerBackend: Sendable {
    /// Loads the customer's payment methods, default and address.
    ///
    /// - Parameter isFresh: whether what was loaded a moment ago will not do.
    func load(isFresh: Bool) async throws(GatewayError) -> CustomerWallet

    /// Saves a payment method, or a token of one, for the customer.
    func attach(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod

    /// Forgets a saved payment method for good.
    func detach(_ id: String, key: IdempotencyKey) async throws(GatewayError)

    /// Makes a saved payment method the customer's default.
    func selectDefault(_ id: String, key: IdempotencyKey) async throws(GatewayError)

    /// Keeps the address for the next time.
    func remember(_ shipping: ShippingDetails, key: IdempotencyKey) async throws(GatewayError)

    /// Forgets everything about the customer, since they have signed out.
    func clear() async
}
