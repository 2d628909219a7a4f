public import TenderBytes
public import TenderCrypto

/// How a card's master key becomes the key of one transaction's cryptograms.
public enum SessionKeyDerivation: Hashable, Sendable, CaseIterable {
    /// The master key itself (Visa, cryptogram version 10).
    case none
    /// EMV's common session key (Book 2, A1.3.1): from the transaction counter.
    case common
    /// M/Chip's own: from the transaction counter and the terminal's unpredictable number. [check]
    case mchip

    /// Derives the key; each byte of a derived one has odd parity.
    ///
    /// - Parameters:
    ///   - masterKey: 16 bytes.
    ///   - counter: The application transaction counter (tag 9F36).
    ///   - unpredictable: Four bytes of the terminal (tag 9F37).
    /// - Throws: `CryptoError` for a key of another size.
    public func key(
        masterKey: SecretBytes, counter: UInt16, unpredictable: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        let counted = [UInt8(counter >> 8), UInt8(truncatingIfNeeded: counter), 0, 0]
        switch self {
        case .none: return masterKey
        case .common: return try Self.key(masterKey, diversifiedBy: counted)
        case .mchip: return try Self.key(masterKey, diversifiedBy: counted + unpredictable.prefix(4))
        }
    }

    /// The common session key of an issuer's commands, from the cryptogram that asked for the issuer.
    static func commandKey(masterKey: SecretBytes, cryptogram: [UInt8]) throws(CryptoError) -> SecretBytes {
        try key(masterKey, diversifiedBy: cryptogram)
    }

    /// Two encryptions of eight bytes, whose third is F0 and 0F (Book 2, A1.3.1).
    private static func key(_ masterKey: SecretBytes, diversifiedBy bytes: [UInt8]) throws(CryptoError) -> SecretBytes {
        var left = Array((bytes + [UInt8](repeating: 0, count: 8)).prefix(8))
        var right = left
        (left[2], right[2]) = (0xF0, 0x0F)
        return OddParity.adjust(try BlockCipher.tripleDES.encrypt(SecretBytes(left + right), key: masterKey))
    }
}
