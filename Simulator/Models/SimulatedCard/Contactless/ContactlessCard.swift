public import TenderCrypto

/// A contactless card that computes, or a phone that does: it decides, signs and makes cryptograms as one does.
///
/// It shares no code with the reader's side, and so can judge it. No card was compared with a real one. [check]
public struct ContactlessCard: Sendable {
    /// What it was personalised with.
    public let profile: ContactlessProfile
    let keys: CardKeys
    let records: ChipRecords
    var session = ContactlessSession()
    /// The application transaction counter (tag 9F36).
    public internal(set) var transactionCount: UInt16
    /// Whether the phone's holder has unlocked it for the next payment.
    public internal(set) var isUnlocked = false
    var random: ChipRandom
    /// What a flawed card repeats.
    var replay: (counter: UInt16, cryptogram: [UInt8])?
    /// The latest answer to GENERATE AC, and the terminal's number that it belongs to.
    var latest: (number: [UInt8], response: ChipResponse)?
    private var commandCount = 0
    private var isPresent = false

    /// Personalises a card.
    ///
    /// - Throws: `CryptoError.library` when there is no memory.
    public init(_ profile: ContactlessProfile) throws(CryptoError) {
        self.profile = profile
        keys = try CardKeys(
            scheme: profile.chip.scheme, number: profile.chip.card.number, sequence: profile.chip.sequence)
        records = try ChipRecords(
            profile.chip, interchangeProfile: Self.interchangeProfile(profile),
            more: profile.style == .mchip && profile.recovers
                ? ChipObject.encode(0x9F51, ChipObject.list(Self.recoveryList)) : [])
        transactionCount = profile.chip.transactionCount
        random = ChipRandom(seed: profile.chip.seed)
    }

    /// What it supports (tag 82): a signature, rules for its holder, verification on a device, the mode of chips.
    private static func interchangeProfile(_ profile: ContactlessProfile) -> [UInt8] {
        let signature: UInt8 = !profile.signs ? 0 : profile.style == .mchip ? 0x01 : 0x20
        let device: UInt8 = profile.style == .mchip && profile.isPhone ? 0x02 : 0
        return [signature | 0x18 | device, profile.hasChipMode ? 0x80 : 0]
    }

    /// The holder unlocks the phone, for one payment.
    public mutating func unlock() { isUnlocked = profile.isPhone }

    /// Brings the card into the field.
    public mutating func present() {
        session = ContactlessSession()
        isPresent = true
    }

    /// Takes a short command; faults count the commands of the card's life.
    public mutating func transmit(_ command: [UInt8]) -> ChipAnswer {
        guard isPresent else { return .removed }
        commandCount += 1
        let answer = ChipCommand(command, transport: .t1).map { execute($0) } ?? .status(ChipStatus.wrongLength)
        switch profile.chip.faults.first(where: { $0.command == commandCount }) {
        case .silence?: return .silence
        case .torn?: return .bytes(Array(answer.bytes.prefix(answer.bytes.count / 2)))
        case .removal?:
            isPresent = false
            return .removed
        case nil: return .bytes(answer.bytes)
        }
    }

    private mutating func execute(_ command: ChipCommand) -> ChipResponse {
        switch (command.kind, command.instruction) {
        case (0x00, 0xA4): select(command)
        case (0x80, 0xA8): getProcessingOptions(command)
        case (0x00, 0xB2): readRecord(command)
        case (0x80, 0xAE) where profile.style == .mchip: generateCryptogram(command)
        case (0x80, 0xD0) where profile.style == .mchip && profile.recovers: recoverCryptogram(command)
        default: .status(ChipStatus.unknownInstruction)
        }
    }

    private func readRecord(_ command: ChipCommand) -> ChipResponse {
        guard session.phase == .initiated || session.phase == .finished else {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        let (file, place) = (command.second >> 3, Int(command.first) - 1)
        if profile.chip.flaw == .endlessRecords { return .data(ChipObject.encode(0x70, [])) }
        if file == Self.dynamicFile, place == 0, !session.dynamicRecord.isEmpty { return .data(session.dynamicRecord) }
        guard let found = records.files[file], found.indices.contains(place) else {
            return .status(ChipStatus.recordNotFound)
        }
        let isLong = profile.chip.flaw == .longAnswer && file == 2
        return .data(found[place] + [UInt8](repeating: 0, count: isLong ? 256 : 0))
    }

    /// The locator of a card whose records have no end.
    static let endlessLocator = [[UInt8]](repeating: [0xA0, 1, 0xFE, 0], count: 40).flatMap(\.self)

    /// Repeats or spoils a cryptogram, if the card has that flaw.
    mutating func told(_ cryptogram: [UInt8]) -> (counter: UInt16, cryptogram: [UInt8]) {
        var told = (counter: transactionCount, cryptogram: cryptogram)
        if profile.chip.flaw == .replayedCryptogram {
            told = replay ?? told
            replay = told
        }
        if profile.chip.flaw == .wrongCryptogram { told.cryptogram[0] ^= 0xFF }
        return told
    }

    /// The card's results (tag 9F10), which say first what it decided.
    func applicationData(_ kind: ChipCryptogramKind) -> [UInt8] {
        profile.chip.scheme.applicationData(results: [0x80 | kind.rawValue >> 2, 0, 0, 0])
    }

    /// A number in digits, two a byte.
    static func number(_ digits: [UInt8]) -> UInt64 {
        digits.reduce(0) { $0 &* 100 &+ UInt64($1 >> 4) &* 10 &+ UInt64($1 & 0xF) }
    }
}
