/// A change to an optional field: a new value or none, as opposed to a field that is left as it is.
public enum FieldChange<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    /// The field gets this value.
    case set(Value)
    /// The field loses its value.
    case cleared

    /// The value that the field has afterwards; `nil` for none.
    public var value: Value? { if case .set(let value) = self { value } else { nil } }
}
