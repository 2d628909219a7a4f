import COpenSSL

/// The hash function SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The size of a hash in bytes.
    public static let byteCount = 32

    /// Hashes `message`.
    public static func hash(_ message: some Collection<UInt8>) -> [UInt8] {
        message.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0)) }
            ?? Array(message).withUnsafeBytes { hash($0) }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            let result = EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, EVP_sha256(), nil)
            precondition(result == 1, "OpenSSL has no SHA-256")
            count = byteCount
        }
    }
}
