/// A value of a column; there are no floating point numbers here.
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
    /// Makes an INTEGER.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a TEXT.
    public init(stringLiteral value: String) { self = .text(value) }

    /// Makes a NULL.
    public init(nilLiteral: ()) { self = .null }
}
