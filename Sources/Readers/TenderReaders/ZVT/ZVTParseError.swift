/// The reason that the data of a message cannot be parsed.
public enum ZVTParseError: Error, Hashable, Sendable {
    /// The data ends inside a field.
    case truncated
    /// A field is unknown, and cannot be skipped because its length is unknown.
    case unknownField(UInt8)
    /// A length, a digit or a tag is invalid.
    case malformed(UInt8)
    /// There are more fields, or more levels, than a message can have.
    case tooMany
}
