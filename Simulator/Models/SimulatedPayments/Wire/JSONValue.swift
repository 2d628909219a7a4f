/// A JSON document with whole numbers only, so that no sum of money passes through floating point.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Named members, rendered in the order of their names.
    case object([String: JSONValue])

    /// Returns the member of an object with a name.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The text, if it is one.
    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, if it is one.
    package var number: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The members, if it is an object.
    package var members: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// Returns a copy with another value at a path; creates objects on the way.
    func setting(_ path: ArraySlice<String>, to value: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        var members = members ?? [:]
        members[name] = (members[name] ?? .null).setting(path.dropFirst(), to: value)
        return .object(members)
    }

    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    static func optional(_ number: Int64?) -> JSONValue { number.map(JSONValue.integer) ?? .null }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a text.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates a number.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates a null.
    public init(nilLiteral: ()) { self = .null }

    /// Creates a list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates an object; of a repeated name the last value wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

extension JSONValue: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes any document without fractions; throws `DecodingError` for a number beyond 64 bits.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            var members: [String: JSONValue] = [:]
            for name in container.allKeys {
                members[name.stringValue] = try container.decode(JSONValue.self, forKey: name)
            }
            self = .object(members)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(String.self) { return .string(value) }
        return .integer(try container.decode(Int64.self))
    }

    /// Encodes the document.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .integer(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .array(let elements): try elements.encode(to: encoder)
        case .object(let members): try members.encode(to: encoder)
        }
    }
}
