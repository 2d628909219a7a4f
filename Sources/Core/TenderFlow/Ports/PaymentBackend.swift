public import TenderModel

/// The merchant's own server, which holds the secret key so that the till need not.
///
/// One call is one exchange, as with `Gateway`.
public protocol PaymentBackend: Sendable {
    /// The server's name for people, without secrets.
    var name: String { get }

    /// Requests the short-lived secret for connecting a reader.
    func createConnectionToken() async throws(GatewayError) -> ConnectionToken

    /// Creates a PaymentIntent, once per key; the response must contain the client secret.
    func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Captures a held approval; all of it if `amount` is `nil`.
    func capturePaymentIntent(
        id: String, amount: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Cancels an intent and releases what it holds.
    func cancelPaymentIntent(id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentIntent
}
