import TenderBytes
import TenderCrypto

/// Visa's rules: the cryptogram, the wish for a verification and the signature come at once (EMV Contactless Book C-3).
extension ContactlessCard {
    /// The file of the record that is made for each transaction.
    static let dynamicFile: UInt8 = 4
    /// A status that sends the holder to the phone's screen. [check]
    private static let seePhone: UInt16 = 0x6986

    /// What the reader's qualifiers (tag 9F66) say.
    private struct Reader {
        let bytes: [UInt8]
        var hasChipMode: Bool { bytes[0] & 0x20 != 0 }
        var hasOnlinePIN: Bool { bytes[0] & 0x04 != 0 }
        var hasSignature: Bool { bytes[0] & 0x02 != 0 }
        var authenticatesOnline: Bool { bytes[0] & 0x01 != 0 }
        var wantsCryptogram: Bool { bytes[1] & 0x80 != 0 }
        var wantsVerification: Bool { bytes[1] & 0x40 != 0 }
    }

    /// - Parameter values: The terminal's data, each of its size.
    mutating func decide(_ values: [UInt16: [UInt8]]) -> ChipResponse {
        let reader = Reader(bytes: values[0x9F66] ?? [0, 0, 0, 0])
        guard !profile.chip.card.contactlessIsRefused else { return .status(ChipStatus.referenceDataUnusable) }
        guard reader.hasChipMode else { return .status(ChipStatus.conditionsNotSatisfied) }
        if profile.isPhone, reader.wantsVerification, !isUnlocked { return .status(Self.seePhone) }
        transactionCount += 1
        let kind = decision(Self.number(values[0x9F02] ?? []), reader)
        let qualifiers = qualifiers(reader)
        isUnlocked = false
        let data = CryptogramScheme.terminalObjects.flatMap { values[$0.tag] ?? [] }
        let applicationData = applicationData(kind)
        let cryptogram = try? keys.cryptogram(
            data: data, profile: records.interchangeProfile, counter: transactionCount, applicationData: applicationData
        )
        guard let cryptogram else { return .status(ChipStatus.technicalProblem) }
        session.phase = .finished
        let isRead = kind == .approved || (reader.authenticatesOnline && profile.signs)
        if isRead, profile.signs { session.dynamicRecord = signedRecord(values, qualifiers) }
        let told = told(cryptogram)
        return .data(
            ChipObject.encode(
                0x77,
                ChipObject.encode(0x82, records.interchangeProfile)
                    + (isRead ? ChipObject.encode(0x94, locator) : ChipObject.encode(0x5F34, [sequence]))
                    + ChipObject.encode(0x57, records.track2)
                    + ChipObject.encode(0x9F10, applicationData) + ChipObject.encode(0x9F26, told.cryptogram)
                    + ChipObject.encode(0x9F36, CardPayload.bigEndianBytes(told.counter))
                    + ChipObject.encode(0x9F6C, qualifiers)
                    + (profile.tellsKind ? ChipObject.encode(0x9F27, [kind.rawValue]) : [])))
    }

    private var sequence: UInt8 { PackedDigits.pair(Int(profile.chip.sequence)) }

    private func decision(_ amount: UInt64, _ reader: Reader) -> ChipCryptogramKind {
        if profile.chip.flaw == .higherCryptogram { return .approved }
        guard amount <= profile.largestAmount else { return .declined }
        return reader.wantsCryptogram || amount > profile.offlineAmount ? .online : .approved
    }

    /// What the card wants of the reader (tag 9F6C).
    private func qualifiers(_ reader: Reader) -> [UInt8] {
        guard reader.wantsVerification else { return [profile.failureQualifiers, 0] }
        if profile.isPhone { return [profile.failureQualifiers, 0x80] }
        let rules = profile.chip.verificationRules
        let wishes = stride(from: 0, to: rules.count, by: 2).compactMap { place -> UInt8? in
            switch rules[place] & 0x3F {
            case 0x02: reader.hasOnlinePIN ? 0x80 : nil
            case 0x1E: reader.hasSignature ? 0x40 : nil
            default: nil
            }
        }
        let wish = wishes.first ?? 0
        return [profile.failureQualifiers | wish, 0]
    }

    /// All files but that of the stripe, whose data come at once, and the record of this transaction.
    private var locator: [UInt8] {
        if profile.chip.flaw == .endlessRecords { return Self.endlessLocator }
        let dynamic: [UInt8] = session.dynamicRecord.isEmpty ? [] : [Self.dynamicFile << 3, 1, 1, 0]
        return records.locator.dropFirst(4) + dynamic
    }

    /// The signature (fDDA, version 01) over the terminal's number, amount and currency, and the card's own data.
    private mutating func signedRecord(_ values: [UInt16: [UInt8]], _ qualifiers: [UInt8]) -> [UInt8] {
        let own = [1] + random.next().prefix(4) + qualifiers
        let covered = [0x9F37, 0x9F02, 0x5F2A].flatMap { values[$0] ?? [] } + own
        let other: [UInt8] = profile.chip.flaw == .wrongDynamicSignature ? [0] : []
        let number = [2] + CardPayload.bigEndianBytes(transactionCount)
        let signature = try? SignedBlock.signDynamic(
            number, data: covered + other, by: profile.chip.keys.cardKey)
        let proof = profile.chip.flaw == .unsignedCryptogram ? [] : ChipObject.encode(0x9F4B, signature ?? [])
        return ChipObject.encode(0x70, ChipObject.encode(0x9F69, own) + proof)
    }
}
