extension Operation {
    private static let accounts2 = "/v2/core/accounts"
    private static let shown = Result.one("v2.core.account")
    private static let person = Result.one("v2.core.account_person")

    static let accountsV2: [Operation] = [
        Operation("v2.accounts.create", .post, accounts2, shown, .accountCreation2) { (it, call) throws(APIFailure) in
            try it.createAccount2(call)
        },
        Operation("v2.accounts.list", .get, accounts2, .list("v2.core.account"), .accountList2) {
            (it, call) throws(APIFailure) in
            try it.listAccounts2(call)
        },
        Operation("v2.accounts.retrieve", .get, accounts2 + "/:id", shown, .included) {
            (it, call) throws(APIFailure) in
            .json(it.json2(try it.findAccount2(call), including: call.included))
        },
        Operation("v2.accounts.update", .post, accounts2 + "/:id", shown, .accountUpdate2) {
            (it, call) throws(APIFailure) in
            try it.updateAccount2(call)
        },
        Operation(
            "v2.accounts.close", .post, accounts2 + "/:id/close", shown,
            ["applied_configurations": .list(.configurationName)]
        ) { (it, call) throws(APIFailure) in try it.closeAccount2(call) },
        Operation(
            "v2.account_links.create", .post, "/v2/core/account_links", .one("v2.core.account_link"),
            .accountLink2, showsSecret: true
        ) { (it, call) throws(APIFailure) in try it.createAccountLink2(call) },
        Operation("v2.persons.create", .post, accounts2 + "/:id/persons", person, .person2) {
            (it, call) throws(APIFailure) in
            try it.createPerson2(call)
        },
        Operation("v2.persons.list", .get, accounts2 + "/:id/persons", .list("v2.core.account_person"), .list2) {
            (it, call) throws(APIFailure) in
            try it.listPersons2(call)
        },
        Operation("v2.persons.retrieve", .get, accounts2 + "/:id/persons/:person", person) {
            (it, call) throws(APIFailure) in
            .json(it.json2(person: try it.findPerson2(call)))
        },
        Operation("v2.persons.update", .post, accounts2 + "/:id/persons/:person", person, .person2) {
            (it, call) throws(APIFailure) in
            try it.updatePerson2(call)
        },
        Operation("v2.persons.delete", .delete, accounts2 + "/:id/persons/:person", person) {
            (it, call) throws(APIFailure) in
            try it.deletePerson2(call)
        },
    ]
}

extension Call {
    /// The parts that the answer is to include on request.
    var included: Set<String> { Set(parameters.texts("include") ?? []) }
}

extension ParameterSpec {
    static let configurationName = choice("customer", "merchant", "recipient")
    fileprivate static let requested = hash(["requested": .boolean.required])
    fileprivate static let responsibilities = hash([
        "fees_collector": .choice("application", "application_custom", "application_express", "stripe").required,
        "losses_collector": .choice("application", "stripe").required,
    ])
    fileprivate static let attestation = hash([
        "date": .text.required, "ip": .text.required, "user_agent": .text.clearable,
    ])
    fileprivate static let idNumbers = list(
        .hash(["type": .text.required, "value": .text.required, "registrar": .text]))
}

extension ParameterSpec.Members {
    static let included: Self = [
        "include": .list(
            .choice(
                "configuration.customer", "configuration.merchant", "configuration.recipient", "defaults",
                "future_requirements", "identity", "requirements"))
    ]

    static let list2: Self = ["limit": .integer, "page": .text]

    fileprivate static let accountList2 = list2.with([
        "applied_configurations": .list(.configurationName), "closed": .boolean,
    ])

    private static let human2: Self = [
        "address": .hash(address), "email": .email.clearable, "given_name": .text.clearable,
        "date_of_birth": .hash(ParameterSpec.Members.birthday.mapValues(\.required)).clearable,
        "id_numbers": .idNumbers, "legal_gender": .choice("female", "male").clearable, "metadata": .metadata,
        "nationalities": .list(.text), "phone": .text.clearable,
        "political_exposure": .choice("existing", "none").clearable,
        "relationship": .hash([
            "authorizer": .boolean, "director": .boolean, "executive": .boolean, "legal_guardian": .boolean,
            "owner": .boolean, "percent_ownership": .decimal.clearable, "representative": .boolean,
            "title": .text.clearable,
        ]),
        "surname": .text.clearable,
    ]

    fileprivate static let person2 = human2

    private static let businessDetails: Self = [
        "address": .hash(address), "estimated_worker_count": .integer(minimum: 0).clearable,
        "id_numbers": .idNumbers, "phone": .text.clearable, "registered_name": .text.clearable,
        "structure": .text.clearable,
    ]

    private static let identity: Self = [
        "attestations": .hash([
            "terms_of_service": .hash(["account": .attestation])
        ]),
        "business_details": .hash(businessDetails), "country": .text(maximum: 2),
        "entity_type": .choice("company", "government_entity", "individual", "non_profit"),
        "individual": .hash(human2),
    ]

    private static let defaults: Self = [
        "currency": .currency, "locales": .list(.text),
        "profile": .hash([
            "business_url": .text.clearable, "doing_business_as": .text.clearable,
            "product_description": .text.clearable,
        ]),
        "responsibilities": .responsibilities,
    ]

    private static let merchant: Self = [
        "branding": .hash([
            "icon": .text.clearable, "logo": .text.clearable, "primary_color": .text.clearable,
            "secondary_color": .text.clearable,
        ]),
        "capabilities": .hash(
            Dictionary(TwinPath.merchantCapabilities.map { ($0, ParameterSpec.requested) }) { first, _ in first }),
        "card_payments": .hash(["decline_on": .hash(["avs_failure": .boolean, "cvc_failure": .boolean])]),
        "mcc": .text(maximum: 4).clearable,
        "statement_descriptor": .hash([
            "descriptor": .text(maximum: 22).clearable, "prefix": .text(maximum: 10).clearable,
        ]),
        "support": .hash([
            "address": .hash(address), "email": .email.clearable, "phone": .text.clearable,
            "url": .text.clearable,
        ]),
    ]

    private static let recipient: Self = [
        "capabilities": .hash(["stripe_balance": .hash(["stripe_transfers": .requested])])
    ]

    private static let account2: Self = included.with([
        "contact_email": .email.clearable, "contact_phone": .text.clearable,
        "dashboard": .choice("express", "full", "none"), "defaults": .hash(defaults),
        "display_name": .text.clearable, "identity": .hash(identity), "metadata": .metadata,
    ])

    fileprivate static let accountCreation2 = account2.with([
        "configuration": .hash(["customer": .hash([:]), "merchant": .hash(merchant), "recipient": .hash(recipient)])
    ])

    fileprivate static let accountUpdate2 = account2.with([
        "configuration": .hash([
            "customer": .hash(["applied": .boolean]), "merchant": .hash(merchant.with(["applied": .boolean])),
            "recipient": .hash(recipient.with(["applied": .boolean])),
        ])
    ])

    private static let linkUse: Self = [
        "collection_options": .hash(["fields": .collectedFields, "future_requirements": .choice("include", "omit")]),
        "configurations": .list(.configurationName), "refresh_url": .url.required, "return_url": .url,
    ]

    fileprivate static let accountLink2: Self = [
        "account": .text.required,
        "use_case": .hash([
            "account_onboarding": .hash(linkUse), "account_update": .hash(linkUse),
            "type": .choice("account_onboarding", "account_update").required,
        ]).required,
    ]
}
