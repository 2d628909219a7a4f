extension Operation {
    /// Our own endpoint: in the API nobody can change their own account, which is what the dashboard is for.
    static let ownName: [Operation] = [
        Operation(
            "tender.account.update", .post, "/v1/_tender/account", .one("account"),
            ["name": .text(maximum: 100).clearable.required]
        ) { (it, call) throws(APIFailure) in it.setOwnName(call) }
    ]
}

/// A platform's name for its customers; for connected accounts it is part of their profile.
extension ResourceContext {
    private static let ownNameObject = "tender.name"

    private static func ownNameID(_ account: String) -> String { "\(ownNameObject)/\(account)" }

    func ownName(of account: String) -> String? { documents[Self.ownNameID(account)]?["name"]?.text }

    fileprivate mutating func setOwnName(_ call: Call) -> APIObject {
        put(
            Document(
                id: Self.ownNameID(call.account), account: call.account, created: call.now, object: Self.ownNameObject,
                fields: ["name": .optional(call.parameters.text("name"))]))
        return .json(json(ownAccount(call)))
    }
}
