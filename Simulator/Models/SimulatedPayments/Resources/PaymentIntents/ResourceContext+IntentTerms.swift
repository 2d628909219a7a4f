/// The parameters that an update and a confirmation share about how an intent is paid.
extension ResourceContext {
    static func readTerms(of intent: inout IntentRow, _ call: Call) throws(APIFailure) {
        let parameters = call.parameters
        if let method = parameters.choice(IntentCaptureMethod.self, "capture_method") { intent.captureMethod = method }
        if let usage = parameters["setup_future_usage"] {
            intent.setupFutureUsage = usage.text.flatMap { FutureUsage(rawValue: $0) }
        }
        readDescription(of: &intent, parameters)
        try readAllowedTypes(of: &intent, parameters)
        guard let options = parameters["payment_method_options"] else { return }
        guard !call.credential.isPublishable || options["card"]?["moto"] != true else {
            throw .invalid(
                "A mail or telephone order can only be confirmed with a secret API key.",
                code: "payment_intent_invalid_parameter", param: "payment_method_options[card][moto]")
        }
        readOptions(of: &intent, options)
    }

    private static func readOptions(of intent: inout IntentRow, _ options: JSONValue) {
        guard options != .null else {
            intent.cardPresentCaptureMethod = nil
            intent.more["payment_method_options"] = nil
            return
        }
        if let reader = options["card_present"], let option = reader == .null ? .null : reader["capture_method"] {
            intent.cardPresentCaptureMethod = option.text.flatMap { CardPresentCaptureMethod(rawValue: $0) }
        }
        let merged = Document.merged(withoutConversion(options), into: intent.more["payment_method_options"])
        intent.more["payment_method_options"] = .object((merged.members ?? [:]).filter { $0.value != .null })
    }

    private static func readAllowedTypes(of intent: inout IntentRow, _ parameters: Parameters) throws(APIFailure) {
        if let excluded = parameters["excluded_payment_method_types"] {
            intent.more["excluded_payment_method_types"] = excluded
        }
        guard let allowed = parameters.texts("allowed_payment_method_types") else { return }
        intent.methodTypes = MethodType.allCases.filter {
            allowed.contains($0.rawValue) && $0.currency ?? intent.currency == intent.currency
        }
        guard !intent.methodTypes.isEmpty else {
            throw .invalid(
                "None of the allowed_payment_method_types can be used.", param: "allowed_payment_method_types")
        }
        intent.more["allowed_payment_method_types"] = .array(allowed.map(JSONValue.string))
    }

    /// Checks the descriptor: a card's statement shows the account's descriptor and a suffix.
    static func checkDescriptor(of intent: IntentRow) throws(APIFailure) {
        guard !intent.hasAutomaticMethods, intent.details.statementDescriptor != nil,
            intent.methodTypes.allSatisfy(\.isCard)
        else { return }
        throw .cardDescriptor(intent: nil)
    }

    /// Reads the breakdown of the amount, and the merchant's details of the payment.
    static func readDescription(of intent: inout IntentRow, _ parameters: Parameters) {
        if let details = parameters["amount_details"] {
            intent.more["amount_details"] = amountDetails(details, of: intent)
        }
        if let details = parameters["payment_details"] {
            intent.more["payment_details"] = withNulls(
                Document.merged(details, into: intent.more["payment_details"]),
                ["customer_reference", "order_reference"])
        }
    }

    /// Returns the details as answers show them: with the tip, which only a reader adds, and without the lines.
    private static func amountDetails(_ given: JSONValue, of intent: IntentRow) -> JSONValue {
        let old = intent.more["amount_details"] ?? [:]
        var details = Document.merged(given, into: old).members ?? [:]
        for name in ["enforce_arithmetic_validation", "line_items"] { details[name] = nil }
        details = details.filter { $0.value != .null }
        if let shipping = details["shipping"] {
            details["shipping"] = withNulls(shipping, ["amount", "from_postal_code", "to_postal_code"])
        }
        details["tip"] = old["tip"] ?? [:]
        // The gateway's own: what may be charged, and what was added at confirmation.
        details["surcharge"] = old["surcharge"]
        return .object(details)
    }
}

extension APIFailure {
    static func cardDescriptor(intent: String?) -> APIFailure {
        .refused(
            "The `statement_descriptor` parameter is not supported for card payments. Use "
                + "`statement_descriptor_suffix` instead.",
            code: nil, param: "statement_descriptor", intent: intent)
    }
}

extension IntentRow {
    /// Returns whether methods of a type may pay.
    func takes(_ type: MethodType) -> Bool {
        guard case .array(let excluded)? = more["excluded_payment_method_types"] else {
            return methodTypes.contains(type)
        }
        return methodTypes.contains(type) && !excluded.contains(.string(type.rawValue))
    }

    /// Returns whether the customer would consent to the same payment as to that of `other`.
    func hasTerms(of other: IntentRow) -> Bool {
        amount == other.amount && currency == other.currency && customer == other.customer
            && paymentMethod == other.paymentMethod && methodTypes == other.methodTypes
            && captureMethod == other.captureMethod && setupFutureUsage == other.setupFutureUsage
            && ["excluded_payment_method_types", "payment_method_options"].allSatisfy { more[$0] == other.more[$0] }
    }

    /// Discards the pending authentication: the customer would consent to something that is no longer requested.
    mutating func askAgain() {
        status = paymentMethod == nil ? .requiresPaymentMethod : .requiresConfirmation
        more["next_action"] = nil
    }
}
