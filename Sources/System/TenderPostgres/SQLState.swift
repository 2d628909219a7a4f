/// A code of five characters by which a server says what kind of error it met (PostgreSQL, appendix A).
public struct SQLState: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The code, such as `40001`.
    public let rawValue: String

    /// Creates a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a code from a literal.
    public init(stringLiteral code: String) { rawValue = code }

    /// The code.
    public var description: String { rawValue }

    /// A row with this key is already there.
    public static let uniqueViolation: SQLState = "23505"
    /// The transaction met another one, and can be repeated as a whole.
    public static let serializationFailure: SQLState = "40001"
    /// The password is wrong.
    public static let invalidPassword: SQLState = "28P01"
    /// There is no such database.
    public static let invalidCatalogName: SQLState = "3D000"

    /// Whether it says that the same can succeed later, although nothing about it is changed.
    ///
    /// These are a transaction that another one was in the way of (class 40, `55P03`), a server without resources (53), one
    /// that ends, begins or was told to stop a statement (57), one that has become a standby (`25006`), and a failure
    /// of the connection (08) or of the server's system (58).
    var isPassing: Bool {
        ["08", "40", "53", "57", "58"].contains(rawValue.prefix(2)) || self == "55P03" || self == "25006"
    }

    /// Whether it says that the server does not know itself what became of the transaction: `08007`, and `40003`, with which
    /// CockroachDB answers a commit whose result it did not learn.
    var isUnknownOutcome: Bool { self == "08007" || self == "40003" }
}
