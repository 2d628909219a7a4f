package import TenderBytes
package import TenderCrypto

/// The fields of a recovered certificate of a key (EMV Book 2, tables 6 and 14).
package struct KeyFields {
    /// The issuer's identifier or the card's number.
    let owner: SecretBytes
    let expiry: EMVDate?
    let serialNumber: [UInt8]
    private let algorithms: [UInt8]
    private let byteCount: Int
    private let exponentCount: Int
    private let start: [UInt8]

    /// - Parameter fields: At least nine bytes more than the owner has.
    package init(_ fields: SecretBytes, ownerCount: Int) {
        let rest = fields.part(ownerCount..<fields.count).open
        owner = fields.part(0..<ownerCount)
        expiry = EMVDate(endOfMonth: [UInt8](rest[0..<2]))
        serialNumber = [UInt8](rest[2..<5])
        algorithms = [UInt8](rest[5..<7])
        byteCount = Int(rest[7])
        exponentCount = Int(rest[8])
        start = [UInt8](rest[9...])
    }

    /// Whether the algorithms are SHA-1 and RSA, and the last day has not passed.
    package func isUsable(on day: EMVDate) -> Bool { algorithms == [1, 1] && expiry.map { $0 >= day } ?? false }

    /// The key: what is in the certificate, padding cut off, and the remainder.
    package func key(_ certificate: KeyCertificate) throws(AuthenticationFailure) -> RSAPublicKey {
        let modulus = [UInt8](start.prefix(byteCount)) + certificate.remainder.open
        guard modulus.count >= byteCount || certificate.remainder.count > 0 else { throw .missing }
        guard modulus.count == byteCount, certificate.exponent.count == exponentCount,
            start.dropFirst(byteCount).allSatisfy({ $0 == 0xBB }),
            let key = try? RSAPublicKey(modulus: modulus, exponent: certificate.exponent.open)
        else { throw .wrong }
        return key
    }
}
