import Synchronization
import Tender

/// A simulated reader that remembers what it asked its customer, who answers as the script says.
final class AskedReader: CardReader {
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

/// A source of such a reader.
final class AskedSource: ReaderSource {
    let inner: any ReaderSource
    let reader: Mutex<AskedReader?> = Mutex(nil)

    init(_ inner: any ReaderSource) { self.inner = inner }

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
