/// Persons behind an account. Identification numbers are not kept, only that they were provided.
extension ResourceContext {
    mutating func createPerson(_ call: Call) throws(APIFailure) -> APIObject {
        .json(try createPerson(call.parameters, of: try findConnected(call), call).json)
    }

    mutating func createPerson(
        _ parameters: Parameters, of account: Document, hidden: [String: JSONValue] = [:], _ call: Call
    ) throws(APIFailure) -> Document {
        let before = json(account: account)
        var person = try newPerson(parameters, of: account, call)
        person.hidden = hidden
        add(person, by: call)
        tellChange(of: account.id, from: before, by: call)
        return person
    }

    /// Puts a new person.
    private mutating func add(_ person: Document, by call: Call) {
        put(person)
        emit("person.created", .document(person), of: person.account, by: call, now: call.now)
        emit2("created", ofPerson: person, by: call)
    }

    private mutating func newPerson(
        _ parameters: Parameters, of account: Document, _ call: Call
    ) throws(APIFailure) -> Document {
        var person = Document(
            id: newID(.persons), account: account.id, created: call.now, object: "person",
            fields: Self.newPerson.merging([
                "account": .string(account.id), "created": .integer(call.now),
            ]) { $1 })
        try set(&person, parameters, of: account)
        return person
    }

    private static let newPerson: [String: JSONValue] = [
        "address": ["city": nil, "country": nil, "line1": nil, "line2": nil, "postal_code": nil, "state": nil],
        "dob": ["day": nil, "month": nil, "year": nil], "email": nil, "first_name": nil,
        "future_requirements": requirementsOfPerson, "id_number_provided": false, "last_name": nil, "metadata": [:],
        "phone": nil,
        "relationship": [
            "authorizer": false, "director": false, "executive": false, "legal_guardian": false, "owner": false,
            "percent_ownership": nil, "representative": false, "title": nil,
        ],
        "requirements": requirementsOfPerson, "ssn_last_4_provided": false,
        "verification": [
            "additional_document": ["back": nil, "details": nil, "details_code": nil, "front": nil], "details": nil,
            "details_code": nil, "document": ["back": nil, "details": nil, "details_code": nil, "front": nil],
            "status": "unverified",
        ],
    ]

    private static let requirementsOfPerson: JSONValue = [
        "alternatives": [], "currently_due": [], "errors": [], "eventually_due": [], "past_due": [],
        "pending_verification": [],
    ]

    private func set(
        _ person: inout Document, _ parameters: Parameters, of account: Document
    ) throws(APIFailure) {
        try person.apply(parameters, except: ["id_number", "ssn_last_4"])
        for name in ["id_number", "ssn_last_4"] where parameters.contains(name) {
            person["\(name)_provided"] = .bool(parameters.text(name) != nil)
        }
        if person["dob"] == .null { person["dob"] = Self.newPerson["dob"] }
        try Self.showShare(of: &person)
        showVerification(of: &person)
        person = shown(person, of: account)
    }

    /// Shows what a person owns as a number, for which only whole ones exist.
    private static func showShare(of person: inout Document) throws(APIFailure) {
        guard let share = person["relationship"]?["percent_ownership"]?.text.flatMap(Double.init) else { return }
        let param = "relationship[percent_ownership]"
        guard 0...100 ~= share else { throw .invalid("percent_ownership must be between 0 and 100.", param: param) }
        guard let whole = Int64(exactly: share) else {
            throw .invalid("percent_ownership must be a whole number at this simulated gateway.", param: param)
        }
        person["relationship"] = Document.merged(["percent_ownership": .integer(whole)], into: person["relationship"])
    }

    /// Records whether a person's identity is verified.
    private func showVerification(of person: inout Document) {
        let isKnown = person["ssn_last_4_provided"] == true || person["id_number_provided"] == true
        let isNamed = ["first_name", "last_name"].allSatisfy { person[$0]?.text != nil }
        let isVerified = isNamed && isKnown && person["dob"]?["year"]?.number != nil
        person["verification"] = person["verification"]?.setting(
            ["status"], to: isVerified ? "verified" : "unverified")
    }

    /// Returns a person with their current requirements, which depend on what the account has become since they were
    /// stored.
    func shown(_ person: Document, of account: Document) -> Document {
        var person = person
        let requirements = AccountRequirements(account: account, persons: [person], hasExternalAccount: true)
        let due = JSONValue.array(requirements.due(from: person).map(JSONValue.string))
        for list in ["currently_due", "eventually_due", "past_due"] {
            person["requirements"] = person["requirements"]?.setting([list], to: due)
        }
        return person
    }

    /// Returns the person who is the account, with a request's changes, without putting it.
    mutating func individual(
        _ parameters: Parameters, of account: Document, _ call: Call
    ) throws(APIFailure) -> Document {
        guard var person = persons(of: account.id).first(where: \.isRepresentative) else {
            var fields = parameters.fields
            fields["relationship"] = Document.merged(["representative": true], into: fields["relationship"] ?? [:])
            return try newPerson(Parameters(fields), of: account, call)
        }
        try set(&person, parameters, of: account)
        return person
    }

    /// Puts the person who is the account.
    mutating func put(individual: Document, by call: Call) {
        guard let old = documents[individual.id], let account = documents[individual.account] else {
            return add(individual, by: call)
        }
        put(individual)
        tellChange(of: individual, from: shown(old, of: account), by: call)
    }

    private mutating func tellChange(of person: Document, from old: Document, by call: Call) {
        guard person.json != old.json else { return }
        emit("person.updated", person, was: old, by: call)
        emit2("updated", ofPerson: person, by: call)
    }

    func persons(of account: String) -> [Document] {
        documents.ids(of: Document.shelf("person", of: account)).compactMap { documents[$0] }.filter { !$0.isDeleted }
    }

    func listPersons(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findAccount(call)
        let wanted = call.parameters["relationship"]?.members ?? [:]
        let query = try ListQuery(call.parameters)
        let page = try page(documents, of: Document.shelf("person", of: account.id), query, object: "person") {
            person in
            !person.isDeleted && wanted.allSatisfy { person["relationship"]?[$0.key] == $0.value }
        }
        let url = "/v1/accounts/\(account.id)/persons"
        return .json(Self.list(page.rows.map { shown($0, of: account).json }, hasMore: page.hasMore, url: url))
    }

    func findPerson(_ call: Call) throws(APIFailure) -> Document {
        let account = try findAccount(call)
        let id = call.route.ids.last ?? ""
        guard let person = document(id, "person", account.id) else { throw .unknown("person", id, param: "person") }
        return shown(person, of: account)
    }

    mutating func updatePerson(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findConnected(call)
        return .json(try updatePerson(try findPerson(call), call.parameters, of: account, call).json)
    }

    mutating func updatePerson(
        _ old: Document, _ parameters: Parameters, of account: Document, hidden: [String: JSONValue] = [:], _ call: Call
    ) throws(APIFailure) -> Document {
        let before = json(account: account)
        var person = old
        try set(&person, parameters, of: account)
        person.hidden.merge(hidden) { $1 }
        person.hidden["updated"] = .integer(call.now)
        put(person)
        tellChange(of: person, from: old, by: call)
        tellChange(of: account.id, from: before, by: call)
        return person
    }

    mutating func deletePerson(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findConnected(call)
        return .json(deletePerson(try findPerson(call), of: account, call).json)
    }

    mutating func deletePerson(_ person: Document, of account: Document, _ call: Call) -> Document {
        let before = json(account: account)
        let deleted = delete(person)
        emit("person.deleted", .document(person), of: account.id, by: call, now: call.now)
        emit2("deleted", ofPerson: person, by: call)
        tellChange(of: account.id, from: before, by: call)
        return deleted
    }
}
