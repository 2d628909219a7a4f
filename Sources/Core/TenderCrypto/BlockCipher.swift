package import TenderBytes

/// The block ciphers of payment: triple DES (SP 800-67) and AES (FIPS 197), on whole blocks and without padding.
package enum BlockCipher: Hashable, Sendable, CaseIterable {
    /// Triple DES; a key of 16 bytes stands for its first half, its second half and its first half again.
    case tripleDES
    /// AES with keys of 128, 192 or 256 bits.
    case aes

    /// How the blocks of a message are linked (SP 800-38A).
    package enum Mode: Hashable, Sendable {
        /// Each block by itself; only for one block, or for blocks that are random.
        case ecb
        /// Each block is mixed with the one before; the first with the vector, or with zeros.
        case cbc(initializationVector: [UInt8]? = nil)
    }

    /// The size of a block in bytes.
    package var blockByteCount: Int {
        switch self {
        case .tripleDES: 8
        case .aes: 16
        }
    }

    /// The sizes that a key may have, in bytes.
    package var keyByteCounts: [Int] {
        switch self {
        case .tripleDES: [16, 24]
        case .aes: [16, 24, 32]
        }
    }

    /// Encrypts whole blocks.
    ///
    /// - Throws: `CryptoError` for a key, vector or message of the wrong size.
    package func encrypt(
        _ plaintext: SecretBytes, key: SecretBytes, mode: Mode = .ecb
    ) throws(CryptoError) -> [UInt8] {
        try CipherContext(self, keyByteCount: key.count, mode, .encrypt).process(plaintext, key: key)
            .withUnsafeBytes { Array($0) }
    }

    /// Decrypts whole blocks; nothing tells whether the key is the right one.
    ///
    /// - Throws: `CryptoError` for a key, vector or message of the wrong size.
    package func decrypt(
        _ ciphertext: [UInt8], key: SecretBytes, mode: Mode = .ecb
    ) throws(CryptoError) -> SecretBytes {
        try CipherContext(self, keyByteCount: key.count, mode, .decrypt).process(SecretBytes(ciphertext), key: key)
    }
}
