/// Links for people without a key: each opens once, and not for long.
extension ResourceContext {
    mutating func createAccountLink(_ call: Call) throws(APIFailure) -> APIObject {
        let parameters = call.parameters
        let account = try linkedAccount(parameters.text("account") ?? "", call)
        let purpose = LinkPurpose(rawValue: parameters.text("type") ?? "") ?? .onboarding
        try Self.check(purpose, of: account, param: "type")
        guard parameters["collect"] == nil || parameters["collection_options"] == nil else {
            throw .exclusive("collect", "collection_options")
        }
        let addresses = try Self.addresses(parameters, at: [])
        let url = makeLink(purpose, to: account, addresses, call)
        return .json([
            "object": "account_link", "created": .integer(call.now),
            "expires_at": .integer(call.now + Self.linkLifetime), "url": .string(url),
        ])
    }

    mutating func createLoginLink(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findConnected(call)
        guard account["controller"]?["stripe_dashboard"]?["type"] == "express" else {
            throw .refused(
                "Cannot create a login link for an account that does not use the Express Dashboard.", code: nil)
        }
        guard json(account: account)["details_submitted"] == true else {
            throw .refused(
                "Cannot create a login link for an account that has not completed onboarding.", code: nil)
        }
        let url = makeLink(.login, to: account, LinkAddresses(), call)
        return .json(["object": "login_link", "created": .integer(call.now), "url": .string(url)])
    }

    /// Returns the account that a parameter of the request names.
    func linkedAccount(_ id: String, _ call: Call) throws(APIFailure) -> Document {
        guard let account = connectedAccount(id, of: call.account) else {
            throw .unknown("account", id, param: "account", isParameter: true)
        }
        guard account.hidden["isClosed"] != true else { throw Self.accountIsClosed }
        return account
    }

    /// Checks the purpose: account data is changed through a link only if the platform collects it; otherwise the
    /// account has a dashboard.
    static func check(_ purpose: LinkPurpose, of account: Document, param: String) throws(APIFailure) {
        guard purpose != .update || account["controller"]?["requirement_collection"] == "application" else {
            throw .invalid(
                "You cannot create `account_update` type Account Links for this account: they are for accounts whose "
                    + "requirements the platform collects. Use `account_onboarding` instead.", param: param)
        }
    }

    /// - Parameter path: The hash that contains the addresses.
    static func addresses(_ parameters: Parameters, at path: [String]) throws(APIFailure) -> LinkAddresses {
        let addresses = LinkAddresses(
            refresh: parameters.text("refresh_url"), return: parameters.text("return_url"))
        for (name, url) in [("refresh_url", addresses.refresh), ("return_url", addresses.return)] {
            guard let url, WebhookTarget(url) == nil else { continue }
            throw .invalid("Not a valid URL", code: "url_invalid", param: FormNode.bracketed(path + [name]))
        }
        return addresses
    }

    /// Submits the last page of the onboarding: the person accepts the terms, and submits everything.
    mutating func submitAccount(_ call: Call) throws(APIFailure) -> APIObject {
        var account = try findConnected(call)
        let before = json(account: account)
        account["tos_acceptance"] = Document.merged(
            [
                "date": .integer(call.now), "ip": .optional(call.parameters.text("ip")),
                "user_agent": .optional(call.parameters.text("user_agent")),
            ], into: account["tos_acceptance"])
        account.hidden["submitted"] = true
        put(account)
        tellChange(of: account.id, from: before, by: call)
        return .json(json(account: account))
    }
}
