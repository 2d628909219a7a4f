import TenderModel

/// The creation of a Checkout Session.
extension ResourceContext {
    static let checkoutObject = "checkout.session"
    /// The bounds of a session's lifetime, in seconds.
    static let checkoutLifetime: ClosedRange<Int64> = 1800...86_400

    mutating func createCheckout(_ call: Call) throws(APIFailure) -> APIObject {
        let mode = call.parameters.text("mode") ?? ""
        guard mode != "subscription" else {
            throw .invalid(
                "Subscriptions are not simulated: `mode` must be `payment` or `setup`.", param: "mode")
        }
        var session = try newCheckout(call)
        try Self.readAfterwards(of: &session, call.parameters)
        try readAddresses(of: &session, call)
        try Self.readExpiry(of: &session, call)
        try readCustomer(of: &session, call)
        guard mode == "payment" else { return try startSetup(session, call) }
        guard !call.parameters.contains("setup_intent_data") else {
            throw .invalid("You can not pass `setup_intent_data` in `payment` mode.", param: "setup_intent_data")
        }
        let (lines, currency) = try readLines(call)
        let rates = try readShippingRates(currency, call)
        session.items = lines.map { $0.item("") }
        session["currency"] = .string(currency.code)
        session["shipping_options"] = try Self.shippingOptions(rates)
        session.hidden["payment_intent_data"] = call.parameters["payment_intent_data"]
        session.hidden["payment_method_options"] = call.parameters["payment_method_options"]
        try Self.count(&session)
        try checkPayment(of: session, in: "payment_intent_data", call)
        session.items = putLines(lines, call)
        for rate in rates { put(rate) }
        put(session)
        return shown(session, call)
    }

    /// Creates a session with the fields of every kind, without putting it.
    private mutating func newCheckout(_ call: Call) throws(APIFailure) -> Document {
        let parameters = call.parameters
        var session = blankCheckout(call)
        for name in Self.plainCheckoutFields {
            if let value = parameters[name] { session[name] = value }
        }
        try Self.readSaleOptions(of: &session, parameters)
        if let options = parameters["payment_method_options"] {
            session["payment_method_options"] = Document.merged(options, into: session["payment_method_options"])
        }
        if parameters.contains("invoice_creation") { session["invoice_creation"] = Self.noInvoice }
        session["custom_fields"] = Self.answerable(session["custom_fields"])
        session["consent"] = Self.consentAsked(by: session)
        session["metadata"] = .object(try parameters.metadata().mapValues(JSONValue.string))
        return session
    }

    /// Creates a session with defaults only.
    mutating func blankCheckout(_ call: Call) -> Document {
        var session = Document(
            id: newID(.checkoutSessions), account: call.account, created: call.now, object: Self.checkoutObject,
            fields: Self.blankCheckoutFields)
        session["created"] = .integer(call.now)
        session["expires_at"] = .integer(call.now + Self.checkoutLifetime.upperBound)
        session.hidden["platform"] = call.credential.platform.map(JSONValue.string)
        return session
    }

    /// Reads the options that a session and a link share about what the customer is asked.
    static func readSaleOptions(of document: inout Document, _ parameters: Parameters) throws(APIFailure) {
        for (name, what) in notSimulated where parameters.boolean(name, "enabled") == true {
            throw .invalid("\(what) not simulated.", param: "\(name)[enabled]")
        }
        guard parameters.text("submit_type") != "subscribe" else {
            throw .invalid("`submit_type` can be `subscribe` in subscription mode only.", param: "submit_type")
        }
        guard !parameters.contains("payment_method_collection") else {
            throw .invalid(
                "`payment_method_collection` can be used in subscription mode only.",
                param: "payment_method_collection")
        }
        try checkCountries(parameters)
        if document.object == linkObject, parameters["payment_method_types"] == .null {
            document["payment_method_types"] = .some(.null)
        }
        if let types = parameters.texts("payment_method_types") {
            try checkMethodTypes(types)
            document["payment_method_types"] = .array(types.map(JSONValue.string))
        }
        if let texts = parameters["custom_text"] {
            document["custom_text"] = Document.merged(texts, into: document["custom_text"])
        }
        if let fields = try customFields(parameters) { document["custom_fields"] = fields }
        if let consent = parameters["consent_collection"] {
            document["consent_collection"] = consentCollection(consent)
        }
        if let countries = parameters["shipping_address_collection"] {
            document["shipping_address_collection"] = countries
        }
        for name in ["phone_number_collection", "tax_id_collection"] {
            if let value = parameters[name] { document[name] = Document.merged(value, into: document[name]) }
        }
    }

    private static let notSimulated = [
        ("adaptive_pricing", "Adaptive pricing is"), ("automatic_tax", "Taxes are"),
        ("invoice_creation", "Invoices are"), ("managed_payments", "Managed payments are"),
    ]

    private static func checkMethodTypes(_ names: [String]) throws(APIFailure) {
        let online = MethodType.allCases.filter { $0 != .cardPresent && $0 != .interacPresent }.map(\.rawValue)
        guard let name = names.first(where: { !online.contains($0) }) ?? (names.isEmpty ? "" : nil) else { return }
        throw .invalid(
            "The payment method type \"\(name)\" is invalid. Please ensure the provided type is activated in your "
                + "dashboard and that your account is enabled for any preview features that you are trying to use. "
                + "These can be used: \(online.joined(separator: ", ")).",
            param: "payment_method_types")
    }

    private static func readExpiry(of session: inout Document, _ call: Call) throws(APIFailure) {
        guard let time = call.parameters.integer("expires_at") else { return }
        guard time >= call.now, time - call.now >= checkoutLifetime.lowerBound else {
            throw .invalid(
                "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
                param: "expires_at")
        }
        guard time - call.now <= checkoutLifetime.upperBound else {
            throw .invalid(
                "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
                param: "expires_at")
        }
        session["expires_at"] = .integer(time)
    }

    private func readCustomer(of session: inout Document, _ call: Call) throws(APIFailure) {
        let parameters = call.parameters
        var email = parameters.text("customer_email")
        if let id = parameters.text("customer") {
            guard email == nil else { throw .exclusive("customer", "customer_email") }
            guard !parameters.contains("customer_creation") else { throw .exclusive("customer", "customer_creation") }
            email = try findDocument("customer", named: id, param: "customer", call)["email"]?.text
            session["customer_creation"] = nil as JSONValue
            session.hidden["customer_update"] = parameters["customer_update"]
        } else if parameters.contains("customer_update") {
            throw .invalid("`customer_update` can only be used with `customer`.", param: "customer_update")
        }
        guard let email else { return }
        session.hidden["email"] = .string(email)
        session["customer_details"] = session.customerDetails()
    }

    private mutating func startSetup(_ given: Document, _ call: Call) throws(APIFailure) -> APIObject {
        var session = given
        for name in ["line_items", "payment_intent_data", "shipping_options", "submit_type"]
        where call.parameters.contains(name) {
            throw .invalid("You can not pass `\(name)` in `setup` mode.", param: name)
        }
        session["payment_status"] = "no_payment_required"
        session["currency"] = .optional(call.parameters.text("currency"))
        var fields = call.parameters["setup_intent_data"]?.members ?? [:]
        fields["on_behalf_of"] = nil
        fields["payment_method_types"] = session["payment_method_types"]
        fields["customer"] = session["customer"]?.text.map(JSONValue.string)
        let inner = try innerCall("setup_intents.create", fields, of: session, call)
        guard case .json(let intent) = try createSetupIntent(inner) else { return .json(.null) }
        session["setup_intent"] = intent["id"]
        put(session)
        return shown(session, call)
    }

    /// Refuses what no PaymentIntent could be, before anything is created.
    ///
    /// - Parameter group: The parameter with the intent's details.
    /// - Returns: The intent as it would be, without putting it.
    @discardableResult mutating func checkPayment(
        of session: Document, in group: String?, _ call: Call
    ) throws(APIFailure) -> IntentRow {
        do throws(APIFailure) {
            return try newIntent(innerCall("create", intentFields(of: session), of: session, call))
        } catch {
            var failure = error
            failure.paymentIntent = nil
            failure.isExecuted = false
            switch error.param {
            case "amount":
                failure.param = "line_items"
                failure.message = "The total amount due cannot be charged. " + error.message
            case let name? where !Self.ownFields.contains(name):
                failure.param = group.map { FormNode.bracketed([$0] + Self.path(of: name)) } ?? name
            default: break
            }
            throw failure
        }
    }

    /// The fields of its intent that a session sets itself.
    private static let ownFields: Set<String> = ["currency", "customer", "payment_method_types"]

    private static func path(of param: String) -> [String] {
        param.split(whereSeparator: { $0 == "[" || $0 == "]" }).map(String.init)
    }

    /// The names that a request and the session share.
    private static let plainCheckoutFields = [
        "allow_promotion_codes", "billing_address_collection", "client_reference_id", "customer", "customer_creation",
        "customer_email", "integration_identifier", "locale", "mode", "origin_context", "submit_type",
        "wallet_options",
    ]

    private static let blankCheckoutFields: [String: JSONValue] = [
        "adaptive_pricing": ["enabled": false], "after_expiration": nil, "allow_promotion_codes": nil,
        "amount_subtotal": nil, "amount_total": nil,
        "automatic_tax": ["enabled": false, "liability": nil, "provider": nil, "status": nil],
        "billing_address_collection": nil, "cancel_url": nil, "client_reference_id": nil, "client_secret": nil,
        "collected_information": nil, "consent": nil, "consent_collection": nil, "currency": nil,
        "currency_conversion": nil, "custom_fields": [],
        "custom_text": [
            "after_submit": nil, "shipping_address": nil, "submit": nil, "terms_of_service_acceptance": nil,
        ],
        "customer": nil, "customer_account": nil, "customer_creation": "if_required", "customer_details": nil,
        "customer_email": nil, "discounts": [], "integration_identifier": nil, "invoice": nil,
        "invoice_creation": nil, "livemode": false, "locale": nil, "managed_payments": ["enabled": false],
        "metadata": [:], "mode": "payment", "origin_context": nil, "payment_intent": nil, "payment_link": nil,
        "payment_method_collection": "if_required", "payment_method_configuration_details": nil,
        "payment_method_options": ["card": ["request_three_d_secure": "automatic"]],
        "payment_method_types": ["card"], "payment_status": "unpaid", "permissions": nil,
        "phone_number_collection": ["enabled": false], "recovered_from": nil, "saved_payment_method_options": nil,
        "setup_intent": nil, "shipping_address_collection": nil, "shipping_cost": nil, "shipping_options": [],
        "status": "open", "submit_type": nil, "subscription": nil, "success_url": nil, "total_details": nil,
        "ui_mode": "hosted_page", "url": nil, "wallet_options": nil,
    ]
}
