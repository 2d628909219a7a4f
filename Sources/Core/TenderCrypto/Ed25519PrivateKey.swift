import COpenSSL
public import TenderBytes

/// A private key of Ed25519 (RFC 8032).
public struct Ed25519PrivateKey: Sendable {
    /// The size of a key in bytes.
    public static let byteCount = 32

    /// The key: 32 random bytes.
    public let seed: SecretBytes
    /// The public half.
    public let publicKey: Ed25519PublicKey

    /// Takes a key.
    ///
    /// - Throws: `CryptoError.wrongSize` and `library`.
    public init(seed: SecretBytes) throws(CryptoError) {
        guard seed.count == Self.byteCount else {
            throw .wrongSize(.key, expected: Self.byteCount, actual: seed.count)
        }
        self.seed = seed
        let key = try Self.key(seed)
        defer { EVP_PKEY_free(key) }
        var bytes = [UInt8](repeating: 0, count: Ed25519PublicKey.byteCount)
        var count = bytes.count
        guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, let half = Ed25519PublicKey(bytes) else {
            throw .library(function: "EVP_PKEY_get_raw_public_key")
        }
        publicKey = half
    }

    /// Signs a message.
    ///
    /// - Returns: 64 bytes, the same for the same message.
    /// - Throws: `CryptoError.library`.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        let key = try Self.key(seed)
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { throw .library(function: "EVP_MD_CTX_new") }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1 else {
            throw .library(function: "EVP_DigestSignInit")
        }
        var signature = [UInt8](repeating: 0, count: Ed25519PublicKey.signatureByteCount)
        var count = signature.count
        guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count == signature.count else {
            throw .library(function: "EVP_DigestSign")
        }
        return signature
    }

    private static func key(_ seed: SecretBytes) throws(CryptoError) -> OpaquePointer {
        let key = seed.withUnsafeBytes { bytes in
            EVP_PKEY_new_raw_private_key_ex(
                nil, "ED25519", nil, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
        }
        guard let key else { throw .library(function: "EVP_PKEY_new_raw_private_key_ex") }
        return key
    }
}
