package import TenderBytes

extension BlockCipher {
    /// Computes the check value of a key, by which people compare keys without seeing them.
    ///
    /// - Returns: For triple DES the first three bytes of a block of zeros, encrypted; for AES the first five of its
    ///   CMAC (ANSI X9.24-1:2017, annex A [check]).
    /// - Throws: `CryptoError.unsupportedKeySize` and `library`.
    package func checkValue(of key: SecretBytes) throws(CryptoError) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: blockByteCount)
        return switch self {
        case .tripleDES: Array(try encrypt(SecretBytes(zeros), key: key).prefix(3))
        case .aes: Array(try AESCMAC.authenticate(zeros, key: key).prefix(5))
        }
    }
}
