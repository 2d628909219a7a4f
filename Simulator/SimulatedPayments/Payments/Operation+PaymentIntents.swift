extension Operation {
    static let paymentIntents: [Operation] = [
        Operation("create", .post, "/v1/payment_intents", .one("payment_intent"), .intentCreation) {
            (it, call) throws(APIFailure) in try it.createIntent(call)
        },
        Operation("list", .get, "/v1/payment_intents", .list("payment_intent"), .list.with(["customer": .text])) {
            (it, call) throws(APIFailure) in try it.listIntents(call)
        },
        Operation(
            "retrieve", .get, "/v1/payment_intents/:id", for: .publishable, .one("payment_intent"),
            ["client_secret": .text]
        ) { (it, call) throws(APIFailure) in try it.retrieveIntent(call) },
        Operation("update", .post, "/v1/payment_intents/:id", .one("payment_intent"), .intentUpdate) {
            (it, call) throws(APIFailure) in try it.updateIntent(call)
        },
        Operation(
            "confirm", .post, "/v1/payment_intents/:id/confirm", for: .publishable, .one("payment_intent"),
            .intentConfirmation
        ) { (it, call) throws(APIFailure) in try it.confirmIntent(call) },
        Operation("capture", .post, "/v1/payment_intents/:id/capture", .one("payment_intent"), .intentCapture) {
            (it, call) throws(APIFailure) in try it.captureIntent(call)
        },
        Operation(
            "cancel", .post, "/v1/payment_intents/:id/cancel", .one("payment_intent"),
            ["cancellation_reason": .choice(CancelReason.self)]
        ) { (it, call) throws(APIFailure) in try it.cancelIntent(call) },
        Operation(
            "increment", .post, "/v1/payment_intents/:id/increment_authorization", .one("payment_intent"),
            [
                "amount": .positive.required, "description": .text.clearable, "metadata": .metadata,
                "statement_descriptor": .text(maximum: 22).clearable,
            ]
        ) { (it, call) throws(APIFailure) in try it.incrementIntent(call) },
    ]
}

extension ParameterSpec.Members {
    /// The free fields of an intent.
    static let intentDetails: Self = [
        "description": .text.clearable, "metadata": .metadata, "receipt_email": .email.clearable,
        "shipping": .hash(.shipping).clearable, "statement_descriptor": .text(maximum: 22).clearable,
        "statement_descriptor_suffix": .text(maximum: 22).clearable, "transfer_group": .text.clearable,
    ]

    /// What names or carries a payment method.
    static let intentMethod: Self = [
        "payment_method": .text.clearable,
        "payment_method_data": .hash(
            Self.cardMethod.with([
                "type": .text.required,
                "card_present": .hash([
                    "encrypted_payload": .hash([
                        "scheme": .text.required, "key_serial": .text.required, "ciphertext": .text.required,
                        "tag": .text.required,
                    ]).required
                ]),
            ])),
        "payment_method_options": .hash(intentMethodOptions).clearable,
        "payment_method_types": .list(.text),
        "setup_future_usage": .choice(FutureUsage.self).clearable,
    ]

    private static let whetherAvailable = ParameterSpec.choice("if_available", "never").clearable

    private static let intentMethodOptions: Self = [
        "card": .hash([
            "capture_method": .choice("manual").clearable,
            "installments": .any, "mandate_options": .any, "moto": .boolean, "network": .text,
            "request_extended_authorization": whetherAvailable, "request_incremental_authorization": whetherAvailable,
            "request_multicapture": whetherAvailable, "request_overcapture": whetherAvailable,
            "request_three_d_secure": .choice("any", "automatic", "challenge").clearable,
            "require_cvc_recollection": .boolean, "setup_future_usage": .choice("none", "off_session", "on_session"),
            "statement_descriptor_suffix_kana": .text.clearable, "statement_descriptor_suffix_kanji": .text.clearable,
        ]),
        "card_present": .hash([
            "capture_method": .choice(CardPresentCaptureMethod.self).clearable,
            "request_extended_authorization": .boolean, "request_incremental_authorization_support": .boolean,
            "routing": .hash(["requested_priority": .choice("domestic", "international")]),
        ]),
        "interac_present": .hash([:]),
    ]

    static let intentUpdate: Self = intentDetails.with(intentMethod).with([
        "amount": .positive, "amount_details": .any, "currency": .currency,
        "capture_method": .choice(IntentCaptureMethod.self), "customer": .text.clearable,
        "excluded_payment_method_types": .list(.text).clearable, "payment_details": .any,
    ])

    static let intentCreation: Self = intentUpdate.with(intentConfirmation).without("client_secret").with([
        "amount": .positive.required, "currency": .currency.required, "confirm": .boolean,
        "confirmation_method": .choice("automatic", "manual"),
        "automatic_payment_methods": .hash([
            "enabled": .boolean.required, "allow_redirects": .choice("always", "never"),
        ]),
    ])

    static let intentConfirmation: Self = intentMethod.with([
        "capture_method": .choice(IntentCaptureMethod.self), "client_secret": .text,
        "error_on_requires_action": .boolean, "mandate_data": .any, "off_session": .any,
        "radar_options": .hash(["session": .text]), "receipt_email": .email.clearable, "return_url": .text,
        "shipping": .hash(.shipping).clearable, "use_stripe_sdk": .boolean,
    ])

    static let intentCapture: Self = [
        "amount_to_capture": .positive, "final_capture": .boolean, "metadata": .metadata,
        "statement_descriptor": .text(maximum: 22).clearable,
        "statement_descriptor_suffix": .text(maximum: 22).clearable,
    ]
}
