import TenderCrypto

/// A chip's unpredictable numbers, which its seed predicts.
struct ChipRandom: Sendable {
    private let seed: UInt64
    private var count: UInt64 = 0

    init(seed: UInt64) { self.seed = seed }

    /// Eight bytes.
    mutating func next() -> [UInt8] {
        count &+= 1
        var hash = SHA1()
        hash.update(CardPayload.bigEndianBytes(seed) + CardPayload.bigEndianBytes(count))
        return Array(hash.finish().prefix(8))
    }
}
