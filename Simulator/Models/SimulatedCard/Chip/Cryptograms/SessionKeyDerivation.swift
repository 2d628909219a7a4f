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
        let counted = [UInt8(counter >> 8), UInt8(truncatingIfNeeded: counter)]
        let tail: [UInt8]
        switch self {
        case .none: return masterKey
        case .common: tail = [0, 0, 0, 0, 0]
        case .mchip: tail = [0] + (unpredictable + [0, 0, 0, 0]).prefix(4)
        }
        let blocks = SecretBytes(counted + [0xF0] + tail + counted + [0x0F] + tail)
        return OddParity.adjust(try BlockCipher.tripleDES.encrypt(blocks, key: masterKey))
    }
}
