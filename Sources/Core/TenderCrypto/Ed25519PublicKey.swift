import COpenSSL

/// A public key of Ed25519 (RFC 8032).
public struct Ed25519PublicKey: Hashable, Sendable {
    /// The size of a key in bytes.
    public static let byteCount = 32
    /// The size of a signature in bytes.
    public static let signatureByteCount = 64

    /// The key.
    public let bytes: [UInt8]

    /// Takes a key; `nil` if it has another size.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Returns whether the owner of the key signed a message; `false` for anything that is no signature.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == Self.signatureByteCount,
            let key = EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count)
        else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
