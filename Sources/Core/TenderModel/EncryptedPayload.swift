/// Card data as it leaves a reader: only the gateway can open it, so it is no secret.
///
/// Its wire form is described in `docs/gateway-extension.md`.
public struct EncryptedPayload: Hashable, Sendable, Codable {
    /// The cipher and the key's family, such as `aes-256-gcm-simulator-v1`.
    public var scheme: String
    /// Names the key, or carries the key serial number and the nonce of the scheme, in hexadecimal.
    public var keySerial: String
    /// The encrypted bytes in hexadecimal.
    public var ciphertext: String
    /// The authentication tag in hexadecimal.
    public var tag: String
    /// The tip that the customer added on the reader; the encrypted amount includes it.
    public var tip: Amount?
    /// The customer's consent to be shown the card again, for a payment that saves it.
    public var allowRedisplay: AllowRedisplay

    /// Wraps what a reader produced.
    public init(
        scheme: String, keySerial: String, ciphertext: String, tag: String, tip: Amount? = nil,
        allowRedisplay: AllowRedisplay = .unspecified
    ) {
        self.scheme = scheme
        self.keySerial = keySerial
        self.ciphertext = ciphertext
        self.tag = tag
        self.tip = tip
        self.allowRedisplay = allowRedisplay
    }

    enum CodingKeys: String, CodingKey {
        case scheme, ciphertext, tag
        case tip = "amount_tip"
        case keySerial = "key_serial"
        case allowRedisplay = "allow_redisplay"
    }
}
