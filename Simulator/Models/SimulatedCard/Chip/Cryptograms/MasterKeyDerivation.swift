public import TenderBytes
public import TenderCrypto

/// How an issuer's master key becomes that of a card (EMV, Book 2, A1.4).
public enum MasterKeyDerivation: Hashable, Sendable, CaseIterable {
    /// The last sixteen digits of number and sequence number, encrypted.
    case optionA
    /// The same, unless the number has more than sixteen digits, which are hashed then.
    case optionB

    /// Derives the card's master key; each byte has odd parity.
    ///
    /// - Parameters:
    ///   - issuerKey: 16 bytes.
    ///   - number: The card number, in digits as text.
    ///   - sequence: The sequence number of the card, 0 to 99 (tag 5F34).
    /// - Throws: `CryptoError` for a key of another size.
    public func key(
        issuerKey: SecretBytes, number: SecretBytes, sequence: UInt8
    ) throws(CryptoError) -> SecretBytes {
        let digits = number.withUnsafeBytes { $0.map { $0 & 0x0F } } + [sequence / 10 % 10, sequence % 10]
        let chosen = self == .optionB && number.count > 16 ? Self.hashedDigits(digits) : Array(digits.suffix(16))
        let block = Self.packed([UInt8](repeating: 0, count: 16 - chosen.count) + chosen)
        let blocks = SecretBytes(block + block.map { ~$0 })
        return OddParity.adjust(try BlockCipher.tripleDES.encrypt(blocks, key: issuerKey))
    }

    /// The first sixteen decimal digits of the hash, and where there are not so many, those that its letters stand for.
    private static func hashedDigits(_ digits: [UInt8]) -> [UInt8] {
        var hash = SHA1()
        hash.update(packed((digits.count.isMultiple(of: 2) ? [] : [0]) + digits))
        let nibbles = hash.finish().flatMap { [$0 >> 4, $0 & 0x0F] }
        let letters = nibbles.filter { $0 > 9 }.map { $0 - 10 }
        return Array((nibbles.filter { $0 <= 9 } + letters).prefix(16))
    }

    private static func packed(_ nibbles: [UInt8]) -> [UInt8] {
        stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    }
}
