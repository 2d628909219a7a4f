/// A simulated reader that is being served.
struct ServedReader: Sendable {
    /// Where it is: a path, or HOST:PORT.
    let address: String
    /// Ends it.
    let close: @Sendable () async -> Void
}
