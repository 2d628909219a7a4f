import SimulatedCard
import TenderBytes
import TenderFlow
import TenderJournal
import TenderModel
import TenderReaderDrivers
import TenderTerminal
import TenderTestSupport

/// A terminal that finds its readers where a till finds them.
struct ReaderTill {
    let source: CountingSource
    let gateway = ScriptedGateway()
    let terminal: Terminal

    /// By default a lost reader is looked for all the time.
    init(
        _ connection: ConnectionMachine.Policy = .init(maximumTries: .max, pause: .milliseconds(1)),
        source: CountingSource = CountingSource(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.source = source
        terminal = Terminal(
            configuration: .init(
                gateway: gateway, readerSource: source, journal: InMemoryJournal(), connection: connection,
                clock: clock))
    }

    func connect(_ address: ReaderAddress) async throws {
        for try await readers in source.discover(DiscoveryConfiguration(address.method, addresses: [address])) {
            _ = try await terminal.connect(readers[0])
            return
        }
    }

    func intent() async throws -> PaymentIntent {
        try await terminal.createPaymentIntent(PaymentIntentParameters(amount: 1000, currency: .eur))
    }

    /// The name of the card that an intent is paid with; nil when it is not.
    func sell(_ intent: PaymentIntent? = nil) async throws -> String? {
        var intent = intent
        if intent == nil { intent = try await self.intent() }
        guard let intent, case .approved(let paid) = try await terminal.processPaymentIntent(intent),
            let payload = gateway.payload(paid.id), let card = try? CardPayload.open(payload)
        else { return nil }
        return SimulatedCard.all.first { $0.number == card.number }?.name
    }
}

/// The readers of this machine, and how often one was opened.
final class CountingSource: ReaderSource {
    private let readers = HardwareReaderSource()
    private let count = Guarded(0)

    var openings: Int { count.withLock { $0 } }

    func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
        readers.discover(configuration)
    }

    func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
        count.withLock { $0 += 1 }
        return try await readers.connect(reader, token: token)
    }
}
