/// The shop's own questions on its page, besides those of every page.
extension ResourceContext {
    private static let maximumFieldCount = 3
    private static let maximumOptionCount = 200
    private static let maximumAnswerLength: Int64 = 255

    /// Reads `custom_fields`, without answers, or returns `nil` without the parameter.
    static func customFields(_ parameters: Parameters) throws(APIFailure) -> JSONValue? {
        guard parameters.contains("custom_fields") else { return nil }
        let elements = parameters.list("custom_fields") ?? []
        guard elements.count <= maximumFieldCount else {
            throw .invalid("You may have at most \(maximumFieldCount) custom fields.", param: "custom_fields")
        }
        var fields: [JSONValue] = []
        for (index, element) in elements.enumerated() {
            let param = "custom_fields[\(index)]"
            let field = try customField(Parameters(element.members ?? [:]), param)
            guard !fields.contains(where: { $0["key"] == field["key"] }) else {
                throw .invalid("The keys of custom fields must be unique.", param: "\(param)[key]")
            }
            fields.append(field)
        }
        return .array(fields)
    }

    private static func customField(_ parameters: Parameters, _ param: String) throws(APIFailure) -> JSONValue {
        let key = parameters.text("key") ?? ""
        guard isAlphanumeric(key) else {
            throw .invalid("The key of a custom field must be alphanumeric.", param: "\(param)[key]")
        }
        let type = parameters.text("type") ?? ""
        for other in ["dropdown", "numeric", "text"] where other != type && parameters.contains(other) {
            throw .invalid("`\(other)` can be used with the type `\(other)` only.", param: "\(param)[\(other)]")
        }
        let details = Parameters(parameters[type]?.members ?? [:])
        guard type != "dropdown" || parameters.contains(type) else { throw .missing("\(param)[dropdown]") }
        let read =
            try type == "dropdown" ? dropdown(details, "\(param)[dropdown]") : typed(details, type, "\(param)[\(type)]")
        return .object([
            "key": .string(key), "label": parameters["label"] ?? .null, "optional": parameters["optional"] ?? false,
            "type": .string(type), type: read,
        ])
    }

    private static func dropdown(_ parameters: Parameters, _ param: String) throws(APIFailure) -> JSONValue {
        guard let options = parameters.list("options"), !options.isEmpty else { throw .missing("\(param)[options]") }
        guard options.count <= maximumOptionCount else {
            throw .invalid("You may have at most \(maximumOptionCount) options.", param: "\(param)[options]")
        }
        let values = options.compactMap { $0["value"]?.text }
        guard values.allSatisfy(isAlphanumeric), Set(values).count == options.count else {
            throw .invalid("The values of options must be alphanumeric and unique.", param: "\(param)[options]")
        }
        let chosen = parameters.text("default_value")
        guard chosen.map(values.contains) ?? true else {
            throw .invalid("The default must be the value of an option.", param: "\(param)[default_value]")
        }
        return ["default_value": .optional(chosen), "options": .array(options)]
    }

    /// Returns the properties of a text field.
    private static func typed(
        _ parameters: Parameters, _ type: String, _ param: String
    ) throws(APIFailure) -> JSONValue {
        let (shortest, longest) = (parameters.integer("minimum_length"), parameters.integer("maximum_length"))
        guard longest ?? 1 <= maximumAnswerLength else {
            throw .invalid("The length can be \(maximumAnswerLength) at most.", param: "\(param)[maximum_length]")
        }
        guard shortest ?? 1 <= longest ?? maximumAnswerLength else {
            throw .invalid(
                "The minimum length must not be more than the maximum length.", param: "\(param)[minimum_length]")
        }
        let details: JSONValue = [
            "default_value": .optional(parameters.text("default_value")), "maximum_length": .optional(longest),
            "minimum_length": .optional(shortest),
        ]
        if let text = parameters.text("default_value") {
            try check(text, type, details, "\(param)[default_value]")
        }
        return details
    }

    private static func isAlphanumeric(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    }
}

// Answers.
extension ResourceContext {
    /// Returns the fields with a place for the customers' answers.
    static func answerable(_ fields: JSONValue?) -> JSONValue {
        guard case .array(let fields)? = fields else { return [] }
        return .array(fields.map { answered($0, .null) })
    }

    private static func answered(_ field: JSONValue, _ value: JSONValue) -> JSONValue {
        guard var members = field.members, let type = field["type"]?.text else { return field }
        var details = field[type]?.members ?? [:]
        details["value"] = value
        members[type] = .object(details)
        return .object(members)
    }

    /// Returns a session's custom fields with the answers of `custom_fields`, which a page sends by their keys.
    static func answers(
        of session: Document, _ parameters: Parameters
    ) throws(APIFailure) -> JSONValue? {
        guard case .array(let fields)? = session["custom_fields"] else { return nil }
        let given = parameters["custom_fields"]?.members ?? [:]
        if let key = given.keys.sorted().first(where: { key in !fields.contains { $0["key"]?.text == key } }) {
            throw .invalid("There is no such custom field.", param: "custom_fields[\(key)]")
        }
        guard !fields.isEmpty else { return nil }
        var results: [JSONValue] = []
        for field in fields {
            let key = field["key"]?.text ?? "", type = field["type"]?.text ?? ""
            let param = "custom_fields[\(key)]"
            guard let text = given[key]?.text, !text.isEmpty else {
                guard field["optional"] == true else { throw .missing(param) }
                results.append(field)
                continue
            }
            try check(text, type, field[type] ?? .null, param)
            results.append(answered(field, .string(text)))
        }
        return .array(results)
    }

    /// - Parameter details: The properties of the field's type.
    private static func check(
        _ text: String, _ type: String, _ details: JSONValue, _ param: String
    ) throws(APIFailure) {
        guard type != "dropdown" else {
            guard case .array(let options)? = details["options"], options.contains(where: { $0["value"]?.text == text })
            else { throw .invalid("Choose one of the options.", param: param) }
            return
        }
        guard type != "numeric" || text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .invalid("Only digits can stand here.", param: param)
        }
        let (shortest, longest) = (
            details["minimum_length"]?.number ?? 1, details["maximum_length"]?.number ?? maximumAnswerLength
        )
        guard shortest <= longest, (shortest...longest).contains(Int64(text.unicodeScalars.count)) else {
            let range = shortest == longest ? "\(shortest)" : "\(shortest) to \(longest)"
            throw .invalid("The answer must have \(range) characters.", param: param)
        }
    }
}
