import TenderModel

/// What a parameter asks for a field that can be cleared.
enum FieldChange<Value> {
    case keep
    case clear
    case set(Value)

    func applied(to value: Value?) -> Value? {
        switch self {
        case .keep: value
        case .clear: nil
        case .set(let new): new
        }
    }
}

extension FormParameters {
    func integer(_ name: String) throws(APIFailure) -> Int64? {
        guard let text = try text(name) else { return nil }
        return try Self.integer(text, param: name)
    }

    static func integer(_ text: String, param: String) throws(APIFailure) -> Int64 {
        guard !text.isEmpty else { throw empty(param) }
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }), let value = Int64(text) else {
            throw .invalid("Invalid integer: \(text)", code: "parameter_invalid_integer", param: param)
        }
        return value
    }

    /// An integer that must be 1 or more.
    func positiveInteger(_ name: String) throws(APIFailure) -> Int64? {
        guard let value = try integer(name) else { return nil }
        guard value >= 1 else {
            throw .invalid("Invalid positive integer", code: "parameter_invalid_integer", param: name)
        }
        return value
    }

    func boolean(_ path: String...) throws(APIFailure) -> Bool? {
        switch try leafText(path) {
        case nil: return nil
        case "true": return true
        case "false": return false
        case let text?: throw .invalid("Invalid boolean: \(text)", param: Self.bracketed(path))
        }
    }

    /// One of the raw values of `type`; a list of them in the message otherwise.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ type: Choice.Type, _ path: String...
    ) throws(APIFailure) -> Choice? {
        guard let text = try leafText(path) else { return nil }
        let param = Self.bracketed(path)
        guard !text.isEmpty else { throw Self.empty(param) }
        guard let choice = Choice(rawValue: text) else {
            let names = type.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid("Invalid \(param): must be one of \(names)", param: param)
        }
        return choice
    }

    /// A text that an empty value clears.
    func clearable(_ name: String, maximumLength: Int = 5000) throws(APIFailure) -> FieldChange<String> {
        guard let text = try text(name) else { return .keep }
        guard !text.isEmpty else { return .clear }
        guard text.unicodeScalars.count <= maximumLength else {
            throw .invalid("Invalid string: must be at most \(maximumLength) characters", param: name)
        }
        return .set(text)
    }

    func email(_ name: String) throws(APIFailure) -> FieldChange<String> {
        let change = try clearable(name, maximumLength: 800)
        guard case .set(let text) = change else { return change }
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty }), !text.contains(" ") else {
            throw .invalid("Invalid email address: \(text)", code: "email_invalid", param: name)
        }
        return change
    }

    /// The metadata after the request: keys are merged, an empty value removes its key, an empty hash removes all.
    func metadata(merging old: [String: String] = [:]) throws(APIFailure) -> [String: String] {
        var merged = old
        if try isCleared("metadata") { merged = [:] }
        for (key, value) in try members("metadata") {
            guard key.unicodeScalars.count <= 40, value.unicodeScalars.count <= 500 else {
                throw .invalid(
                    "Metadata keys may have at most 40 characters and values at most 500.", param: "metadata[\(key)]")
            }
            merged[key] = value.isEmpty ? nil : value
        }
        guard merged.count <= 50 else { throw .invalid("Metadata may have at most 50 keys.", param: "metadata") }
        return merged
    }

    /// Whether the parameter is there with an empty text, which clears a hash.
    private func isCleared(_ name: String) throws(APIFailure) -> Bool {
        guard members(of: name).isEmpty, let text = try text(name) else { return false }
        guard text.isEmpty else { throw .invalid("Invalid object", param: name) }
        return true
    }

    private func members(of name: String) -> [Leaf] { leaves.filter { $0.path.first == name && $0.path.count > 1 } }

    func currency(_ name: String) throws(APIFailure) -> Currency? {
        guard let text = try text(name) else { return nil }
        guard !text.isEmpty else { throw Self.empty(name) }
        guard let currency = Currency(text), (try? Amount(gatewayUnits: 0, currency: currency)) != nil else {
            throw .invalid("Invalid currency: \(text)", param: name)
        }
        return currency
    }

    static func empty(_ param: String) -> APIFailure {
        .invalid(
            "You passed an empty string for '\(param)'. We assume empty values are an attempt to unset a parameter; "
                + "however '\(param)' cannot be unset.",
            code: "parameter_invalid_empty", param: param)
    }
}
