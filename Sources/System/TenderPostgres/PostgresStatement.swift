/// One SQL statement, and the values of its parameters.
///
/// It is parsed, planned and carried out for each run: nothing of it stays at the server, so that it passes through
/// connection pools. `COPY`, and statements that begin or end a transaction, are not for it.
public struct PostgresStatement: Hashable, Sendable {
    /// The SQL, with `$1`, `$2`, … where the parameters belong; never with a value that came from outside.
    public let text: String
    /// The parameters, at most 65535.
    public let parameters: [PostgresValue]

    /// Creates a statement.
    public init(_ text: String, _ parameters: [PostgresValue] = []) {
        self.text = text
        self.parameters = parameters
    }
}
