package import TenderBytes
package import TenderCrypto

/// The fields of a recovered certificate of a key (EMV Book 2, tables 6 and 14).
package struct KeyFields {
    /// The issuer's identifier or the card's number.
    let owner: SecretBytes
    let expiry: EMVDate?
    let serialNumber: SecretBytes
    private let algorithms: UInt64
    private let byteCount: Int
    private let exponentCount: Int
    private let start: SecretBytes

    /// - Parameter fields: At least nine bytes more than the owner has.
    package init(_ fields: SecretBytes, ownerCount: Int) {
        let rest = fields.slice(ownerCount..<fields.count)
        owner = fields.slice(0..<ownerCount)
        expiry = EMVDate(endOfMonth: rest.slice(0..<2).open)
        serialNumber = rest.slice(2..<5)
        algorithms = rest.slice(5..<7).number
        byteCount = Int(rest.slice(7..<8).number)
        exponentCount = Int(rest.slice(8..<9).number)
        start = rest.slice(9..<rest.count)
    }

    /// Whether the algorithms are SHA-1 and RSA, and the last day has not passed.
    package func isUsable(on day: EMVDate) -> Bool { algorithms == 0x0101 && expiry.map { $0 >= day } ?? false }

    /// The key: what is in the certificate, padding cut off, and the remainder.
    package func key(_ certificate: KeyCertificate) throws(AuthenticationFailure) -> RSAPublicKey {
        let (inside, remainder) = (start.part(0..<byteCount), certificate.remainder)
        guard inside.count + remainder.count >= byteCount || remainder.count > 0 else { throw .missing }
        guard inside.count + remainder.count == byteCount, certificate.exponent.count == exponentCount,
            start.part(inside.count..<start.count).isPadding,
            let key = try? RSAPublicKey(
                modulus: SecretBytes.joined([inside, remainder]).open, exponent: certificate.exponent.open)
        else { throw .wrong }
        return key
    }
}
