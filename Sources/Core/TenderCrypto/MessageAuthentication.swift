package import TenderBytes

/// The message authentication codes of payment.
package enum MessageAuthentication: Hashable, Sendable {
    /// CMAC with AES (SP 800-38B); its codes have 16 bytes.
    case aesCMAC
    /// The retail MAC (ANSI X9.19): algorithm 3 of ISO/IEC 9797-1 with DES, a key of 16 bytes and codes of 8.
    case retailMAC(padding: Padding)

    /// How a message becomes whole blocks (ISO/IEC 9797-1, 6.3).
    package enum Padding: Hashable, Sendable {
        /// Method 1: with as few zeros as possible; ANSI X9.24-1.
        case zeros
        /// Method 2: with one bit and then as few zeros as possible; EMV (Book 2, A1.2.1).
        case oneAndZeros
    }

    /// The shortest code that is worth checking, in bytes.
    package static let shortestCode = 4

    /// Authenticates `message`.
    ///
    /// - Throws: `CryptoError.unsupportedKeySize`, `messageTooLong` and `library`.
    package func authenticate(_ message: [UInt8], key: SecretBytes) throws(CryptoError) -> [UInt8] {
        switch self {
        case .aesCMAC: try AESCMAC.authenticate(message, key: key)
        case .retailMAC(let padding): try RetailMAC.authenticate(message, key: key, padding: padding)
        }
    }

    /// Returns whether `code` is the message's, or begins it and has at least `shortestCode` bytes.
    ///
    /// The time that it takes depends on the lengths only.
    ///
    /// - Throws: as `authenticate`.
    package func isValid(_ code: [UInt8], for message: [UInt8], key: SecretBytes) throws(CryptoError) -> Bool {
        let expected = try authenticate(message, key: key)
        guard (Self.shortestCode...expected.count).contains(code.count) else { return false }
        return ConstantTime.areEqual(code, Array(expected.prefix(code.count)))
    }
}
