/// The answers on a page, besides the payment method.
extension ResourceContext {
    /// Reads the answers on the page, and refuses when one is missing.
    static func readCollected(of session: inout Document, _ call: Call) throws(APIFailure) {
        let parameters = call.parameters
        if let expected = parameters.integer("expected_amount"), session["mode"] == "payment",
            session["amount_total"] != .integer(expected)
        {
            throw .invalid("The amount due has changed.", param: "expected_amount")
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
        try readShipping(of: &session, parameters)
        session.hidden["custom_fields"] = try answers(of: session, parameters)
        try readConsent(of: &session, parameters)
    }

    private static func readShipping(of session: inout Document, _ parameters: Parameters) throws(APIFailure) {
        guard case .array(let countries)? = session["shipping_address_collection"]?["allowed_countries"] else { return }
        guard let shipping = parameters["shipping"] else { throw .missing("shipping") }
        guard let country = shipping["address"]?["country"], countries.contains(country) else {
            throw .invalid("Nothing is shipped to this country.", param: "shipping[address][country]")
        }
        guard shipping["address"]?["line1"]?.text != nil else { throw .missing("shipping[address][line1]") }
        session.hidden["shipping"] = shipping
    }

    /// Shows the answers, now that the session is complete.
    static func showAnswers(in session: inout Document) {
        for name in ["custom_fields", "consent"] {
            if let answers = session.hidden[name] { session[name] = answers }
        }
    }
}

// Customers' consent.
extension ResourceContext {
    static func consentCollection(_ given: JSONValue) -> JSONValue {
        let unsaid: [String: JSONValue] = [
            "payment_method_reuse_agreement": nil, "promotions": "none", "terms_of_service": "none",
        ]
        return .object(unsaid.merging(given.members ?? [:]) { $1 })
    }

    /// Returns the consent that nobody has given yet; null where none is asked.
    static func consentAsked(by session: Document) -> JSONValue {
        guard case .object? = session["consent_collection"] else { return .null }
        return ["promotions": nil, "terms_of_service": nil]
    }

    private static func readConsent(of session: inout Document, _ parameters: Parameters) throws(APIFailure) {
        guard let asked = session["consent_collection"], asked != .null else {
            guard !parameters.contains("consent") else {
                throw .invalid("Nobody is asked to agree to anything here.", param: "consent")
            }
            return
        }
        let terms = parameters["consent", "terms_of_service"] ?? .null
        guard asked["terms_of_service"] != "required" || terms == "accepted" else {
            throw .missing("consent[terms_of_service]")
        }
        let news = asked["promotions"] == "auto" ? parameters["consent", "promotions"] ?? "opt_out" : .null
        session.hidden["consent"] = ["promotions": news, "terms_of_service": terms]
    }
}
