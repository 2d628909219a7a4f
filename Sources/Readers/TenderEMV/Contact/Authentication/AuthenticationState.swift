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
    /// Whether the data cannot be authenticated whatever the signature says.
    var isBroken = false
    /// The issuer's key and the card's, once they are recovered.
    var issuerKey: RSAPublicKey?
    var cardKey: RSAPublicKey?

    /// The static data.
    var staticData: SecretBytes { .joined(parts) }

    /// Nothing yet.
    init() {}

    /// - Parameter number: The digits of the account number.
    init(method: AuthenticationMethod?, number: SecretBytes, records: RecordReading) {
        self.method = method
        self.number = number
        parts = records.authenticated
        isBroken = records.isBroken
    }
}
