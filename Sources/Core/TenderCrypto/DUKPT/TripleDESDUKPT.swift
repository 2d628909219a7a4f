package import TenderBytes

/// Derived unique key per transaction with triple DES (ANSI X9.24-1:2009, annex A).
///
/// This is the derivation of who receives the transactions, and knows the initial key or the key that it comes from;
/// `DUKPTDevice` is that of who sends them.
package enum TripleDESDUKPT {
    /// What a key is for; ANSI X9.24-1, annex A.4.1, table A-1.
    package enum Usage: Hashable, Sendable, CaseIterable {
        case pin
        case requestMAC
        case responseMAC
        case requestData
        case responseData

        /// The place in each half of the key whose bits are turned.
        fileprivate var variantByte: Int {
            switch self {
            case .pin: 7
            case .requestMAC: 6
            case .responseMAC: 4
            case .requestData: 5
            case .responseData: 3
            }
        }

        fileprivate var isForData: Bool { self == .requestData || self == .responseData }
    }

    private static let halfByteCount = 8
    /// What sets the second key of each pair apart.
    private static let pairMask: [UInt8] = [0xC0, 0xC0, 0xC0, 0xC0, 0, 0, 0, 0, 0xC0, 0xC0, 0xC0, 0xC0, 0, 0, 0, 0]

    /// Derives the key that a device is loaded with.
    ///
    /// - Parameter baseKey: The base derivation key, 16 bytes.
    /// - Throws: `CryptoError.unsupportedKeySize` and `library`.
    package static func initialKey(
        baseKey: SecretBytes, serialNumber: TripleDESKeySerialNumber
    ) throws(CryptoError) -> SecretBytes {
        try check(baseKey)
        let context = try cipherContext()
        let block = SecretBytes(serialNumber.initialBlock)
        return try context.process(block, key: baseKey) + context.process(block, key: baseKey.xor(pairMask))
    }

    /// Derives the key of one transaction for one usage.
    ///
    /// - Parameters:
    ///   - usage: `nil` for the key that the others are variants of.
    ///   - initialKey: The device's key, 16 bytes.
    /// - Throws: `CryptoError.unsupportedKeySize`, `invalidCounter` and `library`.
    package static func key(
        for usage: Usage?, initialKey: SecretBytes, serialNumber: TripleDESKeySerialNumber
    ) throws(CryptoError) -> SecretBytes {
        try check(initialKey)
        let counter = serialNumber.counter
        guard TransactionCounter.tripleDES.isValid(counter) else { throw .invalidCounter }
        let context = try cipherContext()
        var key = initialKey
        for step in TransactionCounter.tripleDES.path(to: counter) {
            key = try derive(from: key, block: serialNumber.block(at: step), context)
        }
        guard let usage else { return key }
        return try workingKey(for: usage, from: key, context)
    }

    /// Takes one step: from the key at a counter without its lowest one-bit to the key at the counter.
    static func successor(
        of key: SecretBytes, serialNumber: TripleDESKeySerialNumber, at counter: UInt32
    ) throws(CryptoError) -> SecretBytes {
        try derive(from: key, block: serialNumber.block(at: counter), cipherContext())
    }

    /// The key for a usage from the key of its transaction.
    static func workingKey(for usage: Usage, from key: SecretBytes) throws(CryptoError) -> SecretBytes {
        try workingKey(for: usage, from: key, cipherContext())
    }

    private static func workingKey(
        for usage: Usage, from key: SecretBytes, _ context: borrowing CipherContext
    ) throws(CryptoError) -> SecretBytes {
        let variant = key.xor(mask(usage))
        return usage.isForData ? try context.process(variant, key: variant) : variant
    }

    private static func cipherContext() throws(CryptoError) -> CipherContext {
        try CipherContext(.tripleDES, keyByteCount: 2 * halfByteCount, .ecb, .encrypt)
    }

    private static func check(_ key: SecretBytes) throws(CryptoError) {
        guard key.count == 2 * halfByteCount else { throw .unsupportedKeySize(actual: key.count) }
    }

    private static func mask(_ usage: Usage) -> [UInt8] {
        (0..<2 * halfByteCount).map { $0 % halfByteCount == usage.variantByte ? 0xFF : 0 }
    }

    private static func derive(
        from key: SecretBytes, block: [UInt8], _ context: borrowing CipherContext
    ) throws(CryptoError) -> SecretBytes {
        try half(from: key.xor(pairMask), block, context) + half(from: key, block, context)
    }

    /// The one-way step: the block, encrypted by DES under the left half, between two masks with the right half.
    private static func half(
        from key: SecretBytes, _ block: [UInt8], _ context: borrowing CipherContext
    ) throws(CryptoError) -> SecretBytes {
        let left = key.slice(0..<halfByteCount)
        let right = key.slice(halfByteCount..<2 * halfByteCount)
        // Triple DES whose keys are one is DES.
        return try context.process(right.xor(block), key: left + left).xor(right)
    }
}
