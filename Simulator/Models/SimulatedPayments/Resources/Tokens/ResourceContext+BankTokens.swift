/// Tokens that stand for a bank account until it becomes an external account.
extension ResourceContext {
    mutating func createBankToken(_ given: JSONValue, _ call: Call) throws(APIFailure) -> APIObject {
        let fields = given.members ?? [:]
        let bank = try bankAccount(
            .object(fields.merging(["object": "bank_account"]) { $1 }), of: ownAccount(call), param: "bank_account",
            call)
        let shown = (bank.json.members ?? [:]).filter { !Self.onlyOfExternalAccounts.contains($0.key) }
        let token = makeDocument(
            .tokens, id: newOtherID(.tokens),
            [
                "bank_account": .object(shown), "client_ip": nil, "created": .integer(call.now), "livemode": false,
                "type": "bank_account", "used": false,
            ], hidden: bank.hidden, call)
        return .json(token.json)
    }

    private static let onlyOfExternalAccounts: Set = [
        "account", "available_payout_methods", "default_for_currency", "metadata",
    ]

    /// Returns the bank account of a token, which is used up when it is added, without putting it.
    mutating func bankAccount(
        ofToken id: String, for account: Document, param: String, _ call: Call
    ) throws(APIFailure) -> Document {
        let token = try findDocument("token", named: id, param: param, call)
        guard let shown = token["bank_account"]?.members else {
            throw .unknown("token", id, param: param, isParameter: true)
        }
        guard token["used"] == false else {
            throw .refused(
                "You cannot use a Stripe token more than once: \(id).", code: "token_already_used", param: param)
        }
        let known: [String: JSONValue] = [
            "account": .string(account.id), "available_payout_methods": ["standard", "instant"],
            "default_for_currency": false, "metadata": [:],
        ]
        return Document(
            id: shown["id"]?.text ?? newID(.bankAccounts), account: account.id, created: call.now,
            object: Self.bankObject,
            fields: shown.filter { !["id", "object"].contains($0.key) }.merging(known) { $1 },
            hidden: token.hidden.merging(["token": .string(id)]) { $1 })
    }

    /// Uses up the token of a bank account.
    mutating func useUp(tokenOf bank: inout Document) {
        guard let id = bank.hidden.removeValue(forKey: "token")?.text, var token = documents[id] else { return }
        token["used"] = true
        put(token)
    }
}
