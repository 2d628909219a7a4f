/// The reason a cryptographic operation failed; it never carries a key, plaintext or ciphertext.
public enum CryptoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An input of fixed size has a different size.
    case wrongSize(Input, expected: Int, actual: Int)
    /// The message is longer than one operation can process.
    case messageTooLong
    /// The tag does not match the ciphertext, associated data, nonce and key: nothing was decrypted.
    case authenticationFailed
    /// OpenSSL failed in the named function.
    case library(function: String)
    /// The text is not a PIN hash.
    case hashMalformed
    /// The salt or the cost of a PIN hash is out of bounds.
    case hashOutOfBounds

    /// The inputs that have a fixed size.
    public enum Input: String, Hashable, Sendable {
        /// The secret key.
        case key
        /// The number used once.
        case nonce
        /// The authentication tag.
        case tag
    }

    /// A human-readable sentence.
    public var description: String {
        switch self {
        case .wrongSize(let input, let expected, let actual):
            "the \(input.rawValue) must have \(expected) bytes, not \(actual)"
        case .messageTooLong: "the message is too long for one operation"
        case .authenticationFailed: "the message was changed or belongs to another key"
        case .library(let function): "OpenSSL's \(function) failed"
        case .hashMalformed: "the text is not the hash of a PIN"
        case .hashOutOfBounds: "the salt or the cost of the PIN's hash is out of bounds"
        }
    }
}
