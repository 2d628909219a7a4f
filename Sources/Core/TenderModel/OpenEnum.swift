/// An enumeration of the API that may grow: a string without a case becomes `.unknown(string)`.
public protocol OpenEnum: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The API's string.
    var rawValue: String { get }

    /// The named cases.
    static var known: [Self] { get }

    /// The case for any other string.
    static func unknown(_ value: String) -> Self
}

extension OpenEnum {
    /// Finds the named case, or wraps the string; never fails.
    @inlinable public init(rawValue: String) {
        for value in Self.known where value.rawValue == rawValue {
            self = value
            return
        }
        self = .unknown(rawValue)
    }

    /// Reads a string; throws only when there is none.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// The API's string.
    public var description: String { rawValue }
}

// Reading the string from the object's container spares a decoder for each value, which takes several times as long.
extension KeyedDecodingContainer {
    func decode<Value: OpenEnum>(_ type: Value.Type, forKey key: Key) throws -> Value {
        Value(rawValue: try decode(String.self, forKey: key))
    }

    func decodeIfPresent<Value: OpenEnum>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decodeIfPresent(String.self, forKey: key).map { Value(rawValue: $0) }
    }
}
