/// The paths under which the two generations of the API keep the same value of an account or a person.
///
/// There is one row for both: v2 is a view of it, read and written by these tables.
struct TwinPath: Sendable {
    let v2: String
    let v1: String

    init(_ v2: String, _ v1: String) {
        self.v2 = v2
        self.v1 = v1
    }

    /// Returns the paths for members with the same name in both.
    static func same(_ names: String, in v2: String, _ v1: String) -> [TwinPath] {
        names.split(separator: " ").map { TwinPath(v2 + "." + $0, v1 + "." + $0) }
    }

    private static let addressNames = "city country line1 line2 postal_code state"

    static let account: [TwinPath] =
        [
            TwinPath("contact_email", "email"), TwinPath("display_name", "settings.dashboard.display_name"),
            TwinPath("defaults.currency", "default_currency"),
            TwinPath("defaults.profile.business_url", "business_profile.url"),
            TwinPath("defaults.profile.doing_business_as", "business_profile.name"),
            TwinPath("defaults.profile.product_description", "business_profile.product_description"),
            TwinPath("identity.country", "country"), TwinPath("identity.entity_type", "business_type"),
            TwinPath("identity.business_details.registered_name", "company.name"),
            TwinPath("identity.business_details.estimated_worker_count", "business_profile.estimated_worker_count"),
            TwinPath("configuration.merchant.mcc", "business_profile.mcc"),
            TwinPath(
                "configuration.merchant.statement_descriptor.descriptor", "settings.payments.statement_descriptor"),
            TwinPath(
                "configuration.merchant.statement_descriptor.prefix",
                "settings.card_payments.statement_descriptor_prefix"),
            TwinPath("configuration.merchant.support.email", "business_profile.support_email"),
            TwinPath("configuration.merchant.support.phone", "business_profile.support_phone"),
            TwinPath("configuration.merchant.support.url", "business_profile.support_url"),
        ]
        + same("phone structure", in: "identity.business_details", "company")
        + same(addressNames, in: "identity.business_details.address", "company.address")
        + same(addressNames, in: "configuration.merchant.support.address", "business_profile.support_address")
        + same("icon logo primary_color secondary_color", in: "configuration.merchant.branding", "settings.branding")
        + same(
            "avs_failure cvc_failure", in: "configuration.merchant.card_payments.decline_on",
            "settings.card_payments.decline_on")
        + same("ip user_agent", in: "identity.attestations.terms_of_service.account", "tos_acceptance")

    static let person: [TwinPath] =
        [
            TwinPath("given_name", "first_name"), TwinPath("surname", "last_name"), TwinPath("email", "email"),
            TwinPath("phone", "phone"), TwinPath("legal_gender", "gender"),
            TwinPath("political_exposure", "political_exposure"),
        ] + same(addressNames, in: "address", "address") + same("day month year", in: "date_of_birth", "dob")
        + same(
            "authorizer director executive legal_guardian owner percent_ownership representative title",
            in: "relationship", "relationship")

    /// The capabilities of merchants, by their v2 names.
    static let merchantCapabilities = [
        "ach_debit_payments", "acss_debit_payments", "affirm_payments", "afterpay_clearpay_payments", "alma_payments",
        "amazon_pay_payments", "au_becs_debit_payments", "bacs_debit_payments", "bancontact_payments", "blik_payments",
        "boleto_payments", "card_payments", "cartes_bancaires_payments", "cashapp_payments", "eps_payments",
        "fpx_payments", "gb_bank_transfer_payments", "grabpay_payments", "ideal_payments", "jcb_payments",
        "jp_bank_transfer_payments", "kakao_pay_payments", "klarna_payments", "konbini_payments", "kr_card_payments",
        "link_payments", "mobilepay_payments", "multibanco_payments", "mx_bank_transfer_payments",
        "naver_pay_payments", "oxxo_payments", "p24_payments", "pay_by_bank_payments", "payco_payments",
        "paynow_payments", "promptpay_payments", "revolut_pay_payments", "samsung_pay_payments", "satispay_payments",
        "sepa_bank_transfer_payments", "sepa_debit_payments", "swish_payments", "twint_payments",
        "us_bank_transfer_payments", "zip_payments",
    ]

    /// The capabilities of the two configurations that have some.
    static let capabilities: [TwinPath] =
        merchantCapabilities.map { name in
            TwinPath("merchant.\(name)", name == "ach_debit_payments" ? "us_bank_account_ach_payments" : name)
        } + [TwinPath("recipient.stripe_balance.stripe_transfers", "transfers")]

    /// Converts a v1 value to v2: hashes with all their members, null for missing ones.
    static func v2(_ value: JSONValue, by table: [TwinPath]) -> JSONValue {
        table.reduce([:]) { $0.setting($1.v2, to: value.at($1.v1) ?? .null) }
    }

    /// Converts a v2 request to v1.
    static func v1(_ value: JSONValue, by table: [TwinPath]) -> JSONValue {
        table.reduce([:]) { result, path in value.at(path.v2).map { result.setting(path.v1, to: $0) } ?? result }
    }

    /// Returns the v2 name of a v1 requirement.
    static func v2(requirement name: String) -> String {
        for (prefix, place) in [("individual.", "identity.individual."), ("representative.", "identity.individual.")]
        where name.hasPrefix(prefix) {
            let rest = String(name.dropFirst(prefix.count))
            guard rest != "ssn_last_4" else { return place + "id_numbers" }
            return place + (person.first { $0.v1 == rest }?.v2 ?? rest)
        }
        switch name {
        case "external_account": return "configuration.recipient.default_outbound_destination"
        case "company.tax_id": return "identity.business_details.id_numbers"
        case "tos_acceptance.date": return "identity.attestations.terms_of_service.account.date"
        default: return account.first { $0.v1 == name }?.v2 ?? name
        }
    }
}

extension JSONValue {
    /// Returns the value at a path of names such as `address.city`; `nil` where the path ends early.
    func at(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(JSONValue?.some(self)) { $0?[String($1)] }
    }

    /// Returns a copy with another value at a path of names, creating hashes where there are none.
    func setting(_ path: String, to value: JSONValue) -> JSONValue {
        let parts = path.split(separator: ".", maxSplits: 1)
        guard let name = parts.first.map(String.init) else { return value }
        var members = self.members ?? [:]
        members[name] = parts.count == 1 ? value : (members[name] ?? [:]).setting(String(parts[1]), to: value)
        return .object(members)
    }

    /// A copy with null in place of hashes that contain nothing but null, at any depth.
    var withoutEmptyHashes: JSONValue {
        guard case .object(let members) = self else { return self }
        let kept = members.mapValues(\.withoutEmptyHashes)
        return kept.values.allSatisfy { $0 == .null } ? .null : .object(kept)
    }
}
