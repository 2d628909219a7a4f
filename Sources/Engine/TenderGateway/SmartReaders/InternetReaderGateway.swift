import TenderAPI
public import TenderFlow
public import TenderModel

/// The payments API for tills with smart readers: a card that such a reader has read is charged through the reader.
///
/// Everything else goes to the API unchanged. The command to charge leaves once under its key, and the PaymentIntent
/// holds the answer: it is retrieved once the reader is done or in doubt, and an outcome that it does not show is
/// unknown. Use `policy`, or one whose `online` is longer than a customer takes to enter a PIN.
public struct InternetReaderGateway: Gateway {
    /// A policy that leaves the customer time for a PIN.
    public static let policy = PaymentPolicy(online: .seconds(120), maximumSends: 2)

    /// The server's address.
    public var name: String { client.name }

    let client: PaymentsClient
    let readerPolicy: InternetReaderPolicy
    let clock: any Clock<Duration>

    /// Combines the API and its smart readers.
    ///
    /// - Parameters:
    ///   - client: A client with a secret key.
    ///   - policy: How often to poll a reader.
    ///   - clock: The clock that measures waiting.
    public init(
        _ client: PaymentsClient, policy: InternetReaderPolicy = InternetReaderPolicy(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.client = client
        readerPolicy = policy
        self.clock = clock
    }

    /// Makes the reader charge the card that it has read; a payload of another kind goes to the API.
    ///
    /// - Throws: `GatewayError`: `.declinedByIssuer` with the resulting intent; of unknown fate while the intent shows
    ///   no outcome; of an answered request if the reader certainly charged nothing.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        guard let payload, payload.scheme == InternetReader.payloadScheme else {
            return try await client.confirmPaymentIntent(intent, payload: payload, key: key)
        }
        let link = SmartReaderLink(client: client, id: payload.keySerial, policy: readerPolicy, clock: clock)
        try await refuseOtherCard(link, intent.id, payload)
        var watch = ReaderActionWatch(.authorization, of: intent.id, readerPolicy)
        let first = try await command(link, watch, key)
        switch try await link.follow(&watch, from: first) {
        case .intent(let intent): return intent
        case .declined(let error, let intent):
            throw GatewayError(
                .declinedByIssuer, fate: .answered(status: 402), message: error.message ?? "the card was declined",
                apiError: error, intent: intent)
        case .canceledByCustomer(let intent):
            throw GatewayError(
                .canceled, fate: .answered(status: 400),
                message: "the customer canceled on the reader: collect again", intent: intent)
        case .unknown(let reason):
            throw GatewayError(.requestTimedOut, fate: .unknown, message: reason)
        case .card, .failed, .takenOver:
            throw GatewayError(.answerMismatch, fate: .unknown, message: "the reader did something else")
        }
    }

    /// Charges a surcharge on top, if the API itself charges the card.
    ///
    /// The command to a smart reader takes none: its `confirm_config` has a `return_url` only. Source: the API's public
    /// reference on `confirm_payment_intent`.
    ///
    /// - Throws: `.notAvailable` for a card that a smart reader has read; nothing is sent.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, surcharge: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        guard payload?.scheme != InternetReader.payloadScheme else {
            throw GatewayError(
                .notAvailable, fate: .notSent, message: SurchargeError.smartReader.description)
        }
        return try await client.confirmPaymentIntent(intent, payload: payload, surcharge: surcharge, key: key)
    }

    /// Asks for an offer for a card that the API itself charges; a collection on a smart reader never asks.
    public func requestCurrencyConversion(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.requestCurrencyConversion(intent, payload: payload, key: key)
    }

    /// Charges a card in the currency that its customer chose; there is a choice only where the API charges the card.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, conversion: ConversionChoice, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.confirmPaymentIntent(intent, payload: payload, conversion: conversion, key: key)
    }

    /// Confirms with a card that waits in a reader on the counter; none waits in a smart reader.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, waitingCard confirmation: CardConfirmation, key: IdempotencyKey
    ) async -> CardConfirmation.Answer {
        await client.confirmPaymentIntent(intent, waitingCard: confirmation, key: key)
    }

    /// Refuses to charge if the reader has since read another card: the command charges whichever it read last.
    ///
    /// If the reader shows no collection, the decision is left to the API, which knows whether a card was read for the
    /// intent.
    private func refuseOtherCard(
        _ link: SmartReaderLink, _ intent: String, _ payload: EncryptedPayload
    ) async throws(GatewayError) {
        guard let action = try? await client.retrieveReader(link.id).action, action.kind == .collectPaymentMethod,
            action.paymentIntent != intent || !InternetReader.isCard(action.paymentMethod, of: payload)
        else { return }
        throw GatewayError(
            .collectionExpired, fate: .answered(status: 400),
            message: "the reader has since been asked for another card: collect again")
    }

    /// Sends the command to charge.
    ///
    /// - Throws: The API's error unchanged; a refusal of the reader as an answered request, because nothing was
    ///   executed.
    private func command(
        _ link: SmartReaderLink, _ watch: ReaderActionWatch, _ key: IdempotencyKey
    ) async throws(GatewayError) -> ReaderActionWatch.Event {
        do throws(GatewayError) {
            return .acknowledged(try await client.confirmPaymentIntent(watch.intentID, on: link.id, key: key))
        } catch {
            switch error.readerTrouble {
            // The fact that a reader is offline now says nothing about a command that it received before.
            case .timeout, .hardware, .offline: return .commandInDoubt
            case .busy: return try await busy(error, link, watch)
            case nil:
                guard case .answered(500...) = error.fate else { throw error }
                return .commandInDoubt
            }
        }
    }

    /// Handles a busy reader, which may be busy with this very command, sent before.
    private func busy(
        _ error: GatewayError, _ link: SmartReaderLink, _ watch: ReaderActionWatch
    ) async throws(GatewayError) -> ReaderActionWatch.Event {
        guard let reader = try? await client.retrieveReader(link.id) else { return .commandInDoubt }
        guard watch.isOwn(reader.action) else { throw Self.refused(error, .readerBusy) }
        return .reader(reader)
    }

    /// Returns the refusal of a command that the reader never received; the status of such a response is not
    /// documented, and 409 would mean a key in use.
    private static func refused(_ error: GatewayError, _ code: TenderError.Code) -> GatewayError {
        var error = error
        error.code = code
        error.fate = .answered(status: 400)
        return error
    }

    /// Shows what the reader has read, for inspection before confirmation; any other payload is attached.
    public func updatePaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        guard payload.scheme == InternetReader.payloadScheme else {
            return try await client.updatePaymentIntent(intent, payload: payload, key: key)
        }
        var found = try await client.retrievePaymentIntent(intent)
        let action = try await client.retrieveReader(payload.keySerial).action
        let watch = ReaderActionWatch(.card, of: intent.id, readerPolicy)
        guard watch.isOwn(action), InternetReader.isCard(action?.paymentMethod, of: payload) else { return found }
        if let method = action?.paymentMethod { found.paymentMethod = method }
        return found
    }
}

/// The calls that smart readers have no part in.
extension InternetReaderGateway {
    /// Requests the short-lived secret for connecting a reader.
    public func createConnectionToken() async throws(GatewayError) -> ConnectionToken {
        try await client.createConnectionToken()
    }

    /// Creates a PaymentIntent, once per key.
    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.createPaymentIntent(parameters, key: key)
    }

    /// Retrieves a PaymentIntent.
    public func retrievePaymentIntent(_ intent: PaymentIntentReference) async throws(GatewayError) -> PaymentIntent {
        try await client.retrievePaymentIntent(intent)
    }

    /// Lists PaymentIntents, newest first.
    public func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent> {
        try await client.listPaymentIntents(query)
    }

    /// Changes an intent that nobody has paid yet, once per key.
    public func editPaymentIntent(
        _ intent: PaymentIntentReference, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.editPaymentIntent(intent, changes, key: key)
    }

    /// Captures a held approval; all of it if `amount` is `nil`, and with the intent's own fee if `applicationFee` is.
    public func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.capturePaymentIntent(intent, amount: amount, applicationFee: applicationFee, key: key)
    }

    /// Raises a held approval to a larger total, once per key.
    public func incrementAuthorization(
        _ intent: PaymentIntentReference, amount: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.incrementAuthorization(intent, amount: amount, key: key)
    }

    /// Cancels an intent and releases what it holds.
    public func cancelPaymentIntent(
        _ intent: PaymentIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await client.cancelPaymentIntent(intent, reason: reason, key: key)
    }

    /// Refunds money, once per key.
    public func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund {
        try await client.createRefund(parameters, key: key)
    }

    /// Retrieves a refund.
    public func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund {
        try await client.retrieveRefund(id)
    }

    /// Lists refunds, newest first.
    public func listRefunds(
        paymentIntent: String?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<Refund> {
        try await client.listRefunds(paymentIntent: paymentIntent, query)
    }
}
