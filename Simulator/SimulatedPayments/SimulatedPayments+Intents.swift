import TenderModel

extension SimulatedPayments {
    private static let detailParameters: Set<String> = [
        "description", "metadata", "metadata[*]", "receipt_email", "statement_descriptor",
        "statement_descriptor_suffix", "transfer_group", "expand[*]",
    ]

    static let methodParameters: Set<String> = [
        "payment_method", "payment_method_data[type]", "payment_method_data[card_present][encrypted_payload][scheme]",
        "payment_method_data[card_present][encrypted_payload][key_serial]",
        "payment_method_data[card_present][encrypted_payload][ciphertext]",
        "payment_method_data[card_present][encrypted_payload][tag]",
    ]

    private static let intentParameters = detailParameters.union(methodParameters).union([
        "amount", "currency", "capture_method", "customer", "payment_method_types[*]", "setup_future_usage",
        "payment_method_options[card_present][capture_method]",
    ])

    private static let creationParameters = intentParameters.union([
        "automatic_payment_methods[enabled]", "automatic_payment_methods[allow_redirects]", "confirm",
    ])

    mutating func createIntent(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        try parameters.refuseUnknown(allowed: Self.creationParameters)
        let expansion = try call.expansion(of: .paymentIntent)
        guard let amount = try parameters.positiveInteger("amount") else { throw .missing("amount") }
        guard let currency = try parameters.currency("currency") else { throw .missing("currency") }
        let id = ids.make("pi")
        var intent = IntentRow(
            id: id, account: call.account, created: call.now, clientSecret: ids.make(id + "_secret"), amount: amount,
            currency: currency, status: .requiresPaymentMethod, captureMethod: .automaticAsync, methodTypes: [.card],
            hasAutomaticMethods: true)
        try readFields(of: &intent, parameters)
        try Self.readAutomaticMethods(of: &intent, parameters)
        try Self.checkMoney(intent)
        let confirms = try parameters.boolean("confirm") ?? false
        let method = try attach(to: &intent, call)
        if confirms {
            guard let method else { throw Self.missingMethod(nil) }
            try Self.checkAmount(method, intent)
        }
        put(intent)
        if let method { put(method) }
        if confirms { try authorize(intent.id, call) }
        return .intent(intents[intent.id] ?? intent, expansion)
    }

    mutating func retrieveIntent(_ call: Call) throws(APIFailure) -> APIObject {
        let expansion = try call.expansion(of: .paymentIntent)
        let intent = try findIntent(call)
        try call.parameters.refuseUnknown(allowed: ["client_secret", "expand[*]"])
        return .intent(intent, expansion)
    }

    mutating func updateIntent(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        try parameters.refuseUnknown(allowed: Self.intentParameters)
        let expansion = try call.expansion(of: .paymentIntent)
        var intent = try findIntent(call)
        try readFields(of: &intent, parameters)
        if let amount = try parameters.positiveInteger("amount") { intent.amount = amount }
        if let currency = try parameters.currency("currency") { intent.currency = currency }
        try Self.checkMoney(intent)
        let method = try attach(to: &intent, call)
        if let name = parameters.leaves.map(\.path[0]).first(where: { !Self.isDetail($0) }), !intent.status.isOpen {
            throw .unexpectedState(
                intent.id,
                "This PaymentIntent's \(name) could not be updated because it has a status of \(intent.status.rawValue)."
                    + " You may only update the \(name) of a PaymentIntent with one of the following statuses: "
                    + "requires_payment_method, requires_confirmation.")
        }
        put(intent)
        if let method { put(method) }
        return .intent(intent, expansion)
    }

    private static func isDetail(_ name: String) -> Bool {
        detailParameters.contains(name) || detailParameters.contains(name + "[*]")
    }

    /// The intent of the URL, for the account's secret key or the publishable key with the intent's secret.
    func findIntent(_ call: Call) throws(APIFailure) -> IntentRow {
        guard let intent = intents.find(call.route.id, account: call.account) else {
            throw .unknown("payment_intent", call.route.id, param: "intent")
        }
        let secret = try call.parameters.text("client_secret")
        guard secret != nil || !call.credential.isPublishable else { throw .missing("client_secret") }
        guard secret == nil || secret == intent.clientSecret else {
            throw .invalid(
                "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
                code: "payment_intent_invalid_parameter", param: "client_secret")
        }
        return intent
    }

    private func readFields(of intent: inout IntentRow, _ parameters: FormParameters) throws(APIFailure) {
        try Self.readDetails(of: &intent.details, parameters)
        if let method = try parameters.choice(IntentCaptureMethod.self, "capture_method") {
            intent.captureMethod = method
        }
        let option = ["payment_method_options", "card_present", "capture_method"]
        if let text = try parameters.leafText(option), text.isEmpty {
            intent.cardPresentCaptureMethod = nil
        } else if let method = try parameters.choice(CardPresentCaptureMethod.self, option[0], option[1], option[2]) {
            intent.cardPresentCaptureMethod = method
        }
        if let usage = try parameters.choice(FutureUsage.self, "setup_future_usage") { intent.setupFutureUsage = usage }
        if let customer = try parameters.text("customer"), !customer.isEmpty {
            throw .unknown("customer", customer, param: "customer", isParameter: true)
        }
        guard let types = try parameters.list("payment_method_types") else { return }
        intent.methodTypes = try Self.methodTypes(types)
        intent.hasAutomaticMethods = false
    }

    static func readDetails(of details: inout SharedDetails, _ parameters: FormParameters) throws(APIFailure) {
        details.description = try parameters.clearable("description").applied(to: details.description)
        details.metadata = try parameters.metadata(merging: details.metadata)
        details.receiptEmail = try parameters.email("receipt_email").applied(to: details.receiptEmail)
        details.statementDescriptor = try parameters.clearable("statement_descriptor", maximumLength: 22)
            .applied(to: details.statementDescriptor)
        details.statementDescriptorSuffix = try parameters.clearable("statement_descriptor_suffix", maximumLength: 22)
            .applied(to: details.statementDescriptorSuffix)
        details.transferGroup = try parameters.clearable("transfer_group").applied(to: details.transferGroup)
    }

    private static func methodTypes(_ names: [String]) throws(APIFailure) -> [MethodType] {
        var types: [MethodType] = []
        for name in names {
            guard let type = MethodType(rawValue: name) else {
                throw .invalid(
                    "The payment method type \"\(name)\" is invalid. Please ensure the provided type is activated.",
                    param: "payment_method_types")
            }
            if !types.contains(type) { types.append(type) }
        }
        return types
    }

    private static func readAutomaticMethods(
        of intent: inout IntentRow, _ parameters: FormParameters
    ) throws(APIFailure) {
        guard let isEnabled = try parameters.boolean("automatic_payment_methods", "enabled") else { return }
        guard !isEnabled || intent.hasAutomaticMethods else {
            throw .invalid(
                "You may only specify one of these parameters: automatic_payment_methods, payment_method_types.",
                code: "parameters_exclusive", param: "automatic_payment_methods")
        }
        if !isEnabled { intent.hasAutomaticMethods = false }
    }

    /// Checks amount and currency together.
    private static func checkMoney(_ intent: IntentRow) throws(APIFailure) {
        let minimum = ChargeLimits.minimum(of: intent.currency)
        guard intent.amount <= ChargeLimits.maximum else {
            throw .invalid(
                "Amount must be no more than \(ChargeLimits.text(ChargeLimits.maximum, intent.currency))",
                code: "amount_too_large", param: "amount")
        }
        guard intent.amount >= minimum else {
            throw .invalid(
                "Amount must be at least \(ChargeLimits.text(minimum, intent.currency))", code: "amount_too_small",
                param: "amount")
        }
        guard ChargeLimits.isWhole(intent.amount, intent.currency) else {
            throw .invalid(
                "Invalid amount: \(intent.currency.code) amounts must be rounded to what the currency can charge",
                code: "invalid_charge_amount", param: "amount")
        }
        guard !intent.methodTypes.contains(.interacPresent) || intent.currency == .cad else {
            throw .invalid(
                "The currency provided (\(intent.currency.code)) is invalid for the payment method type "
                    + "interac_present. Only cad is supported.", param: "currency")
        }
    }
}
