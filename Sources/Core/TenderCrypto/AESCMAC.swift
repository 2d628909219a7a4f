import COpenSSL
import TenderBytes

/// CMAC with AES (NIST SP 800-38B).
enum AESCMAC {
    static func authenticate(_ message: [UInt8], key: SecretBytes) throws(CryptoError) -> [UInt8] {
        guard BlockCipher.aes.keyByteCounts.contains(key.count) else {
            throw .unsupportedKeySize(actual: key.count)
        }
        var code = [UInt8](repeating: 0, count: BlockCipher.aes.blockByteCount)
        var count = 0
        let result = key.withUnsafeBytes { key in
            EVP_Q_mac(
                nil, "CMAC", nil, "AES-\(8 * key.count)-CBC", nil, key.baseAddress, key.count, message, message.count,
                &code, code.count, &count)
        }
        guard result != nil, count == code.count else { throw .library(function: "EVP_Q_mac") }
        return code
    }
}
