import TenderBytes
import TenderCrypto

/// The chain of keys from the certification authority to the card (EMV Book 2, 5.3, 6.3 and 6.4).
extension ContactMachine {
    /// The issuer's key, which is recovered once.
    mutating func issuerKey(_ checker: inout SignatureChecker) throws(AuthenticationFailure) -> RSAPublicKey {
        try authentication.issuerKey(&checker, &data, configuration, on: transaction.date)
    }

    /// The card's key, which is recovered once.
    mutating func cardKey(_ checker: inout SignatureChecker) throws(AuthenticationFailure) -> RSAPublicKey {
        try authentication.cardKey(&checker, &data, configuration, on: transaction.date)
    }

    /// The key for enciphered PINs: one of its own, or else the card's (EMV Book 2, 7.1).
    mutating func pinKey() throws(AuthenticationFailure) -> RSAPublicKey {
        var checker = try SignatureChecker()
        guard data.card(0x9F2D) != nil else { return try cardKey(&checker) }
        let certificate = try KeyCertificate(data, certificate: 0x9F2D, remainder: 0x9F2F, exponent: 0x9F2E)
        let issuer = try issuerKey(&checker)
        return try checker.cardKey(
            certificate, issuer: issuer, number: authentication.number, data: .empty,
            today: transaction.date)
    }
}
