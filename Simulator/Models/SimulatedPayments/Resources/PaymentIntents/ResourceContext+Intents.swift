import TenderModel

extension ResourceContext {
    /// Creates the intent that a request describes, without putting it.
    mutating func newIntent(_ call: Call) throws(APIFailure) -> IntentRow {
        let parameters = call.parameters
        guard let amount = parameters.integer("amount") else { throw .missing("amount") }
        guard let currency = parameters.currency("currency") else { throw .missing("currency") }
        let id = newID(.paymentIntents)
        var intent = IntentRow(
            id: id, account: call.account, created: call.now, clientSecret: ids.make(id + "_secret"), amount: amount,
            currency: currency, status: .requiresPaymentMethod,
            captureMethod: call.isBefore("2024-04-10") ? .automatic : .automaticAsync, methodTypes: [.card],
            hasAutomaticMethods: !call.isBefore("2023-08-16"))
        try readFields(of: &intent, call)
        try Self.readAutomaticMethods(of: &intent, parameters)
        intent.chooseTypes()
        try Self.checkDescriptor(of: intent)
        try Self.checkMoney(intent)
        try readSharing(of: &intent, call)
        if let platform = call.credential.platform {
            intent.more["application"] = .string(Self.application(of: platform))
        }
        return intent
    }

    mutating func createIntent(_ given: Call) throws(APIFailure) -> APIObject {
        let confirms = given.parameters.boolean("confirm") ?? false
        try Self.checkConfirmationParameters(
            [
                "confirmation_token", "error_on_requires_action", "mandate", "mandate_data", "off_session",
                "return_url",
            ], given.parameters, confirms)
        let (call, token) = try redeeming(given)
        var intent = try newIntent(call)
        let method = try attach(to: &intent, call)
        if confirms {
            guard let method else { throw Self.missingMethod(intent, isStored: false) }
            try checkConfirmation(of: intent, method, call)
        }
        let created = put(intent)
        if let method { put(method) }
        spend(token, on: intent.id, "payment_intent")
        emit("payment_intent.created", created, by: call, now: call.now)
        if confirms { try authorize(intent.id, call) }
        return .intent(intents[intent.id] ?? intent)
    }

    /// Refuses parameters that only a confirmation can use.
    static func checkConfirmationParameters(
        _ names: [String], _ parameters: Parameters, _ confirms: Bool
    ) throws(APIFailure) {
        guard !confirms, let name = names.first(where: { parameters.fields[$0] != nil }) else { return }
        throw .invalid("The parameter `\(name)` can only be passed when `confirm` is true.", param: name)
    }

    func listIntents(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let customer = call.parameters.text("customer")
        let named = customer.map { intents.ids(naming: $0) }
        let page = try page(intents, of: call.account, among: named, query, object: "payment_intent") {
            query.matches($0.created) && (customer == nil || customer == $0.customer)
        }
        return .intents(page.rows, hasMore: page.hasMore)
    }

    func retrieveIntent(_ call: Call) throws(APIFailure) -> APIObject { .intent(try findIntent(call)) }

    mutating func updateIntent(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        let old = try findIntent(call)
        try Self.checkUpdate(of: old, parameters)
        var intent = old
        if Self.collectedFields.contains(where: { parameters.contains($0) }) { voidCollection(of: &intent) }
        try readFields(of: &intent, call)
        if let amount = parameters.integer("amount") {
            intent.setTip(0)
            intent.amount = amount
        }
        if let currency = parameters.currency("currency") { intent.currency = currency }
        intent.chooseTypes()
        try Self.checkDescriptor(of: intent)
        try Self.checkMoney(intent)
        try readSharing(of: &intent, call)
        var attached = try attach(to: &intent, call)
        if var method = attached, parameters.contains("payment_method_data") {
            intent.offerSurcharge(method)
            try Self.offerConversion(to: &method, of: intent, call)
            attached = method
        }
        if !intent.hasTerms(of: old) {
            intent.authenticatedMethod = nil
            if intent.status == .requiresAction { intent.askAgain() }
        }
        put(intent)
        if let attached { put(attached) }
        return .intent(intent)
    }

    /// Returns whether a parameter is a share of a hold, which may be changed until it is captured.
    private static func isPartOfHold(_ name: String, _ intent: IntentRow, _ parameters: Parameters) -> Bool {
        guard intent.status == .requiresCapture else { return false }
        return name == "application_fee_amount"
            || (name == "transfer_data" && parameters["transfer_data"]?["destination"] == nil)
    }

    /// Checks an update: a customer is set once, and once money was held only the free fields and the shares of others
    /// can change.
    private static func checkUpdate(of intent: IntentRow, _ parameters: Parameters) throws(APIFailure) {
        if let owner = intent.customer, parameters.contains("customer"), parameters.text("customer") != owner {
            throw .refused(
                "You cannot modify `customer` on a PaymentIntent once it already has been set. To fulfill a payment "
                    + "with a different Customer, cancel this PaymentIntent and create a new one.",
                code: nil, param: "customer", intent: intent.id)
        }
        let fixed = parameters.fields.keys.filter {
            ParameterSpec.Members.intentDetails[$0] == nil && $0 != "expand" && !isPartOfHold($0, intent, parameters)
        }
        guard let name = fixed.min(), !intent.status.isOpen else { return }
        throw .unexpectedState(
            intent.id,
            "This PaymentIntent's \(name) could not be updated because it has a status of \(intent.status.rawValue)."
                + " You may only update the \(name) of a PaymentIntent with one of the following statuses: "
                + "requires_payment_method, requires_confirmation, requires_action.")
    }

    /// Returns the intent of the URL, for the account's secret key or the publishable key with the intent's secret.
    func findIntent(_ call: Call) throws(APIFailure) -> IntentRow {
        guard let intent = intents.find(call.id, account: call.account) else {
            throw .unknown("payment_intent", call.id, param: "intent")
        }
        try Self.checkSecret(intent.clientSecret, of: "PaymentIntent", code: "payment_intent_invalid_parameter", call)
        return intent
    }

    /// Checks the intent's secret, with which a publishable key opens the intent; whoever passes one must know it.
    static func checkSecret(_ secret: String?, of name: String, code: String, _ call: Call) throws(APIFailure) {
        let given = call.parameters.text("client_secret")
        guard given != nil || !call.credential.isPublishable else { throw .missing("client_secret") }
        guard given == nil || given == secret else {
            throw .invalid(
                "The client_secret provided does not match the client_secret associated with the \(name).", code: code,
                param: "client_secret")
        }
    }

    private func readFields(of intent: inout IntentRow, _ call: Call) throws(APIFailure) {
        let parameters = call.parameters
        try Self.readDetails(of: &intent, parameters)
        try Self.readTerms(of: &intent, call)
        switch parameters["customer"] {
        case .string(let id)?:
            intent.customer = try findDocument("customer", named: id, param: "customer", call).id
        case .null?: intent.customer = nil
        default: break
        }
        if let method = parameters["confirmation_method"] { intent.more["confirmation_method"] = method }
        guard let types = parameters.texts("payment_method_types") else { return }
        guard !parameters.contains("allowed_payment_method_types") else {
            throw .exclusive("allowed_payment_method_types", "payment_method_types")
        }
        intent.methodTypes = try Self.methodTypes(types)
        intent.hasAutomaticMethods = false
        intent.more["automatic_payment_methods"] = nil
    }

    /// Reads the free fields.
    static func readDetails(of intent: inout IntentRow, _ parameters: Parameters) throws(APIFailure) {
        try readDetails(of: &intent.details, parameters)
        guard let shipping = parameters["shipping"] else { return }
        intent.more["shipping"] = wholeShipping(Document.merged(shipping, into: intent.more["shipping"]))
    }

    /// Returns shipping details with a null for each missing field.
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
        let group = parameters.change("transfer_group").applied(to: details.transferGroup)
        guard details.transferGroup == nil || group == details.transferGroup else {
            throw .refused(
                "You can only provide `transfer_group` if it hasn't been set.", code: nil, param: "transfer_group")
        }
        details.transferGroup = group
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
        guard intent.amount > 0 else {
            throw .invalid(
                "The amount must be greater than or equal to the minimum charge amount allowed for your account and "
                    + "the currency set",
                code: "parameter_invalid_integer", param: "amount")
        }
        let minimum = ChargeLimits.minimum(of: intent.currency)
        guard intent.amount <= ChargeLimits.maximum else {
            throw .invalid(
                "Amount must be no more than \(ChargeLimits.text(ChargeLimits.maximum, intent.currency))",
                code: "amount_too_large", param: "amount")
        }
        guard intent.amount >= minimum else {
            throw .invalid(
                "Amount must be at least \(ChargeLimits.textWithCode(minimum, intent.currency))",
                code: "amount_too_small", param: "amount")
        }
        guard ChargeLimits.isWhole(intent.amount, intent.currency) else {
            throw .invalid(
                "Invalid amount: \(intent.currency.code) amounts must be rounded to what the currency can charge",
                code: "invalid_charge_amount", param: "amount")
        }
        for type in intent.methodTypes {
            guard let only = type.currency, only != intent.currency else { continue }
            throw .invalid(
                "The currency provided (\(intent.currency.code)) is invalid for the payment method type "
                    + "\(type.rawValue). Only \(only.code) is supported.", param: "currency")
        }
    }
}
