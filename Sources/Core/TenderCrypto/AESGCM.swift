public import TenderBytes

/// Authenticated encryption: AES with 256-bit keys in Galois/Counter Mode (NIST SP 800-38D).
///
/// A nonce must never be used twice with the same key: that would reveal both messages and the authentication key.
public enum AESGCM {
    /// The size of a key in bytes.
    public static let keyByteCount = 32
    /// The size of a nonce in bytes.
    public static let nonceByteCount = 12
    /// The size of an authentication tag in bytes.
    public static let tagByteCount = 16

    /// Encrypts `plaintext` and authenticates it together with `associatedData`, which stays readable.
    ///
    /// - Throws: `CryptoError` for a key or nonce of the wrong size and for a message of 2 GiB or more.
    public static func seal(
        _ plaintext: SecretBytes, key: SecretBytes, nonce: [UInt8], authenticating associatedData: [UInt8] = []
    ) throws(CryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        let context = try GCMContext.start(.encrypt, key: key, nonce: nonce)
        try context.authenticate(associatedData)
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count)
        try plaintext.withUnsafeBytes { (input) throws(CryptoError) in
            try context.process(input.baseAddress, count: input.count, into: &ciphertext)
        }
        return (ciphertext, try context.finishEncryption())
    }

    /// Decrypts `ciphertext` if `tag` proves that nothing was changed.
    ///
    /// - Throws: `CryptoError.authenticationFailed` if something was changed; no plaintext is returned then, and what
    ///   OpenSSL had written is wiped. Other cases for wrong sizes.
    public static func open(
        _ ciphertext: [UInt8], tag: [UInt8], key: SecretBytes, nonce: [UInt8],
        authenticating associatedData: [UInt8] = []
    ) throws(CryptoError) -> SecretBytes {
        guard tag.count == tagByteCount else {
            throw .wrongSize(.tag, expected: tagByteCount, actual: tag.count)
        }
        let context = try GCMContext.start(.decrypt, key: key, nonce: nonce)
        try context.authenticate(associatedData)
        return try SecretBytes(count: ciphertext.count) { (output) throws(CryptoError) in
            try context.process(ciphertext, count: ciphertext.count, into: output.baseAddress)
            try context.finishDecryption(tag: tag)
        }
    }
}
