extension Operation {
    static let persons: [Operation] = [
        Operation("persons.create", .post, "/v1/accounts/:id/persons", .one("person"), .person) {
            (it, call) throws(APIFailure) in
            try it.createPerson(call)
        },
        Operation(
            "persons.list", .get, "/v1/accounts/:id/persons", .list("person"),
            .list.without("created").with([
                "relationship": .hash([
                    "authorizer": .boolean, "director": .boolean, "executive": .boolean, "legal_guardian": .boolean,
                    "owner": .boolean, "representative": .boolean,
                ])
            ])
        ) { (it, call) throws(APIFailure) in try it.listPersons(call) },
        Operation("persons.retrieve", .get, "/v1/accounts/:id/persons/:person", .one("person")) {
            (it, call) throws(APIFailure) in
            .json(try it.findPerson(call).json)
        },
        Operation("persons.update", .post, "/v1/accounts/:id/persons/:person", .one("person"), .person) {
            (it, call) throws(APIFailure) in
            try it.updatePerson(call)
        },
        Operation("persons.delete", .delete, "/v1/accounts/:id/persons/:person", .one("person")) {
            (it, call) throws(APIFailure) in
            try it.deletePerson(call)
        },
    ]
}

extension ParameterSpec.Members {
    private static let document: Self = [
        "document": .hash(["back": .text, "front": .text]),
        "additional_document": .hash(["back": .text, "front": .text]),
    ]

    /// The details of a person; an account's `individual` takes them too.
    static let human: Self = [
        "address": .hash(address), "dob": .hash(birthday).clearable, "email": .email.clearable,
        "first_name": .text.clearable, "full_name_aliases": .list(.text).clearable, "gender": .text.clearable,
        "id_number": .text.clearable, "last_name": .text.clearable, "maiden_name": .text.clearable,
        "metadata": .metadata, "phone": .text.clearable, "political_exposure": .choice("existing", "none"),
        "registered_address": .hash(address), "ssn_last_4": .text.clearable, "verification": .hash(document),
        "relationship": .hash([
            "authorizer": .boolean, "director": .boolean, "executive": .boolean, "legal_guardian": .boolean,
            "owner": .boolean, "percent_ownership": .decimal.clearable, "representative": .boolean,
            "title": .text.clearable,
        ]),
    ]

    fileprivate static let person = human.with(["nationality": .text.clearable])
}
