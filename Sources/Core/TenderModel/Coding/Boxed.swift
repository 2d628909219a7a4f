/// An optional member behind a pointer, so that objects without it stay small and are copied quickly.
@propertyWrapper
public struct Boxed<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    private indirect enum Box: Hashable, Sendable, Codable {
        case value(Value)
    }

    private var box: Box?

    /// The member's value.
    public var wrappedValue: Value? {
        get { if case .value(let value)? = box { value } else { nil } }
        set { box = newValue.map(Box.value) }
    }

    /// Wraps a value that is known.
    public init(wrappedValue: Value?) { box = wrappedValue.map(Box.value) }
}

extension KeyedDecodingContainer {
    package func decode<Value>(_ type: Boxed<Value>.Type, forKey key: Key) throws -> Boxed<Value> {
        Boxed(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    package mutating func encode<Value>(_ value: Boxed<Value>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
