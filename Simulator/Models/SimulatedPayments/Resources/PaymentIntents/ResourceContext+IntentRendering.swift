import TenderModel

/// Intents as JSON: every field that the API always renders, null where there is nothing.
extension ResourceContext {
    func json(_ intent: IntentRow) -> JSONValue {
        var values = ObjectValues()
        write(intent, to: &values)
        for (name, value) in Self.replaced(in: intent) { values.add(name, value) }
        return .object(values.members)
    }

    /// Renders what `json` would render.
    func text(of intent: IntentRow) -> [UInt8] {
        var text = ObjectText(with: Self.replaced(in: intent))
        write(intent, to: &text)
        return text.finished()
    }

    /// Returns the rarer members of an intent, which replace those of every intent; the options are merged into them.
    private static func replaced(in intent: IntentRow) -> [String: JSONValue] {
        guard intent.more["payment_method_options"] != nil else { return intent.more }
        return intent.more.filter { $0.key != "payment_method_options" }
    }

    /// Writes the members of every intent.
    private func write(_ intent: IntentRow, to output: inout some MemberOutput) {
        let details = intent.details
        output.add("amount", intent.amount)
        output.add("amount_capturable", intent.amountCapturable)
        output.add(Self.amountDetails)
        output.add("amount_received", intent.amountReceived)
        output.add(Self.noApplication)
        output.add(intent.hasAutomaticMethods ? Self.automaticMethods : Self.noAutomaticMethods)
        output.add("canceled_at", optional: intent.canceledAt)
        output.add("cancellation_reason", optional: intent.cancellationReason)
        output.add("capture_method", intent.captureMethod.rawValue)
        output.add("client_secret", intent.clientSecret)
        output.add(Self.automaticConfirmation)
        output.add("created", intent.created)
        output.add("currency", intent.currency.code)
        output.add("customer", optional: intent.customer)
        output.add(Self.noCustomerAccount)
        output.add("description", optional: details.description)
        output.add(Self.noExcludedTypes)
        output.add("id", intent.id)
        output.add("last_payment_error", intent.lastError.map(json) ?? .null)
        output.add("latest_charge", optional: intent.latestCharge)
        output.add(Self.testMode)
        if details.metadata.isEmpty {
            output.add(Self.noMetadata)
        } else {
            output.add("metadata", .object(details.metadata.mapValues(JSONValue.string)))
        }
        output.add(Self.objectName)
        output.add("payment_method", optional: intent.paymentMethod)
        output.add(Self.noConfiguration)
        if intent.methodTypes == [.card], intent.more["payment_method_options"] == nil {
            output.add(Self.cardMethods)
        } else {
            output.add("payment_method_options", Self.methodOptions(intent))
            output.add("payment_method_types", .array(intent.methodTypes.map { .string($0.rawValue) }))
        }
        output.addNull("processing")
        output.add("receipt_email", optional: details.receiptEmail)
        output.add(Self.noReview)
        output.add("setup_future_usage", optional: intent.setupFutureUsage?.rawValue)
        output.add(Self.noSource)
        output.add("statement_descriptor", optional: details.statementDescriptor)
        output.add("statement_descriptor_suffix", optional: details.statementDescriptorSuffix)
        output.add("status", intent.status.rawValue)
        output.add(Self.noTransfer)
        output.add("transfer_group", optional: details.transferGroup)
    }

    private static let amountDetails = FixedMembers(["amount_details": ["tip": [:]]])
    private static let noApplication = FixedMembers(["application": nil, "application_fee_amount": nil])
    private static let automaticMethods = FixedMembers([
        "automatic_payment_methods": ["allow_redirects": "always", "enabled": true]
    ])
    private static let noAutomaticMethods = FixedMembers(["automatic_payment_methods": nil])
    private static let automaticConfirmation = FixedMembers(["confirmation_method": "automatic"])
    private static let noCustomerAccount = FixedMembers(["customer_account": nil])
    private static let noExcludedTypes = FixedMembers(["excluded_payment_method_types": nil])
    private static let testMode = FixedMembers(["livemode": false, "managed_payments": nil])
    private static let noMetadata = FixedMembers(["metadata": [:]])
    private static let objectName = FixedMembers([
        "next_action": nil, "object": "payment_intent", "on_behalf_of": nil,
    ])
    private static let noConfiguration = FixedMembers(["payment_method_configuration_details": nil])
    private static let cardMethods = FixedMembers([
        "payment_method_options": ["card": usualCardOptions], "payment_method_types": ["card"],
    ])
    private static let noReview = FixedMembers(["review": nil])
    private static let noSource = FixedMembers(["shipping": nil, "source": nil])
    private static let noTransfer = FixedMembers(["transfer_data": nil])
    private static let usualCardOptions: JSONValue = [
        "installments": nil, "mandate_options": nil, "network": nil, "request_three_d_secure": "automatic",
    ]

    /// Returns what the holder of a publishable key sees of an intent.
    static func reduced(_ intent: JSONValue) -> JSONValue {
        guard case .object(let members) = intent, let object = members["object"]?.text,
            object == "payment_intent" || object == "setup_intent"
        else { return intent }
        var shown = members.filter { publishableFields.contains($0.key) }
        shown["payment_method"] = shown["payment_method"].map(reducedMethod)
        for name in ["last_payment_error", "last_setup_error"] {
            guard case .object(var error)? = shown[name] else { continue }
            error["payment_method"] = error["payment_method"].map(reducedMethod)
            shown[name] = .object(error)
        }
        return .object(shown)
    }

    /// Returns what the holder of a publishable key sees of an intent's payment method: not whose it is.
    static func reducedMethod(_ method: JSONValue) -> JSONValue {
        guard case .object(let members) = method else { return method }
        return .object(members.filter { !["customer", "customer_account", "metadata"].contains($0.key) })
    }

    private static let publishableFields: Set<String> = [
        "id", "object", "amount", "amount_details", "automatic_payment_methods", "canceled_at",
        "cancellation_reason", "capture_method", "client_secret", "confirmation_method", "created", "currency",
        "description", "last_payment_error", "livemode", "next_action", "payment_method",
        "payment_method_configuration_details", "payment_method_types", "processing", "receipt_email",
        "setup_future_usage", "shipping", "source", "status", "last_setup_error", "usage",
    ]

    func json(_ decline: DeclineDetails) -> JSONValue {
        var error: [String: JSONValue] = [
            "code": .string(decline.code),
            "doc_url": .string(Self.documentation(of: decline.code)),
            "message": .string(decline.message),
            "payment_method": paymentMethods[decline.paymentMethod].map(json) ?? nil,
            "type": decline.charge == nil ? "invalid_request_error" : "card_error",
        ]
        error["payment_method_type"] = paymentMethods[decline.paymentMethod].map { .string($0.type.rawValue) }
        error.merge(DeclineAdvice(decline.declineCode).members) { $1 }
        error["charge"] = decline.charge.map(JSONValue.string)
        error["decline_code"] = decline.declineCode.map(JSONValue.string)
        return .object(error)
    }

    static func documentation(of code: String) -> String {
        let name = code.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
        return "https://docs.stripe.com/error-codes#" + String(decoding: name, as: UTF8.self)
    }

    static func methodOptions(_ intent: IntentRow) -> JSONValue {
        var options: [String: JSONValue] = [:]
        for type in intent.methodTypes {
            switch type {
            case .card: options["card"] = usualCardOptions
            case .interacPresent: options["interac_present"] = [:]
            case .cardPresent:
                options["card_present"] = [
                    "request_extended_authorization": false, "request_incremental_authorization_support": false,
                ]
            case .bancontact: options["bancontact"] = ["preferred_language": "en"]
            case .ideal, .sepaDebit: options[type.rawValue] = [:]
            }
        }
        guard let given = intent.more["payment_method_options"] else { return .object(options) }
        return withoutCleared(Document.merged(given, into: .object(options)))
    }

    /// The options that are shown even if they are empty.
    private static let nullableOptions: Set<String> = [
        "installments", "mandate_options", "network", "request_three_d_secure",
    ]

    /// Leaves out options that were unset.
    private static func withoutCleared(_ options: JSONValue) -> JSONValue {
        guard case .object(var types) = options else { return options }
        for (type, option) in types {
            guard case .object(let members) = shown(option) else { continue }
            types[type] = .object(members.filter { $0.value != .null || nullableOptions.contains($0.key) })
        }
        return .object(types)
    }
}
