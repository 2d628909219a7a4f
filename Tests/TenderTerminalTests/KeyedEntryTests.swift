import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// A card's number that is typed on a certified reader.
@Suite struct KeyedEntryTests {
    /// A reader that is certified for keyed entry, simulated.
    private struct CertifiedReader: KeyedEntryReader, ReaderSource {
        let reader = Reader(
            id: "keyed", model: "Certified", serialNumber: "1", discoveryMethod: .simulated, simulated: true)
        let events: AsyncStream<ReaderEvent>
        private let sink: AsyncStream<ReaderEvent>.Continuation

        init() { (events, sink) = AsyncStream.makeStream() }

        func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
            throw .refused("no card is presented here")
        }

        func collectKeyed(
            _ request: CollectRequest, _ moto: MotoConfiguration
        ) async throws(ReaderError) -> CollectedCard {
            CollectedCard(
                card: CardDetails(last4: moto.skipsCVC ? "4242" : "0000"),
                payload: EncryptedPayload(scheme: "keyed", keySerial: "1", ciphertext: "c", tag: "t"))
        }

        func show(_ text: String?) async {}

        func disconnect() async {
            sink.yield(.disconnected(.disconnectRequested))
            sink.finish()
        }

        func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
            AsyncThrowingStream { $0.yield([reader]) }
        }

        func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader { self }
    }

    @Test func aCertifiedReaderTakesATypedNumber() async throws {
        let gateway = ScriptedGateway()
        let reader = CertifiedReader()
        let terminal = Terminal(
            configuration: .init(gateway: gateway, readerSource: reader, journal: InMemoryJournal()))
        let connected = try await terminal.connect(reader.reader)
        let intent = try await terminal.createSetupIntent(
            SetupIntentParameters(customer: "cus_1", paymentMethodTypes: [.cardPresent]))
        let outcome = try await terminal.processSetupIntent(
            intent, allowRedisplay: .always,
            configuration: CollectSetupIntentConfiguration(motoConfiguration: MotoConfiguration(skipsCVC: true)))
        #expect(outcome.intent.status == .succeeded)
        #expect(gateway.savedCards.map(\.scheme) == ["keyed"])
        #expect(connected.takesKeyedCards == true)
        let payment = try await terminal.createPaymentIntent(
            PaymentIntentParameters(Amount(minorUnits: 100, currency: .eur)))
        let paid = try await terminal.processPaymentIntent(
            payment, configuration: CollectConfiguration(motoConfiguration: MotoConfiguration()))
        guard case .approved = paid else {
            Issue.record("\(paid)")
            return
        }
        #expect(gateway.payload(payment.id)?.scheme == "keyed")
    }
}
