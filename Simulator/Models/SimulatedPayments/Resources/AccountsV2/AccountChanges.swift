/// The changes to an account that a v2 request asks for, in v1 fields and outside of them.
struct AccountChanges {
    /// The changes that v1 has fields for.
    private(set) var fields: [String: JSONValue]
    /// The changes without v1 fields, by the names of hidden fields; null clears.
    private(set) var hidden: [String: JSONValue] = [:]
    /// The configurations that are applied from now on, and those that no longer are.
    private(set) var applied: Set<String> = []
    private(set) var removed: Set<String> = []

    init(_ parameters: Parameters) throws(APIFailure) {
        let given = JSONValue.object(parameters.fields)
        fields = TwinPath.v1(given, by: TwinPath.account).members ?? [:]
        fields["metadata"] = parameters["metadata"]
        for (path, name) in [("contact_phone", "contact_phone"), ("defaults.locales", "locales")] {
            hidden[name] = given.at(path)
        }
        try readTerms(given)
        readCompany(given)
        readConfigurations(given)
        if let person = given.at("identity.individual") { fields["individual"] = Self.person(person) }
        readControllers(given)
    }

    private mutating func readTerms(_ given: JSONValue) throws(APIFailure) {
        guard let text = given.at("identity.attestations.terms_of_service.account.date")?.text else { return }
        guard let time = Timestamp(text) else {
            throw .invalid(
                "Invalid timestamp: \(text)", code: "invalid_timestamp",
                param: "identity.attestations.terms_of_service.account.date")
        }
        fields["tos_acceptance"] = (fields["tos_acceptance"] ?? [:]).setting("date", to: .integer(time.seconds))
    }

    /// Reads the identification numbers of a company; keeps their kinds, and not the numbers.
    private mutating func readCompany(_ given: JSONValue) {
        guard case .array(let numbers)? = given.at("identity.business_details.id_numbers") else { return }
        var company = fields["company"] ?? [:]
        for number in numbers {
            let isOfTax = number["type"]?.text?.hasSuffix("_vat") == true
            company = company.setting(isOfTax ? "vat_id" : "tax_id", to: number["value"] ?? .null)
        }
        if !numbers.isEmpty { fields["company"] = company }
        hidden["id_numbers"] = Self.types(of: numbers)
    }

    /// Returns the kinds of the numbers, without the numbers.
    private static func types(of numbers: [JSONValue]) -> JSONValue {
        .array(numbers.compactMap { $0["type"].map { ["type": $0] } })
    }

    private mutating func readConfigurations(_ given: JSONValue) {
        var capabilities: [String: JSONValue] = [:]
        for (name, configuration) in given["configuration"]?.members ?? [:] {
            if configuration["applied"] == false { removed.insert(name) } else { applied.insert(name) }
        }
        for path in TwinPath.capabilities {
            let parts = path.v2.split(separator: ".", maxSplits: 1).map(String.init)
            let asked = given.at("configuration.\(parts[0]).capabilities.\(parts[1]).requested")
            if removed.contains(parts[0]) {
                capabilities[path.v1] = ["requested": "false"]
            } else if let asked {
                capabilities[path.v1] = ["requested": asked == true ? "true" : "false"]
            }
        }
        if !capabilities.isEmpty { fields["capabilities"] = .object(capabilities) }
    }

    /// Returns a request's details of a person, in v1 fields.
    static func person(_ given: JSONValue) -> JSONValue {
        var fields = TwinPath.v1(given, by: TwinPath.person).members ?? [:]
        if given["date_of_birth"] == .null { fields["dob"] = .null }
        if let metadata = given["metadata"] { fields["metadata"] = metadata }
        if case .array(let countries)? = given["nationalities"] { fields["nationality"] = countries.first ?? .null }
        if case .array(let numbers)? = given["id_numbers"] {
            for number in numbers {
                let isShort = number["type"]?.text?.hasSuffix("_last_4") == true
                fields[isShort ? "ssn_last_4" : "id_number"] = number["value"]
            }
        }
        return .object(fields)
    }

    /// Returns the kinds of a person's numbers, if a request has some.
    static func numberTypes(ofPerson given: JSONValue?) -> JSONValue? {
        guard case .array(let numbers)? = given?["id_numbers"] else { return nil }
        return types(of: numbers)
    }

    /// Reads who is responsible for what: the parts of a controller in a request.
    private mutating func readControllers(_ given: JSONValue) {
        var controller: JSONValue = [:]
        if let dashboard = given["dashboard"] {
            controller = controller.setting("stripe_dashboard.type", to: dashboard)
        }
        if let losses = given.at("defaults.responsibilities.losses_collector") {
            controller = controller.setting("losses.payments", to: losses)
        }
        if let fees = given.at("defaults.responsibilities.fees_collector") {
            controller = controller.setting("fees.payer", to: fees == "stripe" ? "account" : fees)
        }
        if controller != [:] { fields["controller"] = controller }
    }
}
