/// A wrapper that stores a large, rarely present value separately, so that what contains it stays small.
@propertyWrapper
public struct Apart<Value: Hashable & Sendable & Codable>: Hashable, Sendable {
    private final class Storage: Hashable, Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }

        static func == (left: Storage, right: Storage) -> Bool { left.value == right.value }

        func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }

    private var storage: Storage?

    /// Stores a value, or nothing.
    public init(wrappedValue: Value?) { storage = wrappedValue.map(Storage.init) }

    /// The value; `nil` while there is none.
    public var wrappedValue: Value? {
        get { storage?.value }
        set { storage = newValue.map(Storage.init) }
    }

    /// Whether there is a value.
    var isThere: Bool { storage != nil }

    /// Returns whether there is a value with this property; the value is examined in place, not copied.
    func holds(_ isSo: (Value) -> Bool) -> Bool {
        guard let storage else { return false }
        return isSo(storage.value)
    }
}

extension Apart: Codable {
    /// Decodes the value or null; throws what the value throws.
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value?(from: decoder)) }

    /// Encodes the value or null.
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
