public import TenderBytes
public import TenderFlow
import TenderHTTP
public import TenderModel

/// A client of the merchant's own server, as described in `docs/payment-backend.md`.
///
/// One call is one exchange; nothing is repeated here. Canceling the task stops the exchange.
public struct BackendClient: PaymentBackend {
    /// The server's address.
    public var name: String { transport.name }

    private let transport: APITransport

    /// Creates a client; connects to nothing yet.
    ///
    /// - Parameters:
    ///   - credential: What the server requires of tills, sent as `Authorization: Bearer …`; `nil` for nothing.
    ///   - connection: The server's address and time limits.
    /// - Throws: `GatewayError` with `.invalidConfiguration`.
    public init(credential: SecretBytes? = nil, connection: GatewayConnection) throws(GatewayError) {
        transport = try APITransport(connection, credential: credential)
    }

    /// Requests the short-lived secret for connecting a reader.
    public func createConnectionToken() async throws(GatewayError) -> ConnectionToken {
        let answer = try await transport.send(APIRequest(method: .post, path: "/connection_token"))
        return ConnectionToken(secret: SecretBytes(utf8: try answer.decode(TokenObject.self, kind: nil).secret))
    }

    /// Creates a PaymentIntent, once per key; the response must contain the client secret.
    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        let form = try FormParameters(parameters)
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/create_payment_intent", parameters: form, key: key)
        )
        // A merchant's server may withhold the metadata.
        let intent = try answer.createdIntent(parameters, tellsAttempt: false)
        guard intent.clientSecret != nil else {
            throw answer.incomplete("the answer of \(name) has no client_secret, without which nobody can confirm")
        }
        return intent
    }

    /// Captures a held approval; all of it if `amount` is `nil`.
    public func capturePaymentIntent(
        id: String, amount: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        var form = FormParameters()
        form.add("payment_intent_id", try id.checkedID())
        form.add("amount_to_capture", try amount?.chargeableUnits())
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/capture_payment_intent", parameters: form, key: key)
        )
        return try answer.intent(id, captured: amount)
    }

    /// Cancels an intent and releases what it holds.
    public func cancelPaymentIntent(id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentIntent {
        var form = FormParameters()
        form.add("payment_intent_id", try id.checkedID())
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/cancel_payment_intent", parameters: form, key: key)
        )
        return try answer.intent(id)
    }
}
