extension Operation {
    static let readerActions: [Operation] = [
        action("process_payment_intent", ["payment_intent": .text.required, "process_config": .hash(.processing)]) {
            (it, call) throws(APIFailure) in
            try it.processPaymentIntent(call)
        },
        action("collect_payment_method", ["payment_intent": .text.required, "collect_config": .hash(.collection)]) {
            (it, call) throws(APIFailure) in
            try it.collectPaymentMethod(call)
        },
        action(
            "confirm_payment_intent",
            ["payment_intent": .text.required, "confirm_config": .hash(["return_url": .text])]
        ) { (it, call) throws(APIFailure) in try it.confirmPaymentIntent(call) },
        action(
            "process_setup_intent",
            [
                "setup_intent": .text.required, "allow_redisplay": .redisplay.required,
                "process_config": .hash(["enable_customer_cancellation": .boolean]),
            ]
        ) { (it, call) throws(APIFailure) in try it.processSetupIntent(call) },
        action("refund_payment", .refundAtReader) { (it, call) throws(APIFailure) in try it.refundPayment(call) },
        action("collect_inputs", .inputs) { (it, call) throws(APIFailure) in try it.collectInputs(call) },
        action("set_reader_display", ["type": .choice("cart").required, "cart": .hash(.cart)]) {
            (it, call) throws(APIFailure) in
            try it.setReaderDisplay(call)
        },
        action("print_content", ["type": .choice("image").required, "image": .file.required]) {
            (it, call) throws(APIFailure) in
            try it.printContent(call)
        },
        action("cancel_action", [:]) { (it, call) throws(APIFailure) in try it.cancelAction(call) },
    ]

    static let readerHelpers: [Operation] = [
        helper(
            "present_payment_method",
            [
                "type": .choice("card", "card_present", "interac_present"), "card_present": .hash(["number": .text]),
                "interac_present": .hash(["number": .text]),
                "card": .hash([
                    "number": .text.required, "exp_month": .integer.required, "exp_year": .integer.required,
                    "cvc": .text,
                ]),
                "amount_tip": .integer(minimum: 0),
            ]
        ) { (it, call) throws(APIFailure) in try it.presentPaymentMethod(call) },
        helper("succeed_input_collection", ["skip_non_required_inputs": .choice("all", "none")]) {
            (it, call) throws(APIFailure) in
            try it.succeedInputs(call)
        },
        helper("timeout_input_collection", [:]) { (it, call) throws(APIFailure) in try it.timeOutInputs(call) },
    ]

    private static func action(
        _ name: String, _ parameters: ParameterSpec.Members, _ run: @escaping Handler
    ) -> Operation {
        Operation(
            "terminal.readers.\(name)", .post, "/v1/terminal/readers/:id/\(name)", .one("terminal.reader"), parameters,
            run)
    }

    private static func helper(
        _ name: String, _ parameters: ParameterSpec.Members, _ run: @escaping Handler
    ) -> Operation {
        Operation(
            "test_helpers.terminal.readers.\(name)", .post, "/v1/test_helpers/terminal/readers/:id/\(name)",
            .one("terminal.reader"), parameters, run)
    }
}

extension ParameterSpec {
    fileprivate static let redisplay = choice("always", "limited", "unspecified")
}

extension ParameterSpec.Members {
    fileprivate static let collection: Self = [
        "allow_redisplay": .redisplay, "enable_customer_cancellation": .boolean, "skip_tipping": .boolean,
        "tipping": .hash(["amount_eligible": .integer(minimum: 0)]),
    ]

    fileprivate static let processing = collection.with(["return_url": .text])

    fileprivate static let refundAtReader: Self = [
        "charge": .text, "payment_intent": .text, "amount": .positive, "metadata": .metadata,
        "refund_application_fee": .boolean, "reverse_transfer": .boolean,
        "refund_payment_config": .hash(["enable_customer_cancellation": .boolean]),
    ]

    fileprivate static let cart: Self = [
        "currency": .currency.required, "total": .integer(minimum: 0).required, "tax": .integer(minimum: 0),
        "line_items": .list(
            .hash([
                "amount": .integer.required, "description": .text.required, "quantity": .positive.required,
            ])
        ).required,
    ]

    fileprivate static let inputs: Self = [
        "metadata": .metadata,
        "inputs": .list(
            .hash([
                "type": .choice("email", "numeric", "phone", "selection", "signature", "text").required,
                "required": .boolean,
                "custom_text": .hash([
                    "title": .text(maximum: 40).required, "description": .text(maximum: 500),
                    "skip_button": .text(maximum: 14), "submit_button": .text(maximum: 30),
                ]).required,
                "selection": .hash([
                    "choices": .list(
                        .hash([
                            "id": .text(maximum: 50).required, "text": .text(maximum: 30).required,
                            "style": .choice("primary", "secondary"),
                        ])
                    ).required
                ]),
                "toggles": .list(
                    .hash([
                        "title": .text(maximum: 50), "description": .text(maximum: 50),
                        "default_value": .choice("disabled", "enabled"),
                    ])),
            ])
        ).required,
    ]
}
