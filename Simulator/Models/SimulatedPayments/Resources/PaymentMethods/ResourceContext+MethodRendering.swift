import SimulatedCard
import TenderModel

extension ResourceContext {
    func json(_ method: PaymentMethodRow) -> JSONValue {
        let particulars = method.particulars
        return [
            "id": .string(method.id),
            "object": "payment_method",
            "allow_redisplay": .string(particulars.allowRedisplay ?? "unspecified"),
            "billing_details": Self.billingDetails(particulars.billing),
            "created": .integer(method.created),
            "customer": .optional(method.customer),
            "customer_account": nil,
            "livemode": false,
            "metadata": .object(particulars.metadata.mapValues(JSONValue.string)),
            "type": .string(method.type.rawValue),
            method.type.rawValue: typeMembers(method),
        ]
    }

    private func typeMembers(_ method: PaymentMethodRow) -> JSONValue {
        guard method.type.isCard else { return Self.bankMembers(method) }
        return .object(method.type == .card ? savedCard(method) : presentedCard(method))
    }

    private func presentedCard(_ method: PaymentMethodRow) -> [String: JSONValue] {
        var card = Self.json(method.card, fingerprint: fingerprint(of: method))
        let told = PresentedParticulars(method.card)
        card["cardholder_name"] = .optional(told.cardholderName)
        card["issuer"] = told.issuer.map(JSONValue.string)
        card["preferred_locales"] = .optional(told.preferredLocales)
        card["networks"] =
            Self.networks(of: method).map { ["available": .array($0.map(JSONValue.string)), "preferred": nil] } ?? nil
        if method.type == .cardPresent { Self.addNulls(["brand_product", "offline"], to: &card) }
        card["dynamic_currency_conversion"] = method.card.dynamicCurrencyConversion?.json
        return card
    }

    /// Returns the networks of a card that was presented; `nil` for an unknown one.
    static func networks(of method: PaymentMethodRow) -> [String]? {
        guard let network = method.card.network else { return nil }
        // What the second application of an American card stands for has no name here.
        guard let card = method.presentedCard, card.applications.count > 1, card.country == "AU" else {
            return [network]
        }
        return ["eftpos_au", network]
    }

    private func savedCard(_ method: PaymentMethodRow) -> [String: JSONValue] {
        let (card, particulars) = (method.card, method.particulars)
        let brand = card.brand?.rawValue ?? "unknown"
        let second = method.cardOnFile?.secondNetwork.map { [$0] } ?? []
        return [
            "brand": .string(brand),
            "checks": Self.checks(method),
            "country": .optional(card.country),
            "display_brand": .string(brand),
            "exp_month": .integer(Int64(card.expMonth ?? 0)),
            "exp_year": .integer(Int64(card.expYear ?? 0)),
            "fingerprint": .optional(fingerprint(of: method)),
            "funding": .string(card.funding?.rawValue ?? "unknown"),
            "generated_from": particulars.generatedFrom.map(generation) ?? nil,
            "last4": .string(card.last4 ?? ""),
            "networks": [
                "available": .array(([brand] + second).sorted().map(JSONValue.string)),
                "preferred": .optional(particulars.preferredNetwork),
            ],
            "regulated_status": "unregulated",
            "three_d_secure_usage": ["supported": .bool(card.brand != .amex)],
            "wallet": nil,
        ]
    }

    /// Renders the source of a generated card: the API names the charge and shows its card, or names the setup attempt.
    private func generation(_ source: String) -> JSONValue {
        guard let charge = charges[source] else {
            return ["charge": nil, "payment_method_details": nil, "setup_attempt": .string(source)]
        }
        return [
            "charge": .string(source), "payment_method_details": Self.methodDetails(charge), "setup_attempt": nil,
        ]
    }

    /// Returns the network's checks of code, street and postal code; null for what was not given.
    static func checks(_ method: PaymentMethodRow) -> JSONValue {
        let (particulars, failing) = (method.particulars, method.behavior.failingChecks)
        let address = particulars.billing?["address"]
        func check(_ isGiven: Bool, _ kind: TestCard.Checks) -> JSONValue {
            guard isGiven else { return nil }
            guard particulars.isChecked else { return "unchecked" }
            if kind != .code, failing.contains(.unchecked) { return "unavailable" }
            return failing.contains(kind) ? "fail" : "pass"
        }
        return [
            "address_line1_check": check(address?["line1"]?.text != nil, .line1),
            "address_postal_code_check": check(address?["postal_code"]?.text != nil, .postalCode),
            "cvc_check": check(particulars.hasCode, .code),
        ]
    }

    static func billingDetails(_ given: JSONValue?) -> JSONValue {
        guard let given else { return billingDetails }
        var details = merged(given, into: billingDetails) ?? billingDetails
        if details["address"] == .null, case .object(var members) = details {
            members["address"] = billingDetails["address"]
            details = .object(members)
        }
        return details
    }
}
