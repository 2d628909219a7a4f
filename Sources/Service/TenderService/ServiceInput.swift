public import TenderAPI
import TenderBytes
import TenderModel

/// The checked input of a call: every member is known, of its kind and within its bounds.
public struct ServiceInput: Hashable, Sendable {
    /// The values that the path of the route names, such as the payment's ID.
    let path: [String: String]
    private let members: [String: APIValue]

    /// Checks an input against the fields of a call.
    ///
    /// - Parameters:
    ///   - value: The input; an object, or `.null` for none.
    ///   - path: The values of the route's path.
    /// - Throws: `ServiceError` that names the member that is unknown, missing or wrong.
    public init(_ value: APIValue, path: [String: String] = [:], fields: [ServiceField]) throws(ServiceError) {
        self.path = path
        switch value {
        case .null: members = try Self.checked([:], fields, within: "")
        case .object(let given): members = try Self.checked(given, fields, within: "")
        default: throw .invalid("the input must be an object")
        }
    }

    /// The members as an object.
    var value: APIValue { .object(members) }

    private init(_ members: [String: APIValue]) {
        self.members = members
        path = [:]
    }

    // MARK: - Checking

    private static func checked(
        _ given: [String: APIValue], _ fields: [ServiceField], within place: String
    ) throws(ServiceError) -> [String: APIValue] {
        let known = Set(fields.map(\.name))
        if let unknown = given.keys.filter({ !known.contains($0) }).min() {
            throw .invalid("there is no member '\(place)\(unknown.shown)'", parameter: place + unknown.shown)
        }
        var members: [String: APIValue] = [:]
        for field in fields {
            let name = place + field.name
            guard let value = given[field.name], value != .null else {
                guard !field.isRequired else { throw .invalid("'\(name)' is missing", parameter: name) }
                continue
            }
            try check(value, field.kind, name)
            members[field.name] = value
        }
        return members
    }

    private static func check(
        _ value: APIValue, _ kind: ServiceField.Kind, _ name: String
    ) throws(ServiceError) {
        switch (kind, value) {
        case (.text(let maximum), .string(let text)):
            guard (1...maximum).contains(text.utf8.count) else {
                throw .invalid("'\(name)' takes 1 to \(maximum) bytes", parameter: name)
            }
        case (.integer(let range), .integer(let number)):
            guard range.contains(number) else {
                throw .invalid(
                    "'\(name)' takes \(range.lowerBound) to \(range.upperBound)", parameter: name)
            }
        case (.choice(let words), .string(let word)):
            guard words.contains(word) else {
                throw .invalid("'\(name)' takes \(words.joined(separator: ", "))", parameter: name)
            }
        case (.flag, .bool): break
        case (.list(let kind, let maximum), .array(let values)):
            guard values.count <= maximum else {
                throw .invalid("'\(name)' takes at most \(maximum) values", parameter: name)
            }
            for (index, value) in values.enumerated() { try check(value, kind, "\(name)[\(index)]") }
        case (.metadata, .object(let entries)): try checkMetadata(entries, name)
        case (.object(let fields), .object(let members)): _ = try checked(members, fields, within: name + ".")
        default: throw .invalid("'\(name)' takes \(kind.words)", parameter: name)
        }
    }

    private static func checkMetadata(_ entries: [String: APIValue], _ name: String) throws(ServiceError) {
        guard entries.count <= 50 else { throw .invalid("'\(name)' takes at most 50 entries", parameter: name) }
        for (key, value) in entries {
            guard (1...40).contains(key.utf8.count), let text = value.string, text.utf8.count <= 500 else {
                throw .invalid(
                    "'\(name)' takes names of 1 to 40 bytes, and texts of at most 500", parameter: name)
            }
        }
    }

    // MARK: - Values

    package func text(_ name: String) -> String? { members[name]?.string }

    func integer(_ name: String) -> Int64? { members[name]?.integer }

    package func flag(_ name: String) -> Bool? { if case .bool(let flag)? = members[name] { flag } else { nil } }

    package func texts(_ name: String) -> [String]? {
        if case .array(let values)? = members[name] { values.compactMap(\.string) } else { nil }
    }

    func integers(_ name: String) -> [Int64]? {
        if case .array(let values)? = members[name] { values.compactMap(\.integer) } else { nil }
    }

    func object(_ name: String) -> ServiceInput? {
        if case .object(let members)? = members[name] { ServiceInput(members) } else { nil }
    }

    func objects(_ name: String) -> [ServiceInput]? {
        guard case .array(let values)? = members[name] else { return nil }
        return values.compactMap { if case .object(let members) = $0 { ServiceInput(members) } else { nil } }
    }

    func metadata(_ name: String = "metadata") -> [String: String] {
        guard case .object(let entries)? = members[name] else { return [:] }
        return entries.compactMapValues(\.string)
    }

    func choice<Value: RawRepresentable<String>>(_ name: String) -> Value? { text(name).flatMap(Value.init) }

    /// The ID in the path, which the route has.
    var id: String { path["id"] ?? "" }

    /// Returns an amount in a currency.
    func amount(_ name: String, _ currency: Currency) -> Amount? {
        integer(name).map { Amount(minorUnits: $0, currency: currency) }
    }

    /// Returns the currency.
    ///
    /// - Throws: `ServiceError` if it is not one.
    func currency() throws(ServiceError) -> Currency {
        guard let currency = text("currency").flatMap(Currency.init) else {
            throw .invalid("'currency' takes a code of ISO 4217, such as eur", parameter: "currency")
        }
        return currency
    }
}

extension ServiceField.Kind {
    /// What a value must be, in words.
    fileprivate var words: String {
        switch self {
        case .text: "a text"
        case .integer: "a whole number"
        case .flag: "true or false"
        case .choice(let words): words.joined(separator: ", ")
        case .list: "a list"
        case .metadata: "an object of texts"
        case .object: "an object"
        }
    }
}

extension String {
    /// The beginning of a name that somebody else chose, without control characters.
    var shown: String { String(withoutControls.prefix(60)) }
}
