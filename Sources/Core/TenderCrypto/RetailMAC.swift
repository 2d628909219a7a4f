import TenderBytes

/// The retail MAC: a chain of DES under the left half of the key, and triple DES for the last block.
///
/// Source: ISO/IEC 9797-1, 7.3 (MAC algorithm 3); ANSI X9.19.
enum RetailMAC {
    private static let blockByteCount = BlockCipher.tripleDES.blockByteCount

    static func authenticate(
        _ message: [UInt8], key: SecretBytes, padding: MessageAuthentication.Padding
    ) throws(CryptoError) -> [UInt8] {
        guard key.count == 16 else { throw .unsupportedKeySize(actual: key.count) }
        let blocks = SecretBytes(pad(message, padding))
        let last = blocks.count - blockByteCount
        let single = key.slice(0..<8)
        let chain = try CipherContext(.tripleDES, keyByteCount: 16, .cbc(), .encrypt)
            .process(blocks.slice(0..<last), key: single + single)
        let link =
            last > 0
            ? chain.slice(last - blockByteCount..<last)
            : SecretBytes([UInt8](repeating: 0, count: blockByteCount))
        return try BlockCipher.tripleDES.encrypt(blocks.slice(last..<blocks.count).xor(link), key: key)
    }

    private static func pad(_ message: [UInt8], _ padding: MessageAuthentication.Padding) -> [UInt8] {
        var blocks = message
        if padding == .oneAndZeros { blocks.append(0x80) }
        let excess = blocks.count % blockByteCount
        if excess > 0 || blocks.isEmpty { blocks += [UInt8](repeating: 0, count: blockByteCount - excess) }
        return blocks
    }
}
