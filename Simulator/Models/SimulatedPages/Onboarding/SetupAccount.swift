import SimulatedPayments

/// A connected account as the API shows it to its platform, for the pages of its onboarding.
struct SetupAccount: Sendable {
    let json: JSONValue
    /// The person who represents it, or is it.
    let person: JSONValue?

    /// Reads the account from the API; throws if it no longer exists.
    init(
        of visitor: LinkVisitor, _ visit: PageVisit, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) {
        let path = "/v1/accounts/\(visitor.account)"
        let account = visit.ask("GET", path, for: visitor.platform, of: &payments)
        guard account.status == 200, account.json["deleted"] != true else { throw .notFound }
        json = account.json
        let wanted = [(name: "relationship[representative]", value: "true")]
        let persons = visit.ask("GET", path + "/persons", wanted, for: visitor.platform, of: &payments)
        person = persons.json.elements("data").first
    }

    var id: String { json["id"]?.text ?? "" }
    var isIndividual: Bool { json["business_type"] == "individual" }
    var isAmerican: Bool { json["country"] == "US" }

    /// The requirements that are still due, by the API's names.
    var due: [String] { json["requirements"]?.elements("currently_due").compactMap(\.text) ?? [] }

    /// Whether somebody agreed to the terms and submitted everything.
    var isSubmitted: Bool {
        json["details_submitted"] == true && !due.contains { $0.hasPrefix("tos_acceptance") }
    }

    var name: String? { json.text(at: "business_profile.name") ?? json.text(at: "settings.dashboard.display_name") }

    var bank: JSONValue? { json["external_accounts"]?.elements("data").first }
}
