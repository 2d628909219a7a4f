import TenderCrypto

/// How far the verification of a cardholder has come.
struct VerificationState: Sendable {
    /// The most wrong PINs, whatever the card says about tries that are left.
    static let mostTries = 15

    var list: CVMList?
    /// The place of the next rule.
    var next = 0
    /// The rule that is performed.
    var rule = CVMList.Rule(code: 0x3F, condition: 0)
    /// What became of the last rule that was performed; `nil` if none was.
    var lastResult: [UInt8]?
    var areTriesKnown = false
    var triesLeft: Int?
    var tryCount = 0
    /// Whether the entry of a PIN was passed over, which counts for all later methods.
    var isBypassed = false
    var needsSignature = false
    var pin: EncipheredPIN?
    /// The key for an enciphered PIN, while one is verified.
    var pinKey: RSAPublicKey?
}
