import TenderCrypto

/// A key that a higher key signed, and the bytes of it that found no room in the signature (EMV, Book 2, 5.1 and 6.1).
struct CardCertificate {
    /// What a certificate says besides the key.
    enum Subject {
        /// The first digits of the card numbers, with the half-byte F after them: four bytes.
        case issuer([UInt8])
        /// The card number, with the half-byte F after it, ten bytes; and the data that are signed with the key.
        case card([UInt8], staticData: [UInt8])

        fileprivate var head: [UInt8] {
            switch self {
            case .issuer(let identifier): [2] + identifier
            case .card(let number, _): [4] + number
            }
        }

        fileprivate var staticData: [UInt8] {
            switch self {
            case .issuer: []
            case .card(_, let data): data
            }
        }
    }

    private static let serial: [UInt8] = [0, 0, 1]
    private static let trailerByteCount = 21

    let certificate: [UInt8]
    let remainder: [UInt8]

    /// - Parameter expiry: Month and year, two bytes of digits.
    init(of key: CardTestKey, for subject: Subject, expiry: [UInt8], by signer: CardTestKey) throws(CryptoError) {
        let head =
            subject.head + expiry + Self.serial
            + [1, 1, UInt8(clamping: key.modulus.count), UInt8(clamping: key.exponent.count)]
        let room = max(0, signer.modulus.count - 1 - head.count - Self.trailerByteCount)
        let part = key.modulus.prefix(room)
        remainder = Array(key.modulus.dropFirst(room))
        let body = head + part + [UInt8](repeating: 0xBB, count: room - part.count)
        certificate = try SignedBlock.sign(
            body, hashing: remainder + key.exponent + subject.staticData, by: signer)
    }
}
