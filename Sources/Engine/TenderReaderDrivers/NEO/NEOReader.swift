import TenderDevices
public import TenderFlow
public import TenderModel
public import TenderReaders

/// An ID TECH reader of the NEO family, which has its own kernel: it reads the card, and hands over ciphertext.
///
/// It runs a `NEOCore`, which decides everything.
public final class NEOReader: CardReader {
    /// What the reader says of itself, and where it is.
    public let reader: Reader

    /// What the reader tells while it is connected; ends after `.disconnected`.
    ///
    /// One consumer, who may lag 1024 events behind before the oldest are dropped.
    public var events: AsyncStream<ReaderEvent> { shell.events }

    private let shell: CardReaderShell<NEOCore>
    private let today: @Sendable () -> NEODate

    private init(_ shell: CardReaderShell<NEOCore>, _ reader: Reader, _ today: @escaping @Sendable () -> NEODate) {
        self.shell = shell
        self.reader = reader
        self.today = today
    }

    /// Opens a reader: makes sure that one is there, ends what an earlier program left, and asks for its name.
    ///
    /// - Parameters:
    ///   - transport: an open line, which is the reader's from here on and closed when opening fails.
    ///   - framing: what the frames travel in.
    ///   - address: where the reader is; its id too, when it tells no serial number.
    ///   - secondsForCard: how long the reader waits for a card before it gives up by itself.
    ///   - clock: what answers are waited for with.
    ///   - today: the day in the shop's time zone, which cards are told.
    /// - Throws: `.communication` when no reader answers, `.disconnected` when the line is lost, `.canceled` when the
    ///   task was canceled.
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

    /// Looks for a reader on a serial line at every speed, and opens it.
    ///
    /// - Parameters: those of the other `open`.
    /// - Throws: as the other `open` does.
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
    /// Cancelling the task stops the reader: the call then throws `.canceled` once the reader is idle, or returns the
    /// card that was read in the same instant. A reader that does not even answer that is disconnected.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        let transaction = NEOTransaction(request, on: today())
        return try await shell.collect { .collect($0, transaction) }
    }

    /// Does nothing: the texts of a NEO reader are its own.
    public func show(_ text: String?) async {}

    /// Leaves the reader idle and ends the connection; a running collection then throws `.disconnected`.
    public func disconnect() async { await shell.disconnect() }
}
