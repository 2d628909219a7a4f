import ChipReaders
import SimulatedCard
import SimulatedDevices
import Tender
import TenderTestSupport
import Testing

/// A simulated chip reader whose customer's acts are told.
@Suite(.timeLimit(.minutes(2))) struct PlayedChipReaderTests {
    /// A reader at which the two cards are a Visa that wants a PIN, and another without.
    private final class Counter: Sendable {
        let source: SimulatedChipReaders
        let told = Guarded<[String]>([])
        private let reader: any CardReader
        private let listening: Task<Void, Never>

        init() async throws {
            let address = try #require(ReaderAddress("simulated-ccid"))
            source = try SimulatedChipReaders(
                address, cards: [ChipProfile(card: .named("offlinePinCvm")), ChipProfile(card: .visa)],
                customer: .isPlayed, acceptance: .simulated(nil))
            reader = try await Self.connect(source)
            listening = Task { [reader, told] in
                for await event in reader.events {
                    if case .displayMessage(let message) = event { told.withLock { $0.append("\(message)") } }
                }
            }
        }

        deinit { listening.cancel() }

        static func connect(_ source: SimulatedChipReaders) async throws -> any CardReader {
            for try await readers in source.discover(DiscoveryConfiguration(.simulated)) {
                if let reader = readers.first {
                    return try await source.connect(reader, token: ConnectionToken(secret: SecretBytes(utf8: "t")))
                }
            }
            throw ReaderError.timedOut
        }

        /// Begins a payment; the card in hand is put in.
        func pay() -> Task<Result<CollectedCard, ReaderError>, Never> {
            source.act(.presentCard)
            return Task {
                do throws(ReaderError) {
                    return .success(
                        try await reader.collect(CollectRequest(amount: Amount(minorUnits: 1000, currency: .eur))))
                } catch {
                    return .failure(error)
                }
            }
        }

        func waitUntilTold(_ message: String, times: Int = 1) async throws {
            try await waitUntil { told.withLock { told in told.count { $0 == message } } >= times }
        }
    }

    @Test func aWrongPINAndThenTheRightOnePays() async throws {
        let counter = try await Counter()
        let sale = counter.pay()
        try await counter.waitUntilTold("enterPIN")
        counter.source.act(.enterPIN("9999"))
        try await counter.waitUntilTold("wrongPIN")
        counter.source.act(.enterPIN("1234"))
        let card = try await sale.value.get()
        #expect(card.card.receipt?.cardholderVerificationMethod == "offline_pin")
    }

    @Test func keysThatArePressedTooEarlyCountWhenThePadWaits() async throws {
        let counter = try await Counter()
        counter.source.act(.presentCard)
        counter.source.act(.enterPIN("1234"))
        let card = try await counter.pay().value.get()
        #expect(card.card.receipt?.cardholderVerificationMethod == "offline_pin")
    }

    @Test func theRedKeyGivesUp() async throws {
        let counter = try await Counter()
        let sale = counter.pay()
        try await counter.waitUntilTold("enterPIN")
        counter.source.act(.pressStop)
        #expect(await sale.value == .failure(.canceled(by: .customer)))
    }

    @Test func aCardThatIsTakenOutAtThePadIsWantedAgain() async throws {
        let counter = try await Counter()
        let sale = counter.pay()
        try await counter.waitUntilTold("enterPIN")
        counter.source.act(.removeCard)
        try await counter.waitUntilTold("cardRemovedTooEarly")
        counter.source.act(.chooseCard(1))
        counter.source.act(.presentCard)
        #expect(try await sale.value.get().card.receipt?.cardholderVerificationMethod == "none")
    }

    @Test func aTillThatGivesUpEndsTheEntry() async throws {
        let counter = try await Counter()
        let sale = counter.pay()
        try await counter.waitUntilTold("enterPIN")
        sale.cancel()
        #expect(await sale.value == .failure(.canceled(by: .application)))
        counter.source.act(.removeCard)
        counter.source.act(.chooseCard(1))
        _ = try await counter.pay().value.get()
    }

    /// A lost connection is no reason to charge a card again that nobody has taken out.
    @Test func aCardThatPaidAndStayedInMustLeaveAfterTheReaderWasUnplugged() async throws {
        let counter = try await Counter()
        counter.source.act(.chooseCard(1))
        _ = try await counter.pay().value.get()
        counter.source.setPluggedIn(false)
        counter.source.setPluggedIn(true)
        let again = try await Counter.connect(counter.source)
        let first = Task {
            for await case .displayMessage(let message) in again.events {
                counter.source.act(.removeCard)
                counter.source.act(.presentCard)
                return message as ReaderDisplayMessage?
            }
            return nil
        }
        let card = try await again.collect(CollectRequest(amount: Amount(minorUnits: 1000, currency: .eur)))
        #expect(card.card.brand == .visa)
        #expect(await first.value == .removeCard)
    }

    @Test func anotherModelIsRefused() throws {
        let address = try #require(ReaderAddress("simulated-ccid:bent"))
        #expect(throws: (any Error).self) {
            try SimulatedChipReaders(address, cards: [], customer: .nobody, acceptance: .simulated(nil))
        }
    }
}
