import COpenSSL

/// The hash function SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The size of a hash in bytes.
    public static let byteCount = 32

    /// Fetched once: OpenSSL looks up an algorithm given by name again for each operation.
    ///
    /// Threads may share it: it never changes and lives as long as the process.
    private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

    /// Hashes `message`.
    public static func hash(_ message: some Collection<UInt8>) -> [UInt8] {
        message.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0)) }
            ?? Array(message).withUnsafeBytes { hash($0) }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            let result = EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, algorithm, nil)
            precondition(result == 1, "OpenSSL has no SHA-256")
            count = byteCount
        }
    }
}
