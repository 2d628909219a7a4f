import TenderModel

/// What the page of a Checkout Session shows and does.
extension SimulatedPayments {
    /// All that a page needs to know, in one object.
    func paymentPage(of session: Document) -> JSONValue {
        let intent = session["payment_intent"]?.text.flatMap { intents[$0] }
        let setup = session["setup_intent"]?.text.flatMap { documents[$0] }
        let link = session["payment_link"]?.text.flatMap { documents[$0] }
        return [
            "object": "payment_page", "id": .string(session.id), "livemode": false,
            "after_completion": link?["after_completion"] ?? .null,
            "attempt": .integer(session.attempts), "line_items": .array(items(of: session)),
            "last_error": intent?.lastError.map { json($0) } ?? setup?["last_setup_error"] ?? .null,
            "intent_status": .optional(intent?.status.rawValue ?? setup?.status),
            "merchant": .string(merchantName(of: session.account)), "session": session.json,
            "shipping_rates": .array(
                session.shippingOptions.compactMap { $0["shipping_rate"]?.text.flatMap { documents[$0]?.json } }),
        ]
    }

    /// What customers call an account.
    package func merchantName(of account: String) -> String { knownName(of: account) ?? "Simulated shop" }

    /// The name that an account has told for its customers; nil when it told none.
    func knownName(of account: String) -> String? {
        let account = documents[account]
        let names = [
            account?["business_profile"]?["name"], account?["settings"]?["dashboard"]?["display_name"],
            account?["company"]?["name"],
        ]
        return names.lazy.compactMap { $0?.text }.first
    }

    /// The account of a Checkout Session or of a payment link, which a page's address names; nil for none, and for one
    /// that sells nothing any more.
    package func account(ofCheckout id: String) -> String? {
        guard let document = documents[id], [Self.checkoutObject, Self.linkObject].contains(document.object),
            !isOver(document.account)
        else { return nil }
        return document.account
    }

    /// Takes over what the customer chose before they pay.
    mutating func changePaymentPage(_ call: Call) throws(APIFailure) -> APIObject {
        var session = try findOpenCheckout(call)
        for (index, element) in (call.parameters.list("line_items") ?? []).enumerated() {
            try change(&session, element, "line_items[\(index)]")
        }
        guard session.items.contains(where: { ($0["quantity"]?.number ?? 0) > 0 }) else {
            throw .invalid("At least one item must be bought.", param: "line_items")
        }
        let rate = call.parameters.text("shipping_rate")
        guard rate == nil || session.shippingOptions.contains(where: { $0["shipping_rate"]?.text == rate }) else {
            throw .invalid("There is no such shipping option.", param: "shipping_rate")
        }
        try Self.count(&session, chosen: rate)
        try checkPayment(of: session, in: "payment_intent_data", call)
        // Whoever is asked just now was asked for another sum.
        if session["payment_intent"]?.text != nil { _ = try preparedIntent(of: session, call) }
        put(session)
        return shown(session, call)
    }

    private func change(
        _ session: inout Document, _ element: JSONValue, _ param: String
    ) throws(APIFailure) {
        var items = session.items
        guard let index = items.firstIndex(where: { $0["id"] == element["id"] }), var item = items[index].members,
            let quantity = element["quantity"]?.number
        else { throw .unknown("item", element["id"]?.text ?? "", param: "\(param)[id]", isParameter: true) }
        guard item["quantity"] != .integer(quantity) else { return }
        let bounds = item["adjustable_quantity"]
        guard let minimum = bounds?["minimum"]?.number, let maximum = bounds?["maximum"]?.number, minimum <= maximum,
            (minimum...maximum).contains(quantity)
        else {
            let range = bounds?["maximum"]?.number.map { "between \(bounds?["minimum"]?.number ?? 0) and \($0)" }
            throw .invalid(
                range.map { "The quantity must be \($0)." } ?? "The quantity of this item cannot be changed.",
                param: "\(param)[quantity]")
        }
        let price = item["price"]?.text.flatMap { findRow($0, account: session.account) }
        guard let amount = price.flatMap({ CheckoutLine.amount(of: $0, quantity: quantity) }) else {
            throw .invalid("So many cannot be charged.", code: "amount_too_large", param: "\(param)[quantity]")
        }
        item["quantity"] = .integer(quantity)
        item["amount_subtotal"] = .integer(amount)
        item["amount_total"] = .integer(amount)
        items[index] = .object(item)
        session.items = items
    }

    private func findOpenCheckout(_ call: Call) throws(APIFailure) -> Document {
        let session = try findCheckout(call)
        guard session["status"] == "open" else {
            throw .invalid(
                "This Checkout Session is \(session["status"]?.text ?? "over"), and takes no payment any more.")
        }
        return session
    }
}

// Payment.
extension SimulatedPayments {
    mutating func confirmPaymentPage(_ call: Call) throws(APIFailure) -> APIObject {
        let session = try findOpenCheckout(call)
        do throws(APIFailure) {
            try pay(session, call)
        } catch {
            // What was executed belongs to the key: the next attempt needs another.
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

    /// What the holder of a publishable key sees of a session after they paid.
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
        if session["mode"] == "payment" { try checkPayment(of: session, in: "payment_intent_data", call) }
        let method = try pageMethod(call)
        put(method)
        try makeCustomer(of: &session, method, call)
        var fields: [String: JSONValue] = ["payment_method": .string(method.id)]
        fields["return_url"] = call.parameters["return_url"] ?? .string(publicURL + "/c/return/" + session.id)
        // The form says so above its button.
        if method.type != .card { fields["mandate_data"] = Self.acceptanceOnPage }
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

    /// The page is the gateway's own, so that it is the browser's machine.
    private static let acceptanceOnPage: JSONValue = [
        "customer_acceptance": ["type": "online", "online": ["ip_address": "127.0.0.1", "user_agent": "Checkout"]]
    ]

    /// The session's intent for what is to be paid now: a new one at the first attempt.
    private mutating func preparedIntent(of session: Document, _ call: Call) throws(APIFailure) -> String {
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

    /// What was typed or chosen to pay with; it is not put.
    private mutating func pageMethod(_ call: Call) throws(APIFailure) -> PaymentMethodRow {
        switch (call.parameters.text("payment_method"), call.parameters["payment_method_data"]) {
        case (let id?, nil): return try method(named: id, param: "payment_method", call)
        case (nil, let data?): return try method(of: data, param: "payment_method_data", call)
        case (nil, nil): throw .missing("payment_method_data")
        case (_?, _?): throw .exclusive("payment_method", "payment_method_data")
        }
    }

    /// Takes over what the page asked the customer, and refuses what is missing.
    private static func readCollected(of session: inout Document, _ call: Call) throws(APIFailure) {
        let parameters = call.parameters
        if let expected = parameters.integer("expected_amount"), session["mode"] == "payment",
            session["amount_total"] != .integer(expected)
        {
            throw .invalid(
                "The amount due has changed.", param: "expected_amount")
        }
        if session["customer_email"]?.text == nil, session["customer"]?.text == nil {
            let email = parameters.text("email") ?? parameters.text("payment_method_data", "billing_details", "email")
            guard let email else { throw .missing("email") }
            session.hidden["email"] = .string(email)
        }
        if session["phone_number_collection"]?["enabled"] == true {
            guard let phone = parameters.text("phone") else { throw .missing("phone") }
            session.hidden["phone"] = .string(phone)
        }
        guard case .array(let countries)? = session["shipping_address_collection"]?["allowed_countries"] else { return }
        guard let shipping = parameters["shipping"] else { throw .missing("shipping") }
        guard let country = shipping["address"]?["country"], countries.contains(country) else {
            throw .invalid("Nothing is sent to this country.", param: "shipping[address][country]")
        }
        guard shipping["address"]?["line1"]?.text != nil else { throw .missing("shipping[address][line1]") }
        session.hidden["shipping"] = shipping
    }

    /// Makes the customer that the session wants, once.
    private mutating func makeCustomer(
        of session: inout Document, _ method: PaymentMethodRow, _ call: Call
    ) throws(APIFailure) {
        let isToBeSaved = session.hidden["payment_intent_data"]?["setup_future_usage"]?.text != nil
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
}

extension Document {
    /// How often somebody tried to pay.
    var attempts: Int64 { hidden["attempts"]?.number ?? 0 }
}
