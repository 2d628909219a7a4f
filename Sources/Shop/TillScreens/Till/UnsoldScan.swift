/// A scan that sold nothing, as long as nobody acknowledged it.
public struct UnsoldScan: Hashable, Sendable {
    /// What was scanned.
    public let code: String
    /// Why it sold nothing, in words.
    public let reason: String
}
