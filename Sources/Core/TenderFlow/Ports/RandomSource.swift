/// Where ids, keys and jitter come from, so that tests can repeat them.
public protocol RandomSource: Sendable {
    /// 64 random bits.
    func next() -> UInt64
}
