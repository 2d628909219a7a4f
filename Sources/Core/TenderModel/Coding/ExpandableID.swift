/// The id of another object; where the API expanded it to the whole object, only the id is kept.
@propertyWrapper
public struct ExpandableID<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    /// The id: a `String`, or a `String?` where it may be absent.
    public var wrappedValue: Value

    /// Wraps an id that is known.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension KeyedDecodingContainer {
    package func decode(_ type: ExpandableID<String>.Type, forKey key: Key) throws -> ExpandableID<String> {
        ExpandableID(wrappedValue: try decode(ObjectID.self, forKey: key).id)
    }

    package func decode(_ type: ExpandableID<String?>.Type, forKey key: Key) throws -> ExpandableID<String?> {
        ExpandableID(wrappedValue: try decodeIDIfPresent(forKey: key))
    }

    package func decodeIDIfPresent(forKey key: Key) throws -> String? {
        try decodeIfPresent(ObjectID.self, forKey: key)?.id
    }
}

extension KeyedEncodingContainer {
    package mutating func encode(_ id: ExpandableID<String>, forKey key: Key) throws {
        try encode(id.wrappedValue, forKey: key)
    }

    package mutating func encode(_ id: ExpandableID<String?>, forKey key: Key) throws {
        try encodeIfPresent(id.wrappedValue, forKey: key)
    }
}

private struct ObjectID: Decodable {
    let id: String

    private struct Object: Decodable { let id: String }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let id = try? container.decode(String.self) {
            self.id = id
        } else {
            id = try container.decode(Object.self).id
        }
    }
}
