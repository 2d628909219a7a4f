/// The payment on a page.
extension ResourceContext {
    mutating func confirmPaymentPage(_ call: Call) throws(APIFailure) -> APIObject {
        let session = try findOpenCheckout(call)
        do throws(APIFailure) {
            try pay(session, call)
        } catch {
            // An executed request belongs to the key: the next attempt needs another.
            if error.isExecuted { countAttempt(of: session.id) }
            throw error
        }
        countAttempt(of: session.id)
        let current = documents[session.id] ?? session
        return call.credential.isPublishable ? .json(publicView(of: current)) : shown(current, call)
    }

    private mutating func countAttempt(of id: String) {
        guard var session = documents[id] else { return }
        session.hidden["attempts"] = .integer(session.attempts + 1)
        put(session)
    }

    /// Returns what the holder of a publishable key sees of a session after the payment.
    private func publicView(of session: Document) -> JSONValue {
        var members = session.json.members ?? [:]
        for name in ["metadata", "customer", "client_reference_id"] { members[name] = nil }
        let intent = (session["payment_intent"]?.text ?? session["setup_intent"]?.text)
            .flatMap { object($0, session.account) }
        members[session["payment_intent"]?.text == nil ? "setup_intent" : "payment_intent"] = intent.map(Self.reduced)
        return .object(members)
    }

    private mutating func pay(_ given: Document, _ call: Call) throws(APIFailure) {
        var session = given
        try Self.readCollected(of: &session, call)
        let method = try pageMethod(call)
        try Self.checkBilling(of: method, wantedBy: session)
        var fields: [String: JSONValue] = ["payment_method": .string(method.id)]
        fields["return_url"] = call.parameters["return_url"] ?? .string(publicURL + "/c/return/" + session.id)
        // The form says so above its button.
        if method.type != .card { fields["mandate_data"] = Self.acceptanceOnPage }
        try check(method, fields, pays: session, call)
        put(method)
        try makeCustomer(of: &session, method, call)
        guard session["mode"] == "payment" else {
            put(session)
            let intent = session["setup_intent"]?.text ?? ""
            _ = try confirmSetupIntent(innerCall("setup_intents.confirm", id: intent, fields, of: session, call))
            return
        }
        let intent = try preparedIntent(of: session, call)
        session["payment_intent"] = .string(intent)
        put(session)
        _ = try confirmIntent(innerCall("confirm", id: intent, fields, of: session, call))
    }

    private static func checkBilling(
        of method: PaymentMethodRow, wantedBy session: Document
    ) throws(APIFailure) {
        guard session["billing_address_collection"] == "required" else { return }
        let address = method.particulars.billing?["address"]
        for name in ["line1", "country"] where address?[name]?.text == nil {
            throw .missing("payment_method_data[billing_details][address][\(name)]")
        }
    }

    /// Refuses what the intent would refuse, before anything is created that would be left over.
    private mutating func check(
        _ method: PaymentMethodRow, _ fields: [String: JSONValue], pays session: Document, _ call: Call
    ) throws(APIFailure) {
        guard session["mode"] == "payment" else {
            guard let intent = session["setup_intent"]?.text.flatMap({ documents[$0] }) else { return }
            return try Self.check(method, fits: intent, isStored: true)
        }
        let draft = try checkPayment(of: session, in: "payment_intent_data", call)
        try checkConfirmation(of: draft, method, innerCall("confirm", id: draft.id, fields, of: session, call))
    }

    /// The page is the gateway's own, so it knows the browser's address.
    private static let acceptanceOnPage: JSONValue = [
        "customer_acceptance": ["type": "online", "online": ["ip_address": "127.0.0.1", "user_agent": "Checkout"]]
    ]

    /// Returns the session's intent for the amount due now: a new one at the first attempt.
    mutating func preparedIntent(of session: Document, _ call: Call) throws(APIFailure) -> String {
        var fields = intentFields(of: session)
        guard let id = session["payment_intent"]?.text else {
            let made = try createIntent(innerCall("create", fields, of: session, call))
            guard case .intent(let intent) = made else { return "" }
            return intent.id
        }
        for name in ["capture_method", "on_behalf_of", "payment_method_types"] { fields[name] = nil }
        _ = try updateIntent(innerCall("update", id: id, fields, of: session, call))
        return id
    }

    /// Returns the payment method that was typed or chosen, without putting it.
    private mutating func pageMethod(_ call: Call) throws(APIFailure) -> PaymentMethodRow {
        switch (call.parameters.text("payment_method"), call.parameters["payment_method_data"]) {
        case (let id?, nil): return try method(named: id, param: "payment_method", call)
        case (nil, let data?): return try method(of: data, param: "payment_method_data", call)
        case (nil, nil): throw .missing("payment_method_data")
        case (_?, _?): throw .exclusive("payment_method", "payment_method_data")
        }
    }

    /// Creates the customer that the session requests, once.
    private mutating func makeCustomer(
        of session: inout Document, _ method: PaymentMethodRow, _ call: Call
    ) throws(APIFailure) {
        let usages = [
            session.hidden["payment_intent_data"], session.hidden["payment_method_options"]?[method.type.rawValue],
        ]
        let isToBeSaved = usages.contains { $0?["setup_future_usage"]?.text != nil }
        guard session["customer"]?.text == nil, isToBeSaved || session["customer_creation"] == "always" else { return }
        var fields: [String: JSONValue] = ["email": session.hidden["email"] ?? .null]
        fields["name"] = method.particulars.billing?["name"]?.text.map(JSONValue.string)
        fields["phone"] = session.hidden["phone"]
        let made = try createCustomer(innerCall("customers.create", fields, of: session, call))
        if case .json(let customer) = made { session["customer"] = customer["id"] }
        if let setup = session["setup_intent"]?.text {
            let change = ["customer": session["customer"] ?? .null]
            _ = try updateSetupIntent(innerCall("setup_intents.update", id: setup, change, of: session, call))
        }
    }

    /// Saves with the customer what they entered on the page, if the shop requests that.
    mutating func updateCustomer(of session: Document, billing: JSONValue?, by call: Call?, now: Int64) {
        guard let wanted = session.hidden["customer_update"],
            let old = session["customer"]?.text.flatMap({ documents[$0] })
        else { return }
        var customer = old
        if wanted["name"] == "auto", let name = billing?["name"], name != .null { customer["name"] = name }
        if wanted["address"] == "auto", let address = billing?["address"], address != .null {
            customer["address"] = Self.withNulls(address, Self.addressNames)
        }
        if wanted["shipping"] == "auto", let shipping = session.hidden["shipping"] {
            customer["shipping"] = [
                "address": Self.withNulls(shipping["address"], Self.addressNames), "name": shipping["name"] ?? .null,
                "phone": session.hidden["phone"] ?? .null,
            ]
        }
        let changes = Self.changes(from: old.json, to: customer.json)
        guard changes != [:] else { return }
        put(customer)
        emit("customer.updated", .document(customer), of: customer.account, previous: changes, by: call, now: now)
    }
}
