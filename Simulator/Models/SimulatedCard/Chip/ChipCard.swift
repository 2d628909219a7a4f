import TenderBytes
public import TenderCrypto

/// A chip card that computes: it selects, authenticates, verifies and decides as an EMV card does.
///
/// It shares no code with the terminal's side, and so can judge it. Its random numbers come from the profile's seed:
/// the same commands have the same answers.
public struct ChipCard: Sendable {
    /// What it was personalised with.
    public let profile: ChipProfile
    let keys: CardKeys
    var records: ChipRecords
    let lists: ChipLists
    var session = ChipSession()
    /// One for each application.
    var counters: [ChipCounters]
    /// The state in which its life and its issuer have left it.
    public internal(set) var state: ChipState
    /// The tries that are left for the PIN.
    public internal(set) var pinTries: UInt8
    /// The PIN as it comes from a terminal; `nil` for one that is none.
    var pinBlock: SecretBytes?
    var random: ChipRandom
    /// The name that SELECT looked for last, and the place where it goes on.
    var search: (name: [UInt8], next: Int) = ([], 0)
    /// What a flawed card repeats.
    var replay: (counter: UInt16, cryptogram: [UInt8])?
    /// What is left to fetch by GET RESPONSE.
    var remaining: [UInt8] = []
    private var commandCount = 0
    private var isRemoved = false

    /// Personalises a card.
    ///
    /// - Throws: `CryptoError.library` when there is no memory.
    public init(_ profile: ChipProfile) throws(CryptoError) {
        self.profile = profile
        keys = try CardKeys(scheme: profile.scheme, number: profile.card.number, sequence: profile.sequence)
        records = try ChipRecords(profile)
        lists = ChipLists(profile)
        state = profile.state
        pinBlock = try? PINBlock.Format2.block(profile.pin)
        pinTries = profile.state == .pinBlocked ? 0 : min(3, profile.pinTries)
        random = ChipRandom(seed: profile.seed)
        let counters = ChipCounters(transactions: profile.transactionCount, lastOnline: profile.lastOnlineCount)
        self.counters = profile.applications.map { _ in counters }
    }

    /// The application transaction counter of the application at a place; `nil` where there is none.
    public func transactionCount(ofApplication place: Int) -> UInt16? {
        counters.indices.contains(place) ? counters[place].transactions : nil
    }

    /// The limits of offline transactions in a row, the lower and the upper one.
    public var offlineLimits: [UInt8] { [records.lowerLimit, records.upperLimit] }

    /// The transaction counter of the last transaction online of the application at a place; `nil` where there is none.
    public func lastOnlineCount(ofApplication place: Int) -> UInt16? {
        counters.indices.contains(place) ? counters[place].lastOnline : nil
    }

    /// Puts the card in and powers it.
    ///
    /// - Returns: The answer to reset.
    public mutating func powerOn() -> [UInt8] {
        session = ChipSession()
        search = ([], 0)
        remaining = []
        commandCount = 0
        isRemoved = false
        return profile.transport.answerToReset
    }

    /// Takes a command, in the form that the card's protocol has: under T=0 a header of five bytes and data, under T=1 a
    /// short APDU.
    public mutating func transmit(_ command: [UInt8]) -> ChipAnswer {
        commandCount += 1
        let fault = profile.faults.first { $0.command == commandCount }
        if case .removal? = fault { isRemoved = true }
        guard !isRemoved else { return .removed }
        let answer = answer(command)
        switch fault {
        case .silence?: return .silence
        case .torn?: return .bytes(Array(answer.prefix(answer.count / 2)))
        case .removal?, nil: return .bytes(answer)
        }
    }

    private mutating func answer(_ bytes: [UInt8]) -> [UInt8] {
        guard let command = ChipCommand(bytes, transport: profile.transport) else {
            return ChipResponse.status(ChipStatus.wrongLength).bytes
        }
        if profile.transport == .t0, command.instruction == 0xC0 { return fetch(command).bytes }
        remaining = []
        let response = execute(command)
        return profile.transport == .t0 ? deliver(response, to: command).bytes : trim(response, to: command).bytes
    }
}
