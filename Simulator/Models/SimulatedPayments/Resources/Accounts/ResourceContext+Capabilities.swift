extension ResourceContext {
    /// The capabilities that an account may request.
    private static let capabilityNames: Set = [
        "acss_debit_payments", "affirm_payments", "afterpay_clearpay_payments", "alma_payments", "amazon_pay_payments",
        "au_becs_debit_payments", "bacs_debit_payments", "bancontact_payments", "bank_transfer_payments",
        "billie_payments", "blik_payments", "boleto_payments", "card_issuing", "card_payments",
        "cartes_bancaires_payments", "cashapp_payments", "crypto_payments", "eps_payments", "fpx_payments",
        "gb_bank_transfer_payments", "giropay_payments", "grabpay_payments", "ideal_payments",
        "india_international_payments", "jcb_payments", "jp_bank_transfer_payments", "kakao_pay_payments",
        "klarna_payments", "konbini_payments", "kr_card_payments", "legacy_payments", "link_payments",
        "mb_way_payments", "mobilepay_payments", "multibanco_payments", "mx_bank_transfer_payments",
        "naver_pay_payments", "nz_bank_account_becs_debit_payments", "oxxo_payments", "p24_payments",
        "pay_by_bank_payments", "payco_payments", "paynow_payments", "pix_payments", "promptpay_payments",
        "revolut_pay_payments", "samsung_pay_payments", "satispay_payments", "sepa_bank_transfer_payments",
        "sepa_debit_payments", "sofort_payments", "swish_payments", "tax_reporting_us_1099_k",
        "tax_reporting_us_1099_misc", "transfers", "treasury", "twint_payments", "us_bank_account_ach_payments",
        "us_bank_transfer_payments", "zip_payments",
    ]

    /// Returns the capabilities that an account with the full dashboard requests by default.
    static func capabilitiesOfFullDashboard(now: Int64) -> JSONValue {
        ["card_payments": .integer(now), "transfers": .integer(now)]
    }

    /// Records which capabilities are requested, and which no longer.
    func request(_ given: JSONValue?, of account: inout Document, now: Int64) throws(APIFailure) {
        guard let given else { return }
        guard case .object(let members) = given else { throw .invalid("Invalid object", param: "capabilities") }
        var known = account.hidden["capabilities"]?.members ?? [:]
        for (name, value) in members {
            let param = "capabilities[\(name)]"
            guard Self.capabilityNames.contains(name) else {
                throw .invalid("Received unknown parameter: \(param)", code: "parameter_unknown", param: param)
            }
            guard case .object(let options) = value, options.count == 1,
                let isAsked = options["requested"]?.text.flatMap(ParameterSpec.truth)
            else { throw .invalid("Invalid boolean", param: "\(param)[requested]") }
            if isAsked {
                known[name] = known[name] ?? .integer(now)
            } else {
                known[name] = nil
            }
        }
        account.hidden["capabilities"] = .object(known)
    }

    func listCapabilities(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findAccount(call)
        let shown = account.requestedCapabilities.map { capability($0.name, of: account) }
        return .json(Self.list(shown, hasMore: false, url: "/v1/accounts/\(account.id)/capabilities"))
    }

    func retrieveCapability(_ call: Call) throws(APIFailure) -> APIObject {
        .json(capability(try Self.capabilityName(call), of: try findAccount(call)))
    }

    mutating func updateCapability(_ call: Call) throws(APIFailure) -> APIObject {
        let (name, old) = (try Self.capabilityName(call), try findConnected(call))
        let before = json(old)
        var account = old
        if let asked = call.parameters.boolean("requested") {
            try request([name: ["requested": .string(asked ? "true" : "false")]], of: &account, now: call.now)
        }
        put(account)
        tellChange(of: account.id, from: before, by: call)
        return .json(capability(name, of: account))
    }

    private static func capabilityName(_ call: Call) throws(APIFailure) -> String {
        let name = call.route.ids.last ?? ""
        guard capabilityNames.contains(name) else { throw .unknown("capability", name, param: "capability") }
        return name
    }

    func capability(_ name: String, of account: Document) -> JSONValue {
        let requested = account.requestedCapabilities.first { $0.name == name }
        let requirements = requirements(of: account)
        let due = requested == nil ? [] : requirements.due(for: name)
        return [
            "account": .string(account.id),
            "future_requirements": Self.requirements([], disabled: nil),
            "id": .string(name),
            "object": "capability",
            "requested": .bool(requested != nil),
            "requested_at": .optional(requested?.time),
            "requirements": Self.requirements(due, disabled: due.isEmpty ? nil : "requirements.past_due"),
            "status": .string(requested == nil ? "unrequested" : status(of: name, account, requirements)),
        ]
    }
}

extension Document {
    /// The capabilities that an account requested, by name, and when.
    var requestedCapabilities: [(name: String, time: Int64)] {
        (hidden["capabilities"]?.members ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value.number ?? 0) }
    }
}
