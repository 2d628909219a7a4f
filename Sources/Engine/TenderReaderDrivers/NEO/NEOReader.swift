import TenderDevices
public import TenderFlow
public import TenderModel
public import TenderReaders

/// An ID TECH reader of the NEO family, which has its own kernel: it reads the card and delivers ciphertext.
///
/// It runs a `NEOCore`, which decides everything.
public final class NEOReader: CardReader {
    /// The reader's own description and its address.
    public let reader: Reader

    /// The events of the reader while it is connected; ends after `.disconnected`.
    ///
    /// Supports a single consumer, which may fall 1024 events behind before the oldest are dropped.
    public var events: AsyncStream<ReaderEvent> { shell.events }

    private let shell: CardReaderShell<NEOCore>
    private let today: @Sendable () -> NEODate

    private init(_ shell: CardReaderShell<NEOCore>, _ reader: Reader, _ today: @escaping @Sendable () -> NEODate) {
        self.shell = shell
        self.reader = reader
        self.today = today
    }

    /// Opens a reader: verifies that one is there, ends what an earlier program left running, and queries its name.
    ///
    /// - Parameters:
    ///   - transport: An open line, which the reader owns from now on; it is closed if opening fails.
    ///   - framing: The framing of the messages.
    ///   - address: The reader's address; also its ID if it reports no serial number.
    ///   - secondsForCard: How long the reader waits for a card before it gives up by itself.
    ///   - clock: The clock that measures time limits.
    ///   - today: Returns the current day in the shop's time zone, for the cards.
    /// - Throws: `.communication` if no reader answers, `.disconnected` if the line is lost, `.canceled` if the task
    ///   was canceled.
    public static func open(
        _ transport: any ByteTransport, _ framing: NEOLink.Framing = .stream, at address: ReaderAddress,
        secondsForCard: UInt8 = 120, clock: any Clock<Duration> = ContinuousClock(),
        today: @escaping @Sendable () -> NEODate = { .local() }
    ) async throws(ReaderError) -> NEOReader {
        let core = NEOCore(framing, secondsForCard: secondsForCard)
        let runner = await CoreRunner(core, on: transport, clock: clock)
        for await output in runner.outputs {
            switch output {
            case .ready(let identity):
                return NEOReader(CardReaderShell(runner, clock), Reader(identity, at: address), today)
            case .failed(let error):
                await runner.close()
                throw error
            case .event, .answer: break
            }
        }
        await runner.close()
        throw Task.isCancelled ? .canceled(by: .application) : .disconnected(.linkLost)
    }

    /// Probes a serial line for a reader at every speed, and opens it.
    ///
    /// - Parameters: Those of the other `open`.
    /// - Throws: As the other `open` does.
    public static func open(
        serial line: any SerialTransport, at address: ReaderAddress, secondsForCard: UInt8 = 120,
        clock: any Clock<Duration> = ContinuousClock(), today: @escaping @Sendable () -> NEODate = { .local() }
    ) async throws(ReaderError) -> NEOReader {
        let isFound: Bool
        do throws(TransportError) {
            isFound = try await findSpeed(line, clock)
        } catch {
            await line.close()
            throw ReaderError(opening: error)
        }
        guard isFound else {
            await line.close()
            throw .communication("no NEO reader answers at any speed")
        }
        return try await open(line, at: address, secondsForCard: secondsForCard, clock: clock, today: today)
    }

    /// Waits for the card that the reader reads; returns when the reader is idle again.
    ///
    /// Canceling the task stops the reader: the call then throws `.canceled` once the reader is idle, or returns a card
    /// that was read at that moment. A reader that does not answer even the stop is disconnected.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        let transaction = NEOTransaction(request, on: today())
        return try await shell.collect { .collect($0, transaction) }
    }

    /// Does nothing, because the texts of a NEO reader are its own.
    public func show(_ text: String?) async {}

    /// Stops the reader and ends the connection; a running collection then throws `.disconnected`.
    public func disconnect() async { await shell.disconnect() }
}
