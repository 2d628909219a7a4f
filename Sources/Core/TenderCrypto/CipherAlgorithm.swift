import COpenSSL

/// The implementations of OpenSSL's block ciphers, fetched once: it looks up an algorithm given by name each time.
///
/// Threads may share them: they never change and live as long as the process.
struct CipherAlgorithm {
    private let ecb: OpaquePointer?
    private let cbc: OpaquePointer?

    private nonisolated(unsafe) static let twoKeyTripleDES = CipherAlgorithm("DES-EDE", "DES-EDE-CBC")
    private nonisolated(unsafe) static let threeKeyTripleDES = CipherAlgorithm("DES-EDE3", "DES-EDE3-CBC")
    private nonisolated(unsafe) static let aes128 = CipherAlgorithm("AES-128-ECB", "AES-128-CBC")
    private nonisolated(unsafe) static let aes192 = CipherAlgorithm("AES-192-ECB", "AES-192-CBC")
    private nonisolated(unsafe) static let aes256 = CipherAlgorithm("AES-256-ECB", "AES-256-CBC")

    private init(_ ecb: String, _ cbc: String) {
        self.ecb = EVP_CIPHER_fetch(nil, ecb, nil)
        self.cbc = EVP_CIPHER_fetch(nil, cbc, nil)
    }

    /// OpenSSL's cipher for keys of a size that the cipher has; `nil` when the installation lacks it.
    static func pointer(_ cipher: BlockCipher, keyByteCount: Int, isChained: Bool) -> OpaquePointer? {
        let algorithm =
            switch (cipher, keyByteCount) {
            case (.tripleDES, 16): twoKeyTripleDES
            case (.tripleDES, _): threeKeyTripleDES
            case (.aes, 16): aes128
            case (.aes, 24): aes192
            case (.aes, _): aes256
            }
        return isChained ? algorithm.cbc : algorithm.ecb
    }
}
