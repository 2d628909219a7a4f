extension ResourceContext {
    static let accountObject = "account"

    mutating func createAccount(_ call: Call) throws(APIFailure) -> APIObject {
        let country = try Self.country(call.parameters.text("country") ?? "US")
        var account = Document(
            id: newID(.accounts), account: call.account, created: call.now, object: Self.accountObject,
            fields: Self.newAccount(try Self.controller(call.parameters), country: country, now: call.now),
            hidden: ["capabilities": [:]])
        if account["controller"]?["stripe_dashboard"]?["type"] == "full" {
            account.hidden["capabilities"] = Self.capabilitiesOfFullDashboard(now: call.now)
        }
        try set(&account, call.parameters, call)
        put(account)
        emit2(".created", ofAccount: account, by: call)
        return .json(json(documents[account.id] ?? account))
    }

    static func country(_ text: String, param: String = "country") throws(APIFailure) -> String {
        let code = text.uppercased()
        guard CountryCodes.all.contains(code) else {
            throw .invalid(
                "Country '\(text)' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', "
                    + "'EG', or 'GB'.",
                code: "country_unsupported", param: param)
        }
        return code
    }

    /// Reads who is responsible for what, by the older type or by its parts.
    private static func controller(
        _ parameters: Parameters
    ) throws(APIFailure) -> (type: String, fields: JSONValue) {
        let type = parameters.text("type")
        guard let given = parameters["controller"] else {
            return (type ?? "standard", Self.controllers[type ?? "standard"] ?? .null)
        }
        guard type == nil else {
            throw .invalid(
                "You may not provide the `type` parameter and `controller` parameters simultaneously. They are mutually "
                    + "exclusive.", param: "type")
        }
        let controller = Document.merged(given, into: Self.controllers["standard"])
        let dashboard = controller["stripe_dashboard"]?["type"]
        guard controller["requirement_collection"] == "stripe" || dashboard == "none" else {
            throw .invalid(
                "An account whose requirements the application collects has no dashboard: "
                    + "`controller[stripe_dashboard][type]` must be `none`.",
                param: "controller[stripe_dashboard][type]")
        }
        guard controller["requirement_collection"] == "stripe" || controller["losses"]?["payments"] == "application"
        else {
            throw .invalid(
                "When the application collects an account's requirements, `controller[losses][payments]` must be "
                    + "`application`.",
                param: "controller[losses][payments]")
        }
        return ("none", controller)
    }

    static let controllers: [String: JSONValue] = [
        "standard": [
            "fees": ["payer": "account"], "is_controller": true, "losses": ["payments": "stripe"],
            "requirement_collection": "stripe", "stripe_dashboard": ["type": "full"], "type": "application",
        ],
        "express": [
            "fees": ["payer": "application_express"], "is_controller": true, "losses": ["payments": "application"],
            "requirement_collection": "stripe", "stripe_dashboard": ["type": "express"], "type": "application",
        ],
        "custom": [
            "fees": ["payer": "application_custom"], "is_controller": true, "losses": ["payments": "application"],
            "requirement_collection": "application", "stripe_dashboard": ["type": "none"], "type": "application",
        ],
    ]

    static func newAccount(
        _ controller: (type: String, fields: JSONValue), country: String, now: Int64
    ) -> [String: JSONValue] {
        [
            "business_profile": withNulls(nil, businessProfileNames), "business_type": nil,
            "controller": controller.fields, "country": .string(country), "created": .integer(now),
            "default_currency": .string(currencies[country] ?? (country == "US" ? "usd" : "eur")), "email": nil,
            "metadata": [:], "settings": newSettings, "tos_acceptance": withNulls(nil, ["date", "ip", "user_agent"]),
            "type": .string(controller.type),
        ]
    }

    private static let businessProfileNames = [
        "annual_revenue", "estimated_worker_count", "mcc", "minority_owned_business_designation", "name",
        "product_description", "support_address", "support_email", "support_phone", "support_url", "url",
    ]

    /// The currencies of countries that use neither US dollars nor euros.
    private static let currencies = [
        "AU": "aud", "BR": "brl", "CA": "cad", "CH": "chf", "CZ": "czk", "DK": "dkk", "GB": "gbp", "HK": "hkd",
        "HU": "huf", "IN": "inr", "JP": "jpy", "MX": "mxn", "NO": "nok", "NZ": "nzd", "PL": "pln", "RO": "ron",
        "SE": "sek", "SG": "sgd", "TH": "thb",
    ]

    private static let newSettings: JSONValue = [
        "bacs_debit_payments": ["display_name": nil, "service_user_number": nil],
        "branding": ["icon": nil, "logo": nil, "primary_color": nil, "secondary_color": nil],
        "card_issuing": ["tos_acceptance": ["date": nil, "ip": nil]],
        "card_payments": [
            "decline_on": ["avs_failure": false, "cvc_failure": false], "statement_descriptor_prefix": nil,
            "statement_descriptor_prefix_kana": nil, "statement_descriptor_prefix_kanji": nil,
        ],
        "dashboard": ["display_name": nil, "timezone": "Etc/UTC"],
        "payments": [
            "statement_descriptor": nil, "statement_descriptor_kana": nil, "statement_descriptor_kanji": nil,
            "statement_descriptor_prefix_kana": nil, "statement_descriptor_prefix_kanji": nil,
        ],
        "payouts": [
            "debit_negative_balances": true, "schedule": ["delay_days": 2, "interval": "daily"],
            "statement_descriptor": nil,
        ],
        "sepa_debit_payments": [:],
    ]

    mutating func updateAccount(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findConnected(call)
        let before = json(account: account)
        var changed = account
        try set(&changed, call.parameters, call)
        put(changed)
        tellChange(of: account.id, from: before, by: call)
        return .json(json(documents[account.id] ?? changed))
    }

    /// Applies a request to an account, and puts its individual and its bank account.
    mutating func set(_ account: inout Document, _ parameters: Parameters, _ call: Call) throws(APIFailure) {
        let acceptsTerms = parameters.contains("tos_acceptance")
        guard !acceptsTerms || account["controller"]?["requirement_collection"] == "application" else {
            throw .refused(
                "You cannot accept the Terms of Service on behalf of Standard and Express connected accounts.",
                code: nil, param: "tos_acceptance")
        }
        try Self.checkWebAddresses(parameters)
        let schedule = account["settings"]?["payouts"]?["schedule"]
        try account.apply(
            parameters,
            except: [
                "capabilities", "company", "controller", "country", "external_account", "individual", "type",
            ])
        try Self.readSchedule(of: &account, was: schedule, parameters)
        if let company = parameters["company"] { account["company"] = Self.company(company, into: account["company"]) }
        try request(parameters["capabilities"], of: &account, now: call.now)
        let bank = try parameters["external_account"].map { (given) throws(APIFailure) in
            try bankAccount(given, of: account, param: "external_account", call)
        }
        let person = try parameters["individual"]?.members.map { (members) throws(APIFailure) in
            try individual(Parameters(members), of: account, call)
        }
        put(account)
        if let bank { replaceDefault(by: bank, call) }
        if let person { put(individual: person, by: call) }
        if parameters.contains("settings", "payouts", "schedule") { replanPayouts(of: account.id, now: call.now) }
    }

    /// Checks the web addresses of a business; `https://` may be left out.
    private static func checkWebAddresses(_ parameters: Parameters) throws(APIFailure) {
        for name in ["support_url", "url"] {
            guard let text = parameters["business_profile", name]?.text else { continue }
            let rest =
                ["https://", "http://"].first(where: text.hasPrefix).map { text.dropFirst($0.count) } ?? text[...]
            let labels = rest.prefix { !"/?#:".contains($0) }.split(separator: ".", omittingEmptySubsequences: false)
            let isHost = labels.count > 1 && labels.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
            guard isHost, !text.contains(where: \.isWhitespace) else {
                throw .invalid("Not a valid URL", code: "url_invalid", param: "business_profile[\(name)]")
            }
        }
    }

    /// Reads the payout schedule, as the request leaves it.
    private static func readSchedule(
        of account: inout Document, was old: JSONValue?, _ parameters: Parameters
    ) throws(APIFailure) {
        guard let given = parameters["settings", "payouts", "schedule"] else { return }
        let schedule = try PayoutSchedule.merged(given, into: old, param: "settings[payouts][schedule]")
        account["settings"] = account["settings"]?.setting(["payouts", "schedule"], to: schedule)
    }

    /// Returns the details of a company, without its identification numbers, which are not kept.
    private static func company(_ given: JSONValue, into old: JSONValue?) -> JSONValue {
        var members = given.members ?? [:]
        for name in ["tax_id", "vat_id"] where members.removeValue(forKey: name) != nil {
            members["\(name)_provided"] = true
        }
        if let address = members["address"] {
            let names = ["city", "country", "line1", "line2", "postal_code", "state"]
            members["address"] = Document.merged(address, into: old?["address"] ?? withNulls(nil, names))
        }
        return Document.merged(.object(members), into: old)
    }

    mutating func deleteAccount(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findConnected(call)
        try checkMoney(of: account, "deleted")
        return .json(delete(account).json)
    }

    mutating func rejectAccount(_ call: Call) throws(APIFailure) -> APIObject {
        var account = try findConnected(call)
        let before = json(account: account)
        account.hidden["rejected"] = call.parameters["reason"]
        put(account)
        tellChange(of: account.id, from: before, by: call)
        return .json(json(account: account))
    }

    func listAccounts(_ call: Call) throws(APIFailure) -> APIObject {
        let query = try ListQuery(call.parameters)
        let shelf = Document.shelf(Self.accountObject, of: call.account)
        let page = try page(documents, of: shelf, query, object: Self.accountObject) {
            query.matches($0.created) && !$0.isDeleted
        }
        return .json(Self.list(page.rows.map { json($0) }, hasMore: page.hasMore, url: "/v1/accounts"))
    }

    /// Returns the account of the URL: one of the caller's, or their own.
    func findAccount(_ call: Call) throws(APIFailure) -> Document {
        call.id == call.account ? ownAccount(call) : try findConnected(call)
    }

    /// Returns the connected account of the URL.
    func findConnected(_ call: Call) throws(APIFailure) -> Document {
        guard let account = connectedAccount(call.id, of: call.account) else { throw .accountInvalid(call.id) }
        return account
    }

    func connectedAccount(_ id: String, of platform: String) -> Document? {
        document(id, Self.accountObject, platform)
    }

    /// Returns whether an account was once connected, and is closed or deleted.
    func isOver(_ account: String) -> Bool {
        guard let document = documents[account], document.object == Self.accountObject else { return false }
        return document.isDeleted || document.hidden["isClosed"] == true
    }

    /// Returns the platform that an account is connected to; `nil` for unconnected accounts.
    func platform(of account: String) -> String? {
        guard let document = documents[account], document.object == Self.accountObject else { return nil }
        return document.account
    }

    /// Returns the account of the caller: a connected one that acts, or the platform, which has no row.
    func ownAccount(_ call: Call) -> Document {
        if let account = documents[call.account], account.object == Self.accountObject { return account }
        let controller: JSONValue = ["type": "account"]
        var account = Document(
            id: call.account, account: call.account, created: 0, object: Self.accountObject,
            fields: Self.newAccount(("standard", controller), country: "US", now: 0))
        account["settings"] = account["settings"]?.setting(["payouts"], to: payoutSettings(of: call.account))
        if let name = ownName(of: call.account) {
            account["business_profile"] = account["business_profile"]?.setting(["name"], to: .string(name))
            account["settings"] = account["settings"]?.setting(["dashboard", "display_name"], to: .string(name))
        }
        account.hidden = ["capabilities": ["card_payments": 0, "transfers": 0], "isPlatform": true]
        return account
    }
}

extension APIFailure {
    static func accountInvalid(_ id: String) -> APIFailure {
        var failure = invalid(
            "The provided key does not have access to account '\(id)' (or that account does not exist). Application "
                + "access may have been revoked.",
            code: "account_invalid")
        failure.status = 403
        return failure
    }
}
