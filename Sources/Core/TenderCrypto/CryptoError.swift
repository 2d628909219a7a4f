/// Why a cryptographic operation gave no result; never carries key, plaintext or ciphertext.
public enum CryptoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An input that must have a fixed size has another one.
    case wrongSize(Input, expected: Int, actual: Int)
    /// The message is larger than one operation takes.
    case messageTooLong
    /// The tag does not belong to ciphertext, associated data, nonce and key: nothing was decrypted.
    case authenticationFailed
    /// OpenSSL refused to work; the name is its function's.
    case library(function: String)
    /// The text is no hash of a PIN.
    case hashMalformed
    /// The salt or the cost of a hash of a PIN is beyond what is taken.
    case hashOutOfBounds

    /// The inputs of fixed size.
    public enum Input: String, Hashable, Sendable {
        /// The secret key.
        case key
        /// The number used once.
        case nonce
        /// The authentication tag.
        case tag
    }

    /// A sentence for people.
    public var description: String {
        switch self {
        case .wrongSize(let input, let expected, let actual):
            "the \(input.rawValue) must have \(expected) bytes, not \(actual)"
        case .messageTooLong: "the message is too long for one operation"
        case .authenticationFailed: "the message was changed or belongs to another key"
        case .library(let function): "OpenSSL's \(function) failed"
        case .hashMalformed: "the text is no hash of a PIN"
        case .hashOutOfBounds: "the salt or the cost of the PIN's hash is out of bounds"
        }
    }
}
