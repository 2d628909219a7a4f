import TenderBytes
import TenderCrypto

/// The chain of keys from the certification authority to the card (EMV Book 2, 5.3, 6.3 and 6.4).
extension ContactMachine {
    /// The issuer's key, which is recovered once.
    mutating func issuerKey(_ checker: inout SignatureChecker) throws(AuthenticationFailure) -> RSAPublicKey {
        if let key = authentication.issuerKey { return key }
        guard let value = data.card(0x8F), value.count == 1, let index = value.first else { throw .missing }
        let certificate = try KeyCertificate(data, certificate: 0x90, remainder: 0x92, exponent: 0x9F32)
        guard
            let authority = configuration.key(
                provider: [UInt8]((data.terminal[0x9F06] ?? []).prefix(5)), index: index, on: transaction.date)
        else { throw .wrong }
        data.terminal[0x9F22] = [index]
        let key = try checker.issuerKey(
            certificate, authority: authority, number: authentication.number, today: transaction.date,
            revoked: configuration.revoked)
        authentication.issuerKey = key
        return key
    }

    /// The card's key, which is recovered once.
    mutating func cardKey(_ checker: inout SignatureChecker) throws(AuthenticationFailure) -> RSAPublicKey {
        if let key = authentication.cardKey { return key }
        let certificate = try KeyCertificate(data, certificate: 0x9F46, remainder: 0x9F48, exponent: 0x9F47)
        let issuer = try issuerKey(&checker)
        guard !records.isBroken else { throw .wrong }
        let key = try checker.cardKey(
            certificate, issuer: issuer, number: authentication.number, data: authentication.staticData,
            today: transaction.date)
        authentication.cardKey = key
        return key
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
