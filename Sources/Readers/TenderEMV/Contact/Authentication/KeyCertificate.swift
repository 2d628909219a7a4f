package import TenderBytes

/// A certificate of a key as a card gives it.
package struct KeyCertificate {
    let certificate: SecretBytes
    /// The part of the key that did not fit; empty if all did.
    let remainder: SecretBytes
    let exponent: SecretBytes

    package init(certificate: SecretBytes, remainder: SecretBytes, exponent: SecretBytes) {
        self.certificate = certificate
        self.remainder = remainder
        self.exponent = exponent
    }

    /// - Throws: `AuthenticationFailure.missing` if the certificate or the exponent is not there.
    init(
        _ data: ContactData, certificate: TLV.Tag, remainder: TLV.Tag, exponent: TLV.Tag
    ) throws(AuthenticationFailure) {
        guard let body = data.card(certificate), let power = data.card(exponent) else { throw .missing }
        self.certificate = body
        self.exponent = power
        self.remainder = data.card(remainder) ?? .empty
    }
}
