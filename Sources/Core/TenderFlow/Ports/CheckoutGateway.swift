public import TenderModel

/// Pages of the gateway on which somebody pays once; one call is one exchange.
public protocol CheckoutGateway: Sendable {
    /// Makes a page, once per key.
    func createCheckoutSession(
        _ parameters: CheckoutSessionParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> CheckoutSession

    /// Reads a page.
    func retrieveCheckoutSession(_ id: String) async throws(GatewayError) -> CheckoutSession

    /// Closes a page that is open.
    func expireCheckoutSession(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> CheckoutSession
}
