/// A scan that sold nothing, until somebody acknowledges it.
public struct UnsoldScan: Hashable, Sendable {
    /// The scanned code.
    public let code: String
    /// The reason that it sold nothing, in words.
    public let reason: String
}
