/// How far a transaction is kept apart from those beside it (PostgreSQL, chapter 13.2).
public enum PostgresIsolation: String, Hashable, Sendable, CaseIterable {
    /// Each statement sees what was committed before it.
    case readCommitted = "READ COMMITTED"
    /// Each transaction sees what was committed before its first statement, and one that would not have been possible alone
    /// is refused with the state `40001`.
    case serializable = "SERIALIZABLE"
}
