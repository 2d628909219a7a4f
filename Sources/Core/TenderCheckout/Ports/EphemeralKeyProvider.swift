public import TenderFlow

/// The app's own server, which makes short-lived keys for the customer who is signed in.
public protocol EphemeralKeyProvider: Sendable {
    /// Has a new key made; one call is one exchange.
    ///
    /// - Parameter apiVersion: the version of the API that the key's holder speaks; the server must name it, unchanged,
    ///   as `Stripe-Version` when it makes the key.
    /// - Throws: `GatewayError` of the exchange with the server.
    func createEphemeralKey(apiVersion: String) async throws(GatewayError) -> EphemeralKey
}
