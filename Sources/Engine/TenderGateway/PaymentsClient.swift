public import TenderBytes
public import TenderFlow
import TenderHTTP
public import TenderModel

/// A client of the payments API over HTTP, in its public form.
///
/// One call is one exchange; nothing is repeated here. Through a merchant's server it has all that the server's
/// contract covers. With a publishable key, only `retrievePaymentIntent` and
/// `confirmPaymentIntent` work, with the intent's client secret; every other call throws `.permissionDenied` without
/// sending. Canceling the task stops the exchange. No error shows the key, a client secret or a payload.
public struct PaymentsClient: Gateway {
    /// The version of the API whose objects are decoded, sent as `Stripe-Version`.
    public static let apiVersion = "2026-10-28.endive"

    /// The server's address.
    public var name: String { transport.name }

    /// Whether the key is a publishable one, which may be shipped in a till.
    public let hasPublishableKey: Bool

    /// The connected account that the calls are made for; `nil` for the key's own account.
    public private(set) var account: String?

    private(set) var transport: APITransport

    /// Creates a client; connects to nothing yet.
    ///
    /// - Parameters:
    ///   - apiKey: A secret or restricted key (`sk_…`, `rk_…`), a publishable one (`pk_…`), or a till's token
    ///     (`till_…`), with which the address is that of a merchant's server.
    ///   - connection: The API's address and time limits.
    /// - Throws: `GatewayError` with `.invalidConfiguration`.
    public init(apiKey: SecretBytes, connection: GatewayConnection) throws(GatewayError) {
        let isToken = apiKey.begins(with: Self.tillTokenPrefix)
        guard isToken || ["sk_", "rk_", "pk_"].contains(where: apiKey.begins) else {
            throw .notSent(
                .invalidConfiguration, "the API key must begin with sk_, rk_ or pk_, a till's token with till_")
        }
        hasPublishableKey = apiKey.begins(with: "pk_")
        transport = try APITransport(
            connection, credential: apiKey, headers: isToken ? [] : [.init("Stripe-Version", Self.apiVersion)],
            dialect: isToken ? .backend : .api)
    }

    /// Creates a client that makes its calls through a merchant's server, which holds the secret key.
    ///
    /// What the server's contract, `docs/payment-backend.md`, does not cover throws `.notAvailable` without sending.
    ///
    /// - Parameters:
    ///   - connection: The server's address and time limits.
    ///   - credential: What the server requires of tills, sent as `Authorization: Bearer …`; `nil` for nothing.
    /// - Throws: `GatewayError` with `.invalidConfiguration`.
    public init(backend connection: GatewayConnection, credential: SecretBytes?) throws(GatewayError) {
        hasPublishableKey = false
        transport = try APITransport(connection, credential: credential, dialect: .backend)
    }

    /// What the tokens begin with that a merchant's server gives to its tills.
    public static let tillTokenPrefix = "till_"

    /// Returns the same client making calls for a connected account: its charges, its balance, its payouts.
    ///
    /// - Throws: `GatewayError` with `.invalidParameter` if the text is not an account's ID.
    public func acting(for account: String) throws(GatewayError) -> PaymentsClient {
        guard try account.checkedID().hasPrefix("acct_") else {
            throw .notSent(.invalidParameter, "an account's id must begin with acct_: '\(account)' does not")
        }
        var client = self
        client.account = account
        client.transport = transport.acting(for: account)
        return client
    }

    /// Requests the short-lived secret for connecting a reader.
    public func createConnectionToken() async throws(GatewayError) -> ConnectionToken {
        try requireSecretKey(to: "create a connection token")
        let answer = try await transport.send(APIRequest(method: .post, path: "/v1/terminal/connection_tokens"))
        // A merchant's server may answer with the secret alone.
        let kind = transport.dialect == .api ? "terminal.connection_token" : nil
        let token = try answer.decode(TokenObject.self, kind: kind)
        return ConnectionToken(secret: SecretBytes(utf8: token.secret))
    }

    /// Creates a PaymentIntent, once per key; the amount and currency in the response are compared with the request.
    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try requireSecretKey(to: "create a PaymentIntent")
        let form = try FormParameters(parameters)
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/v1/payment_intents", parameters: form, key: key)
        )
        // A merchant's server may withhold the metadata.
        return try answer.createdIntent(parameters, tellsAttempt: transport.dialect == .api)
    }

    /// Retrieves a PaymentIntent, with its latest charge and its payment method.
    public func retrievePaymentIntent(
        _ intent: PaymentIntentReference
    ) async throws(GatewayError) -> PaymentIntent {
        try await act(on: intent, "", method: .get, key: nil)
    }

    /// Lists PaymentIntents, newest first, with their latest charges and payment methods; filter: `customer`.
    public func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent> {
        try requireSecretKey(to: "list PaymentIntents")
        var form = try FormParameters(query, filters: [.customer])
        form.add("expand", list: ["data.latest_charge", "data.payment_method"])
        let answer = try await transport.send(APIRequest(method: .get, path: "/v1/payment_intents", parameters: form))
        return try answer.decode(ListObject<PaymentIntent>.self, kind: "list").page
    }

    /// Changes an intent that nobody has paid yet, once per key; the response is compared with the changes.
    public func editPaymentIntent(
        _ intent: PaymentIntentReference, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try requireSecretKey(to: "edit a PaymentIntent")
        return try await act(on: intent, "", parameters: try FormParameters(changes), key: key) { edited in
            changes.areMade(in: edited) ? nil : "the answer lacks some of the changes that were asked for"
        }
    }

    /// Attaches the presented card, so that it can be inspected before it is confirmed.
    public func updatePaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try requireSecretKey(to: "update a PaymentIntent")
        return try await act(on: intent, "", payload: payload, key: key)
    }

    /// Attaches the presented card, and asks for an offer to convert the amount into its currency.
    ///
    /// The API's preview is closed: the names of the parameters, here and in the confirmation, are ours.
    public func requestCurrencyConversion(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try requireSecretKey(to: "update a PaymentIntent")
        var form = FormParameters()
        form.add("payment_method_options[card_present][request_dynamic_currency_conversion]", "true")
        return try await act(on: intent, "", parameters: form, payload: payload, key: key)
    }

    /// Requests the authorization; a decline is a `GatewayError` with `.declinedByIssuer` and the resulting intent.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await act(on: intent, "/confirm", payload: payload, key: key)
    }

    /// Requests the authorization of the amount with a surcharge on top.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, surcharge: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await act(
            on: intent, "/confirm", parameters: try FormParameters(surcharge: surcharge), payload: payload, key: key)
    }

    /// Requests the authorization in the currency that the customer chose.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, conversion: ConversionChoice, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await act(
            on: intent, "/confirm", parameters: try FormParameters(conversion: conversion), payload: payload, key: key)
    }

    /// Requests the authorization with a card that waits in the reader; what its issuer tells it comes in our own extension
    /// of the API.
    public func confirmPaymentIntent(
        _ intent: PaymentIntentReference, waitingCard confirmation: CardConfirmation, key: IdempotencyKey
    ) async -> CardConfirmation.Answer {
        do throws(GatewayError) {
            let answer = try await send(
                about: intent, "/confirm", parameters: try FormParameters(waitingCard: confirmation),
                payload: confirmation.payload, key: key)
            do throws(GatewayError) {
                return .init(.success(try answer.intent(intent.id, captured: nil)), issuerData: answer.issuerData)
            } catch {
                return .init(.failure(error), issuerData: answer.issuerData)
            }
        } catch {
            return .init(.failure(error))
        }
    }

    /// Captures a held approval: all of it if `amount` is `nil`, a part, or more if the charge allows it.
    public func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try requireSecretKey(to: "capture a PaymentIntent")
        var form = FormParameters()
        form.add("amount_to_capture", try amount?.chargeableUnits())
        form.add("application_fee_amount", try applicationFee?.shareUnits())
        return try await act(on: intent, "/capture", parameters: form, captured: amount, key: key) { captured in
            guard let applicationFee, captured.status == .succeeded else { return nil }
            let told = captured.applicationFeeAmount
            let isTold = (told?.minorUnits ?? 0) == applicationFee.minorUnits
            return isTold
                ? nil : "a fee of \(applicationFee) was asked for, the answer says \(told?.description ?? "none")"
        }
    }

    /// Raises a held approval to a larger total, once per key; a refusal of the issuer leaves the hold as it is.
    public func incrementAuthorization(
        _ intent: PaymentIntentReference, amount: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try requireSecretKey(to: "increment an authorization")
        var form = FormParameters()
        form.add("amount", try amount.chargeableUnits())
        return try await act(on: intent, "/increment_authorization", parameters: form, key: key) { raised in
            guard raised.status == .requiresCapture, raised.amount != amount else { return nil }
            return "a hold of \(amount) was asked for, the answer says \(raised.amount)"
        }
    }

    /// Cancels an intent and releases what it holds.
    public func cancelPaymentIntent(
        _ intent: PaymentIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try requireSecretKey(to: "cancel a PaymentIntent")
        var form = FormParameters()
        form.add("cancellation_reason", reason?.rawValue)
        return try await act(on: intent, "/cancel", parameters: form, key: key)
    }

    /// Refunds money, once per key; the intent and amount in the response are compared with the request.
    public func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund {
        try await refund(parameters, nil, key)
    }

    /// Refunds to the card that was presented at a reader, once per key, as Interac requires.
    public func createRefund(
        _ parameters: RefundParameters, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        try await refund(parameters, payload, key)
    }

    private func refund(
        _ parameters: RefundParameters, _ payload: EncryptedPayload?, _ key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        try requireSecretKey(to: "refund")
        var form = try FormParameters(parameters)
        if let payload { try form.add(payload) }
        let answer = try await transport.send(
            APIRequest(
                method: .post, path: "/v1/refunds", parameters: form, key: key,
                secrets: [payload?.ciphertext, payload?.tag])
        )
        return try answer.createdRefund(parameters)
    }

    /// Retrieves a refund.
    public func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund {
        try requireSecretKey(to: "read a refund")
        let path = "/v1/refunds/\(try id.checkedID())"
        let answer = try await transport.send(APIRequest(method: .get, path: path))
        let refund = try answer.decode(Refund.self, kind: "refund")
        guard refund.id == id else { throw answer.mismatch("the answer is about '\(refund.id)', not about '\(id)'") }
        return refund
    }

    /// Lists refunds, newest first: all of them, or those of one intent; filter: `charge`.
    public func listRefunds(
        paymentIntent: String?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<Refund> {
        try requireSecretKey(to: "list refunds")
        var form = FormParameters()
        form.add("payment_intent", try paymentIntent?.checkedID())
        form.add(try FormParameters(query, filters: paymentIntent == nil ? [.charge, .paymentIntent] : [.charge]))
        let answer = try await transport.send(APIRequest(method: .get, path: "/v1/refunds", parameters: form))
        return try answer.decode(ListObject<Refund>.self, kind: "list").page
    }
}

extension SecretBytes {
    fileprivate func begins(with text: String) -> Bool { withUnsafeBytes { $0.starts(with: text.utf8) } }
}

extension PaymentsClient {
    func requireSecretKey(to act: String) throws(GatewayError) {
        guard hasPublishableKey else { return }
        throw .notSent(.permissionDenied, "a publishable key cannot \(act): that needs the secret key")
    }

    /// Performs the exchange of a call about one intent.
    ///
    /// - Parameter difference: Returns what differs in a response from the request; `nil` if nothing does.
    private func act(
        on intent: PaymentIntentReference, _ action: String, method: APIRequest.Method = .post,
        parameters: FormParameters = FormParameters(), payload: EncryptedPayload? = nil, captured: Amount? = nil,
        key: IdempotencyKey?, difference: (PaymentIntent) -> String? = { _ in nil }
    ) async throws(GatewayError) -> PaymentIntent {
        let answer = try await send(
            about: intent, action, method: method, parameters: parameters, payload: payload, key: key)
        let told = try answer.intent(intent.id, captured: captured)
        if let difference = difference(told) { throw answer.mismatch(difference) }
        return told
    }

    private func send(
        about intent: PaymentIntentReference, _ action: String, method: APIRequest.Method = .post,
        parameters: FormParameters, payload: EncryptedPayload?, key: IdempotencyKey?
    ) async throws(GatewayError) -> APIAnswer {
        var form = parameters
        if let payload { try form.add(payload) }
        try addCredentials(of: intent, to: &form)
        return try await transport.send(
            APIRequest(
                method: method, path: "/v1/payment_intents/\(try intent.id.checkedID())\(action)", parameters: form,
                key: key, secrets: [intent.clientSecret?.rawValue, payload?.ciphertext, payload?.tag]
            )
        )
    }

    /// Adds what depends on the key: the client secret, and the objects to expand in the response.
    func addCredentials(
        of intent: PaymentIntentReference, to form: inout FormParameters
    ) throws(GatewayError) {
        guard hasPublishableKey else { return form.add("expand", list: ["latest_charge", "payment_method"]) }
        guard let secret = intent.clientSecret, !secret.rawValue.isEmpty else {
            throw .notSent(.invalidClientSecret, "with a publishable key the intent's client secret is needed")
        }
        form.add("client_secret", secret.rawValue)
        form.add("expand", list: ["payment_method"])
    }
}
