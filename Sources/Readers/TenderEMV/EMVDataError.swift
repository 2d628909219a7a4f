/// The reason that a value is not what its tag says: where, and why.
public struct EMVDataError: Error, Hashable, Sendable {
    /// The offset of the first wrong byte, from the start of the value.
    public let offset: Int
    /// A human-readable clause without any byte of the value.
    public let reason: String

    init(at offset: Int, _ reason: String) {
        self.offset = offset
        self.reason = reason
    }

    /// A human-readable clause that says where and why.
    public var sentence: String { "at byte \(offset): \(reason)" }
}
