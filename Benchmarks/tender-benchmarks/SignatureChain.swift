import TenderBytes
import TenderCrypto
import TenderEMV

/// A chain of signatures from a certification authority to a card's data, from a file.
struct SignatureChain {
    static let names = ["sda", "dda", "cda", "cda1408", "cda1408f4"]

    private let authority: CAKey
    private let authorityKey: RSAPublicKey
    private let issuer: KeyCertificate
    /// The card's certificate, what it signed and what is hashed behind that; `nil` for fixed data with a signature.
    private let card: (certificate: KeyCertificate, signature: SecretBytes, tail: SecretBytes)?
    private let fixedSignature: SecretBytes
    private let data: SecretBytes
    private let number: SecretBytes
    private let today: EMVDate

    init(_ name: String) throws {
        let lines = try EMVMaterial.lines("contact/oda-\(name).txt")
        let values = try [String: [UInt8]](
            lines.map { ($0[0], try EMVMaterial.bytes($0[1])) }, uniquingKeysWith: { first, _ in first })
        func value(_ key: String) -> SecretBytes { SecretBytes(values[key] ?? []) }
        let provider: [UInt8] = [0xF0, 0, 0, 0, 1]
        let modulus = values["capk"] ?? []
        let exponent = try EMVMaterial.bytes(lines.first { $0[0] == "capk" }?.last ?? "")
        authority = try CAKey(
            provider: provider, index: 1, modulus: modulus, exponent: exponent,
            checkSum: CAKey.checkSum(provider: provider, index: 1, modulus: modulus, exponent: exponent))
        authorityKey = try RSAPublicKey(modulus: modulus, exponent: exponent)
        issuer = KeyCertificate(
            certificate: value("issuercert"), remainder: value("issuerrem"), exponent: value("issuerexp"))
        card = values["icccert"].map {
            let certificate = KeyCertificate(
                certificate: SecretBytes($0), remainder: value("iccrem"), exponent: value("iccexp"))
            return (certificate, value("sdad"), value("ddol"))
        }
        fixedSignature = value("ssad")
        data = value("static")
        number = SecretBytes((values["pan"] ?? []).flatMap { [$0 >> 4, $0 & 0xF] })
        guard let day = EMVDate(bytes: values["date"] ?? []) else { throw BenchmarkError.brokenPromise }
        today = day
    }

    /// Checks all of it.
    func holds() throws -> Bool {
        var checker = try SignatureChecker()
        let issuer = try issuerKey(&checker)
        guard let card else { return try checker.staticCode(fixedSignature, issuer: issuer, data: data).count == 2 }
        let key = try cardKey(&checker, card.certificate, issuer)
        return try checker.dynamicData(card.signature, key: key, tail: card.tail).count > 2
    }

    /// The keys that signed something, in order.
    func keys() throws -> [RSAPublicKey] {
        var checker = try SignatureChecker()
        let issuer = try issuerKey(&checker)
        guard let card else { return [authorityKey, issuer] }
        return [authorityKey, issuer, try cardKey(&checker, card.certificate, issuer)]
    }

    private func issuerKey(_ checker: inout SignatureChecker) throws -> RSAPublicKey {
        try checker.issuerKey(issuer, authority: authority, number: number, today: today, revoked: [])
    }

    private func cardKey(
        _ checker: inout SignatureChecker, _ certificate: KeyCertificate, _ issuer: RSAPublicKey
    ) throws -> RSAPublicKey {
        try checker.cardKey(certificate, issuer: issuer, number: number, data: data, today: today)
    }
}
