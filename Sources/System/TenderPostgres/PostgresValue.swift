/// A parameter of a statement, or a column of a row.
public enum PostgresValue: Hashable, Sendable {
    /// No value; as a parameter of the type that the statement calls for.
    case null
    /// `boolean`.
    case bool(Bool)
    /// `bigint`; also a column of type `integer` or `smallint`.
    case integer(Int64)
    /// `text`, without the character NUL; also a column of another character type.
    case text(String)
    /// `bytea`.
    case bytes([UInt8])
    /// `timestamp with time zone`: microseconds since 2000-01-01 00:00:00 UTC.
    ///
    /// The least and the greatest number are minus infinity and infinity.
    case timestamp(Int64)
    /// `bigint[]`, of one dimension, for `unnest`.
    case integers([Int64?])
    /// `text[]`, of one dimension.
    case texts([String?])
    /// `bytea[]`, of one dimension.
    case byteStrings([[UInt8]?])
}
