package import TenderBytes
import TenderCrypto
package import TenderModel

/// Payloads under DUKPT, as a terminal with a key store seals them; written from docs/gateway-extension.md, without the
/// code that seals. Of the plaintext, version 3 is a stripe:
///
///      0  1  version, 3
///      1  1  read method: 80 fallback, 90 stripe
///      2  8  amount
///     10  3  currency
///     13    track 2 as ASCII
extension CardPayload {
    private static let chipVersion: UInt8 = 2
    private static let stripeVersion: UInt8 = 3
    private static let trackOffset = 13
    private static let stripeMethods: [UInt8: ReadMethod] = [80: .magneticStripeFallback, 90: .magneticStripeTrack2]

    /// Decrypts and checks a payload.
    ///
    /// - Returns: `nil` for another scheme than these.
    static func openDUKPT(_ payload: EncryptedPayload) throws(CardPayloadError) -> CardPayload? {
        let cipher: BlockCipher
        switch payload.scheme {
        case "tdes-dukpt-tender-v1": cipher = .tripleDES
        case "aes-dukpt-tender-v1": cipher = .aes
        default: return nil
        }
        let size = cipher.blockByteCount
        let serial = try decode(payload.keySerial, cipher == .aes ? 12...12 : 10...10, .keySerial)
        let ciphertext = try decode(payload.ciphertext, size...chipByteCounts.upperBound + size, .ciphertext)
        let tag = try decode(payload.tag, size...size, .tag)
        guard ciphertext.count.isMultiple(of: size) else { throw .malformed(.ciphertext) }
        let plaintext: SecretBytes
        do throws(CryptoError) {
            let number = try DUKPTSerialNumber(serial)
            let code: MessageAuthentication = cipher == .aes ? .aesCMAC : .retailMAC(padding: .oneAndZeros)
            let isAuthentic = try code.isValid(
                tag, for: Array("\(payload.scheme):\(payload.keySerial)".utf8) + ciphertext,
                key: PublishedBaseKey.key(for: .authentication, serialNumber: number))
            guard isAuthentic else { throw CryptoError.authenticationFailed }
            plaintext = try cipher.decrypt(
                ciphertext, key: PublishedBaseKey.key(for: .data, serialNumber: number), mode: .cbc())
        } catch {
            throw error == .authenticationFailed ? .authenticationFailed : .malformed(.keySerial)
        }
        return try read(plaintext)
    }

    private static func decode(
        _ text: String, _ counts: ClosedRange<Int>, _ part: CardPayloadError.Part
    ) throws(CardPayloadError) -> [UInt8] {
        guard counts.contains(text.utf8.count / 2), let bytes = Hex.decode(text), Hex.encode(bytes) == text else {
            throw .malformed(part)
        }
        return bytes
    }

    /// Takes off one bit and the zeros behind it (ISO/IEC 9797-1, padding method 2), and reads the rest.
    private static func read(_ padded: SecretBytes) throws(CardPayloadError) -> CardPayload {
        let end = padded.withUnsafeBytes { bytes in
            bytes.lastIndex { $0 != 0 }.flatMap { bytes[$0] == 0x80 ? $0 : nil }
        }
        guard let end else { throw .malformed(.ciphertext) }
        let plaintext = padded.slice(0..<end)
        switch plaintext.withUnsafeBytes({ $0.first }) {
        case chipVersion: return try CardPayload(decoding: plaintext)
        case stripeVersion: return try stripe(plaintext)
        default: throw .invalidContent(.version)
        }
    }

    private static func stripe(_ plaintext: SecretBytes) throws(CardPayloadError) -> CardPayload {
        try plaintext.withUnsafeBytes { (bytes) throws(CardPayloadError) in
            guard bytes.count > trackOffset, let method = stripeMethods[bytes[1]] else {
                throw .invalidContent(.readMethod)
            }
            let amount = try decodeAmount(bytes[2..<trackOffset])
            return try CardPayload(track2: SecretBytes(bytes[trackOffset...]), readMethod: method, amount: amount)
        }
    }
}

extension CardPayload {
    /// Creates a read of a stripe.
    ///
    /// - Parameter track2: The track as ASCII, without sentinels.
    /// - Throws: `CardPayloadError.invalidContent` for data that is not a track of a payment card.
    package init(track2: SecretBytes, readMethod: ReadMethod, amount: Amount) throws(CardPayloadError) {
        self = try track2.withUnsafeBytes { (bytes) throws(CardPayloadError) in
            let number = bytes.prefix { $0 != UInt8(ascii: "=") }
            let digits = number.allSatisfy { (0x30...0x39).contains($0) }
            guard (12...19).contains(number.count), digits else { throw .invalidContent(.number) }
            let expiry = bytes.dropFirst(number.count + 1).prefix(4).map { Int($0) - 0x30 }
            guard expiry.count == 4, expiry.allSatisfy((0...9).contains), (1...12).contains(expiry[2] * 10 + expiry[3])
            else { throw .invalidContent(.expiry) }
            return CardPayload(
                readMethod: readMethod, number: SecretBytes(number), expMonth: expiry[2] * 10 + expiry[3],
                expYear: 2000 + expiry[0] * 10 + expiry[1], verification: .signature, amount: amount)
        }
    }
}
