import COpenSSL
public import TenderBytes

/// The message authentication code HMAC with SHA-256 (RFC 2104, FIPS 198-1).
public enum HMACSHA256 {
    /// Authenticates `message` with `key`, which may have any size; the code has 32 bytes.
    public static func authenticate(_ message: some Collection<UInt8>, key: SecretBytes) -> [UInt8] {
        let message = ContiguousArray(message)
        return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
            let result = message.withUnsafeBytes { message in
                key.withUnsafeBytes { key in
                    EVP_Q_mac(
                        nil, "HMAC", nil, "SHA256", nil, key.baseAddress, key.count, message.baseAddress,
                        message.count, code.baseAddress, code.count, &count
                    )
                }
            }
            precondition(result != nil && count == SHA256.byteCount, "OpenSSL has no HMAC-SHA-256")
        }
    }
}
