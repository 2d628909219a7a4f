import SimulatedPayments

/// The handling of a submitted form.
extension CheckoutPage {
    /// Handles the form.
    mutating func answer(_ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try visit.checkToken(id)
        guard status == "open" else { return onward }
        return visit.field("action") == "update" ? change(&payments) : pay(&payments)
    }

    /// The response that leads to the shop after a payment, or the page that shows the session's result.
    private var onward: APIResponse {
        guard status == "complete", place == .hosted, let destination else { return response }
        return Page.onward(to: destination).response()
    }

    private mutating func pay(_ payments: inout SimulatedPayments) -> APIResponse {
        var fields: [(name: String, value: String)]
        switch payment {
        case .success(let read): fields = read
        case .failure(let found):
            problem = found
            return response
        }
        fields += [
            ("return_url", "\(publicURL)/c/return/\(id)"), ("expand[]", isSetup ? "setup_intent" : "payment_intent"),
        ]
        let (status, json) = visit.ask(
            "POST", "/v1/payment_pages/\(id)/confirm", fields, key: key, for: account, of: &payments)
        reload(&payments)
        guard status == 200 else {
            problem = CheckoutProblem(json["error"] ?? .null, paying: type, say)
            return self.status == "open" ? response : onward
        }
        return next(json)
    }

    /// The idempotency key: one form pays once, however often it is submitted.
    private var key: String { "checkout_\(id)_\(visit.field("attempt") ?? "0")" }

    /// Returns the response after the API accepted the payment.
    private func next(_ answer: JSONValue) -> APIResponse {
        guard status == "open" else { return onward }
        let intent = answer[isSetup ? "setup_intent" : "payment_intent"]
        let address = intent?["next_action"]?["redirect_to_url"]?["url"]?.text.flatMap { WebAddress($0) }
        guard let address else { return response }
        guard place == .hosted else { return CheckoutEnding(self).leaving(to: address).response() }
        return Page.onward(to: address).response()
    }

    private enum Reading {
        case success([(name: String, value: String)])
        case failure(CheckoutProblem)
    }

    /// The parameters of the payment; missing entries are reported before the API is asked.
    private var payment: Reading {
        var fields: [(name: String, value: String)] = []
        if !isSetup { fields.append(("expected_amount", visit.field("expected_amount") ?? "")) }
        for name in ["email", "phone"] {
            if let text = visit.field(name) { fields.append((name, text)) }
        }
        fields.append(("payment_method_data[type]", type))
        switch type {
        case "card":
            switch card {
            case .success(let read): fields += read
            case .failure(let problem): return .failure(problem)
            }
        case "sepa_debit":
            guard let iban = visit.field("iban") else {
                return .failure(CheckoutProblem(field: "iban", message: say[.enterIBAN]))
            }
            fields.append(("payment_method_data[sepa_debit][iban]", iban))
        default: break
        }
        return .success(fields + billing + shipping + answers)
    }

    private var card: Reading {
        guard let number = visit.field("number") else {
            return .failure(CheckoutProblem(field: "number", message: say[.enterCardNumber]))
        }
        guard let expiry = Self.expiry(visit.field("expiry") ?? "") else {
            return .failure(CheckoutProblem(field: "expiry", message: say[.enterExpiry]))
        }
        guard let code = visit.field("cvc") else {
            return .failure(CheckoutProblem(field: "cvc", message: say[.enterSecurityCode]))
        }
        let path = "payment_method_data[card]"
        return .success([
            (path + "[number]", number), (path + "[exp_month]", expiry.month), (path + "[exp_year]", expiry.year),
            (path + "[cvc]", code),
        ])
    }

    /// Parses month and year as people write them: `12/34`, `12 / 2034`, `1234`.
    static func expiry(_ text: String) -> (month: String, year: String)? {
        let digits = text.filter(\.isASCII).filter(\.isNumber)
        guard text.utf8.count <= 20, text.allSatisfy({ "0123456789 /-.".contains($0) }),
            [3, 4, 6].contains(digits.count)
        else { return nil }
        let month = digits.prefix(digits.count == 3 ? 1 : 2)
        return (String(month), String(digits.dropFirst(month.count)))
    }

    private var billing: [(name: String, value: String)] {
        let path = "payment_method_data[billing_details]"
        var fields: [(name: String, value: String)] = []
        if let name = visit.field("name") { fields.append((path + "[name]", name)) }
        if let email = visit.field("email") ?? session["customer_details"]?["email"]?.text {
            fields.append((path + "[email]", email))
        }
        for name in ["line1", "city", "postal_code", "country"] {
            if let text = visit.field(name) { fields.append((path + "[address][\(name)]", text)) }
        }
        return fields
    }

    private var shipping: [(name: String, value: String)] {
        guard session["shipping_address_collection"] != .null else { return [] }
        var fields: [(name: String, value: String)] = []
        if let name = visit.field("shipping_name") { fields.append(("shipping[name]", name)) }
        for name in ["line1", "city", "state", "postal_code", "country"] {
            if let text = visit.field("shipping_" + name) { fields.append(("shipping[address][\(name)]", text)) }
        }
        return fields
    }
}
