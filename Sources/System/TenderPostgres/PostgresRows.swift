/// The result of a statement.
public struct PostgresRows: Hashable, Sendable {
    /// The names of the columns; empty for a statement that returns no rows.
    public internal(set) var columns: [String] = []
    /// The rows, with a value for each column.
    public internal(set) var rows: [[PostgresValue]] = []
    /// The number of rows that the server says it inserted, updated, deleted or selected; 0 for other statements.
    public internal(set) var affected = 0
}
