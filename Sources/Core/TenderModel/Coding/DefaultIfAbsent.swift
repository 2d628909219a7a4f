/// A member that is false or empty where the API leaves it out or sends null.
@propertyWrapper
public struct DefaultIfAbsent<Value: Hashable & Sendable & Codable & Defaulted>: Hashable, Sendable, Codable {
    /// The member's value.
    public var wrappedValue: Value

    /// Wraps a value that is known.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// A type whose `init()` is what an absent member means.
public protocol Defaulted {
    /// False or empty.
    init()
}

extension Bool: Defaulted {}
extension Array: Defaulted {}
extension Dictionary: Defaulted {}

/// The keys of an object that also omits what is false or empty when written.
package protocol SparseKey: CodingKey {}

extension KeyedDecodingContainer {
    package func decode<Value>(_ type: DefaultIfAbsent<Value>.Type, forKey key: Key) throws -> DefaultIfAbsent<Value> {
        DefaultIfAbsent(wrappedValue: try decodeIfPresent(Value.self, forKey: key) ?? Value())
    }
}

extension KeyedEncodingContainer {
    package mutating func encode<Value>(_ value: DefaultIfAbsent<Value>, forKey key: Key) throws {
        try encode(value.wrappedValue, forKey: key)
    }
}

extension KeyedEncodingContainer where Key: SparseKey {
    package mutating func encode<Value>(_ value: DefaultIfAbsent<Value>, forKey key: Key) throws {
        if value.wrappedValue != Value() { try encode(value.wrappedValue, forKey: key) }
    }
}
