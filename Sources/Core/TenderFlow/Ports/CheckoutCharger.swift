public import TenderModel

/// Whoever makes the payments of checkouts under a journal, such as the terminal: each is recorded before it leaves and
/// before it is shown, and goes on after a crash.
public protocol CheckoutCharger: Sendable {
    /// Returns the payment that the same call would continue; `nil` if it would be a new one.
    ///
    /// - Parameter key: The key of an order's attempt; `nil` if the order has no name, so that the same payment means the
    ///   same one until its end was reported.
    /// - Throws: `GatewayError` if the journal cannot be read.
    func openCheckoutPayment(
        _ call: MoneyCall, key: IdempotencyKey?
    ) async throws(GatewayError) -> KeyedRequest<MoneyCall>?

    /// Makes the payment once.
    ///
    /// - Throws: `GatewayError` if it was not made; of unknown fate while something else of the order is unknown.
    ///
    /// Canceling the task does not withdraw the payment.
    func chargeCheckout(_ call: MoneyCall, key: IdempotencyKey?) async throws(GatewayError) -> MoneyOutcome
}
