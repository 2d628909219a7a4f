public import TenderBytes
public import TenderFlow
import TenderHTTP
public import TenderModel

/// A client of the merchant's own server, as described in `docs/payment-backend.md`.
///
/// One call is one exchange; nothing is repeated here. Canceling the task stops the exchange.
public struct BackendClient: PaymentBackend {
    /// The server's address.
    public var name: String { payments.name }

    /// The same server as a client of the payments API, with everything that its contract covers, such as SetupIntents
    /// and smart readers.
    public let payments: PaymentsClient

    /// Creates a client; connects to nothing yet.
    ///
    /// - Parameters:
    ///   - credential: What the server requires of tills, sent as `Authorization: Bearer …`; `nil` for nothing.
    ///   - connection: The server's address and time limits.
    /// - Throws: `GatewayError` with `.invalidConfiguration`.
    public init(credential: SecretBytes? = nil, connection: GatewayConnection) throws(GatewayError) {
        payments = try PaymentsClient(backend: connection, credential: credential)
    }

    /// Requests the short-lived secret for connecting a reader.
    public func createConnectionToken() async throws(GatewayError) -> ConnectionToken {
        try await payments.createConnectionToken()
    }

    /// Creates a PaymentIntent, once per key; the response must contain the client secret.
    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        let intent = try await payments.createPaymentIntent(parameters, key: key)
        guard intent.clientSecret != nil else {
            throw GatewayError(
                .responseNotUnderstood, fate: .unknown,
                message: "the answer of \(name) has no client_secret, without which nobody can confirm")
        }
        return intent
    }

    /// Captures a held approval; all of it if `amount` is `nil`.
    public func capturePaymentIntent(
        id: String, amount: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await capturePaymentIntent(id: id, amount: amount, applicationFee: nil, key: key)
    }

    /// Cancels an intent and releases what it holds.
    public func cancelPaymentIntent(id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentIntent {
        try await cancelPaymentIntent(id: id, reason: nil, key: key)
    }

    /// Cancels an intent, with a reason, and releases what it holds.
    public func cancelPaymentIntent(
        id: String, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await payments.cancelPaymentIntent(.init(id: id), reason: reason, key: key)
    }

    /// Captures a held approval with a fee of its own; with the intent's own fee if `applicationFee` is `nil`.
    public func capturePaymentIntent(
        id: String, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await payments.capturePaymentIntent(
            .init(id: id), amount: amount, applicationFee: applicationFee, key: key)
    }

    /// Raises a held approval to a larger total, once per key.
    public func incrementAuthorization(
        id: String, amount: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await payments.incrementAuthorization(.init(id: id), amount: amount, key: key)
    }

    /// Retrieves a PaymentIntent with its latest charge.
    public func retrievePaymentIntent(id: String) async throws(GatewayError) -> PaymentIntent {
        try await payments.retrievePaymentIntent(.init(id: id))
    }

    /// Lists PaymentIntents, newest first.
    public func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent> {
        try await payments.listPaymentIntents(query)
    }

    /// Changes an intent that nobody has paid yet, once per key.
    public func editPaymentIntent(
        id: String, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await payments.editPaymentIntent(.init(id: id), changes, key: key)
    }

    /// Attaches the presented card, so that it can be inspected before it is confirmed.
    public func updatePaymentIntent(
        id: String, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await payments.updatePaymentIntent(.init(id: id), payload: payload, key: key)
    }

    /// Attaches the presented card, and asks for an offer to convert the amount into its currency.
    public func requestCurrencyConversion(
        id: String, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await payments.requestCurrencyConversion(.init(id: id), payload: payload, key: key)
    }

    /// Refunds money, once per key.
    public func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund {
        try await payments.createRefund(parameters, key: key)
    }

    /// Refunds to the card that was presented at a reader, once per key.
    public func createRefund(
        _ parameters: RefundParameters, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        try await payments.createRefund(parameters, payload: payload, key: key)
    }

    /// Retrieves a refund.
    public func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund {
        try await payments.retrieveRefund(id)
    }

    /// Lists refunds, newest first.
    public func listRefunds(
        paymentIntent: String?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<Refund> {
        try await payments.listRefunds(paymentIntent: paymentIntent, query)
    }

    /// Makes a call that moves money, once per key; the object that it creates has the key in its metadata.
    public func perform(_ call: MoneyCall, key: IdempotencyKey) async throws(GatewayError) -> MoneyObject {
        try await payments.perform(call, key: key)
    }

    /// Searches for what a call created under a key; `nil` if there is nothing.
    public func find(
        _ call: MoneyCall, key: IdempotencyKey, object: String?
    ) async throws(GatewayError) -> MoneyObject? {
        try await payments.find(call, key: key, object: object)
    }
}

extension BackendClient {
    /// Creates a SetupIntent, once per key; the response must contain the client secret.
    public func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        let intent = try await payments.createSetupIntent(parameters, key: key)
        guard intent.clientSecret != nil else {
            throw GatewayError(
                .responseNotUnderstood, fate: .unknown,
                message: "the answer of \(name) has no client_secret, without which nobody can confirm")
        }
        return intent
    }

    /// Retrieves a SetupIntent with its newest attempt.
    public func retrieveSetupIntent(id: String) async throws(GatewayError) -> SetupIntent {
        try await payments.retrieveSetupIntent(id)
    }

    /// Cancels a SetupIntent, so that no card is saved with it any more.
    public func cancelSetupIntent(
        id: String, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await payments.cancelSetupIntent(id, reason: reason, key: key)
    }
}
