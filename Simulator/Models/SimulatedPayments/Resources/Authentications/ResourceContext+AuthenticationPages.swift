import TenderModel

/// The pages of customers' banks: one for each attempt, which is answered once.
extension ResourceContext {
    static let authenticationObject = "tender.authentication"

    /// Returns the account whose customers a page is for, by the id in its address; `nil` if there is no such page.
    func account(ofPage id: String) -> String? {
        let objects = [Self.authenticationObject, Self.mandateObject]
        return documents[id].flatMap { objects.contains($0.object) ? $0.account : nil }
    }

    /// Creates a page for this attempt, and returns the action that leads the customer there.
    mutating func authenticationAction(
        of intent: String, with method: PaymentMethodRow, returningTo url: String?, _ call: Call
    ) -> JSONValue {
        let page = makeDocument(
            .authentications,
            [
                "intent": .string(intent), "payment_method": .string(method.id), "redirect_status": nil,
                "return_url": .optional(url), "status": "open",
            ], call)
        let address = JSONValue.string("\(publicURL)/authenticate/\(page.id)")
        guard let url else {
            return [
                "type": "use_stripe_sdk", "use_stripe_sdk": ["stripe_js": address, "type": "three_d_secure_redirect"],
            ]
        }
        return ["type": "redirect_to_url", "redirect_to_url": ["return_url": .string(url), "url": address]]
    }

    func findAuthentication(_ call: Call) throws(APIFailure) -> Document {
        try findDocument(Self.authenticationObject, call)
    }

    /// Applies the customer's choice, by the same rule as `POST /v1/_tender/authenticate`.
    mutating func answerAuthentication(_ call: Call) throws(APIFailure) -> APIObject {
        let page = try findAuthentication(call)
        guard let id = page["intent"]?.text, page["status"] == "open", isCurrent(page) else {
            throw .refused("This authentication is over: it was answered, or is not needed any more.", code: nil)
        }
        let outcome = call.parameters.choice(AuthenticationOutcome.self, "outcome")
        if let intent = intents[id] {
            _ = try authenticate(intent, succeeds: outcome == .succeed, call)
        } else {
            _ = try authenticateSetup(id, outcome == .succeed, call)
        }
        var answered = try findAuthentication(call)
        if outcome == .cancel { answered["status"] = "canceled" }
        put(answered)
        return .json(json(authentication: answered))
    }

    /// Records the answer in an intent's page; the intent already has its new state.
    mutating func noteAnswer(_ action: JSONValue?, succeeded: Bool, status: String) {
        guard let id = Self.page(of: action), var page = documents[id] else { return }
        page["status"] = succeeded ? "succeeded" : "failed"
        page["redirect_status"] = .string(Self.redirectStatus(status))
        put(page)
    }

    /// Returns the status that the shop's page is told for an intent in that state.
    private static func redirectStatus(_ status: String) -> String {
        switch status {
        case "succeeded", "requires_capture", "requires_confirmation": "succeeded"
        case "processing": "pending"
        default: "failed"
        }
    }

    /// Returns the id of the page that an action leads to.
    private static func page(of action: JSONValue?) -> String? {
        let address = action?["redirect_to_url"]?["url"] ?? action?["use_stripe_sdk"]?["stripe_js"]
        return address?.text?.split(separator: "/").last.map(String.init)
    }

    /// Returns whether a page's intent still waits for its answer.
    private func isCurrent(_ page: Document) -> Bool {
        guard let id = page["intent"]?.text else { return false }
        guard let intent = intents[id] else {
            let setup = documents[id]
            return setup?.status == "requires_action" && Self.page(of: setup?["next_action"]) == page.id
        }
        return intent.status == .requiresAction && Self.page(of: intent.more["next_action"]) == page.id
    }

    /// Renders a page, with the payment's details.
    func json(authentication page: Document) -> JSONValue {
        var members = page.json.members ?? [:]
        if page["status"] == "open", !isCurrent(page) { members["status"] = "stale" }
        let intent = page["intent"]?.text ?? ""
        if let row = intents[intent] {
            members["amount"] = .integer(row.amount)
            members["currency"] = .string(row.currency.code)
            members["client_secret"] = .string(row.clientSecret)
        } else {
            members["client_secret"] = documents[intent]?["client_secret"] ?? .null
        }
        members["merchant"] = .optional(knownName(of: page.account))
        members["payment_method"] = page["payment_method"]?.text.flatMap { paymentMethods[$0] }.map(json) ?? nil
        return .object(members)
    }
}
