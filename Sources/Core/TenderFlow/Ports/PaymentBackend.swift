public import TenderModel

/// The merchant's own server, which holds the secret key so that the till need not.
///
/// One call is one exchange, as with `Gateway`.
public protocol PaymentBackend: Sendable {
    /// Names the server for people, without secrets.
    var name: String { get }

    /// Fetches the short-lived secret with which a reader is connected.
    func createConnectionToken() async throws(GatewayError) -> ConnectionToken

    /// Makes a PaymentIntent, once per key; the answer must carry the client secret.
    func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Captures a held approval: all of it when `amount` is nil.
    func capturePaymentIntent(
        id: String, amount: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Cancels an intent and gives up what it holds.
    func cancelPaymentIntent(id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentIntent
}
