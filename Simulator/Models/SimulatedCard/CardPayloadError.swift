/// The reason that a payload cannot be created or opened; never carries any of its content.
public enum CardPayloadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The payload uses another scheme.
    case unknownScheme
    /// A part of the payload does not have the form of the scheme.
    case malformed(Part)
    /// The payload was tampered with, or sealed with another key.
    case authenticationFailed
    /// The payload is authentic, but its content is not what a reader writes.
    case invalidContent(Field)
    /// The cipher failed for a reason of its own.
    case cipherFailed

    /// The parts of an encrypted payload.
    public enum Part: String, Hashable, Sendable {
        /// The nonce: 24 lower-case hexadecimal digits.
        case keySerial
        /// The encrypted bytes: 52 hexadecimal digits, or more for a chip.
        case ciphertext
        /// The authentication tag: 32 hexadecimal digits.
        case tag
    }

    /// The fields of the plaintext.
    public enum Field: String, Hashable, Sendable {
        /// The version of the layout.
        case version
        /// How the card was read.
        case readMethod
        /// How the cardholder was verified.
        case verification
        /// The card's expiry.
        case expiry
        /// The amount, which must not be negative.
        case amount
        /// The currency.
        case currency
        /// The card number.
        case number
        /// The data objects of a chip.
        case objects
    }

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .unknownScheme: "the card data is encrypted under another scheme than \(CardPayload.scheme)"
        case .malformed(let part): "the encrypted card data has a malformed \(part.rawValue)"
        case .authenticationFailed: "the encrypted card data was changed or made with another key"
        case .invalidContent(let field): "the card data has an invalid \(field.rawValue)"
        case .cipherFailed: "the cipher failed"
        }
    }
}
