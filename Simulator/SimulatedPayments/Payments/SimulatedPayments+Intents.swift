import TenderModel

extension SimulatedPayments {
    mutating func createIntent(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        guard let amount = parameters.integer("amount") else { throw .missing("amount") }
        guard let currency = parameters.currency("currency") else { throw .missing("currency") }
        let id = ids.make("pi")
        var intent = IntentRow(
            id: id, account: call.account, created: call.now, clientSecret: ids.make(id + "_secret"), amount: amount,
            currency: currency, status: .requiresPaymentMethod,
            captureMethod: call.isBefore("2024-04-10") ? .automatic : .automaticAsync, methodTypes: [.card],
            hasAutomaticMethods: !call.isBefore("2023-08-16"))
        try readFields(of: &intent, call)
        try Self.readAutomaticMethods(of: &intent, parameters)
        try Self.checkMoney(intent)
        let confirms = parameters.boolean("confirm") ?? false
        try Self.checkConfirmationParameters(parameters, confirms)
        let method = try attach(to: &intent, call)
        if confirms {
            guard let method else { throw Self.missingMethod(nil) }
            try checkConfirmation(of: intent, method, call)
        }
        put(intent)
        if let method { put(method) }
        emit("payment_intent.created", intent, by: call, now: call.now)
        if confirms { try authorize(intent.id, call) }
        return .intent(intents[intent.id] ?? intent)
    }

    /// Refuses what only a confirmation can use.
    private static func checkConfirmationParameters(
        _ parameters: Parameters, _ confirms: Bool
    ) throws(APIFailure) {
        let names = ["error_on_requires_action", "mandate_data", "off_session", "return_url"]
        guard !confirms, let name = names.first(where: { parameters.fields[$0] != nil }) else { return }
        throw .invalid("The parameter `\(name)` can only be passed when `confirm` is true.", param: name)
    }

    func listIntents(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let customer = call.parameters.text("customer")
        let page = try page(intents, of: call.account, query, object: "payment_intent") {
            query.matches($0.created) && (customer == nil || customer == $0.customer)
        }
        return .intents(page.rows, hasMore: page.hasMore)
    }

    func retrieveIntent(_ call: Call) throws(APIFailure) -> APIObject { .intent(try findIntent(call)) }

    mutating func updateIntent(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        var intent = try findIntent(call)
        try readFields(of: &intent, call)
        if let amount = parameters.integer("amount") { intent.amount = amount }
        if let currency = parameters.currency("currency") { intent.currency = currency }
        try Self.checkMoney(intent)
        let method = try attach(to: &intent, call)
        let fixed = parameters.fields.keys.filter { ParameterSpec.Members.intentDetails[$0] == nil && $0 != "expand" }
        if let name = fixed.min(), !intent.status.isOpen {
            throw .unexpectedState(
                intent.id,
                "This PaymentIntent's \(name) could not be updated because it has a status of \(intent.status.rawValue)."
                    + " You may only update the \(name) of a PaymentIntent with one of the following statuses: "
                    + "requires_payment_method, requires_confirmation, requires_action.")
        }
        put(intent)
        if let method { put(method) }
        return .intent(intent)
    }

    /// The intent of the URL, for the account's secret key or the publishable key with the intent's secret.
    func findIntent(_ call: Call) throws(APIFailure) -> IntentRow {
        guard let intent = intents.find(call.id, account: call.account) else {
            throw .unknown("payment_intent", call.id, param: "intent")
        }
        let secret = call.parameters.text("client_secret")
        guard secret != nil || !call.credential.isPublishable else { throw .missing("client_secret") }
        guard secret == nil || secret == intent.clientSecret else {
            throw .invalid(
                "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
                code: "payment_intent_invalid_parameter", param: "client_secret")
        }
        return intent
    }

    private func readFields(of intent: inout IntentRow, _ call: Call) throws(APIFailure) {
        let parameters = call.parameters
        try Self.readDetails(of: &intent, parameters)
        if let method = parameters.choice(IntentCaptureMethod.self, "capture_method") { intent.captureMethod = method }
        try Self.readMethodFields(of: &intent, parameters)
        switch parameters["customer"] {
        case .string(let id)?:
            intent.customer = try findDocument("customer", named: id, param: "customer", call).id
        case .null?: intent.customer = nil
        default: break
        }
        for name in ["amount_details", "excluded_payment_method_types", "payment_details", "confirmation_method"] {
            if let value = parameters.fields[name] { intent.more[name] = value }
        }
        guard let types = parameters.texts("payment_method_types") else { return }
        intent.methodTypes = try Self.methodTypes(types)
        intent.hasAutomaticMethods = false
    }

    /// The fields that a confirmation may change too.
    static func readMethodFields(of intent: inout IntentRow, _ parameters: Parameters) throws(APIFailure) {
        if let usage = parameters["setup_future_usage"] {
            intent.setupFutureUsage = usage.text.flatMap { FutureUsage(rawValue: $0) }
        }
        guard let options = parameters["payment_method_options"] else { return }
        if let option = options["card_present"]?["capture_method"] {
            intent.cardPresentCaptureMethod = option.text.flatMap { CardPresentCaptureMethod(rawValue: $0) }
        }
        intent.more["payment_method_options"] = Document.merged(options, into: intent.more["payment_method_options"])
    }

    /// The free fields.
    static func readDetails(of intent: inout IntentRow, _ parameters: Parameters) throws(APIFailure) {
        try readDetails(of: &intent.details, parameters)
        guard let shipping = parameters["shipping"] else { return }
        intent.more["shipping"] = wholeShipping(Document.merged(shipping, into: intent.more["shipping"]))
    }

    /// Shipping details with a null for each field that was not given.
    static func wholeShipping(_ shipping: JSONValue) -> JSONValue {
        guard shipping != .null,
            case .object(var members) = withNulls(
                shipping, ["carrier", "name", "phone", "tracking_number"])
        else { return shipping }
        members["address"] = withNulls(members["address"], addressNames)
        return .object(members)
    }

    static func readDetails(of details: inout SharedDetails, _ parameters: Parameters) throws(APIFailure) {
        details.description = parameters.change("description").applied(to: details.description)
        details.metadata = try parameters.metadata(merging: details.metadata)
        details.receiptEmail = parameters.change("receipt_email").applied(to: details.receiptEmail)
        details.statementDescriptor = parameters.change("statement_descriptor").applied(to: details.statementDescriptor)
        details.statementDescriptorSuffix = parameters.change("statement_descriptor_suffix")
            .applied(to: details.statementDescriptorSuffix)
        details.transferGroup = parameters.change("transfer_group").applied(to: details.transferGroup)
    }

    private static func methodTypes(_ names: [String]) throws(APIFailure) -> [MethodType] {
        var types: [MethodType] = []
        for name in names {
            guard let type = MethodType(rawValue: name) else {
                throw .invalid(
                    "The payment method type \"\(name)\" is invalid. Please ensure the provided type is activated in "
                        + "your dashboard and that your account is enabled for any preview features that you are "
                        + "trying to use.",
                    param: "payment_method_types")
            }
            if !types.contains(type) { types.append(type) }
        }
        return types
    }

    private static func readAutomaticMethods(
        of intent: inout IntentRow, _ parameters: Parameters
    ) throws(APIFailure) {
        guard let isEnabled = parameters.boolean("automatic_payment_methods", "enabled") else { return }
        guard !isEnabled || !parameters.contains("payment_method_types") else {
            throw .exclusive("automatic_payment_methods", "payment_method_types")
        }
        intent.hasAutomaticMethods = isEnabled
        if let redirects = parameters["automatic_payment_methods", "allow_redirects"] {
            intent.more["automatic_payment_methods"] = ["enabled": .bool(isEnabled), "allow_redirects": redirects]
        }
    }

    /// Checks amount and currency together.
    static func checkMoney(_ intent: IntentRow) throws(APIFailure) {
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
