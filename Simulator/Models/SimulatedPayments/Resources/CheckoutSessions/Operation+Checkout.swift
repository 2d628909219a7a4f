extension Operation {
    static let checkout: [Operation] = [
        Operation(
            "checkout_sessions.create", .post, "/v1/checkout/sessions", .one("checkout.session"), .checkoutCreation
        ) { (it, call) throws(APIFailure) in try it.createCheckout(call) },
        Operation(
            "checkout_sessions.list", .get, "/v1/checkout/sessions", .list("checkout.session"),
            .list.with([
                "customer": .text, "customer_details": .hash(["email": .text.required]), "payment_intent": .text,
                "payment_link": .text, "status": .choice("open", "complete", "expired"), "subscription": .text,
            ])
        ) { (it, call) throws(APIFailure) in try it.listCheckouts(call) },
        Operation("checkout_sessions.retrieve", .get, "/v1/checkout/sessions/:id", .one("checkout.session")) {
            (it, call) throws(APIFailure) in it.shown(try it.findCheckout(call), call)
        },
        Operation(
            "checkout_sessions.update", .post, "/v1/checkout/sessions/:id", .one("checkout.session"),
            ["metadata": .metadata]
        ) { (it, call) throws(APIFailure) in try it.updateCheckout(call) },
        Operation("checkout_sessions.expire", .post, "/v1/checkout/sessions/:id/expire", .one("checkout.session")) {
            (it, call) throws(APIFailure) in try it.expireCheckout(call)
        },
        Operation(
            "checkout_sessions.line_items", .get, "/v1/checkout/sessions/:id/line_items", .list("item"),
            .list.without("created")
        ) { (it, call) throws(APIFailure) in
            let session = try it.findCheckout(call)
            return try it.listItems(of: session, at: "/v1/checkout/sessions/\(session.id)/line_items", call)
        },
    ]
}

extension ParameterSpec {
    fileprivate static let share = integer(minimum: 0)
    /// Whether something is enabled.
    fileprivate static let enabled = hash(["enabled": .boolean.required])
    /// Whether something is saved with the customer.
    fileprivate static let whether = choice("auto", "never")
    fileprivate static let quantity = integer(minimum: 0)

    fileprivate static let locale = choice(
        "auto", "bg", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fi", "fil", "fr", "fr-CA", "hr",
        "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "mt", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl",
        "sv", "th", "tr", "vi", "zh", "zh-HK", "zh-TW")

    fileprivate static let message = ParameterSpec.hash(["message": .text(maximum: 1200).required]).clearable
}

extension ParameterSpec.Members {
    private static let recurring: Self = [
        "interval": .choice("day", "week", "month", "year").required, "interval_count": .positive,
    ]

    private static let priceData: Self = [
        "currency": .currency.required, "product": .text,
        "product_data": .hash([
            "name": .text.required, "description": .text, "images": .list(.url), "metadata": .metadata,
            "tax_code": .text, "unit_label": .text(maximum: 12),
        ]),
        "recurring": .hash(recurring), "tax_behavior": .taxBehavior, "unit_amount": .integer(minimum: 0),
        "unit_amount_decimal": .decimal,
    ]

    private static let adjustment: Self = [
        "enabled": .boolean.required, "maximum": .integer(minimum: 0), "minimum": .integer(minimum: 0),
    ]

    private static let line: Self = [
        "adjustable_quantity": .hash(adjustment), "metadata": .metadata, "price": .text, "price_data": .hash(priceData),
        "quantity": .quantity,
    ]

    private static let deliveryBound = ParameterSpec.hash([
        "unit": .choice("business_day", "day", "hour", "month", "week").required, "value": .positive.required,
    ])

    static let shippingRate: Self = [
        "display_name": .text(maximum: 100).required, "type": .choice("fixed_amount"),
        "fixed_amount": .hash(["amount": .integer(minimum: 0).required, "currency": .currency.required]),
        "delivery_estimate": .hash(["maximum": deliveryBound, "minimum": deliveryBound]), "metadata": .metadata,
        "tax_behavior": .taxBehavior, "tax_code": .text,
    ]

    private static let answerLengths: Self = [
        "default_value": .text(maximum: 255), "maximum_length": .positive, "minimum_length": .positive,
    ]

    private static let customField: Self = [
        "key": .text(maximum: 200).required, "optional": .boolean,
        "type": .choice("dropdown", "numeric", "text").required,
        "label": .hash(["type": .choice("custom").required, "custom": .text(maximum: 50).required]).required,
        "numeric": .hash(answerLengths), "text": .hash(answerLengths),
        "dropdown": .hash([
            "default_value": .text(maximum: 100),
            "options": .list(.hash(["label": .text(maximum: 100).required, "value": .text(maximum: 100).required]))
                .required,
        ]),
    ]

    private static let consent: Self = [
        "payment_method_reuse_agreement": .hash(["position": .choice("auto", "hidden").required]),
        "promotions": .choice("auto", "none"), "terms_of_service": .choice("none", "required"),
    ]

    /// The parameters that a Checkout Session and a payment link share.
    private static let sale: Self = [
        "allow_promotion_codes": .boolean, "billing_address_collection": .choice("auto", "required"),
        "automatic_tax": .enabled, "customer_creation": .choice("always", "if_required"),
        "invoice_creation": .enabled, "managed_payments": .enabled,
        "consent_collection": .hash(consent), "custom_fields": .list(.hash(customField)).clearable,
        "custom_text": .hash([
            "after_submit": .message, "shipping_address": .message, "submit": .message,
            "terms_of_service_acceptance": .message,
        ]),
        "line_items": .list(.hash(line)), "metadata": .metadata, "payment_method_types": .list(.text).clearable,
        "payment_method_collection": .choice("always", "if_required"),
        "phone_number_collection": .enabled,
        "shipping_address_collection": .hash(["allowed_countries": .list(.text).required]).clearable,
        "shipping_options": .list(.hash(["shipping_rate": .text, "shipping_rate_data": .hash(shippingRate)])),
        "submit_type": .choice("auto", "book", "donate", "pay", "subscribe"),
        "tax_id_collection": .hash([
            "enabled": .boolean.required, "required": .choice("if_supported", "never"),
        ]),
    ]

    /// The parameters for the money and the PaymentIntent.
    private static let intentData: Self = [
        "capture_method": .choice(IntentCaptureMethod.self), "description": .text(maximum: 1000),
        "metadata": .metadata, "setup_future_usage": .choice(FutureUsage.self), "statement_descriptor": .descriptor,
        "statement_descriptor_suffix": .descriptorSuffix, "transfer_group": .text,
    ]

    private static let sharing: Self = [
        "application_fee_amount": .share, "on_behalf_of": .text,
        "transfer_data": .hash(["amount": .share, "destination": .text.required]),
    ]

    fileprivate static let checkoutCreation: Self = sale.with([
        "adaptive_pricing": .enabled, "after_expiration": .hash(["recovery": .hash(recovery)]),
        "cancel_url": .url, "client_reference_id": .text(maximum: 200), "currency": .currency, "customer": .text,
        "customer_email": .email, "customer_update": .hash(keptWithCustomer), "expires_at": .integer, "locale": .locale,
        "mode": .choice("payment", "setup", "subscription").required, "integration_identifier": .text(maximum: 200),
        "origin_context": .choice("mobile_app", "web"),
        "payment_intent_data": .hash(
            intentData.with(sharing).with(["receipt_email": .email, "shipping": .hash(shipping)])),
        "payment_method_options": .hash(["card": .hash(cardOptions)]),
        "redirect_on_completion": .choice("always", "if_required", "never"), "return_url": .url,
        "setup_intent_data": .hash(["description": .text, "metadata": .metadata, "on_behalf_of": .text]),
        "success_url": .url, "ui_mode": .text,
        "wallet_options": .hash(["link": .hash(["display": .whether])]),
    ])

    private static let recovery: Self = ["allow_promotion_codes": .boolean, "enabled": .boolean.required]

    private static let keptWithCustomer: Self = [
        "address": .whether, "name": .whether, "shipping": .whether,
    ]

    private static let cardOptions: Self = [
        "capture_method": .choice("manual"), "request_three_d_secure": .choice("any", "automatic", "challenge"),
        "request_extended_authorization": .choice("if_available", "never"),
        "request_incremental_authorization": .choice("if_available", "never"),
        "request_multicapture": .choice("if_available", "never"),
        "request_overcapture": .choice("if_available", "never"),
        "setup_future_usage": .choice("off_session", "on_session"),
    ]

    static let paymentLinkUpdate: Self = sale.without(
        "consent_collection", "line_items", "shipping_options"
    ).with([
        "active": .boolean, "inactive_message": .text(maximum: 500).clearable,
        "line_items": .list(
            .hash([
                "id": .text.required, "quantity": .positive, "adjustable_quantity": .hash(adjustment),
            ])),
        "after_completion": .hash([
            "type": .choice("hosted_confirmation", "redirect").required,
            "hosted_confirmation": .hash(["custom_message": .text(maximum: 500)]),
            "redirect": .hash(["url": .url.required]),
        ]),
        "payment_intent_data": .hash(
            intentData.with(["description": .text(maximum: 1000).clearable, "transfer_group": .text.clearable])),
        "restrictions": .hash(["completed_sessions": .hash(["limit": .positive.required]).required]).clearable,
    ])

    static let paymentLinkCreation: Self = paymentLinkUpdate.with(sharing).with([
        "application_fee_percent": .decimal, "consent_collection": .hash(consent), "currency": .currency,
        "line_items": .list(.hash(line)).required,
        "shipping_options": .list(.hash(["shipping_rate": .text, "shipping_rate_data": .hash(shippingRate)])),
    ])
}
