import SimulatedCard
import SimulatedDevices
import TenderBytes
import TenderEMV
import TenderFlow
import TenderModel
import TenderReaders
import TenderTestSupport
import Testing

@testable import TenderReaderDrivers

/// Collections from a card in this process, which no reader is before.
@Suite(.timeLimit(.minutes(1))) struct ChipCollectorTests {
    @Test func aCardPaysOnceForEachInsertion() async throws {
        let channel = SimulatedChipChannel(try ChipCard(ChipProfile(card: .visa)))
        let told = Guarded<[ReaderEvent]>([])
        let acceptance = ChipAcceptance(
            configuration: try SimulatedTerminal.configuration(), sealer: SimulatedCardSealer(counter: 1))
        let collector = ChipCollector(channel, acceptance: acceptance, stripe: nil, clock: ContinuousClock()) { event in
            told.withLock { $0.append(event) }
        }
        let request = CollectRequest(amount: ChipCounter.amount)
        _ = try await collector.collect(request)
        let second = Task { try await collector.collect(request) }
        let removals = [ReaderEvent.displayMessage(.removeCard), .displayMessage(.removeCard)]
        try await waitUntil { told.withLock { $0.suffix(2) == removals[...] } }
        channel.move(isIn: false)
        try await waitUntil { told.withLock { $0.last == .inputOptions(.insertCard) } }
        channel.move(isIn: true)
        #expect(try await second.value.card.readMethod == .contactEmv)
    }

    @Test func nothingIsApprovedOfflineWhateverTheConfigurationSays() throws {
        let file = SimulatedTerminal.file().replacing("\"country\"", with: "\"approves_offline\": true, \"country\"")
        let configuration = try ContactConfiguration(parsing: [UInt8](file.utf8))
        let acceptance = ChipAcceptance(configuration: configuration, sealer: SimulatedCardSealer(counter: 1))
        #expect(configuration.terminal.approvesOffline)
        #expect(!acceptance.configuration.terminal.approvesOffline)
    }

    /// The card bounces before it is powered, so that the transaction is that of another insertion than was waited for.
    @Test(arguments: BouncingChannel.Ending.allCases)
    fileprivate func aCardThatBouncedIsUsedHoweverItsTransactionEnds(_ ending: BouncingChannel.Ending) async throws {
        let channel = try BouncingChannel(ChipCard(ChipProfile(card: .visa)), ending)
        let denial = ending == .declined ? "FFFFFFFFFF" : "0000000000"
        let acceptance = ChipAcceptance(
            configuration: try SimulatedTerminal.configuration(denial: denial),
            sealer: SimulatedCardSealer(counter: 1))
        let collector = ChipCollector(channel, acceptance: acceptance, stripe: nil, clock: TestClock()) { _ in }
        let request = CollectRequest(amount: ChipCounter.amount)
        _ = await Task { try await collector.collect(request) }.result
        let before = channel.requests.count
        let second = Task { try await collector.collect(request) }
        try await waitUntil { channel.requests.count > before }
        second.cancel()
        #expect(channel.requests[before] == .wait)
    }

    /// Pays with the second application if `isSecond` says so, which is asked once somebody waits for the card to leave;
    /// otherwise the question is left open until it is withdrawn.
    ///
    /// - Returns: The application that paid, and what the reader had been asked for before each answer.
    private func choose(
        _ isSecond: @escaping @Sendable (SimulatedChipChannel, _ number: Int) -> Bool
    ) async throws -> (name: String?, requests: [[RecordingChannel.Kind]]) {
        let channel = try RecordingChannel(ChipCard(ChipProfile(card: .named("visaUsCommonDebit"))))
        let requests = Guarded<[[RecordingChannel.Kind]]>([])
        let acceptance = ChipAcceptance(
            configuration: try SimulatedTerminal.configuration(), sealer: SimulatedCardSealer(counter: 1),
            chooser: { question in
                while channel.sinceCommand.last != .wait { await Task.yield() }
                let number = requests.withLock { requests in
                    requests.append(channel.sinceCommand)
                    return requests.count
                }
                if isSecond(channel.chip, number) { return question.applications.last }
                while !Task.isCancelled { await Task.yield() }
                return question.applications.first
            })
        let collector = ChipCollector(channel, acceptance: acceptance, stripe: nil, clock: TestClock()) { _ in }
        let card = try await collector.collect(CollectRequest(amount: ChipCounter.amount)).card
        return (card.receipt?.dedicatedFileName, requests.withLock { $0 })
    }

    /// An answer would abort an exchange with the reader, which some refuse until they are reset.
    @Test func nothingIsExchangedWithTheReaderWhileAQuestionIsOpen() async throws {
        let (name, requests) = try await choose { _, _ in true }
        #expect(name == "A0000000980840")
        #expect(requests == [[.wait]])
    }

    @Test func aCardThatIsExchangedDuringAQuestionIsAskedAboutAnew() async throws {
        let (name, requests) = try await choose { chip, number in
            guard number == 1 else { return true }
            chip.move(isIn: false)
            chip.move(isIn: true)
            return false
        }
        #expect(name == "A0000000980840")
        #expect(requests.count == 2)
    }
}

/// A channel that records what the reader is asked for since the card's last command.
private final class RecordingChannel: ChipChannel {
    enum Kind { case wait, exchange }

    let chip: SimulatedChipChannel
    private let record = Guarded<[Kind]>([])

    init(_ card: ChipCard) { chip = SimulatedChipChannel(card) }

    var sinceCommand: [Kind] { record.withLock { $0 } }
    var pinPad: ContactTransaction.PINPad { chip.pinPad }

    func begin(
        _ request: ChipRequest, ended: @escaping @Sendable (Result<ChipReply, ChipChannelError>) -> Void
    ) -> Int {
        record.withLock { record in
            switch request {
            case .transmit: record = []
            case .presence(.some): record.append(.wait)
            case .powerOff, .powerOn, .enterPIN, .presence(nil): record.append(.exchange)
            }
        }
        return chip.begin(request, ended: ended)
    }

    func cancel(_ request: Int) { chip.cancel(request) }
}

/// A channel whose card leaves for a moment before it is first powered.
private final class BouncingChannel: ChipChannel {
    /// How the transaction ends.
    enum Ending: CaseIterable { case paid, declined, canceled, readerFailed }
    enum Kind { case wait, command }

    private let chip: SimulatedChipChannel
    private let ending: Ending
    private let record = Guarded<[Kind]>([])

    init(_ card: ChipCard, _ ending: Ending) { (chip, self.ending) = (SimulatedChipChannel(card), ending) }

    /// The waits for the card to move, and the commands to it.
    var requests: [Kind] { record.withLock { $0 } }
    var pinPad: ContactTransaction.PINPad { chip.pinPad }

    func begin(
        _ request: ChipRequest, ended: @escaping @Sendable (Result<ChipReply, ChipChannelError>) -> Void
    ) -> Int {
        switch request {
        case .powerOff where requests.isEmpty:
            chip.move(isIn: false)
            chip.move(isIn: true)
        case .powerOff where ending == .canceled:
            // Whoever has the card powered off after the transaction.
            withUnsafeCurrentTask { $0?.cancel() }
        case .transmit:
            record.withLock { $0.append(.command) }
            if ending == .readerFailed {
                ended(.failure(.readerFailed("The reader does not work.")))
                return 0
            }
        case .presence(.some): record.withLock { $0.append(.wait) }
        case .powerOff, .powerOn, .enterPIN, .presence(nil): break
        }
        return chip.begin(request, ended: ended)
    }

    func cancel(_ request: Int) { chip.cancel(request) }
}
