package import TenderBytes
package import TenderCrypto

/// The recovery of keys and of signed data (EMV Book 2, 5, 6 and 7).
///
/// SHA-1 and RSA are the only algorithms; every other indicator fails.
package struct SignatureChecker: ~Copyable {
    private var recovery: RSARecovery
    private var sha1 = SHA1()

    package init() throws(AuthenticationFailure) {
        guard let recovery = try? RSARecovery() else { throw .crypto }
        self.recovery = recovery
    }

    /// An issuer's key, from tags 90, 92 and 9F32.
    package mutating func issuerKey(
        _ certificate: KeyCertificate, authority: CAKey, number: SecretBytes, today: EMVDate,
        revoked: Set<RevokedCertificate>
    ) throws(AuthenticationFailure) -> RSAPublicKey {
        let block = try recover(certificate.certificate, authority.key, .issuerKey, smallest: 13)
        try check(block, [certificate.remainder, certificate.exponent])
        let fields = KeyFields(block.fields, ownerCount: 4)
        guard Self.matches(fields.owner, startOf: number), fields.isUsable(on: today),
            !revoked.contains(
                RevokedCertificate(authority: authority.identifier, serialNumber: fields.serialNumber.open))
        else { throw .wrong }
        return try fields.key(certificate)
    }

    /// A card's key, from tags 9F46, 9F47 and 9F48, or the one for PINs, from 9F2D, 9F2E and 9F2F.
    ///
    /// - Parameter data: The static data, which is hashed for the card's key only.
    package mutating func cardKey(
        _ certificate: KeyCertificate, issuer: RSAPublicKey, number: SecretBytes, data: SecretBytes, today: EMVDate
    ) throws(AuthenticationFailure) -> RSAPublicKey {
        let block = try recover(certificate.certificate, issuer, .cardKey, smallest: 19)
        try check(block, [certificate.remainder, certificate.exponent, data])
        let fields = KeyFields(block.fields, ownerCount: 10)
        guard let digits = fields.owner.digits, digits == number, fields.isUsable(on: today) else { throw .wrong }
        return try fields.key(certificate)
    }

    /// The data authentication code in tag 93.
    package mutating func staticCode(
        _ signature: SecretBytes, issuer: RSAPublicKey, data: SecretBytes
    ) throws(AuthenticationFailure) -> [UInt8] {
        let block = try recover(signature, issuer, .staticData, smallest: 3)
        let fields = block.fields
        guard fields.first == 1, fields.slice(3..<fields.count).isPadding else { throw .wrong }
        try check(block, [data])
        return fields.slice(1..<3).open
    }

    /// The dynamic data in a signature of the card, tag 9F4B.
    ///
    /// - Parameter tail: What is hashed behind it.
    package mutating func dynamicData(
        _ signature: SecretBytes, key: RSAPublicKey, tail: SecretBytes
    ) throws(AuthenticationFailure) -> SecretBytes {
        let block = try recover(signature, key, .dynamicData, smallest: 2)
        let fields = block.fields
        let count = Int(fields.slice(1..<2).number)
        guard fields.first == 1, count <= fields.count - 2, fields.slice((2 + count)..<fields.count).isPadding
        else { throw .wrong }
        try check(block, [tail])
        return fields.slice(2..<(2 + count))
    }

    /// The card's dynamic number, tag 9F4C, in such a signature (EMV Book 2, 6.5).
    mutating func dynamicNumber(
        _ signature: SecretBytes, key: RSAPublicKey, tail: SecretBytes
    ) throws(AuthenticationFailure) -> [UInt8] {
        let dynamic = try dynamicData(signature, key: key, tail: tail)
        guard let count = dynamic.first, (2...8).contains(count), dynamic.count > Int(count) else { throw .wrong }
        return dynamic.slice(1..<Int(count) + 1).open
    }

    /// What a signature over a cryptogram holds, tags 9F4C and 9F26 (EMV Book 2, 6.6).
    ///
    /// - Parameters:
    ///   - number: The terminal's unpredictable number.
    ///   - values: What the card was given in this transaction, list by list.
    mutating func combinedData(
        _ answer: CryptogramAnswer, key: RSAPublicKey, number: [UInt8], values: [SecretBytes]
    ) throws(AuthenticationFailure) -> (dynamicNumber: [UInt8], cryptogram: SecretBytes) {
        // No bit for missing data: those are the records' (EMV Book 3, 7.5).
        guard let signature = answer.values[0x9F4B] else { throw .wrong }
        let fields = try dynamicData(signature, key: key, tail: SecretBytes(number))
        guard let count = fields.first.map(Int.init), (2...8).contains(count), fields.count >= count + 30 else {
            throw .wrong
        }
        guard fields.slice(count + 1..<count + 2).first == answer.information,
            hash(values + answer.hashed) == fields.slice(count + 10..<count + 30)
        else { throw .wrong }
        return (fields.slice(1..<count + 1).open, fields.slice(count + 2..<count + 10))
    }

    /// SHA-1 of the parts, one after the other.
    mutating func hash(_ parts: [SecretBytes]) -> SecretBytes {
        for part in parts { part.withUnsafeBytes { sha1.update($0) } }
        return SecretBytes(sha1.finish())
    }

    private mutating func recover(
        _ signature: SecretBytes, _ key: RSAPublicKey, _ format: SignedBlock.Format, smallest: Int
    ) throws(AuthenticationFailure) -> SignedBlock {
        let recovered: SecretBytes
        do throws(CryptoError) {
            recovered = try recovery.recover(signature, with: key)
        } catch {
            if case .library = error { throw .crypto }
            throw .wrong
        }
        return try SignedBlock(recovered, format, smallest: smallest)
    }

    private mutating func check(_ block: SignedBlock, _ tail: [SecretBytes]) throws(AuthenticationFailure) {
        guard hash([block.hashed] + tail) == block.hash else { throw .wrong }
    }

    /// Whether digits, with F behind them, are the first three to eight of a number.
    private static func matches(_ owner: SecretBytes, startOf number: SecretBytes) -> Bool {
        guard let digits = owner.digits, (3...8).contains(digits.count) else { return false }
        return digits == number.part(0..<digits.count)
    }
}
