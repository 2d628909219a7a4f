/// A value that a test needs, for fixtures outside a test function.
public enum Required {
    /// The value was not there.
    public struct Missing: Error {}

    /// Returns the value.
    ///
    /// - Throws: `Missing` when it is nil.
    public static func some<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Missing() }
        return value
    }
}
