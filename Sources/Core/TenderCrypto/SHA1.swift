import COpenSSL

/// The hash function SHA-1 (FIPS 180-4), which EMV prescribes for its certificates and signatures (Book 2, B3.1).
///
/// Collisions can be made, so nothing else here may use it. One hasher is kept for many hashes.
package struct SHA1: ~Copyable {
    /// The size of a hash in bytes.
    package static let byteCount = 20

    /// Fetched once: OpenSSL looks up an algorithm given by name again for each operation.
    ///
    /// Threads may share it: it never changes and lives as long as the process.
    private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA1", nil)

    private let context: OpaquePointer

    /// Starts an empty hash.
    package init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, Self.algorithm, nil) == 1 else {
            preconditionFailure("OpenSSL has no SHA-1")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds `bytes` to what is hashed.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
        if isDone == nil { Array(bytes).withUnsafeBytes { add($0) } }
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
        let result = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(result == 1, "OpenSSL's EVP_DigestUpdate failed")
    }

    /// Returns the hash of everything that was added, and starts an empty one.
    package mutating func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.byteCount) { digest, count in
            let result = EVP_DigestFinal_ex(context, digest.baseAddress, nil)
            precondition(result == 1 && EVP_DigestInit_ex(context, nil, nil) == 1, "OpenSSL's SHA-1 failed")
            count = Self.byteCount
        }
    }
}
