/// Why the data of a message cannot be read.
public enum ZVTParseError: Error, Hashable, Sendable {
    /// The data ends inside a field.
    case truncated
    /// A field that no table knows, which cannot be skipped since its length is not known.
    case unknownField(UInt8)
    /// A length, a digit or a tag that cannot be.
    case malformed(UInt8)
    /// More fields, or deeper ones, than a message has.
    case tooMany
}
