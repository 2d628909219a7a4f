import SimulatedPayments

/// A page of the onboarding, in order.
enum SetupStep: String, CaseIterable, Sendable {
    case kind, business, company, person, address, bank, review

    var title: String {
        switch self {
        case .kind: "About you"
        case .business: "What you sell"
        case .company: "Your company"
        case .person: "Who you are"
        case .address: "Where you live"
        case .bank: "Where your money goes"
        case .review: "Review and agree"
        }
    }

    /// Returns the steps that an account of that kind has.
    static func all(for account: SetupAccount) -> [SetupStep] {
        account.isIndividual || account.json["business_type"]?.text == nil
            ? allCases.filter { $0 != .company } : allCases
    }

    /// Returns the first step with something due.
    static func next(for account: SetupAccount) -> SetupStep {
        all(for: account).first { $0.isDue(for: account) } ?? .review
    }

    /// Returns the questions, whether or not they were answered.
    func fields(for account: SetupAccount) -> [SetupField] {
        let hidden =
            (account.isAmerican ? [] : ["address.state", "ssn_last_4", "routing_number"])
            + (account.isIndividual ? ["relationship.title"] : [])
        return allFields.filter { !hidden.contains($0.name) }
    }

    private var allFields: [SetupField] {
        switch self {
        case .kind: SetupField.kind
        case .business: SetupField.business
        case .company: SetupField.company + SetupField.address
        case .person: SetupField.person
        case .address: SetupField.address
        case .bank: SetupField.bank
        case .review: []
        }
    }

    /// Returns the questions whose answers are due, with the questions that accompany them.
    func dueFields(for account: SetupAccount) -> [SetupField] {
        let due = account.due
        return fields(for: account).filter { field in
            due.contains(requirement(of: field.companion ?? field.name, account))
        }
    }

    func isDue(for account: SetupAccount) -> Bool { !dueFields(for: account).isEmpty }

    /// Returns the API's name of the requirement that an answer meets.
    private func requirement(of name: String, _ account: SetupAccount) -> String {
        switch self {
        case .kind: name
        case .business: "business_profile." + name
        case .company: "company." + name
        case .person, .address: (account.isIndividual ? "individual." : "representative.") + name
        case .bank: "external_account"
        case .review: ""
        }
    }

    /// Returns the account's answer; `nil` without one, and for one that it does not keep.
    func answer(_ field: SetupField, of account: SetupAccount) -> String? {
        switch self {
        case .kind: account.json.text(at: field.name)
        case .business: account.json["business_profile"]?.text(at: field.name)
        case .company: account.json["company"]?.text(at: field.name)
        case .person, .address: account.person?.text(at: field.name)
        case .bank: account.bank?.text(at: field.name)
        case .review: nil
        }
    }

    /// Returns whether the account was given an answer that it does not show.
    func knowsSecret(_ field: SetupField, of account: SetupAccount) -> Bool {
        guard field.isSecret, self != .bank else { return false }
        let holder = self == .company ? account.json["company"] : account.person
        return holder?[field.name + "_provided"] == true
    }
}
