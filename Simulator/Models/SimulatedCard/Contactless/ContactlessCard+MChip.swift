import TenderCrypto

/// Mastercard's rules: GENERATE AC and RECOVER AC (EMV Contactless Book C-2). [check]
extension ContactlessCard {
    /// What the card wants with RECOVER AC: the terminal's number of the torn transaction.
    static let recoveryList: ChipLists.Entries = [(0x9F37, 4)]
    /// What the card tells of its holder (tag DF4B), who must look at the screen. [check]
    private static let seePhone: [UInt8] = [0xDF, 0x4B, 3, 0, 1, 0]

    mutating func generateCryptogram(_ command: ChipCommand) -> ChipResponse {
        let list = ChipLists(profile.chip).first
        guard let asked = ChipCryptogramKind(rawValue: command.first & 0xC0), command.first & 0x2F == 0 else {
            return .status(ChipStatus.wrongParameters)
        }
        guard session.phase == .initiated else { return .status(ChipStatus.conditionsNotSatisfied) }
        guard command.data.count == ChipLists.byteCount(list) else { return .status(ChipStatus.wrongLength) }
        session.phase = .finished
        let values = ChipLists.split(command.data, by: list)
        // The reader counts on the device for what it wants verified.
        let isDeviceWanted = values[0x9F34]?.first.map { $0 & 0x3F } == 1
        let mustLook = profile.isPhone && isDeviceWanted && !isUnlocked
        isUnlocked = false
        let kind = mustLook ? .declined : decision(asked, Self.number(values[0x9F02] ?? []))
        let response = answer(
            kind, command.data, isSigned: command.first & 0x10 != 0, number: values[0x9F37] ?? [],
            more: mustLook ? Self.seePhone : [])
        latest = (values[0x9F37] ?? [], response)
        return response
    }

    private func decision(_ asked: ChipCryptogramKind, _ amount: UInt64) -> ChipCryptogramKind {
        if profile.chip.flaw == .higherCryptogram { return .approved }
        guard asked != .declined, amount <= profile.largestAmount else { return .declined }
        return asked == .approved && amount <= profile.offlineAmount ? .approved : .online
    }

    private mutating func answer(
        _ kind: ChipCryptogramKind, _ values: [UInt8], isSigned: Bool, number: [UInt8], more: [UInt8]
    ) -> ChipResponse {
        let applicationData = applicationData(kind)
        let data = Array(values.prefix(ChipLists.byteCount(CryptogramScheme.terminalObjects)))
        let cryptogram = try? keys.cryptogram(
            data: data, profile: records.interchangeProfile, counter: transactionCount, applicationData: applicationData
        )
        guard let cryptogram else { return .status(ChipStatus.technicalProblem) }
        let told = told(cryptogram)
        let head =
            ChipObject.encode(0x9F27, [kind.rawValue])
            + ChipObject.encode(0x9F36, CardPayload.bigEndianBytes(told.counter))
        let tail = ChipObject.encode(0x9F10, applicationData) + more
        guard isSigned, kind != .declined, profile.chip.flaw != .unsignedCryptogram else {
            return .data(ChipObject.encode(0x77, head + ChipObject.encode(0x9F26, told.cryptogram) + tail))
        }
        let signature = sign(kind, told.cryptogram, session.optionValues + values + head + tail, number)
        return .data(ChipObject.encode(0x77, head + ChipObject.encode(0x9F4B, signature) + tail))
    }

    /// The combined signature (EMV, Book 2, 6.6.1).
    private mutating func sign(
        _ kind: ChipCryptogramKind, _ cryptogram: [UInt8], _ covered: [UInt8], _ number: [UInt8]
    ) -> [UInt8] {
        var hash = SHA1()
        hash.update(covered)
        let isOther = profile.chip.flaw == .otherCryptogramSigned
        let content = [8] + random.next() + [kind.rawValue ^ (isOther ? 0xC0 : 0)] + cryptogram + hash.finish()
        let other: [UInt8] = profile.chip.flaw == .wrongDynamicSignature ? [0] : []
        return (try? SignedBlock.signDynamic(content, data: number + other, by: profile.chip.keys.cardKey)) ?? []
    }

    /// Gives the latest cryptogram again, to the reader that knows its number; in a new transaction only.
    mutating func recoverCryptogram(_ command: ChipCommand) -> ChipResponse {
        guard session.phase == .initiated, let latest, command.data == latest.number else {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        session.phase = .finished
        return latest.response
    }
}
