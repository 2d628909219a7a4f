import TenderBytes
import TenderModel

/// The destinations of an account's payouts. Only the last four digits of a bank account's number are kept.
extension ResourceContext {
    static let bankObject = "bank_account"

    mutating func createExternalAccount(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findConnected(call)
        let before = json(account: account)
        var bank = try bankAccount(
            call.parameters["external_account"] ?? .null, of: account, param: "external_account", call)
        if call.parameters.contains("metadata") { bank.metadata = try call.parameters.metadata() }
        add(bank, isDefault: call.parameters.boolean("default_for_currency"), by: call)
        tellChange(of: account.id, from: before, by: call)
        return .json((documents[bank.id] ?? bank).json)
    }

    /// Returns a bank account described by its fields or by a test token, without putting it.
    mutating func bankAccount(
        _ given: JSONValue, of account: Document, param: String, _ call: Call
    ) throws(APIFailure) -> Document {
        if let id = given.text, Self.accountNumber(ofToken: id) == nil {
            return try bankAccount(ofToken: id, for: account, param: param, call)
        }
        let fields = try Self.bankFields(given, param: param)
        let number = fields["account_number"]?.text ?? ""
        let country = try Self.country(fields["country"]?.text ?? "US", param: "\(param)[country]")
        let currency = try ParameterSpec.currency(
            fields["currency"]?.text ?? account["default_currency"]?.text ?? "usd", [param, "currency"])
        guard number.utf8.count >= 4, number.utf8.count <= 34, number.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalid("Invalid account number.", code: "account_number_invalid", param: "\(param)[account_number]")
        }
        let routing = fields["routing_number"]?.text
        guard country != "US" || routing?.utf8.count == 9 else {
            throw .invalid("Invalid routing number.", code: "routing_number_invalid", param: "\(param)[routing_number]")
        }
        keepFingerprintKey()
        let identity = SecretBytes(utf8: [country, routing ?? "", number].joined(separator: "/"))
        return Document(
            id: newID(.bankAccounts), account: account.id, created: call.now, object: Self.bankObject,
            fields: [
                "account": .string(account.id), "account_holder_name": fields["account_holder_name"] ?? .null,
                "account_holder_type": fields["account_holder_type"] ?? .null, "account_type": .null,
                "available_payout_methods": ["standard", "instant"],
                "bank_name": country == "US" ? "STRIPE TEST BANK" : .null, "country": .string(country),
                "currency": .string(currency), "default_for_currency": false,
                "fingerprint": .string(fingerprint(of: identity, call.account)),
                "last4": .string(String(number.suffix(4))), "metadata": [:], "routing_number": .optional(routing),
                "status": "new",
            ], hidden: PayoutFailure(accountNumber: number).map { ["failure": .string($0.code)] } ?? [:])
    }

    private static func bankFields(
        _ given: JSONValue, param: String
    ) throws(APIFailure) -> [String: JSONValue] {
        if case .object(let fields) = given {
            guard fields["object"] == "bank_account" else {
                throw .invalid("Only bank accounts can be paid out to.", param: "\(param)[object]")
            }
            try checkNames(of: fields, param: param)
            return fields
        }
        guard let token = given.text, let number = accountNumber(ofToken: token) else {
            throw .unknown("token", given.text ?? "", param: param, isParameter: true)
        }
        return ["account_number": .string(number), "country": "US", "currency": "usd", "routing_number": "110000000"]
    }

    private static let bankNames: Set = [
        "account_holder_name", "account_holder_type", "account_number", "account_type", "country", "currency", "object",
        "routing_number",
    ]

    private static func checkNames(of fields: [String: JSONValue], param: String) throws(APIFailure) {
        if let name = fields.keys.sorted().first(where: { !bankNames.contains($0) }) {
            throw .invalid(
                "Received unknown parameter: \(param)[\(name)]", code: "parameter_unknown", param: "\(param)[\(name)]")
        }
        for name in ["country", "account_number"] where fields[name]?.text == nil {
            throw .missing("\(param)[\(name)]")
        }
    }

    /// Returns the number that a public test token stands for.
    private static func accountNumber(ofToken token: String) -> String? {
        guard token != "btok_us", token != "btok_us_verified" else { return "000123456789" }
        let failure = token.split(separator: "_", maxSplits: 3).last.map(String.init) ?? ""
        return token.hasPrefix("btok_us_verified_") ? PayoutFailure.accountNumber(ofTokenNamed: failure) : nil
    }

    /// Puts a bank account; the first of its currency becomes the default.
    mutating func add(_ bank: Document, isDefault: Bool? = nil, by call: Call) {
        let others = bankAccounts(of: bank.account).filter { $0["currency"] == bank["currency"] }
        var bank = bank
        useUp(tokenOf: &bank)
        bank["default_for_currency"] = .bool(others.isEmpty || isDefault == true)
        if isDefault == true { others.forEach { clearDefault($0) } }
        put(bank)
        emit("account.external_account.created", .document(bank), of: bank.account, by: call, now: call.now)
    }

    /// Puts a bank account that replaces the default one of its currency.
    mutating func replaceDefault(by bank: Document, _ call: Call) {
        let old = bankAccounts(of: bank.account).first { $0.isDefaultBank(for: bank["currency"]) }
        add(bank, isDefault: true, by: call)
        guard let old, let replaced = documents[old.id] else { return }
        _ = delete(replaced)
        emit("account.external_account.deleted", .document(replaced), of: bank.account, by: call, now: call.now)
    }

    private mutating func clearDefault(_ bank: Document) {
        var bank = bank
        bank["default_for_currency"] = false
        put(bank)
    }

    /// Returns whether there is a bank account that no payout was returned from.
    func hasUsableBank(_ account: String) -> Bool { bankAccounts(of: account).contains { !$0.isErroredBank } }

    /// Returns the bank account for an account's money in a currency.
    func defaultBank(of account: String, _ currency: Currency) -> Document? {
        bankAccounts(of: account).first {
            $0["currency"] == .string(currency.code) && $0["default_for_currency"] == true
        }
    }

    /// Stops payouts to a bank account that returned one.
    mutating func disable(bank id: String, now: Int64) {
        guard let old = documents[id], old.object == Self.bankObject, !old.isDeleted, !old.isErroredBank else { return }
        let before = documents[old.account].map { json($0) }
        var bank = old
        bank["status"] = "errored"
        put(bank)
        emit(
            "account.external_account.updated", .document(bank), of: bank.account,
            previous: Self.changes(from: old.json, to: bank.json), by: nil, now: now)
        if let before { tellChange(of: bank.account, from: before, by: nil, now: now) }
    }

    func bankAccounts(of account: String) -> [Document] {
        documents.ids(of: Document.shelf(Self.bankObject, of: account)).compactMap { documents[$0] }
            .filter { !$0.isDeleted }
    }

    func externalAccountList(of account: Document) -> JSONValue {
        let all = bankAccounts(of: account.id)
        let shown = all.reversed().prefix(10).map(\.json)
        let url = "/v1/accounts/\(account.id)/external_accounts"
        let list = Self.list(shown, hasMore: all.count > shown.count, url: url)
        return .object((list.members ?? [:]).merging(["total_count": .integer(Int64(all.count))]) { $1 })
    }

    func listExternalAccounts(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findAccount(call)
        let query = try ListQuery(call.parameters)
        let shelf = Document.shelf(Self.bankObject, of: account.id)
        let isOfBanks = call.parameters.text("object") != "card"
        let page = try page(documents, of: shelf, query, object: Self.bankObject) { !$0.isDeleted && isOfBanks }
        let url = "/v1/accounts/\(account.id)/external_accounts"
        return .json(Self.list(page.rows.map(\.json), hasMore: page.hasMore, url: url))
    }

    func findExternalAccount(_ call: Call) throws(APIFailure) -> Document {
        let account = try findAccount(call)
        let id = call.route.ids.last ?? ""
        guard let bank = document(id, Self.bankObject, account.id) else {
            throw .unknown("external account", id, param: "id")
        }
        return bank
    }

    mutating func updateExternalAccount(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findConnected(call)
        let old = try findExternalAccount(call)
        var bank = old
        try bank.apply(call.parameters)
        // A currency keeps its default until another bank account takes its place.
        if old["default_for_currency"] == true { bank["default_for_currency"] = true }
        if call.parameters.boolean("default_for_currency") == true {
            bankAccounts(of: account.id).filter { $0["currency"] == bank["currency"] && $0.id != bank.id }
                .forEach { clearDefault($0) }
        }
        guard bank.fields != old.fields else { return .json(old.json) }
        put(bank)
        emit(
            "account.external_account.updated", .document(bank), of: account.id,
            previous: Self.changes(from: old.json, to: bank.json), by: call, now: call.now)
        return .json(bank.json)
    }

    mutating func deleteExternalAccount(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findConnected(call)
        let (before, bank) = (json(account: account), try findExternalAccount(call))
        let others = bankAccounts(of: account.id).filter { $0["currency"] == bank["currency"] && $0.id != bank.id }
        guard bank["default_for_currency"] != true || others.isEmpty else {
            throw .refused(
                "You cannot delete the default external account for your default currency. Please make another external "
                    + "account the default using the `default_for_currency` param, and then delete this one.",
                code: nil, param: "id")
        }
        let deleted = delete(bank)
        emit("account.external_account.deleted", .document(bank), of: account.id, by: call, now: call.now)
        tellChange(of: account.id, from: before, by: call)
        return .json(deleted.json)
    }
}

extension Document {
    /// Returns whether this bank account receives the payouts of a currency by default.
    fileprivate func isDefaultBank(for currency: JSONValue?) -> Bool {
        self["currency"] == currency && self["default_for_currency"] == true
    }

    /// Whether a payout to this bank account failed.
    var isErroredBank: Bool { self["status"] == "errored" }
}
