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
                "amount": .amount.required, "amount_details": .amountDetails, "description": .text.clearable,
                "metadata": .metadata, "payment_details": .paymentDetails, "statement_descriptor": .descriptor,
                "application_fee_amount": .share, "transfer_data": .hash(["amount": .share]),
            ]
        ) { (it, call) throws(APIFailure) in try it.incrementIntent(call) },
    ]
}

extension ParameterSpec.Members {
    /// The free fields of an intent.
    static let intentDetails: Self = [
        "description": .text.clearable, "metadata": .metadata, "receipt_email": .email.clearable,
        "shipping": .hash(.shipping).clearable, "statement_descriptor": .descriptor,
        "statement_descriptor_suffix": .descriptorSuffix, "transfer_group": .text.clearable,
    ]

    /// The parameters that name or contain a payment method.
    static let intentMethod: Self = [
        "payment_method": .text.clearable,
        "payment_method_data": .hash(
            Self.methodDescription.with([
                "type": .text.required,
                "card_present": .hash(
                    sealedCard.with(["amount_tip": .integer(minimum: 0), "awaits_issuer": .boolean])),
            ])),
        "payment_method_options": .hash(intentMethodOptions).clearable,
        "setup_future_usage": .choice(FutureUsage.self).clearable,
    ]

    /// The parameters of a card that was presented at a reader of ours.
    static let sealedCard: Self = [
        "encrypted_payload": .hash([
            "scheme": .text.required, "key_serial": .text.required, "ciphertext": .text.required,
            "tag": .text.required,
        ]).required
    ]

    private static let whetherAvailable = ParameterSpec.choice("if_available", "never").clearable

    private static let intentMethodOptions: Self = [
        "card": .hash([
            "capture_method": .choice("manual").clearable,
            "installments": .hash(["enabled": .boolean, "plan": .hash(installmentPlan).clearable]),
            "mandate_options": .hash(mandateOptions.without("currency")), "moto": .boolean, "network": .cardNetwork,
            "setup_credential_usage": credentialUsage, "stored_credential_usage": credentialUsage,
            "three_d_secure": .hash(authenticationElsewhere),
            "request_extended_authorization": whetherAvailable, "request_incremental_authorization": whetherAvailable,
            "request_multicapture": whetherAvailable, "request_overcapture": whetherAvailable,
            "request_three_d_secure": .choice("any", "automatic", "challenge").clearable,
            "require_cvc_recollection": .boolean,
            "setup_future_usage": .choice("none", "off_session", "on_session").clearable,
            "statement_descriptor_suffix_kana": .text.clearable, "statement_descriptor_suffix_kanji": .text.clearable,
        ]).clearable,
        "card_present": .hash([
            "capture_method": .choice(CardPresentCaptureMethod.self).clearable,
            "dynamic_currency_conversion": .hash([
                "presentment_amount": .integer(minimum: 0), "presentment_currency": .text,
                "status": .choice("accepted", "declined").required,
            ]),
            "request_dynamic_currency_conversion": .boolean,
            "request_extended_authorization": .boolean, "request_incremental_authorization_support": .boolean,
            "request_multicapture": whetherAvailable, "request_partial_authorization": whetherAvailable,
            "request_reauthorization": whetherAvailable,
            "routing": .hash(["requested_priority": .choice("domestic", "international")]),
        ]).clearable,
        "interac_present": .hash([:]).clearable,
        "bancontact": .hash([
            "preferred_language": .choice("de", "en", "fr", "nl"), "setup_future_usage": .choice("none").clearable,
        ]).clearable,
        "ideal": .hash(["setup_future_usage": .choice("none").clearable]).clearable,
        "sepa_debit": .hash(["setup_future_usage": .choice("none", "off_session", "on_session").clearable]).clearable,
    ]

    static let installmentPlan: Self = [
        "count": .positive, "interval": .choice("month"), "type": .choice("bonus", "fixed_count", "revolving").required,
    ]

    /// The customer's consent to be debited.
    static let mandateData: Self = [
        "customer_acceptance": .hash([
            "accepted_at": .integer, "offline": .any,
            "online": .hash(["infer_from_client": .boolean, "ip_address": .text, "user_agent": .text]),
            "type": .choice("offline", "online").required,
        ]).required
    ]

    static let credentialUsage = ParameterSpec.choice("installment", "recurring", "unscheduled")

    /// The result of an authentication that the merchant performed without the gateway.
    static let authenticationElsewhere: Self = [
        "ares_trans_status": .choice("A", "C", "I", "N", "R", "U", "Y"), "cryptogram": .text.required,
        "electronic_commerce_indicator": .choice("01", "02", "05", "06", "07"),
        "exemption_indicator": .choice("low_risk", "none"), "network_options": .any,
        "requestor_challenge_indicator": .text, "transaction_id": .text.required,
        "version": .choice("1.0.2", "2.1.0", "2.2.0", "2.3.0", "2.3.1").required,
    ]

    /// The parameters that both a confirmation and an update may change.
    private static let intentTerms: Self = [
        "allowed_payment_method_types": .list(.text), "amount_details": .amountDetails,
        "capture_method": .choice(IntentCaptureMethod.self),
        "excluded_payment_method_types": .list(.methodType).clearable, "payment_details": .paymentDetails,
    ]

    private static let transferData: Self = [
        "amount": .share, "description": .text, "destination": .text, "metadata": .metadata,
        "payment_data": .hash(["description": .text, "metadata": .metadata]),
    ]

    static let intentUpdate: Self = intentDetails.with(intentMethod).with(intentTerms).with([
        "amount": .integer, "currency": .currency, "customer": .text.clearable, "payment_method_types": .list(.text),
        "application_fee_amount": .share.clearable, "transfer_data": .hash(transferData),
    ])

    static let intentCreation: Self = intentUpdate.with(intentConfirmation).without(
        "amount_to_confirm", "client_secret"
    )
    .with([
        "amount": .integer.required, "currency": .currency.required, "confirm": .boolean,
        "confirmation_method": .choice("automatic", "manual"),
        "automatic_payment_methods": .hash([
            "enabled": .boolean.required, "allow_redirects": .choice("always", "never"),
        ]),
        "on_behalf_of": .text,
        "transfer_data": .hash(transferData.with(["destination": .text.required])),
    ])

    static let intentConfirmation: Self = intentMethod.with(intentTerms).with([
        "amount_to_confirm": .amount, "client_secret": .text, "confirmation_token": .text,
        "error_on_requires_action": .boolean,
        "mandate": .text, "mandate_data": .hash(mandateData).clearable,
        "off_session": .choice("true", "false", "one_off", "recurring"),
        "radar_options": .hash(["referrer": .text.clearable, "session": .text]), "receipt_email": .email.clearable,
        "return_url": .url,
        "shipping": .hash(.shipping).clearable, "use_stripe_sdk": .boolean,
    ])

    static let intentCapture: Self = [
        "amount_details": .amountDetails, "amount_to_capture": .amount, "final_capture": .boolean,
        "metadata": .metadata, "payment_details": .paymentDetails, "statement_descriptor": .descriptor,
        "statement_descriptor_suffix": .descriptorSuffix, "application_fee_amount": .share,
        "transfer_data": .hash(["amount": .share]),
    ]
}

extension ParameterSpec {
    /// A share of an amount.
    fileprivate static let share = integer(minimum: 0)

    /// The breakdown of an amount.
    fileprivate static let amountDetails = ParameterSpec.hash([
        "discount_amount": .integer(minimum: 0).clearable, "enforce_arithmetic_validation": .boolean,
        "line_items": .list(amountLine).clearable,
        "shipping": .hash([
            "amount": .integer(minimum: 0).clearable, "from_postal_code": .text.clearable,
            "to_postal_code": .text.clearable,
        ]).clearable,
        "tax": .hash(["total_tax_amount": .integer(minimum: 0).required]).clearable,
        "surcharge": .hash(["amount": .integer(minimum: 0)]).clearable,
    ]).clearable

    /// A line of goods, with its price.
    private static let amountLine = ParameterSpec.hash([
        "discount_amount": .integer(minimum: 0),
        "payment_method_options": .hash([
            "card": .hash(["commodity_code": .text]), "card_present": .hash(["commodity_code": .text]),
            "klarna": .hash([
                "image_url": .text, "product_url": .text, "reference": .text, "subscription_reference": .text,
            ]),
            "paypal": .hash([
                "category": .choice("digital_goods", "donation", "physical_goods"), "description": .text,
                "sold_by": .text,
            ]),
        ]),
        "product_code": .text, "product_name": .text(maximum: 1024).required, "quantity": .positive.required,
        "tax": .hash(["total_tax_amount": .integer(minimum: 0).required]),
        "unit_cost": .integer(minimum: 0).required, "unit_of_measure": .text,
    ])

    /// The merchant's details of the payment.
    fileprivate static let paymentDetails = ParameterSpec.hash([
        "customer_reference": .text(maximum: 25).clearable, "order_reference": .text(maximum: 25).clearable,
    ]).clearable
}
