import TenderBytes
import TenderCrypto

/// The records of a chip's applications, their locator, and what is signed of them.
///
/// File 1 holds the stripe's data, file 2 what is signed and the lists, file 3 certificates and signatures.
struct ChipRecords {
    private(set) var files: [UInt8: [[UInt8]]] = [:]
    /// The application interchange profile (tag 82).
    let interchangeProfile: [UInt8]
    /// The application file locator (tag 94).
    private(set) var locator: [UInt8] = []
    private let profile: ChipProfile
    private let number: [UInt8]
    /// The offline transactions in a row after which a terminal and the card should go online (tags 9F14 and 9F23).
    private(set) var lowerLimit: UInt8
    private(set) var upperLimit: UInt8
    private let more: [UInt8]

    /// - Parameters:
    ///   - interchangeProfile: That of a card with other abilities; `nil` for the usual one.
    ///   - more: Further data objects of the lists.
    init(
        _ profile: ChipProfile, interchangeProfile: [UInt8]? = nil, more: [UInt8] = []
    ) throws(CryptoError) {
        self.profile = profile
        self.more = more
        number = PackedDigits.digits(profile.card.number)
        (lowerLimit, upperLimit) = (profile.lowerOfflineLimit, profile.upperOfflineLimit)
        self.interchangeProfile = interchangeProfile ?? [Self.abilities(profile), 0]
        files[1] = [record(stripe())]
        files[2] = [record(signedObjects()), record(lists())]
        let proofs = try (proofRecords() + pinRecords()).map(record)
        let last: UInt8 = profile.flaw == .wrongLocator ? 0xFF : 2
        locator = [0x08, 1, 1, 0, 0x10, 1, last, 1]
        guard !proofs.isEmpty else { return }
        files[3] = proofs
        locator += [0x18, 1, UInt8(clamping: proofs.count), 0]
    }

    /// Whether the holder may be verified by a PIN that is encrypted for the card (Book 3, annex C3).
    static func takesEncipheredPIN(_ profile: ChipProfile) -> Bool {
        stride(from: 0, to: profile.verificationRules.count, by: 2).contains { place in
            [4, 5].contains(profile.verificationRules[place] & 0x3F)
        }
    }

    private static func abilities(_ profile: ChipProfile) -> UInt8 {
        let proof: UInt8 =
            switch profile.authentication {
            case .none: 0
            case .sda: 0x40
            case .dda: 0x20
            case .cda: 0x21
            }
        return proof | 0x18 | (ChipLists(profile).takesIssuerAnswer ? 0 : 0x04)
    }

    private func record(_ content: [UInt8]) -> [UInt8] { ChipObject.encode(0x70, content) }

    private var expiry: [UInt8] {
        let year = profile.state == .expired ? 20 : profile.card.expYear
        return [PackedDigits.pair(year), PackedDigits.pair(profile.card.expMonth), 0x31]
    }

    /// Track 2 as the chip has it (tag 57).
    var track2: [UInt8] {
        let tail: [UInt8] = expiry.prefix(2).flatMap { [$0 >> 4, $0 & 0xF] } + [2, 0, 1, 0, 0, 0, 0, 0]
        return PackedDigits.filled(number + [0xD] + tail)
    }

    private func stripe() -> [UInt8] {
        ChipObject.encode(0x57, track2)
            + ChipObject.encode(0x5F20, text: "TENDER/TEST CARD")
    }

    /// The contents of the signed record.
    private func signedObjects() -> [UInt8] {
        let country = ChipCountry.of(profile.card.country)
        var account = ChipObject.encode(0x5A, PackedDigits.filled(number))
        if profile.flaw == .wrongLengths { account[1] = 0xFE }
        return account + ChipObject.encode(0x5F24, expiry) + ChipObject.encode(0x5F25, [0x15, 0x01, 0x01])
            + ChipObject.encode(0x5F28, country.number)
            + ChipObject.encode(0x5F34, [PackedDigits.pair(Int(profile.sequence))])
            + ChipObject.encode(0x9F07, [0xFF, 0xC0]) + ChipObject.encode(0x9F08, [0x00, 0x96])
            + ChipObject.encode(0x8E, [UInt8](repeating: 0, count: 8) + profile.verificationRules)
            + ChipObject.encode(0x9F0D, [0xDC, 0x40, 0x00, 0xA8, 0x00])
            + ChipObject.encode(0x9F0E, [0x00, 0x10, 0x00, 0x00, 0x00])
            + ChipObject.encode(0x9F0F, [0xDC, 0x40, 0x04, 0xF8, 0x00])
            + ChipObject.encode(0x9F42, country.currency) + ChipObject.encode(0x9F4A, [0x82])
    }

    private func lists() -> [UInt8] {
        let lists = ChipLists(profile)
        let first = profile.flaw == .missingObject ? [] : ChipObject.encode(0x8C, ChipObject.list(lists.first))
        let again = profile.flaw == .duplicatedObject ? ChipObject.encode(0x5A, PackedDigits.filled(number)) : []
        return first + ChipObject.encode(0x8D, ChipObject.list(lists.second))
            + ChipObject.encode(0x9F14, [lowerLimit]) + ChipObject.encode(0x9F23, [upperLimit]) + more + again
    }

    /// Sets one of the limits, 9F14 or 9F23, which the record of the lists has.
    mutating func setLimit(_ tag: UInt16, _ limit: UInt8) {
        if tag == 0x9F14 { lowerLimit = limit } else { upperLimit = limit }
        files[2] = [record(signedObjects()), record(lists())]
    }

    /// What is signed (Book 3, 10.3): the contents of the signed record, and the profile that tag 9F4A names.
    private var staticData: [UInt8] { signedObjects() + interchangeProfile }

    private func proofRecords() throws(CryptoError) -> [[UInt8]] {
        guard profile.authentication != .none || Self.takesEncipheredPIN(profile) else { return [] }
        let issuer = try issuerCertificate()
        let records = [
            ChipObject.encode(0x8F, [profile.keys.authority.index])
                + ChipObject.encode(0x9F32, profile.keys.issuerKey.exponent) + rest(0x92, issuer),
            ChipObject.encode(0x90, damaged(issuer.certificate, by: .wrongIssuerCertificate)),
        ]
        switch profile.authentication {
        case .none: return records
        case .sda: return records + [try staticSignature()]
        case .dda, .cda: return records + (try cardRecords())
        }
    }

    private func cardRecords() throws(CryptoError) -> [[UInt8]] {
        let card = try certificate(of: profile.keys.cardKey, staticData: staticData)
        let exponent = ChipObject.encode(0x9F47, profile.keys.cardKey.exponent)
        let dynamic = ChipObject.encode(0x9F49, ChipObject.list(ChipLists(profile).dynamic))
        return [
            exponent + rest(0x9F48, card) + dynamic,
            ChipObject.encode(0x9F46, damaged(card.certificate, by: .wrongCardCertificate)),
        ]
    }

    private func pinRecords() throws(CryptoError) -> [[UInt8]] {
        guard Self.takesEncipheredPIN(profile) else { return [] }
        let pin = try certificate(of: profile.keys.pinKey, staticData: [])
        // The largest certificate fills a record: an answer has at most 256 bytes.
        return [
            ChipObject.encode(0x9F2E, profile.keys.pinKey.exponent) + rest(0x9F2F, pin),
            ChipObject.encode(0x9F2D, pin.certificate),
        ]
    }

    private func issuerCertificate() throws(CryptoError) -> CardCertificate {
        let digits = profile.flaw == .otherIssuer ? [9, 9, 9, 9, 9, 9] : Array(number.prefix(6))
        return try CardCertificate(
            of: profile.keys.issuerKey, for: .issuer(PackedDigits.filled(digits, count: 4)),
            expiry: profile.flaw == .expiredCertificate ? [0x12, 0x20] : [0x12, 0x49], by: profile.keys.authorityKey)
    }

    private func certificate(of key: CardTestKey, staticData: [UInt8]) throws(CryptoError) -> CardCertificate {
        let digits = profile.flaw == .otherNumber ? [9] + number.dropFirst() : number
        return try CardCertificate(
            of: key, for: .card(PackedDigits.filled(digits, count: 10), staticData: staticData),
            expiry: [0x12, 0x49], by: profile.keys.issuerKey)
    }

    private func staticSignature() throws(CryptoError) -> [UInt8] {
        let data = staticData + (profile.flaw == .wrongStaticSignature ? [0] : [])
        return ChipObject.encode(
            0x93, try SignedBlock.signStatic(code: [0xDA, 0xC1], data: data, by: profile.keys.issuerKey))
    }

    private func rest(_ tag: UInt16, _ certificate: CardCertificate) -> [UInt8] {
        certificate.remainder.isEmpty ? [] : ChipObject.encode(tag, certificate.remainder)
    }

    private func damaged(_ certificate: [UInt8], by flaw: ChipFlaw) -> [UInt8] {
        guard profile.flaw == flaw, let last = certificate.last else { return certificate }
        return certificate.dropLast() + [last ^ 1]
    }
}
