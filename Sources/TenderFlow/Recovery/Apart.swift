/// Holds a large value that is rarely there apart, so that what carries it stays small.
@propertyWrapper
public struct Apart<Value: Hashable & Sendable & Codable>: Hashable, Sendable {
    private indirect enum Storage: Hashable, Sendable {
        case value(Value)
    }

    private var storage: Storage?

    /// Holds a value, or nothing.
    public init(wrappedValue: Value?) { storage = wrappedValue.map(Storage.value) }

    /// The value; nil while there is none.
    public var wrappedValue: Value? {
        get {
            guard case .value(let value)? = storage else { return nil }
            return value
        }
        set { storage = newValue.map(Storage.value) }
    }
}

extension Apart: Codable {
    /// Reads the value or null; throws what the value throws.
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value?(from: decoder)) }

    /// Writes the value or null.
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
