extension BackendCall {
    /// All calls of the contract.
    public static let all: [BackendCall] = payments + refunds + setups + readers + transfers + links

    /// The fields that send a part of a payment to others; an allow list names them as `shares`.
    public static let shareFields = [
        "application_fee_amount", "transfer_data[*]", "on_behalf_of", "transfer_group",
        "payment_intent_data[application_fee_amount]", "payment_intent_data[transfer_data][*]",
        "payment_intent_data[on_behalf_of]", "payment_intent_data[transfer_group]",
    ]

    /// The field that charges more than the intent's amount.
    static let surchargeField = "amount_details[surcharge][amount]"

    private static let page = ["limit", "starting_after", "ending_before", "created[*]"]
    private static let cardOptions = "payment_method_options[card_present]"
    private static let intentParts = ["latest_charge", "payment_method"]
    private static let setupParts = ["latest_attempt", "payment_method"]
    private static let shares = Array(shareFields.prefix(4))
    private static let presentedCard = [
        "payment_method_data[type]=card_present|interac_present", "payment_method_data[card_present][*]",
        "payment_method_data[interac_present][*]",
    ]
    private static let consent = "payment_method_data[allow_redisplay]=always|limited"

    private static let payments = [
        BackendCall("connection_token", .payments, .post, "/v1/terminal/connection_tokens", ["location"]),
        BackendCall(
            "create_payment_intent", .payments, .post, "/v1/payment_intents",
            [
                "amount", "currency", "capture_method", "payment_method_types[]", "description", "customer",
                "receipt_email", "statement_descriptor", "statement_descriptor_suffix", "setup_future_usage",
                cardOptions + "[*]", "automatic_payment_methods[*]", "shipping[*]", "metadata[*]",
            ] + shares),
        BackendCall(
            "retrieve_payment_intent", .payments, .get, "/v1/payment_intents/:payment_intent_id",
            expanding: intentParts),
        BackendCall(
            "list_payment_intents", .payments, .get, "/v1/payment_intents", page + ["customer"],
            expanding: intentParts.map { "data." + $0 }),
        BackendCall(
            "update_payment_intent", .payments, .post, "/v1/payment_intents/:payment_intent_id",
            [
                "amount", "description", "receipt_email", "statement_descriptor", "statement_descriptor_suffix",
                "setup_future_usage", "customer", cardOptions, cardOptions + "[*]", "shipping", "shipping[*]",
                "metadata[*]", consent,
            ] + presentedCard + shares, expanding: intentParts),
        BackendCall(
            "confirm_payment_intent", .payments, .post, "/v1/payment_intents/:payment_intent_id/confirm",
            presentedCard + [consent, cardOptions + "[*]", surchargeField], expanding: intentParts),
        BackendCall(
            "increment_authorization", .payments, .post,
            "/v1/payment_intents/:payment_intent_id/increment_authorization",
            ["amount", "description", "statement_descriptor", "metadata[*]"] + shares, expanding: intentParts),
        BackendCall(
            "capture_payment_intent", .payments, .post, "/v1/payment_intents/:payment_intent_id/capture",
            ["amount_to_capture", "statement_descriptor", "statement_descriptor_suffix", "metadata[*]"] + shares,
            expanding: intentParts),
        BackendCall(
            "cancel_payment_intent", .payments, .post, "/v1/payment_intents/:payment_intent_id/cancel",
            ["cancellation_reason"], expanding: intentParts),
    ]

    private static let refunds = [
        BackendCall(
            "create_refund", .refunds, .post, "/v1/refunds",
            [
                "payment_intent", "charge", "amount", "reason", "reverse_transfer", "refund_application_fee",
                "metadata[*]",
            ] + presentedCard),
        BackendCall("retrieve_refund", .refunds, .get, "/v1/refunds/:refund_id"),
        BackendCall("list_refunds", .refunds, .get, "/v1/refunds", page + ["payment_intent", "charge"]),
    ]

    private static let setups = [
        BackendCall(
            "create_setup_intent", .setup, .post, "/v1/setup_intents",
            ["customer", "payment_method_types[]", "usage", "description", "metadata[*]"]),
        BackendCall(
            "retrieve_setup_intent", .setup, .get, "/v1/setup_intents/:setup_intent_id", expanding: setupParts),
        BackendCall(
            "confirm_setup_intent", .setup, .post, "/v1/setup_intents/:setup_intent_id/confirm",
            presentedCard + [consent], expanding: setupParts),
        BackendCall(
            "cancel_setup_intent", .setup, .post, "/v1/setup_intents/:setup_intent_id/cancel",
            ["cancellation_reason"], expanding: setupParts),
    ]

    private static let readers = [
        BackendCall(
            "register_reader", .readers, .post, "/v1/terminal/readers",
            ["registration_code", "location", "label", "metadata[*]"]),
        BackendCall("retrieve_reader", .readers, .get, "/v1/terminal/readers/:reader_id"),
        BackendCall(
            "list_readers", .readers, .get, "/v1/terminal/readers",
            page + ["device_type", "location", "serial_number", "status"]),
        BackendCall("list_locations", .readers, .get, "/v1/terminal/locations", page),
        action("process_payment_intent", ["payment_intent", "process_config[*]"]),
        action("collect_payment_method", ["payment_intent", "collect_config[*]"]),
        action("confirm_payment_intent", ["payment_intent", "confirm_config[*]"]),
        action("process_setup_intent", ["setup_intent", "allow_redisplay=always|limited", "process_config[*]"]),
        action(
            "refund_payment",
            [
                "payment_intent", "charge", "amount", "reverse_transfer", "refund_application_fee",
                "refund_payment_config[*]", "metadata[*]",
            ]),
        action("collect_inputs", ["inputs[*]", "metadata[*]"]),
        action("set_reader_display", ["type", "cart[*]"]),
        action("cancel_action", []),
    ]

    private static func action(_ name: String, _ fields: [String]) -> BackendCall {
        BackendCall("reader/\(name)", .readers, .post, "/v1/terminal/readers/:reader_id/\(name)", fields)
    }

    private static let transfers = [
        BackendCall(
            "create_transfer", .transfers, .post, "/v1/transfers",
            [
                "amount", "currency", "destination", "source_transaction", "transfer_group", "description",
                "metadata[*]",
            ]),
        BackendCall("retrieve_transfer", .transfers, .get, "/v1/transfers/:transfer_id"),
        BackendCall(
            "list_transfers", .transfers, .get, "/v1/transfers", page + ["destination", "transfer_group"]),
        BackendCall(
            "reverse_transfer", .transfers, .post, "/v1/transfers/:transfer_id/reversals",
            ["amount", "refund_application_fee", "metadata[*]"]),
        BackendCall(
            "retrieve_transfer_reversal", .transfers, .get, "/v1/transfers/:transfer_id/reversals/:reversal_id"),
        BackendCall(
            "list_transfer_reversals", .transfers, .get, "/v1/transfers/:transfer_id/reversals", page),
    ]

    private static let links = [
        BackendCall(
            "create_checkout_session", .links, .post, "/v1/checkout/sessions",
            [
                "mode=payment", "line_items[*]", "success_url", "cancel_url", "customer", "customer_email",
                "client_reference_id", "expires_at", "payment_intent_data[capture_method]",
                "payment_intent_data[description]", "payment_intent_data[metadata][*]", "metadata[*]",
            ] + shareFields.suffix(4)),
        BackendCall(
            "retrieve_checkout_session", .links, .get, "/v1/checkout/sessions/:checkout_session_id"),
        BackendCall(
            "list_checkout_sessions", .links, .get, "/v1/checkout/sessions",
            page + ["payment_link", "payment_intent", "status"]),
        BackendCall(
            "expire_checkout_session", .links, .post, "/v1/checkout/sessions/:checkout_session_id/expire"),
    ]
}
