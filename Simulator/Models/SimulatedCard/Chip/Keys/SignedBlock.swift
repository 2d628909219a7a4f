import TenderCrypto

/// A block as EMV signs it: a header, the body, a hash of the body and more, and a trailer (Book 2, A2.1).
enum SignedBlock {
    private static let overhead = 22

    /// Signs a body that fills the block.
    static func sign(
        _ body: [UInt8], hashing more: [UInt8], by signer: CardTestKey
    ) throws(CryptoError) -> [UInt8] {
        var hash = SHA1()
        hash.update(body + more)
        return try signer.sign([0x6A] + body + hash.finish() + [0xBC])
    }

    /// The static data of a card (Book 2, 5.2).
    ///
    /// - Parameter code: The data authentication code, two bytes (tag 9F45).
    static func signStatic(
        code: [UInt8], data: [UInt8], by signer: CardTestKey
    ) throws(CryptoError) -> [UInt8] {
        try sign(padded([3, 1] + code, signer), hashing: data, by: signer)
    }

    /// The dynamic data of a card (Book 2, 6.5.2 and 6.6.1).
    static func signDynamic(
        _ content: [UInt8], data: [UInt8], by signer: CardTestKey
    ) throws(CryptoError) -> [UInt8] {
        try sign(padded([5, 1, UInt8(clamping: content.count)] + content, signer), hashing: data, by: signer)
    }

    private static func padded(_ body: [UInt8], _ signer: CardTestKey) -> [UInt8] {
        body + [UInt8](repeating: 0xBB, count: max(0, signer.modulus.count - overhead - body.count))
    }
}
