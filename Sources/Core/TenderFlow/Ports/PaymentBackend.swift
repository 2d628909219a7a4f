public import TenderModel

/// The merchant's own server, which holds the secret key so that the till need not.
///
/// One call is one exchange, as with `Gateway`. Smart readers need no calls here: their gateway and their source take a
/// client, which `BackendClient.payments` is for a server that keeps the contract.
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

    /// Cancels an intent, with a reason, and releases what it holds.
    func cancelPaymentIntent(
        id: String, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Captures a held approval with a fee of its own; with the intent's own fee if `applicationFee` is `nil`.
    func capturePaymentIntent(
        id: String, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Raises a held approval to a larger total, once per key.
    func incrementAuthorization(
        id: String, amount: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Retrieves a PaymentIntent with its latest charge, which a publishable key does not see.
    func retrievePaymentIntent(id: String) async throws(GatewayError) -> PaymentIntent

    /// Lists PaymentIntents, newest first.
    func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent>

    /// Changes an intent that nobody has paid yet, once per key.
    func editPaymentIntent(
        id: String, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Attaches the presented card, so that it can be inspected before it is confirmed.
    func updatePaymentIntent(
        id: String, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Attaches the presented card as `updatePaymentIntent` does, and asks for an offer to convert the amount into its
    /// currency.
    func requestCurrencyConversion(
        id: String, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent

    /// Refunds money, once per key.
    func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund

    /// Refunds to the card that was presented at a reader, once per key.
    func createRefund(
        _ parameters: RefundParameters, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> Refund

    /// Retrieves a refund.
    func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund

    /// Lists refunds, newest first.
    func listRefunds(paymentIntent: String?, _ query: ListQuery) async throws(GatewayError) -> ListPage<Refund>

    /// Makes a call that moves money, once per key; the object that it creates has the key in its metadata.
    func perform(_ call: MoneyCall, key: IdempotencyKey) async throws(GatewayError) -> MoneyObject

    /// Searches for what a call created under a key; `nil` if there is nothing.
    func find(_ call: MoneyCall, key: IdempotencyKey, object: String?) async throws(GatewayError) -> MoneyObject?

    /// Creates a SetupIntent, once per key; the response must contain the client secret.
    func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent

    /// Retrieves a SetupIntent with its newest attempt, which a publishable key does not see.
    func retrieveSetupIntent(id: String) async throws(GatewayError) -> SetupIntent

    /// Cancels a SetupIntent, so that no card is saved with it any more.
    func cancelSetupIntent(
        id: String, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent
}

/// The defaults for servers that save no cards.
extension PaymentBackend {
    /// Throws `.notAvailable`.
    public func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        throw Self.notAvailable("creating a SetupIntent")
    }

    /// Throws `.notAvailable`.
    public func retrieveSetupIntent(id: String) async throws(GatewayError) -> SetupIntent {
        throw Self.notAvailable("reading a SetupIntent without its client secret")
    }

    /// Throws `.notAvailable`.
    public func cancelSetupIntent(
        id: String, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        throw Self.notAvailable("canceling a SetupIntent")
    }
}

/// The defaults for servers that have only the four calls without which nobody can pay.
extension PaymentBackend {
    /// Cancels without the reason.
    public func cancelPaymentIntent(
        id: String, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await cancelPaymentIntent(id: id, key: key)
    }

    /// Captures with the intent's own fee; throws `.notAvailable` for another one.
    public func capturePaymentIntent(
        id: String, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        guard applicationFee == nil else { throw Self.notAvailable("choosing the application fee") }
        return try await capturePaymentIntent(id: id, amount: amount, key: key)
    }

    /// Throws `.notAvailable`.
    public func incrementAuthorization(
        id: String, amount: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw Self.notAvailable("raising a hold")
    }

    /// Throws `.notAvailable`.
    public func retrievePaymentIntent(id: String) async throws(GatewayError) -> PaymentIntent {
        throw Self.notAvailable("reading a PaymentIntent without its client secret")
    }

    /// Throws `.notAvailable`.
    public func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent> {
        throw Self.notAvailable("listing PaymentIntents")
    }

    /// Throws `.notAvailable`.
    public func editPaymentIntent(
        id: String, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw Self.notAvailable("editing a PaymentIntent")
    }

    /// Throws `.notAvailable`.
    public func updatePaymentIntent(
        id: String, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw Self.notAvailable("updating a PaymentIntent")
    }

    /// Throws `.notAvailable`.
    public func requestCurrencyConversion(
        id: String, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        throw .convertsNoCurrency
    }

    /// Throws `.notAvailable`.
    public func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund {
        throw Self.notAvailable("refunding")
    }

    /// Throws `.notAvailable`.
    public func createRefund(
        _ parameters: RefundParameters, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        throw Self.notAvailable("refunding to a card that is presented")
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

    /// Throws `.notAvailable`.
    public func perform(_ call: MoneyCall, key: IdempotencyKey) async throws(GatewayError) -> MoneyObject {
        throw Self.notAvailable("a \(call.kind.rawValue)")
    }

    /// Throws `.notAvailable`.
    public func find(
        _ call: MoneyCall, key: IdempotencyKey, object: String?
    ) async throws(GatewayError) -> MoneyObject? {
        throw Self.notAvailable("looking for a \(call.kind.rawValue)")
    }

    fileprivate static func notAvailable(_ act: String) -> GatewayError {
        GatewayError(
            .notAvailable, fate: .notSent,
            message: "\(act) belongs to the merchant's server: this till holds no secret key")
    }
}
