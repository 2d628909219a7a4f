public import TenderFlow
public import TenderModel

/// Pages of the gateway on which somebody pays once; one call is one exchange.
public protocol CheckoutGateway: Sendable {
    /// Creates a page, once per key.
    func createCheckoutSession(
        _ parameters: CheckoutSessionParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> CheckoutSession

    /// Retrieves a page.
    func retrieveCheckoutSession(_ id: String) async throws(GatewayError) -> CheckoutSession

    /// Expires an open page.
    func expireCheckoutSession(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> CheckoutSession
}
