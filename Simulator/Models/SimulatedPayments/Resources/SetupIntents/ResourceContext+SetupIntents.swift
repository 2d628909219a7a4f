extension ResourceContext {
    mutating func createSetupIntent(_ given: Call) throws(APIFailure) -> APIObject {
        let confirms = given.parameters.boolean("confirm") ?? false
        try Self.checkConfirmationParameters(
            ["confirmation_token", "mandate_data", "return_url"], given.parameters, confirms)
        let (call, token) = try redeeming(given)
        let parameters = call.parameters
        let id = newID(.setupIntents)
        var intent = Document(
            id: id, account: call.account, created: call.now, object: "setup_intent",
            fields: Self.newSetupIntent.merging([
                "client_secret": .string(ids.make(id + "_secret")), "created": .integer(call.now),
                "usage": .string(parameters.text("usage") ?? "off_session"),
            ]) { $1 })
        try Self.readAutomaticMethods(of: &intent, parameters)
        if let platform = call.credential.platform {
            intent["application"] = .string(Self.application(of: platform))
        }
        if let merchant = parameters.text("on_behalf_of") {
            try checkMerchant(merchant, call)
            intent["on_behalf_of"] = .string(merchant)
        }
        let method = try update(&intent, call)
        if confirms, method == nil { throw Self.missingSetupMethod(nil) }
        if confirms { try Self.checkReturn(intent, parameters, isStored: false) }
        if confirms, method?.type == .sepaDebit, let method { try checkMandate(of: method, call, setup: "") }
        put(intent)
        if let method { put(method) }
        spend(token, on: intent.id, "setup_intent")
        emit("setup_intent.created", intent, by: call, now: call.now)
        guard confirms, let method else { return .json(intent.json) }
        return .json(try attemptSetup(intent, with: method, call).json)
    }

    func listSetupIntents(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        return try listDocuments("setup_intent", call, naming: parameters.text("customer")) { intent in
            ["customer", "payment_method"].allSatisfy { name in
                parameters.text(name).map { intent[name]?.text == $0 } ?? true
            }
                && (parameters.boolean("attach_to_self").map { intent["attach_to_self"] == .bool($0) } ?? true)
        }
    }

    mutating func updateSetupIntent(_ call: Call) throws(APIFailure) -> APIObject {
        let old = try findSetupIntent(call)
        var intent = old
        let fixed = call.parameters.fields.keys.filter { !["metadata", "description", "expand"].contains($0) }
        if let name = fixed.min(), !intent.isOpen {
            throw .unexpectedSetupState(
                intent.id,
                "This SetupIntent's \(name) could not be updated because it has a status of \(intent.status). You may "
                    + "only update the \(name) of a SetupIntent with one of the following statuses: "
                    + "\(Document.openStates).")
        }
        if let method = try update(&intent, call) { put(method) }
        if old.status == "requires_action", !Self.hasTerms(intent, of: old) {
            // The cardholder is being asked for something that is no longer requested.
            endAttempt(of: intent, "abandoned")
            intent["next_action"] = nil as JSONValue
            intent["status"] =
                intent["payment_method"]?.text == nil ? "requires_payment_method" : "requires_confirmation"
        }
        put(intent)
        return .json(intent.json)
    }

    mutating func confirmSetupIntent(_ given: Call) throws(APIFailure) -> APIObject {
        var intent = try findSetupIntent(given)
        guard intent.isOpen else {
            throw .unexpectedSetupState(
                intent.id,
                intent.status == "succeeded"
                    ? "You cannot confirm this SetupIntent because it has already succeeded."
                    : "You cannot confirm this SetupIntent because it has a status of \(intent.status). Only a "
                        + "SetupIntent with one of the following statuses may be confirmed: \(Document.openStates).")
        }
        let (call, token) = try redeeming(given)
        let named = try update(&intent, call)
        guard let method = named ?? intent["payment_method"]?.text.flatMap({ paymentMethods[$0] }) else {
            throw Self.missingSetupMethod(intent.id)
        }
        try Self.check(method, fits: intent, isStored: true)
        try Self.checkReturn(intent, call.parameters, isStored: true)
        if method.type == .sepaDebit { try checkMandate(of: method, call, setup: intent.id) }
        spend(token, on: intent.id, "setup_intent")
        return .json(try attemptSetup(intent, with: method, call).json)
    }

    mutating func cancelSetupIntent(_ call: Call) throws(APIFailure) -> APIObject {
        var intent = try findSetupIntent(call)
        guard intent.isOpen else {
            throw .unexpectedSetupState(
                intent.id,
                "You cannot cancel this SetupIntent because it has a status of \(intent.status). Only a SetupIntent "
                    + "with one of the following statuses may be canceled: \(Document.openStates).")
        }
        endAttempt(of: intent, "abandoned")
        intent["status"] = "canceled"
        intent["next_action"] = nil as JSONValue
        intent["cancellation_reason"] = .optional(call.parameters.text("cancellation_reason"))
        put(intent)
        emit("setup_intent.canceled", intent, by: call, now: call.now)
        return .json(intent.json)
    }

    /// Returns the SetupIntent of the URL, for the account's secret key or the publishable key with the intent's
    /// secret.
    func findSetupIntent(_ call: Call) throws(APIFailure) -> Document {
        let intent = try findDocument("setup_intent", call, named: "setupintent", param: "intent")
        try Self.checkSecret(
            intent["client_secret"]?.text, of: "SetupIntent", code: "setup_intent_invalid_parameter", call)
        return intent
    }
}

// Fields.
extension ResourceContext {
    private static let newSetupIntent: [String: JSONValue] = [
        "application": nil, "automatic_payment_methods": nil, "cancellation_reason": nil, "customer": nil,
        "customer_account": nil, "description": nil, "excluded_payment_method_types": nil, "flow_directions": nil,
        "last_setup_error": nil, "latest_attempt": nil, "livemode": false, "mandate": nil, "metadata": [:],
        "next_action": nil, "on_behalf_of": nil, "payment_method": nil, "payment_method_configuration_details": nil,
        "payment_method_options": [:], "payment_method_types": ["card"], "single_use_mandate": nil,
        "status": "requires_payment_method",
    ]

    private static let cardOptions: JSONValue = [
        "mandate_options": nil, "network": nil, "request_three_d_secure": "automatic",
    ]

    private static func readAutomaticMethods(
        of intent: inout Document, _ parameters: Parameters
    ) throws(APIFailure) {
        let isEnabled = parameters.boolean("automatic_payment_methods", "enabled")
        guard parameters.contains("payment_method_types") else {
            guard isEnabled ?? true else { return }
            intent["automatic_payment_methods"] = [
                "allow_redirects": parameters["automatic_payment_methods", "allow_redirects"] ?? "always",
                "enabled": true,
            ]
            return
        }
        guard isEnabled != true else { throw .exclusive("payment_method_types", "automatic_payment_methods") }
    }

    /// Applies the request; the caller puts the intent and the method that it names or contains.
    private mutating func update(_ intent: inout Document, _ call: Call) throws(APIFailure) -> PaymentMethodRow? {
        let parameters = call.parameters
        let plain = ["description", "attach_to_self", "flow_directions", "excluded_payment_method_types"]
        for name in plain where parameters.contains(name) { intent[name] = parameters[name] }
        intent["metadata"] = .object(
            try parameters.metadata(merging: intent.metadata).mapValues(JSONValue.string))
        if let id = parameters.text("customer") {
            _ = try findDocument("customer", named: id, param: "customer", call)
        }
        if parameters.contains("customer") { intent["customer"] = parameters["customer"] }
        guard intent["attach_to_self"] != true || intent["customer"]?.text == nil else {
            throw .invalid(
                "A payment method that is set up for the account itself (`attach_to_self`) cannot be a customer's.",
                param: parameters.contains("attach_to_self") ? "attach_to_self" : "customer")
        }
        if let names = parameters.texts("payment_method_types") { try Self.setTypes(names, of: &intent) }
        try Self.setAllowedTypes(of: &intent, call)
        try Self.readAuthentication(of: &intent, call)
        Self.updateOptions(of: &intent, parameters)
        if parameters["payment_method"] == .null {
            intent["payment_method"] = nil as JSONValue
            intent["status"] = "requires_payment_method"
        }
        guard let method = try givenMethod(call) else { return nil }
        try Self.check(method, fits: intent, isStored: documents[intent.id] != nil)
        intent["payment_method"] = .string(method.id)
        if intent.status == "requires_payment_method" { intent["status"] = "requires_confirmation" }
        return method
    }

    /// Returns whether the cardholder would consent to the same as for `other`.
    private static func hasTerms(_ intent: Document, of other: Document) -> Bool {
        ["payment_method", "customer", "payment_method_types", "payment_method_options"].allSatisfy {
            intent[$0] == other[$0]
        }
    }

    private static func updateOptions(of intent: inout Document, _ parameters: Parameters) {
        var options: [String: JSONValue] = [:]
        for type in intent.methodTypes {
            let old = intent["payment_method_options"]?[type] ?? (type == "card" ? cardOptions : [:])
            options[type] = merged(parameters["payment_method_options", type], into: old).map(shown)
        }
        intent["payment_method_options"] = .object(options)
    }

    /// Returns the options of a card as answers show them: a mandate in full, options for a single attempt not at all.
    static func shown(_ options: JSONValue) -> JSONValue {
        guard case .object(var members) = options else { return options }
        for name in ["moto", "three_d_secure"] { members[name] = nil }
        if case .object(var mandate)? = members["mandate_options"] {
            addNulls(["description", "end_date", "interval_count", "supported_types"], to: &mandate)
            members["mandate_options"] = .object(mandate)
        }
        if case .object? = members["installments"] {
            members["installments"] = withNulls(members["installments"], ["available_plans", "plan"])
        }
        return .object(members)
    }

    private mutating func givenMethod(_ call: Call) throws(APIFailure) -> PaymentMethodRow? {
        guard let id = call.parameters.text("payment_method") else {
            return try call.parameters["payment_method_data"].map { (data) throws(APIFailure) in
                try describedMethod(data, call)
            }
        }
        guard !call.parameters.contains("payment_method_data") else {
            throw .exclusive("payment_method", "payment_method_data")
        }
        return try method(named: id, param: "payment_method", call)
    }

    /// Returns the payment method of `payment_method_data`: a presented card, or one that no reader has read.
    private mutating func describedMethod(_ data: JSONValue, _ call: Call) throws(APIFailure) -> PaymentMethodRow {
        guard data["type"]?.text.flatMap({ MethodType(rawValue: $0) }) == .cardPresent else {
            return try method(of: data, param: "payment_method_data", call)
        }
        var method = try readMethod(call, code: "setup_intent_invalid_parameter")
        guard method.canBeSaved else {
            throw .refused("Cards of Interac or eftpos alone cannot be saved.", code: "invalid_card_type")
        }
        method.particulars.allowRedisplay = data["allow_redisplay"]?.text
        return method
    }

    static func check(
        _ method: PaymentMethodRow, fits intent: Document, isStored: Bool
    ) throws(APIFailure) {
        let message: String
        if !method.isUsable {
            var failure = APIFailure.unusableMethod(param: "payment_method")
            failure.setupIntent = isStored ? intent.id : nil
            throw failure
        } else if !intent.takes(method.type.rawValue) {
            message =
                "The PaymentMethod provided (\(method.type.rawValue)) is not allowed for this SetupIntent. Its "
                + "payment_method_types are: \(intent.methodTypes.filter(intent.takes).joined(separator: ", "))."
        } else if let owner = method.customer, owner != intent["customer"]?.text {
            message =
                "The provided PaymentMethod belongs to a customer. Include that customer in the `customer` parameter "
                + "of the SetupIntent."
        } else {
            return
        }
        var failure = APIFailure.refused(message, code: "setup_intent_invalid_parameter", param: "payment_method")
        failure.setupIntent = isStored ? intent.id : nil
        throw failure
    }

    /// Methods of unknown kinds may lead away from the page, so there must be a return address.
    private static func checkReturn(
        _ intent: Document, _ parameters: Parameters, isStored: Bool
    ) throws(APIFailure) {
        guard intent["automatic_payment_methods"]?["allow_redirects"] == "always", !parameters.contains("return_url"),
            parameters.boolean("use_stripe_sdk") != true
        else { return }
        var failure = APIFailure.invalid(
            "This SetupIntent accepts payment methods that may redirect your customer off of your page, so that a "
                + "`return_url` is needed. To accept none of them, set `automatic_payment_methods[allow_redirects]` to "
                + "`never` when you create the SetupIntent.", param: "return_url")
        failure.setupIntent = isStored ? intent.id : nil
        throw failure
    }

    private static func missingSetupMethod(_ intent: String?) -> APIFailure {
        var failure = APIFailure.refused(
            "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a "
                + "payment method and then confirm it again, or confirm it with a payment method.",
            code: "setup_intent_unexpected_state")
        failure.setupIntent = intent
        return failure
    }
}

extension Document {
    fileprivate static let openStates = "requires_payment_method, requires_confirmation, requires_action"

    /// The status of an intent.
    var status: String { fields["status"]?.text ?? "" }

    /// Whether a SetupIntent may still be confirmed.
    var isOpen: Bool { status.hasPrefix("requires_") }

    fileprivate var methodTypes: [String] { texts("payment_method_types") }

    /// Returns whether payment methods of a type may be set up.
    fileprivate func takes(_ type: String) -> Bool {
        methodTypes.contains(type) && !texts("excluded_payment_method_types").contains(type)
    }

    private func texts(_ name: String) -> [String] {
        guard case .array(let names)? = fields[name] else { return [] }
        return names.compactMap(\.text)
    }
}

extension APIFailure {
    /// Returns the failure for an operation that the SetupIntent's state does not allow.
    static func unexpectedSetupState(_ intent: String, _ message: String) -> APIFailure {
        var failure = refused(message, code: "setup_intent_unexpected_state")
        failure.setupIntent = intent
        return failure
    }
}
