package import TenderBytes

/// Derived unique key per transaction with AES (ANSI X9.24-3:2017).
///
/// This is the derivation of who receives the transactions, and knows the initial key or the key that it comes from;
/// `DUKPTDevice` is that of who sends them.
package enum AESDUKPT {
    /// What a key is for.
    package enum Usage: UInt16, Hashable, Sendable, CaseIterable {
        case keyEncryption = 0x0002
        case pin = 0x1000
        case macGeneration = 0x2000
        case macVerification = 0x2001
        case macBothWays = 0x2002
        case dataEncryption = 0x3000
        case dataDecryption = 0x3001
        case dataBothWays = 0x3002
    }

    /// The cipher that a key is for.
    package enum KeyType: Hashable, Sendable, CaseIterable {
        case twoKeyTripleDES
        case threeKeyTripleDES
        case aes128
        case aes192
        case aes256

        /// The size in bytes.
        package var byteCount: Int {
            switch self {
            case .twoKeyTripleDES, .aes128: 16
            case .threeKeyTripleDES, .aes192: 24
            case .aes256: 32
            }
        }

        fileprivate var algorithm: UInt8 {
            switch self {
            case .twoKeyTripleDES: 0
            case .threeKeyTripleDES: 1
            case .aes128: 2
            case .aes192: 3
            case .aes256: 4
            }
        }

        /// Triple DES is weaker than any AES.
        fileprivate func isTooStrong(for source: KeyType) -> Bool { algorithm > source.algorithm }

        /// The type of the keys that others are derived from, by their size.
        fileprivate init(source key: SecretBytes) throws(CryptoError) {
            switch key.count {
            case 16: self = .aes128
            case 24: self = .aes192
            case 32: self = .aes256
            default: throw .unsupportedKeySize(actual: key.count)
            }
        }
    }

    private static let initialKeyUsage: UInt16 = 0x8001
    private static let derivationUsage: UInt16 = 0x8000

    /// Derives the key that a device is loaded with, which is as long as the base key.
    ///
    /// - Parameter baseKey: The base derivation key: 16, 24 or 32 bytes.
    /// - Throws: `CryptoError.unsupportedKeySize` and `library`.
    package static func initialKey(
        baseKey: SecretBytes, serialNumber: AESKeySerialNumber
    ) throws(CryptoError) -> SecretBytes {
        let type = try KeyType(source: baseKey)
        let cipher = try CipherContext(.aes, keyByteCount: baseKey.count, .ecb, .encrypt)
        return try derive(initialKeyUsage, type, from: baseKey, serialNumber.initialKeyID, cipher)
    }

    /// Derives the key of one transaction for one usage.
    ///
    /// - Parameters:
    ///   - usage: `nil` for the key that the others are derived from.
    ///   - type: Not stronger than the initial key.
    ///   - initialKey: The device's key: 16, 24 or 32 bytes.
    /// - Throws: `CryptoError.unsupportedKeySize`, `invalidCounter`, `keyTooStrong` and `library`.
    package static func key(
        for usage: Usage?, type: KeyType, initialKey: SecretBytes, serialNumber: AESKeySerialNumber
    ) throws(CryptoError) -> SecretBytes {
        let counter = serialNumber.counter
        let source = try KeyType(source: initialKey)
        guard TransactionCounter.aes.isValid(counter) else { throw .invalidCounter }
        guard !type.isTooStrong(for: source) else { throw .keyTooStrong }
        let cipher = try CipherContext(.aes, keyByteCount: initialKey.count, .ecb, .encrypt)
        var key = initialKey
        for step in TransactionCounter.aes.path(to: counter) {
            key = try derive(derivationUsage, source, from: key, serialNumber.context(at: step), cipher)
        }
        guard let usage else { return key }
        return try derive(usage.rawValue, type, from: key, serialNumber.context(at: counter), cipher)
    }

    /// Takes one step: from the key at a counter without its lowest one-bit to the key at the counter.
    static func successor(
        of key: SecretBytes, serialNumber: AESKeySerialNumber, at counter: UInt32
    ) throws(CryptoError) -> SecretBytes {
        let cipher = try CipherContext(.aes, keyByteCount: key.count, .ecb, .encrypt)
        return try derive(derivationUsage, KeyType(source: key), from: key, serialNumber.context(at: counter), cipher)
    }

    /// The key for a usage from the key of its transaction, which is as long.
    static func workingKey(
        for usage: Usage, from key: SecretBytes, serialNumber: AESKeySerialNumber
    ) throws(CryptoError) -> SecretBytes {
        let cipher = try CipherContext(.aes, keyByteCount: key.count, .ecb, .encrypt)
        let context = serialNumber.context(at: serialNumber.counter)
        return try derive(usage.rawValue, KeyType(source: key), from: key, context, cipher)
    }

    /// Encrypts as many blocks of derivation data as the new key needs, and takes its size of them.
    private static func derive(
        _ usage: UInt16, _ type: KeyType, from key: SecretBytes, _ context: UInt64, _ cipher: borrowing CipherContext
    ) throws(CryptoError) -> SecretBytes {
        // Version, number of the block, usage, algorithm and length in bits.
        let head = 1 << 56 | UInt64(usage) << 32 | UInt64(type.algorithm) << 16 | UInt64(8 * type.byteCount)
        let blocks = ((head | 1 << 48).bigEndian, context.bigEndian, (head | 2 << 48).bigEndian, context.bigEndian)
        let size = type.byteCount > BlockCipher.aes.blockByteCount ? 32 : 16
        let keys = try Swift.withUnsafeBytes(of: blocks) { (bytes) throws(CryptoError) in
            try cipher.process(UnsafeRawBufferPointer(rebasing: bytes[..<size]), key: key)
        }
        return keys.slice(0..<type.byteCount)
    }
}
