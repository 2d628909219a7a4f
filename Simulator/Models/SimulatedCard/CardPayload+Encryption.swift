public import TenderBytes
import TenderCrypto
public import TenderModel

extension CardPayload {
    /// The name of the encryption: AES-256-GCM under the published key.
    public static let scheme = "aes-256-gcm-simulator-v1"

    /// The key of every simulated reader: published, and so worthless.
    ///
    /// It must never protect a real card.
    public static let publishedKey = SecretBytes(utf8: "Tender simulator key, worthless!")

    /// Encrypts the card data.
    ///
    /// The nonce is the device number (4 bytes) and the counter (8 bytes), big-endian; its hexadecimal form is the key
    /// serial. Scheme and key serial are authenticated with the card data.
    ///
    /// - Parameters:
    ///   - device: The reader's number.
    ///   - counter: A number that this device has never used before.
    /// - Throws: `CardPayloadError.invalidContent` for values that the layout cannot hold.
    public func seal(device: UInt32, counter: UInt64) throws(CardPayloadError) -> EncryptedPayload {
        let plaintext = try encoded()
        let nonce = Self.bigEndianBytes(device) + Self.bigEndianBytes(counter)
        let keySerial = Hex.encode(nonce)
        do throws(CryptoError) {
            let sealed = try AESGCM.seal(
                plaintext, key: Self.publishedKey, nonce: nonce, authenticating: Self.associatedData(keySerial)
            )
            return EncryptedPayload(
                scheme: Self.scheme, keySerial: keySerial, ciphertext: Hex.encode(sealed.ciphertext),
                tag: Hex.encode(sealed.tag)
            )
        } catch {
            throw .cipherFailed
        }
    }

    /// Decrypts and checks a payload, which may come from anyone.
    ///
    /// - Throws: `CardPayloadError`; the work done for a payload of any size is bounded.
    public static func open(_ payload: EncryptedPayload) throws(CardPayloadError) -> CardPayload {
        if let opened = try openDUKPT(payload) { return opened }
        guard payload.scheme == scheme else { throw .unknownScheme }
        let nonce = try bytes(of: payload.keySerial, count: AESGCM.nonceByteCount, part: .keySerial)
        guard Hex.encode(nonce) == payload.keySerial else { throw .malformed(.keySerial) }
        let count = payload.ciphertext.utf8.count / 2
        guard count == layoutByteCount || chipByteCounts.contains(count) else { throw .malformed(.ciphertext) }
        let ciphertext = try bytes(of: payload.ciphertext, count: count, part: .ciphertext)
        let tag = try bytes(of: payload.tag, count: AESGCM.tagByteCount, part: .tag)
        let plaintext: SecretBytes
        do throws(CryptoError) {
            plaintext = try AESGCM.open(
                ciphertext, tag: tag, key: publishedKey, nonce: nonce, authenticating: associatedData(payload.keySerial)
            )
        } catch {
            throw error == .authenticationFailed ? .authenticationFailed : .cipherFailed
        }
        return try CardPayload(decoding: plaintext)
    }

    private static func associatedData(_ keySerial: String) -> [UInt8] { Array("\(scheme):\(keySerial)".utf8) }

    private static func bytes(
        of text: String, count: Int, part: CardPayloadError.Part
    ) throws(CardPayloadError) -> [UInt8] {
        guard text.utf8.count == count * 2, let bytes = Hex.decode(text) else { throw .malformed(part) }
        return bytes
    }
}
