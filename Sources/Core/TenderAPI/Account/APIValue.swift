/// Any value of the API, for objects whose kind only their content tells.
public enum APIValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number; never an amount of money.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([APIValue])
    /// Names and values.
    case object([String: APIValue])

    /// How deep values may lie in each other.
    public static let maximumDepth = 64

    /// The member of an object; nil for anything else.
    public subscript(_ name: String) -> APIValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text; nil for anything else.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number; nil for anything else.
    public var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}

extension APIValue: Codable {
    /// Reads any value; throws `DecodingError` for one that lies deeper than `maximumDepth`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard decoder.codingPath.count <= Self.maximumDepth else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is nested too deeply")
        }
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if decoder.isArray {
            self = .array(try container.decode([APIValue].self))
        } else {
            self = .object(try container.decode([String: APIValue].self))
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}

extension Decoder {
    /// Whether the value here is a list.
    fileprivate var isArray: Bool { (try? unkeyedContainer()) != nil }
}

extension APIValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    /// Creates an object; of a repeated name the last value counts.
    public init(dictionaryLiteral elements: (String, APIValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }

    /// Creates a list.
    public init(arrayLiteral elements: APIValue...) { self = .array(elements) }

    /// Creates a text.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
