import TenderBytes
import TenderCrypto

/// The chain of keys from the certification authority to the card (EMV Book 2, 5.3, 6.3 and 6.4).
extension AuthenticationState {
    /// The issuer's key, which is recovered once.
    mutating func issuerKey(
        _ checker: inout SignatureChecker, _ data: inout ContactData, _ configuration: ContactConfiguration,
        on day: EMVDate
    ) throws(AuthenticationFailure) -> RSAPublicKey {
        if let issuerKey { return issuerKey }
        guard let value = data.card(0x8F), value.count == 1, let index = value.first else { throw .missing }
        let certificate = try KeyCertificate(data, certificate: 0x90, remainder: 0x92, exponent: 0x9F32)
        guard
            let authority = configuration.key(
                provider: [UInt8]((data.terminal[0x9F06] ?? []).prefix(5)), index: index, on: day)
        else { throw .wrong }
        data.terminal[0x9F22] = [index]
        let key = try checker.issuerKey(
            certificate, authority: authority, number: number, today: day, revoked: configuration.revoked)
        issuerKey = key
        return key
    }

    /// The card's key, which is recovered once.
    mutating func cardKey(
        _ checker: inout SignatureChecker, _ data: inout ContactData, _ configuration: ContactConfiguration,
        on day: EMVDate
    ) throws(AuthenticationFailure) -> RSAPublicKey {
        if let cardKey { return cardKey }
        let certificate = try KeyCertificate(data, certificate: 0x9F46, remainder: 0x9F48, exponent: 0x9F47)
        let issuer = try issuerKey(&checker, &data, configuration, on: day)
        guard !isBroken else { throw .wrong }
        let key = try checker.cardKey(certificate, issuer: issuer, number: number, data: staticData, today: day)
        cardKey = key
        return key
    }
}
