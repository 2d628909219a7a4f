/// The source of IDs, keys and jitter, so that tests can reproduce them.
public protocol RandomSource: Sendable {
    /// Returns 64 random bits.
    func next() -> UInt64
}
