public import TenderFlow
public import TenderModel

/// A gateway for a till that has no secret key.
///
/// Cards go to the payments API with the publishable key and the intent's client secret, which also retrieves; all else
/// goes to the merchant's server. What a server does not have throws `.notAvailable`.
public struct BackendGateway: Gateway {
    /// The API's address and the server's.
    public var name: String { "\(client.name) with \(backend.name)" }

    private let backend: any PaymentBackend
    private let client: PaymentsClient
    private let clock: any Clock<Duration>

    /// Combines the merchant's server and a client with a publishable key.
    ///
    /// - Parameter clock: Measures how long a confirmation waits for the server.
    /// - Throws: `GatewayError` with `.invalidConfiguration` if the client has a secret key.
    public init(
        backend: any PaymentBackend, client: PaymentsClient, clock: any Clock<Duration> = ContinuousClock()
    ) throws(GatewayError) {
        guard client.hasPublishableKey else {
            throw .notSent(.invalidConfiguration, "a till with a server of its own takes a publishable key (pk_…) only")
        }
        self.backend = backend
        self.client = client
        self.clock = clock
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

    /// Retrieves a PaymentIntent with its client secret; through the server if that is not known, as after a restart.
    public func retrievePaymentIntent(
        _ intent: PaymentIntentReference
    ) async throws(GatewayError) -> PaymentIntent {
        guard intent.clientSecret != nil else { return try await backend.retrievePaymentIntent(id: intent.id) }
        return try await client.retrievePaymentIntent(intent)
    }

    /// Confirms a PaymentIntent with its client secret.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.confirmPaymentIntent(intent, payload: payload, key: key)
    }

    /// Confirms a PaymentIntent with its client secret, and a surcharge on top.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, surcharge: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.confirmPaymentIntent(intent, payload: payload, surcharge: surcharge, key: key)
    }

    /// Confirms a PaymentIntent with its client secret, in the currency that the customer chose.
    ///
    /// What the card was charged, which a publishable key does not see, is read through the server if it has this and
    /// answers within seconds; otherwise the API's answer is returned as it is.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, conversion: ConversionChoice, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        let confirmed = try await client.confirmPaymentIntent(
            intent, payload: payload, conversion: conversion, key: key)
        let read = await briefly { [backend] in try await backend.retrievePaymentIntent(id: intent.id) }
        guard var whole = read, whole.status == confirmed.status else { return confirmed }
        whole.clientSecret = confirmed.clientSecret
        return whole
    }

    /// Confirms a PaymentIntent with its client secret, and a card that waits in the reader.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, waitingCard confirmation: CardConfirmation, key: IdempotencyKey
    ) async -> CardConfirmation.Answer {
        await client.confirmPaymentIntent(intent, waitingCard: confirmation, key: key)
    }

    /// Captures a held approval through the server.
    public func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await backend.capturePaymentIntent(
            id: intent.id, amount: amount, applicationFee: applicationFee, key: key)
    }

    /// Raises a held approval through the server.
    public func incrementAuthorization(
        _ intent: PaymentIntentReference, amount: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await backend.incrementAuthorization(id: intent.id, amount: amount, key: key)
    }

    /// Cancels an intent through the server.
    public func cancelPaymentIntent(
        _ intent: PaymentIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await backend.cancelPaymentIntent(id: intent.id, reason: reason, key: key)
    }

    /// Changes an intent through the server.
    public func editPaymentIntent(
        _ intent: PaymentIntentReference, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await backend.editPaymentIntent(id: intent.id, changes, key: key)
    }

    /// Attaches the presented card through the server, sealed as the reader sealed it.
    public func updatePaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await backend.updatePaymentIntent(id: intent.id, payload: payload, key: key)
    }

    /// Attaches the presented card through the server, and asks for an offer to convert the amount into its currency.
    public func requestCurrencyConversion(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await backend.requestCurrencyConversion(id: intent.id, payload: payload, key: key)
    }

    /// Lists PaymentIntents through the server.
    public func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent> {
        try await backend.listPaymentIntents(query)
    }

    /// Refunds money through the server.
    public func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund {
        try await backend.createRefund(parameters, key: key)
    }

    /// Refunds to a presented card through the server, sealed as the reader sealed it.
    public func createRefund(
        _ parameters: RefundParameters, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        try await backend.createRefund(parameters, payload: payload, key: key)
    }

    /// Retrieves a refund through the server.
    public func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund {
        try await backend.retrieveRefund(id)
    }

    /// Lists refunds through the server.
    public func listRefunds(
        paymentIntent: String?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<Refund> {
        try await backend.listRefunds(paymentIntent: paymentIntent, query)
    }

    /// Makes a call that moves money through the server.
    public func perform(_ call: MoneyCall, key: IdempotencyKey) async throws(GatewayError) -> MoneyObject {
        try await backend.perform(call, key: key)
    }

    /// Searches for what a call created, through the server.
    public func find(
        _ call: MoneyCall, key: IdempotencyKey, object: String?
    ) async throws(GatewayError) -> MoneyObject? {
        try await backend.find(call, key: key, object: object)
    }
}

/// Saved cards: the card goes to the payments API, all else to the merchant's server.
extension BackendGateway {
    /// Creates a SetupIntent through the server.
    public func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await backend.createSetupIntent(parameters, key: key)
    }

    /// Retrieves a SetupIntent through the server, which sees the generated card; without one that has this, with the
    /// client secret.
    public func retrieveSetupIntent(_ intent: SetupIntentReference) async throws(GatewayError) -> SetupIntent {
        do throws(GatewayError) {
            return try await backend.retrieveSetupIntent(id: intent.id)
        } catch {
            guard error.code == .notAvailable, intent.clientSecret != nil else { throw error }
            return try await client.retrieveSetupIntent(intent)
        }
    }

    /// Confirms a SetupIntent with its client secret; the generated card, which that does not show, is read through the
    /// server if it has this and answers within seconds.
    public func confirmSetupIntent(
        _ intent: SetupIntentReference, payload: EncryptedPayload, allowRedisplay: AllowRedisplay, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        let confirmed = try await client.confirmSetupIntent(
            intent, payload: payload, allowRedisplay: allowRedisplay, key: key)
        guard confirmed.status == .succeeded, confirmed.generatedCard == nil else { return confirmed }
        let read = await briefly { [backend] in try await backend.retrieveSetupIntent(id: intent.id) }
        guard var whole = read, whole.status == .succeeded else { return confirmed }
        whole.clientSecret = confirmed.clientSecret
        return whole
    }

    /// Cancels a SetupIntent through the server.
    public func cancelSetupIntent(
        _ intent: SetupIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await backend.cancelSetupIntent(id: intent.id, reason: reason, key: key)
    }
}

extension BackendGateway {
    /// The longest wait for the server once the API has answered: a confirmation that takes too long is taken for lost.
    private static let patience = Duration.seconds(3)

    /// Returns what is read; `nil` if that fails or takes too long.
    private func briefly<Value: Sendable>(_ read: @escaping @Sendable () async throws -> Value) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { try? await read() }
            group.addTask { [clock] in
                try? await clock.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
