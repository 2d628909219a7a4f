import TenderBytes
import TenderCrypto

/// What is known about the authenticity of a card's data.
struct AuthenticationState: Sendable {
    /// How they are authenticated; `nil` if neither card nor terminal can.
    var method: AuthenticationMethod?
    /// The digits of the account number, one a byte.
    var number = SecretBytes.empty
    /// The static data, part by part.
    var parts: [SecretBytes] = []
    /// The issuer's key and the card's, once they are recovered.
    var issuerKey: RSAPublicKey?
    var cardKey: RSAPublicKey?

    /// The static data.
    var staticData: SecretBytes { .joined(parts) }
}
