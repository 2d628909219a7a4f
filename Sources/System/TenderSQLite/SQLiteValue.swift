/// A value of a column; floating-point numbers are not supported.
public enum SQLiteValue: Hashable, Sendable {
    /// NULL.
    case null
    /// INTEGER.
    case integer(Int64)
    /// TEXT.
    case text(String)
    /// BLOB.
    case blob([UInt8])
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    /// Creates an INTEGER.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a TEXT.
    public init(stringLiteral value: String) { self = .text(value) }

    /// Creates a NULL.
    public init(nilLiteral: ()) { self = .null }
}
