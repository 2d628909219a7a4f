/// Accounts in v2 of the API: the same rows with other names.
extension ResourceContext {
    mutating func createAccount2(_ call: Call) throws(APIFailure) -> APIObject {
        let changes = try AccountChanges(call.parameters)
        guard changes.applied.isSubset(of: ["customer"]) || call.parameters["defaults", "responsibilities"] != nil
        else {
            throw .missing("defaults[responsibilities]")
        }
        let country = try Self.country(call.parameters.text("identity", "country") ?? "US")
        let controller = Self.controller(changes.fields["controller"], into: Self.controllerOfNobody)
        var account = Document(
            id: newID(.accounts), account: call.account, created: call.now, object: Self.accountObject,
            fields: Self.newAccount(controller, country: country, now: call.now), hidden: ["capabilities": [:]])
        try set(&account, changes, call)
        emit2(".created", ofAccount: account, by: call)
        return .json(json2(documents[account.id] ?? account, including: call.included))
    }

    private static let controllerOfNobody: JSONValue = [
        "fees": ["payer": "account"], "is_controller": true, "losses": ["payments": "stripe"],
        "requirement_collection": "stripe", "stripe_dashboard": ["type": "none"], "type": "application",
    ]

    /// Returns who is responsible for what after a request; the platform collects requirements where nobody else could.
    private static func controller(_ given: JSONValue?, into old: JSONValue) -> (type: String, fields: JSONValue) {
        let merged = Document.merged(given ?? [:], into: old)
        let isOfPlatform = merged.at("stripe_dashboard.type") == "none" && merged.at("losses.payments") == "application"
        let controller = merged.setting("requirement_collection", to: isOfPlatform ? "application" : "stripe")
        return (controllers.first { $0.value == controller }?.key ?? "none", controller)
    }

    mutating func updateAccount2(_ call: Call) throws(APIFailure) -> APIObject {
        var account = try findAccount2(call)
        guard account.hidden["isClosed"] != true else { throw Self.accountIsClosed }
        let before = json(account: account)
        let changes = try AccountChanges(call.parameters)
        if let given = changes.fields["controller"] {
            let controller = Self.controller(given, into: account["controller"] ?? [:])
            account["controller"] = controller.fields
            account["type"] = .string(controller.type)
        }
        try set(&account, changes, call)
        tellChange(of: account.id, from: before, by: call)
        return .json(json2(documents[account.id] ?? account, including: call.included))
    }

    /// Applies the changes of a request, and puts the account and its individual.
    private mutating func set(
        _ account: inout Document, _ changes: AccountChanges, _ call: Call
    ) throws(APIFailure) {
        var fields = changes.fields
        if let country = fields["country"]?.text { fields["country"] = .string(try Self.country(country)) }
        account.hidden.merge(changes.hidden) { $1 }
        let applied = appliedConfigurations(of: account).union(changes.applied).subtracting(changes.removed)
        account.hidden["configurations"] = .array(applied.sorted().map(JSONValue.string))
        try set(&account, Parameters(fields), call)
        guard let types = AccountChanges.numberTypes(ofPerson: call.parameters["identity", "individual"]),
            var person = persons(of: account.id).first(where: \.isRepresentative)
        else { return }
        person.hidden["id_numbers"] = types
        put(person)
    }

    mutating func closeAccount2(_ call: Call) throws(APIFailure) -> APIObject {
        var account = try findAccount2(call)
        guard account.hidden["isClosed"] != true else { throw Self.accountIsClosed }
        guard Set(call.parameters.texts("applied_configurations") ?? []) == appliedConfigurations(of: account) else {
            throw .invalid(
                "To close an account, name all configurations that are applied to it.", param: "applied_configurations")
        }
        try checkMoney(of: account, "closed")
        let before = json(account: account)
        account.hidden["configurations"] = .array(appliedConfigurations(of: account).sorted().map(JSONValue.string))
        account.hidden["isClosed"] = true
        account.hidden["capabilities"] = [:]
        put(account)
        tellChange(of: account.id, from: before, by: call)
        emit2(".closed", ofAccount: account, by: call)
        return .json(json2(account, including: call.included))
    }

    static let accountIsClosed = APIFailure.refused(
        "This account is closed and cannot be changed.", code: "account_closed")

    func findAccount2(_ call: Call) throws(APIFailure) -> Document {
        guard let account = connectedAccount(call.id, of: call.account) else {
            throw .unknown("account", call.id, param: "id")
        }
        return account
    }

    /// Returns the configurations of an account: those in its requests, and those of its capabilities.
    func appliedConfigurations(of account: Document) -> Set<String> {
        var names: Set<String> = []
        if case .array(let said)? = account.hidden["configurations"] { names.formUnion(said.compactMap(\.text)) }
        for capability in account.requestedCapabilities {
            names.insert(capability.name == "transfers" ? "recipient" : "merchant")
        }
        return names
    }

    func listAccounts2(_ call: Call) throws(APIFailure) -> APIObject {
        let names = call.parameters.texts("applied_configurations")
        let isClosed = call.parameters.boolean("closed")
        let query =
            (names ?? []).map { ("applied_configurations[]", $0) }
            + (isClosed.map { [("closed", $0 ? "true" : "false")] } ?? [])
        return try list2(Document.shelf(Self.accountObject, of: call.account), at: "/v2/core/accounts", query, call) {
            account in
            !account.isDeleted && appliedConfigurations(of: account).isSuperset(of: names ?? [])
                && (isClosed ?? false) == (account.hidden["isClosed"] == true)
        } shown: {
            json2($0, including: [])
        }
    }

    mutating func createAccountLink2(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try linkedAccount(call.parameters.text("account") ?? "", call)
        let type = call.parameters.text("use_case", "type") ?? ""
        guard let terms = call.parameters["use_case", type]?.members else { throw .missing("use_case[\(type)]") }
        let purpose = LinkPurpose(rawValue: type) ?? .onboarding
        try Self.check(purpose, of: account, param: "use_case[type]")
        let addresses = try Self.addresses(Parameters(terms), at: ["use_case", type])
        let url = makeLink(purpose, to: account, addresses, call)
        return .json([
            "object": "v2.core.account_link", "account": .string(account.id),
            "created": .string(Timestamp(call.now).text),
            "expires_at": .string(Timestamp(call.now + Self.linkLifetime).text), "livemode": false,
            "url": .string(url), "use_case": ["type": .string(type), type: .object(terms)],
        ])
    }
}
