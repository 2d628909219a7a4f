extension Operation {
    static let setupIntents: [Operation] = [
        Operation("setup_intents.create", .post, "/v1/setup_intents", .one("setup_intent"), .setupCreation) {
            (it, call) throws(APIFailure) in
            try it.createSetupIntent(call)
        },
        Operation(
            "setup_intents.list", .get, "/v1/setup_intents", .list("setup_intent"),
            .list.with(["customer": .text, "payment_method": .text, "attach_to_self": .boolean])
        ) { (it, call) throws(APIFailure) in try it.listSetupIntents(call) },
        Operation(
            "setup_intents.retrieve", .get, "/v1/setup_intents/:id", for: .publishable, .one("setup_intent"),
            ["client_secret": .text]
        ) { (it, call) throws(APIFailure) in .json(try it.findSetupIntent(call).json) },
        Operation("setup_intents.update", .post, "/v1/setup_intents/:id", .one("setup_intent"), .setupUpdate) {
            (it, call) throws(APIFailure) in
            try it.updateSetupIntent(call)
        },
        Operation(
            "setup_intents.confirm", .post, "/v1/setup_intents/:id/confirm", for: .publishable, .one("setup_intent"),
            .setupConfirmation
        ) { (it, call) throws(APIFailure) in try it.confirmSetupIntent(call) },
        Operation(
            "setup_intents.cancel", .post, "/v1/setup_intents/:id/cancel", .one("setup_intent"),
            ["cancellation_reason": .choice("abandoned", "duplicate", "requested_by_customer")]
        ) { (it, call) throws(APIFailure) in try it.cancelSetupIntent(call) },
        Operation(
            "setup_attempts.list", .get, "/v1/setup_attempts", .list("setup_attempt"),
            .list.with(["setup_intent": .text.required])
        ) { (it, call) throws(APIFailure) in
            let id = call.parameters.text("setup_intent") ?? ""
            guard let intent = it.document(id, "setup_intent", call.account)?.id else {
                throw .unknown("setupintent", id, param: "setup_intent", isParameter: true)
            }
            return try it.listDocuments("setup_attempt", call, naming: intent) { $0["setup_intent"]?.text == intent }
        },
    ]
}

extension ParameterSpec.Members {
    private static let setupMethod: Self = [
        "payment_method": .text.clearable,
        "payment_method_data": .hash(methodDescription.with(["card_present": .hash(sealedCard)])),
        "payment_method_options": .hash([
            "card": .hash([
                "mandate_options": .hash(mandateOptions), "moto": .boolean, "network": .cardNetwork,
                "request_three_d_secure": .choice("any", "automatic", "challenge"),
                "setup_credential_usage": credentialUsage, "three_d_secure": .hash(authenticationElsewhere),
            ]), "card_present": .hash([:]), "sepa_debit": .hash([:]),
        ]),
    ]

    static let mandateOptions: Self = [
        "amount": .positive.required, "amount_type": .choice("fixed", "maximum").required,
        "currency": .currency.required, "description": .text, "end_date": .integer,
        "interval": .choice("day", "month", "sporadic", "week", "year").required, "interval_count": .positive,
        "reference": .text(maximum: 80).required, "start_date": .integer.required,
        "supported_types": .list(.choice("india")),
    ]

    fileprivate static let setupUpdate: Self = setupMethod.with([
        "allowed_payment_method_types": .list(.text).clearable, "attach_to_self": .boolean, "customer": .text.clearable,
        "description": .text.clearable,
        "excluded_payment_method_types": .list(.methodType).clearable,
        "flow_directions": .list(.choice("inbound", "outbound")),
        "metadata": .metadata, "payment_method_types": .list(.text),
    ])

    /// The parameters of a confirmation, also at creation.
    private static let confirming: Self = [
        "allowed_payment_method_types": .list(.text), "confirmation_token": .text,
        "mandate_data": .hash(mandateData).clearable, "return_url": .url, "use_stripe_sdk": .boolean,
    ]

    fileprivate static let setupCreation: Self = setupUpdate.with(confirming).with([
        "automatic_payment_methods": .hash([
            "enabled": .boolean.required, "allow_redirects": .choice("always", "never"),
        ]),
        "confirm": .boolean, "on_behalf_of": .text,
        "single_use": .hash(["amount": .positive.required, "currency": .currency.required]),
        "usage": .choice("off_session", "on_session"),
    ])

    fileprivate static let setupConfirmation: Self = setupMethod.with(confirming).with(["client_secret": .text])
}
