public import TenderFlow

/// The app's own server, which creates short-lived keys for the customer who is signed in.
public protocol EphemeralKeyProvider: Sendable {
    /// Creates a new key through the server; one call is one exchange.
    ///
    /// - Parameter apiVersion: The API version of the key's holder; the server must send it, unchanged, as
    ///   `Stripe-Version` when it creates the key.
    /// - Throws: `GatewayError` of the exchange with the server.
    func createEphemeralKey(apiVersion: String) async throws(GatewayError) -> EphemeralKey
}
