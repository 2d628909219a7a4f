/// A simulated reader that is being served.
struct ServedReader: Sendable {
    /// The address: a path, or HOST:PORT.
    let address: String
    /// A closure that stops it.
    let close: @Sendable () async -> Void
}
