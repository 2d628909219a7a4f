public import TenderFlow
import TenderHTTP
public import TenderModel

/// SetupIntents; a publishable key allows only `retrieveSetupIntent` and `confirmSetupIntent`, with the client secret.
extension PaymentsClient {
    /// Creates a SetupIntent, once per key; if it is confirmed immediately, a declined card throws `.declinedByIssuer`.
    public func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try requireSecretKey(to: "create a SetupIntent")
        let form = FormParameters(parameters)
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/v1/setup_intents", parameters: form, key: key)
        )
        let intent = try answer.decode(SetupIntent.self, kind: "setup_intent")
        guard intent.customer == parameters.customer else {
            throw answer.mismatch("the setup is for '\(intent.customer ?? "nobody")'")
        }
        return intent
    }

    /// Retrieves a SetupIntent, with its newest attempt, which a publishable key does not see.
    public func retrieveSetupIntent(_ intent: SetupIntentReference) async throws(GatewayError) -> SetupIntent {
        try await retrieveSetupIntent(intent.id, clientSecret: intent.clientSecret)
    }

    /// Has the presented card verified and saved, once per key; a decline throws `.declinedByIssuer`, with the intent.
    public func confirmSetupIntent(
        _ intent: SetupIntentReference, payload: EncryptedPayload, allowRedisplay: AllowRedisplay, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        guard allowRedisplay.isConsent else { throw .missingConsent(allowRedisplay) }
        var form = FormParameters()
        try form.add(payload)
        form.add("payment_method_data[allow_redisplay]", allowRedisplay.rawValue)
        return try await act(
            onSetup: intent.id, intent.clientSecret, "/confirm", form, key: key,
            secrets: [payload.ciphertext, payload.tag])
    }

    /// Cancels a SetupIntent, so that no card is saved with it any more.
    public func cancelSetupIntent(
        _ intent: SetupIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await cancelSetupIntent(intent.id, reason: reason, key: key)
    }

    /// Lists SetupIntents, newest first, with their newest attempts: all, or those of a customer or a payment method.
    public func listSetupIntents(
        customer: String? = nil, paymentMethod: String? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<SetupIntent> {
        var form = FormParameters()
        form.add("customer", try customer?.checkedID())
        form.add("payment_method", try paymentMethod?.checkedID())
        form.add("expand", list: ["data.latest_attempt", "data.payment_method"])
        return try await page("/v1/setup_intents", query, form, permitting: [.customer], to: "list SetupIntents")
    }

    /// Updates the non-`nil` properties of a SetupIntent, once per key; the metadata is merged.
    ///
    /// Once a card is saved or the SetupIntent is canceled, only its description and its metadata can change. A response
    /// with another customer or description than the requested one is refused.
    ///
    /// - Parameter paymentMethodTypes: The types of payment method that may be saved from now on.
    public func updateSetupIntent(
        _ id: String, customer: String? = nil, paymentMethod: String? = nil,
        paymentMethodTypes: [PaymentMethodType]? = nil, description: FieldChange<String>? = nil,
        metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try requireSecretKey(to: "update a SetupIntent")
        var form = FormParameters()
        form.add("customer", try customer?.checkedID())
        form.add("payment_method", try paymentMethod?.checkedID())
        form.add("payment_method_types", list: (paymentMethodTypes ?? []).map(\.rawValue))
        form.add("description", change: description)
        form.add("metadata", map: metadata)
        return try await act(onSetup: id, nil, "", form, key: key) { updated in
            if let customer, updated.customer != customer {
                return "the setup is for '\(updated.customer ?? "nobody")'"
            }
            guard let description, updated.description ?? "" != description.value ?? "" else { return nil }
            return "the answer has another description"
        }
    }

    /// Retrieves a SetupIntent.
    public func retrieveSetupIntent(
        _ id: String, clientSecret: ClientSecret? = nil
    ) async throws(GatewayError) -> SetupIntent {
        try await act(onSetup: id, clientSecret, "", method: .get, FormParameters(), key: nil)
    }

    /// Has the payment method verified and saved; a decline throws `.declinedByIssuer`.
    ///
    /// - Parameters:
    ///   - paymentMethod: The payment method to save; `nil` for the attached one.
    ///   - returnURL: The page to which the customer returns after an authentication.
    public func confirmSetupIntent(
        _ id: String, clientSecret: ClientSecret? = nil, paymentMethod: String? = nil, returnURL: String? = nil,
        key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        var form = FormParameters()
        form.add("payment_method", try paymentMethod?.checkedID())
        form.add("return_url", returnURL)
        return try await act(onSetup: id, clientSecret, "/confirm", form, key: key)
    }

    /// Confirms a SetupIntent with these parameters, once per key.
    func confirm(
        setup id: String, _ secret: ClientSecret, _ parameters: FormParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await act(onSetup: id, secret, "/confirm", parameters, key: key)
    }

    /// Cancels a SetupIntent.
    ///
    /// - Parameter reason: `abandoned`, `requested_by_customer` or `duplicate`.
    public func cancelSetupIntent(
        _ id: String, reason: CancellationReason? = nil, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try requireSecretKey(to: "cancel a SetupIntent")
        var form = FormParameters()
        form.add("cancellation_reason", reason?.rawValue)
        return try await act(onSetup: id, nil, "/cancel", form, key: key)
    }

    private func act(
        onSetup id: String, _ secret: ClientSecret?, _ action: String, method: APIRequest.Method = .post,
        _ parameters: FormParameters, key: IdempotencyKey?, secrets: [String] = [],
        difference: (SetupIntent) -> String? = { _ in nil }
    ) async throws(GatewayError) -> SetupIntent {
        var form = parameters
        if hasPublishableKey {
            guard let secret, !secret.rawValue.isEmpty else {
                throw .notSent(.invalidClientSecret, "with a publishable key the setup's client secret is needed")
            }
            form.add("client_secret", secret.rawValue)
        }
        form.add("expand", list: hasPublishableKey ? ["payment_method"] : ["latest_attempt", "payment_method"])
        let answer = try await transport.send(
            APIRequest(
                method: method, path: "/v1/setup_intents/\(try id.checkedID())\(action)", parameters: form, key: key,
                secrets: [secret?.rawValue] + secrets)
        )
        let told = try answer.setupIntent(id)
        if let difference = difference(told) { throw answer.mismatch(difference) }
        return told
    }
}

extension GatewayError {
    /// Returns the error for a card that would be saved without the customer's consent.
    static func missingConsent(_ given: AllowRedisplay) -> GatewayError {
        GatewayError(
            .invalidParameter, fate: .notSent,
            message: "a card is saved at a reader only with allow_redisplay always or limited, not '\(given)'",
            apiError: APIError(type: .invalidRequestError, param: "allow_redisplay"))
    }
}
