import TenderCrypto

/// A certification authority of the simulated cards: its key is the same for every scheme.
///
/// Both keys are published with their private halves, and so are worthless.
public struct CardAuthority: Hashable, Sendable {
    /// The index under which a card names the key (tag 8F).
    public let index: UInt8
    /// The modulus, big-endian.
    public let modulus: [UInt8]
    /// The public exponent, big-endian: 3 or 65537.
    public let exponent: [UInt8]

    /// The authority of most cards: 176 bytes and 3.
    public static let usual = CardAuthority(index: 0xE1, key: CardTestKeys.authority176)
    /// The authority with the largest key that there may be: 248 bytes and 65537.
    public static let largest = CardAuthority(index: 0xE2, key: CardTestKeys.authority248)
    /// Both.
    public static let all = [usual, largest]

    private init(index: UInt8, key: CardTestKey) {
        self.index = index
        modulus = key.modulus
        exponent = key.exponent
    }

    /// The check sum by which a terminal finds a damaged key (EMV, Book 2, 11.2.2).
    ///
    /// - Parameter provider: The registered application provider, the first five bytes of its applications' names.
    public func checksum(provider: [UInt8]) -> [UInt8] {
        var hash = SHA1()
        hash.update(provider + [index] + modulus + exponent)
        return hash.finish()
    }
}
