public import TenderFlow
public import TenderModel

/// A gateway for a till that has no secret key.
///
/// Connection tokens, create, capture and cancel go to the merchant's server; retrieve and confirm go to the payments
/// API with the publishable key and the intent's client secret. Updates, edits, refunds, lists and the fee of a capture
/// need the secret key and have no counterpart on the server: they throw `.notAvailable` without sending.
public struct BackendGateway: Gateway {
    /// The API's address and the server's.
    public var name: String { "\(client.name) with \(backend.name)" }

    private let backend: any PaymentBackend
    private let client: PaymentsClient

    /// Combines the merchant's server and a client with a publishable key.
    ///
    /// - Throws: `GatewayError` with `.invalidConfiguration` if the client has a secret key.
    public init(backend: any PaymentBackend, client: PaymentsClient) throws(GatewayError) {
        guard client.hasPublishableKey else {
            throw .notSent(.invalidConfiguration, "a till with a server of its own takes a publishable key (pk_…) only")
        }
        self.backend = backend
        self.client = client
    }

    /// Requests a connection token from the server.
    public func createConnectionToken() async throws(GatewayError) -> ConnectionToken {
        try await backend.createConnectionToken()
    }

    /// Creates a PaymentIntent through the server.
    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await backend.createPaymentIntent(parameters, key: key)
    }

    /// Retrieves a PaymentIntent with its client secret.
    public func retrievePaymentIntent(
        _ intent: PaymentIntentReference
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.retrievePaymentIntent(intent)
    }

    /// Confirms a PaymentIntent with its client secret.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.confirmPaymentIntent(intent, payload: payload, key: key)
    }

    /// Captures a held approval through the server, which decides about the fee: with one, throws `.notAvailable`.
    public func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        guard applicationFee == nil else { throw Self.notAvailable("choosing the application fee") }
        return try await backend.capturePaymentIntent(id: intent.id, amount: amount, key: key)
    }

    /// Cancels an intent through the server, which does not receive the reason.
    public func cancelPaymentIntent(
        _ intent: PaymentIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await backend.cancelPaymentIntent(id: intent.id, key: key)
    }

    /// Throws `.notAvailable`.
    public func editPaymentIntent(
        _ intent: PaymentIntentReference, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw Self.notAvailable("editing a PaymentIntent")
    }

    /// Throws `.notAvailable`.
    public func updatePaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw Self.notAvailable("updating a PaymentIntent")
    }

    /// Throws `.notAvailable`.
    public func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent> {
        throw Self.notAvailable("listing PaymentIntents")
    }

    /// Throws `.notAvailable`.
    public func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund {
        throw Self.notAvailable("refunding")
    }

    /// Throws `.notAvailable`.
    public func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund {
        throw Self.notAvailable("reading a refund")
    }

    /// Throws `.notAvailable`.
    public func listRefunds(
        paymentIntent: String?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<Refund> {
        throw Self.notAvailable("listing refunds")
    }

    private static func notAvailable(_ act: String) -> GatewayError {
        .notSent(.notAvailable, "\(act) belongs to the merchant's server: this till holds no secret key")
    }
}
