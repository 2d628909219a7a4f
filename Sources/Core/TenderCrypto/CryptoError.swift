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
    /// The cipher has no keys of this size, in bytes.
    case unsupportedKeySize(actual: Int)
    /// The message is not a whole number of blocks, in bytes.
    case notWholeBlocks(blockByteCount: Int, actual: Int)
    /// The modulus or exponent of an RSA key is not one that EMV allows.
    case invalidPublicKey
    /// The number to raise is not below the RSA modulus.
    case notBelowModulus
    /// The transaction counter of a key serial number is zero, or has more one-bits than DUKPT uses.
    case invalidCounter
    /// The key that is asked for would be stronger than the one that it is derived from.
    case keyTooStrong
    /// The PIN is not 4 to 12 digits.
    case pinMalformed
    /// The account number is not a number of the length that the format of the PIN block takes.
    case accountNumberMalformed
    /// The block holds no PIN: it was made in another format, for another account, or with another key.
    case pinBlockMalformed

    /// The inputs that have a fixed size.
    public enum Input: String, Hashable, Sendable {
        /// The secret key.
        case key
        /// The number used once.
        case nonce
        /// The authentication tag.
        case tag
        /// What a chain of blocks starts with.
        case initializationVector = "initialization vector"
        /// The signature, certificate or block for an RSA key.
        case signature
        /// The key serial number of DUKPT.
        case keySerialNumber = "key serial number"
        /// The random part of a PIN block.
        case randomPadding = "random padding"
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
        case .unsupportedKeySize(let actual): "the cipher has no keys of \(actual) bytes"
        case .notWholeBlocks(let size, let actual): "\(actual) bytes are not whole blocks of \(size)"
        case .invalidPublicKey: "the RSA key is not one that EMV allows"
        case .notBelowModulus: "the signature is not below the modulus of the RSA key"
        case .invalidCounter: "the transaction counter is not one that DUKPT uses"
        case .keyTooStrong: "the key would be stronger than the one it is derived from"
        case .pinMalformed: "the PIN is not 4 to 12 digits"
        case .accountNumberMalformed: "the account number does not fit the format of the PIN block"
        case .pinBlockMalformed: "the block holds no PIN for this account and key"
        }
    }
}
