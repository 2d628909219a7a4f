/// The requirements of an account before it is paid, by its country and business type.
///
/// The public pages list more for some countries and industries; here the United States' list applies to all, without
/// state and social security number elsewhere. All data is accepted as true.
struct AccountRequirements {
    let account: Document
    let persons: [Document]
    let hasExternalAccount: Bool

    /// Returns the fields that a capability waits for, by the API's names, sorted.
    func due(for capability: String) -> [String] { Array(Set(ofEveryone + ofTrade(capability))).sorted() }

    /// The fields that every account must provide, whatever it requests.
    var ofEveryone: [String] { common + ofOwner }

    /// Returns the fields that a representative must still provide, by the person's own names.
    func due(from person: Document) -> [String] {
        guard person.isRepresentative else { return [] }
        let name = account["business_type"] == "individual" ? "individual" : "representative"
        return of(person, as: name).map { String($0.dropFirst(name.count + 1)) }.sorted()
    }

    private var common: [String] {
        var due = missing(in: account.json, ["business_type"])
        if !hasExternalAccount { due.append("external_account") }
        return due + missing(in: account.json, ["tos_acceptance.date", "tos_acceptance.ip"])
    }

    /// Merchants that accept cards must say what for.
    private func ofTrade(_ capability: String) -> [String] {
        guard capability == "card_payments" else { return [] }
        let profile = account["business_profile"]
        let says = profile?["url"]?.text != nil || profile?["product_description"]?.text != nil
        return missing(in: account.json, ["business_profile.mcc"]) + (says ? [] : ["business_profile.url"])
    }

    private var ofOwner: [String] {
        switch account["business_type"]?.text {
        case nil: []
        case "individual": of(persons.first { $0.isRepresentative }, as: "individual")
        default: ofCompany + of(persons.first { $0.isRepresentative }, as: "representative")
        }
    }

    private var ofCompany: [String] {
        var due = missing(in: account.json, ["company.name", "company.phone"])
        due += missing(in: account.json, address.map { "company.address.\($0)" })
        if account["company"]?["tax_id_provided"] != true { due.append("company.tax_id") }
        return due
    }

    private func of(_ person: Document?, as name: String) -> [String] {
        let fields = person?.json ?? [:]
        var paths = ["first_name", "last_name", "dob.day", "dob.month", "dob.year", "email", "phone"]
        paths += address.map { "address.\($0)" }
        if name == "representative" { paths.append("relationship.title") }
        var due = missing(in: fields, paths)
        let isKnown = fields["ssn_last_4_provided"] == true || fields["id_number_provided"] == true
        if isAmerican, !isKnown { due.append("ssn_last_4") }
        return due.map { "\(name).\($0)" }
    }

    private var isAmerican: Bool { account["country"] == "US" }
    private var address: [String] { ["city", "line1", "postal_code"] + (isAmerican ? ["state"] : []) }

    /// Returns the paths that have no value.
    private func missing(in value: JSONValue, _ paths: [String]) -> [String] {
        paths.filter { path in
            let names = path.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
            let found = names.reduce(JSONValue?.some(value)) { $0?[$1] }
            return (found ?? .null) == .null
        }
    }
}

extension Document {
    /// Whether a person represents the account.
    var isRepresentative: Bool { self["relationship"]?["representative"] == true }
}
