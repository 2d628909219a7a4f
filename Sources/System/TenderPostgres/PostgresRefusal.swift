/// What a server said when it refused something.
public struct PostgresRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public let state: SQLState
    /// The server's sentence, without its details, which quote values of rows.
    public let message: String
    /// The name of the constraint that was violated, if there was one.
    public let constraint: String?

    /// Creates a refusal.
    public init(state: SQLState, message: String, constraint: String? = nil) {
        self.state = state
        self.message = message
        self.constraint = constraint
    }

    /// The code and the sentence.
    public var description: String { "\(state): \(message)" }
}
