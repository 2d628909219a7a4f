import SimulatedCard
import SimulatedDevices
import TenderBytes
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
}
