/// Persons of an account, in v2 of the API.
extension ResourceContext {
    mutating func createPerson2(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findAccount2(call)
        let person = try createPerson(
            Self.personParameters(call), of: account, hidden: Self.hiddenOfPerson(call), call)
        return .json(json2(person: person))
    }

    mutating func updatePerson2(_ call: Call) throws(APIFailure) -> APIObject {
        let (account, old) = (try findAccount2(call), try findPerson2(call))
        let person = try updatePerson(
            old, Self.personParameters(call), of: account, hidden: Self.hiddenOfPerson(call), call)
        return .json(json2(person: person))
    }

    mutating func deletePerson2(_ call: Call) throws(APIFailure) -> APIObject {
        let (account, person) = (try findAccount2(call), try findPerson2(call))
        _ = deletePerson(person, of: account, call)
        return .json(["id": .string(person.id), "object": "v2.core.account_person"])
    }

    private static func personParameters(_ call: Call) -> Parameters {
        Parameters(AccountChanges.person(.object(call.parameters.fields)).members ?? [:])
    }

    private static func hiddenOfPerson(_ call: Call) -> [String: JSONValue] {
        AccountChanges.numberTypes(ofPerson: .object(call.parameters.fields)).map { ["id_numbers": $0] } ?? [:]
    }

    func findPerson2(_ call: Call) throws(APIFailure) -> Document {
        let account = try findAccount2(call)
        let id = call.route.ids.last ?? ""
        guard let person = document(id, "person", account.id) else { throw .unknown("person", id, param: "id") }
        return shown(person, of: account)
    }

    func listPersons2(_ call: Call) throws(APIFailure) -> APIObject {
        let account = try findAccount2(call)
        let url = "/v2/core/accounts/\(account.id)/persons"
        return try list2(Document.shelf("person", of: account.id), at: url, [], call) {
            !$0.isDeleted
        } shown: {
            json2(person: $0)
        }
    }

    func json2(person: Document) -> JSONValue {
        .object((identity2(of: person).members ?? [:]).merging(["livemode": false]) { $1 })
    }

    /// Returns a person as the identity of the account that they are.
    func identity2(of person: Document) -> JSONValue {
        let shown = TwinPath.v2(person.json, by: TwinPath.person)
        var members = shown.members ?? [:]
        for name in ["address", "date_of_birth"] { members[name] = members[name]?.withoutEmptyHashes }
        if let share = shown.at("relationship.percent_ownership")?.number {
            members["relationship"] = members["relationship"]?.setting("percent_ownership", to: .string(String(share)))
        }
        let country = person["nationality"]?.text
        members["account"] = .string(person.account)
        members["created"] = .string(Timestamp(person.created).text)
        members["id"] = .string(person.id)
        members["id_numbers"] = numbers(of: person)
        members["metadata"] = person["metadata"]
        members["nationalities"] = .array(country.map { [.string($0)] } ?? [])
        members["object"] = "v2.core.account_person"
        members["updated"] = .string(Timestamp(person.hidden["updated"]?.number ?? person.created).text)
        if case .object(let date)? = members["date_of_birth"], date.values.contains(.null) {
            members["date_of_birth"] = .null
        }
        return .object(members)
    }

    /// Returns the kinds of numbers given: as they were named, or by their v1 names.
    private func numbers(of person: Document) -> JSONValue {
        if let types = person.hidden["id_numbers"] { return types }
        let told = [("us_ssn", "id_number_provided"), ("us_ssn_last_4", "ssn_last_4_provided")]
        return .array(told.filter { person[$0.1] == true }.map { ["type": .string($0.0)] })
    }
}
