/// The keys of an API object whose `object` names its kind.
package protocol ObjectKey: CodingKey {
    /// The kind, such as `refund`.
    static var kind: String { get }
    static var object: Self { get }
}

/// Stands in for `object`: written, and refused when it names another kind.
package struct CheckedKind: Hashable, Sendable, Codable {
    package init() {}
}

/// Stands in for `object`: written, and ignored when read.
package struct WrittenKind: Hashable, Sendable, Codable {
    package init() {}
}

extension KeyedDecodingContainer where Key: ObjectKey {
    package func decode(_ type: CheckedKind.Type, forKey key: Key) throws -> CheckedKind {
        let kind = try decode(String.self, forKey: key)
        guard kind == Key.kind else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "expected a \(Key.kind), found a \(kind)")
        }
        return CheckedKind()
    }

    package func decode(_ type: WrittenKind.Type, forKey key: Key) throws -> WrittenKind { WrittenKind() }
}

extension KeyedEncodingContainer where Key: ObjectKey {
    package mutating func encode(_ kind: CheckedKind, forKey key: Key) throws { try encode(Key.kind, forKey: key) }

    package mutating func encode(_ kind: WrittenKind, forKey key: Key) throws { try encode(Key.kind, forKey: key) }
}
