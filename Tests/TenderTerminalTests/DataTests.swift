import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// Cards that do not pay.
@Suite struct DataTests {
    private static func script(_ cards: ReaderStep.OtherCard...) -> ReaderScript {
        ReaderScript(collections: cards.map { [ReaderStep(.presentOther($0))] }, readDuration: .zero)
    }

    private func failure(_ shop: Shop, _ type: CollectDataType) async -> TenderError? {
        do {
            _ = try await shop.terminal.collectData(CollectDataConfiguration(type))
            return nil
        } catch {
            return error as? TenderError
        }
    }

    @Test func aStripeAndATagAreHandedOutAndNotRecorded() async throws {
        let journal = InMemoryJournal()
        let shop = Shop(Self.script(.stripe("600649126"), .tag(uid: "04a1b2c3")), journal: journal)
        try await shop.connect()
        let stripe = try await shop.terminal.collectData(CollectDataConfiguration(.magstripe))
        #expect(stripe == .magstripe("600649126"))
        let tag = try await shop.terminal.collectData(CollectDataConfiguration(.nfcUid))
        #expect(tag == .nfcUid("04a1b2c3"))
        #expect(try await journal.openPayments().isEmpty)
    }

    @Test func aPaymentCardsStripeIsRefusedWithItsReason() async throws {
        let shop = Shop(ReaderScript(collections: [[.swipe(.visa, after: .zero)]], readDuration: .zero))
        try await shop.connect()
        let error = await failure(shop, .magstripe)
        #expect(error?.code == .declinedByReader)
        #expect(error?.message.contains("payment card") == true)
    }

    @Test func aReaderThatFailsWhileItReadsHasACode() async throws {
        let shop = Shop(ReaderScript(collections: [[ReaderStep(.garble)]], readDuration: .zero))
        try await shop.connect()
        #expect(await failure(shop, .nfcUid)?.errorCode == .collectDataApplicationError)
    }

    @Test func aReaderThatCannotIsRefusedByName() async throws {
        let source = SaleOnlyReader()
        let terminal = Terminal(
            configuration: .init(gateway: ScriptedGateway(), readerSource: source, journal: InMemoryJournal()))
        _ = try await terminal.connect(source.reader)
        let error = await #expect(throws: TenderError.self) {
            try await terminal.collectData(CollectDataConfiguration(.nfcUid))
        }
        #expect(error?.detail == .featureNotAvailableWithConnectedReader)
        let notRestarted = await #expect(throws: TenderError.self) { try await terminal.rebootReader() }
        #expect(notRestarted?.detail == .featureNotAvailableWithConnectedReader)
    }

    @Test func aCancelEndsTheReadingAndTheNextCustomerPays() async throws {
        let shop = Shop(ReaderScript(collections: [[], [.swipe(.visa, after: .zero)]], readDuration: .zero))
        let intent = try await shop.open()
        let events = shop.terminal.events()
        let cancelable = Cancelable()
        let reading = Task {
            try await shop.terminal.collectData(CollectDataConfiguration(.nfcUid), cancelable: cancelable)
        }
        for await event in events { if event.kind == .inputOptions(.tapCard) { break } }
        #expect(await shop.terminal.paymentStatus == .waitingForInput)
        #expect(await cancelable.cancel() == .canceled(by: .application))
        let error = await #expect(throws: TenderError.self) { try await reading.value }
        #expect(error?.code == .canceled)
        #expect(try await shop.terminal.processPaymentIntent(intent).word == "approved")
    }
}

/// A reader that collects payment cards only, and none here.
private struct SaleOnlyReader: CardReader, ReaderSource {
    let reader = Reader(
        id: "plain", model: "Plain", serialNumber: "1", discoveryMethod: .simulated, simulated: true)
    let events = AsyncStream<ReaderEvent> { _ in }

    func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard { throw .timedOut }

    func show(_ text: String?) async {}

    func disconnect() async {}

    func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
        AsyncThrowingStream { $0.yield([reader]) }
    }

    func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader { self }
}
