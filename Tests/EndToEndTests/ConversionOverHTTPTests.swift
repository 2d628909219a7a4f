import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import SimulatedReader
import Synchronization
import Tender
import Testing

/// A currency conversion from the reader to the issuer's ledger, through the simulated gateway on a real port.
@Suite struct ConversionOverHTTPTests {
    /// A simulated reader that remembers what it asked its customer, who answers as the script says.
    private final class AskedReader: CardReader {
        let inner: any CardReader
        let questions: Mutex<[ConsentRequest]> = Mutex([])

        init(_ inner: any CardReader) { self.inner = inner }

        var reader: Reader { inner.reader }
        var events: AsyncStream<ReaderEvent> { inner.events }

        func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
            try await inner.collect(request)
        }

        func show(_ text: String?) async { await inner.show(text) }

        func askConsent(_ request: ConsentRequest) async -> ConsentAnswer {
            questions.withLock { $0.append(request) }
            return await inner.askConsent(request)
        }

        func disconnect() async { await inner.disconnect() }
    }

    private final class AskedSource: ReaderSource {
        let inner: SimulatedReaderSource
        let reader: Mutex<AskedReader?> = Mutex(nil)

        init(_ inner: SimulatedReaderSource) { self.inner = inner }

        func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
            inner.discover(configuration)
        }

        func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
            let asked = AskedReader(try await inner.connect(reader, token: token))
            self.reader.withLock { $0 = asked }
            return asked
        }

        var notices: [String] {
            reader.withLock { $0?.questions.withLock { $0.compactMap(\.notice) } ?? [] }
        }
    }

    /// Sells for ten dollars with an offer.
    ///
    /// - Returns: What the card was charged, what the shop received and what the reader asked; or the error and what is held.
    private static func sell(_ card: SimulatedCard, _ consent: ConsentAnswer) async throws -> [String] {
        let gateway = try SimulatedGateway()
        let client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_e2e"), connection: .init(baseURL: gateway.url))
        var script = ReaderScript(
            collections: [[.insert(card, after: .zero), .remove(after: .zero)]], readDuration: .zero)
        script.consent = consent
        let source = AskedSource(SimulatedReaderSource([script]))
        let terminal = Terminal(
            configuration: .init(gateway: client, readerSource: source, journal: InMemoryJournal()))
        for try await readers in terminal.discoverReaders(.simulated) {
            _ = try await terminal.connect(#require(readers.first))
        }
        let intent = try await terminal.createPaymentIntent(
            .init(amount: 1000, currency: .usd, captureMethod: .manual))
        do {
            let collected = try await terminal.collectPaymentMethod(
                intent,
                configuration: CollectConfiguration(updatePaymentIntent: true, requestDynamicCurrencyConversion: true))
            guard case .approved(let held) = try await terminal.confirmPaymentIntent(collected) else {
                return ["not approved"]
            }
            let paid = try await terminal.capturePaymentIntent(held)
            let told = paid.card?.dynamicCurrencyConversion
            let charged = told?.status == .accepted ? told?.presentment : paid.amount
            let ledger = gateway.ledger(paymentIntent: paid.id)
            return ["\(charged?.description ?? "")", "\(ledger?.captured ?? 0)"] + source.notices
        } catch let error as TenderError {
            return ["\(error.errorCode)", "\(gateway.ledger(paymentIntent: intent.id)?.authorized ?? 0)"]
        }
    }

    @Test func theCustomerChoosesInTheCardsLanguage() async throws {
        let german = try SimulatedCard.named("onlinePinScaRetry")
        let question = "9.48 EUR statt 10.00 USD bezahlen? 1 USD = 0.947600 EUR, einschließlich 3 % Aufschlag."
        #expect(try await Self.sell(german, .accepted) == ["9.48 EUR", "1000", question])
        #expect(try await Self.sell(german, .declined) == ["10.00 USD", "1000", question])
    }

    @Test func aCardOfTheShopsCountryIsRefused() async throws {
        #expect(try await Self.sell(.visa, .accepted) == ["dynamicCurrencyConversionNotAvailable", "0"])
    }
}
