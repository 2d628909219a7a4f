/// A field that holds an id, or the object itself when the request asked to expand it.
public enum Expandable<Value: Codable & Hashable & Sendable & Identifiable>: Hashable, Sendable
where Value.ID == String {
    /// The id alone.
    case id(String)
    /// The whole object.
    indirect case object(Value)

    /// The id, expanded or not.
    public var id: String {
        switch self {
        case .id(let id): id
        case .object(let value): value.id
        }
    }

    /// The object, when it was expanded.
    public var value: Value? {
        switch self {
        case .id: nil
        case .object(let value): value
        }
    }
}

extension Expandable: Codable {
    /// Reads a string or an object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let id = try? container.decode(String.self) {
            self = .id(id)
        } else {
            self = .object(try container.decode(Value.self))
        }
    }

    /// Writes what it holds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .id(let id): try container.encode(id)
        case .object(let value): try container.encode(value)
        }
    }
}
