import TenderModel

/// A change of a field that can be cleared.
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

/// The parameters of a call, parsed by its operation's specification: every value has its type, null clears.
struct Parameters {
    let fields: [String: JSONValue]

    init(_ fields: [String: JSONValue] = [:]) { self.fields = fields }

    /// Returns whether the parameter is present, cleared or not.
    func contains(_ name: String, _ rest: String...) -> Bool { value(name, rest) != nil }

    subscript(_ name: String, _ rest: String...) -> JSONValue? { value(name, rest) }

    /// Returns the value at a path of names, separate from the first so that no list of names is created if there is
    /// only one.
    private func value(_ first: String, _ rest: [String]) -> JSONValue? {
        guard var value = fields[first] else { return nil }
        for name in rest {
            guard let next = value[name] else { return nil }
            value = next
        }
        return value
    }

    /// Returns the text; `nil` if it is absent or cleared.
    func text(_ name: String, _ rest: String...) -> String? { value(name, rest)?.text }

    func integer(_ name: String, _ rest: String...) -> Int64? { value(name, rest)?.number }

    func boolean(_ name: String, _ rest: String...) -> Bool? {
        guard case .bool(let value)? = value(name, rest) else { return nil }
        return value
    }

    func choice<Choice: RawRepresentable<String>>(_ type: Choice.Type, _ name: String, _ rest: String...) -> Choice? {
        value(name, rest)?.text.flatMap { Choice(rawValue: $0) }
    }

    /// Returns the elements of a list; `nil` if it is absent.
    func list(_ name: String, _ rest: String...) -> [JSONValue]? {
        guard case .array(let elements)? = value(name, rest) else { return nil }
        return elements
    }

    /// Returns the texts of a list; `nil` if it is absent.
    func texts(_ name: String, _ rest: String...) -> [String]? {
        guard case .array(let elements)? = value(name, rest) else { return nil }
        return elements.compactMap(\.text)
    }

    func currency(_ name: String, _ rest: String...) -> Currency? { value(name, rest)?.text.flatMap { Currency($0) } }

    /// Returns the change of a text that can be cleared.
    func change(_ name: String, _ rest: String...) -> FieldChange<String> {
        switch value(name, rest) {
        case .string(let text)?: .set(text)
        case .null?: .clear
        default: .keep
        }
    }

    /// Returns the metadata after the request: keys are merged, an empty value removes its key, an empty hash removes
    /// all.
    func metadata(merging old: [String: String] = [:], _ name: String = "metadata") throws(APIFailure) -> [String:
        String]
    {
        guard let given = fields[name] else { return old }
        guard case .object(let members) = given else { return [:] }
        var merged = old
        for (key, value) in members {
            let text = value.text ?? ""
            try Self.checkMetadata(key, text, in: name)
            merged[key] = text.isEmpty ? nil : text
        }
        guard merged.count <= 50 else { throw .invalid("Metadata may have at most 50 keys.", param: name) }
        return merged
    }

    private static func checkMetadata(_ key: String, _ value: String, in name: String) throws(APIFailure) {
        guard key.utf8.count <= 40 || key.unicodeScalars.count <= 40 else {
            throw .invalid(
                "Metadata keys can be up to 40 characters long; '\(key)' is longer.", param: "\(name)[\(key)]")
        }
        guard value.utf8.count <= 500 || value.unicodeScalars.count <= 500 else {
            throw .invalid(
                "Metadata values can be up to 500 characters long; the value of '\(key)' is longer.",
                param: "\(name)[\(key)]")
        }
        guard !key.contains("["), !key.contains("]"), !key.isEmpty else {
            throw .invalid("Metadata keys can't be empty or have square brackets.", param: "\(name)[\(key)]")
        }
    }
}
