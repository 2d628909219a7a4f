import Foundation
import SimulatedDevices
import TenderBytes
import TenderFlow
import TenderJournal
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderRecords
import TenderTerminal
import TenderTestSupport

/// A terminal of this library with a simulated ZVT terminal as reader and gateway.
struct ZVTShop {
    let host: SimulatedTerminalHost
    let journal: any Journal
    let zvt: ZVTTerminal
    let terminal: Terminal
    let source: ZVTReaderSource

    /// Nobody asks about an unknown outcome in the background: the tests do, and would find it resolved, or the terminal busy.
    static let policy = PaymentPolicy(
        online: .seconds(20), maximumSends: 2, maximumAsks: 2, firstPause: .milliseconds(1),
        longestPause: .milliseconds(2), unknownPause: .seconds(3600))

    /// - Parameter clock: what the till measures the terminal's silence with.
    init(
        _ host: SimulatedTerminalHost = SimulatedTerminalHost(), journal: any Journal = InMemoryJournal(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.host = host
        self.journal = journal
        zvt = ZVTTerminal(
            terminalID: "52500001",
            configuration: ZVTConfiguration(.stream, answer: .seconds(5), completion: .seconds(10)),
            journal: journal, clock: clock
        ) { () throws(TransportError) in try host.open() }
        source = ZVTReaderSource(zvt, at: ReaderAddress(.simulated), simulated: true)
        terminal = Terminal(
            configuration: .init(
                gateway: zvt, readerSource: source, journal: journal, policy: Self.policy,
                connection: .init(restartPause: .milliseconds(1))))
    }

    func connect() async throws {
        for try await readers in source.discover(DiscoveryConfiguration(.simulated)) {
            _ = try await terminal.connect(readers[0])
            return
        }
    }

    func intent(
        _ units: Int64 = 1000, capture: CaptureMethod = .automatic, order: String? = nil
    ) async throws -> PaymentIntent {
        var parameters = PaymentIntentParameters(amount: units, currency: .eur, captureMethod: capture)
        parameters.order = order
        return try await terminal.createPaymentIntent(parameters)
    }

    /// A sale from the collection to its outcome.
    func sell(_ intent: PaymentIntent) async throws -> PaymentOutcome {
        try await terminal.processPaymentIntent(intent)
    }

    /// A sale whose command the terminal leaves without an answer, until the till's patience is over on its clock.
    func sellInSilence(_ intent: PaymentIntent, _ clock: TestClock) async throws -> PaymentOutcome {
        let place = await host.add(.mute)
        async let outcome = sell(intent)
        await host.wait { $0.messageCount >= place }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        return try await outcome
    }

    /// A sale with a fault at one of its messages, after which time passes until the till has given the connection up.
    func sell(
        _ intent: PaymentIntent, _ kind: DeviceFault.Kind, at message: Int, _ clock: TestClock
    ) async throws -> PaymentOutcome {
        let place = await host.add(kind, at: message)
        guard [.mute, .drop, .garbage].contains(kind) else { return try await sell(intent) }
        let connection = host.connections
        let silence = Task {
            while !Task.isCancelled, host.connections == connection {
                await Task.yield()
                if host.change({ $0.messageCount }) >= place, clock.sleeperCount > 0 {
                    await clock.advanceToNextDeadline()
                }
            }
        }
        defer { silence.cancel() }
        return try await sell(intent)
    }
}

extension PaymentOutcome {
    var word: String {
        switch self {
        case .approved: "approved"
        case .declined: "declined"
        case .canceled(let origin, _): "canceled by \(origin)"
        case .unknown: "unknown"
        case .storedOffline: "stored offline"
        }
    }
}

/// A journal on disk whose process ends, or whose disk fails, after so many records.
final class EndingJournal: Journal {
    enum End { case failure, death }

    private let journal: SQLiteJournal
    private let counter: Counter
    private let end: End
    private let died: @Sendable () -> Void
    /// Who waits for ever; nil once they were released.
    private let waiting = Guarded<[CheckedContinuation<Void, Never>]?>([])

    private actor Counter {
        var left: Int
        init(_ left: Int) { self.left = left }
        func take() -> Bool {
            left -= 1
            return left >= 0
        }
    }

    init(_ journal: SQLiteJournal, after count: Int, _ end: End, died: @escaping @Sendable () -> Void) {
        self.journal = journal
        counter = Counter(count)
        self.end = end
        self.died = died
    }

    func append(_ entry: JournalEntry) async throws(JournalError) {
        guard await counter.take() else {
            if end == .failure { throw JournalError(.full, message: "the disk is full") }
            died()
            await waitForEver()
            throw JournalError(message: "the process is dead")
        }
        try await journal.append(entry)
    }

    /// Ends the waiting of a dead process, whose records fail from here on.
    func release() {
        let continuations = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for continuation in continuations { continuation.resume() }
    }

    private func waitForEver() async {
        await withCheckedContinuation { continuation in
            let isReleased = waiting.withLock { waiting in
                waiting?.append(continuation)
                return waiting == nil
            }
            if isReleased { continuation.resume() }
        }
    }

    func takeUnresolved() async throws(JournalError) -> [PaymentHistory] { try await journal.takeUnresolved() }
    func openPayments() async throws(JournalError) -> [PaymentHistory] { try await journal.openPayments() }
    func history(of id: String) async throws(JournalError) -> PaymentHistory? { try await journal.history(of: id) }

    func payments(of order: String) async throws(JournalError) -> [PaymentHistory] {
        try await journal.payments(of: order)
    }
}

/// A folder with a journal in it, removed with the last reference.
final class JournalFolder: Sendable {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "tender-zvt-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open() async throws(JournalError) -> SQLiteJournal {
        try await SQLiteJournal(
            path: folder + "/shop.journal", binding: JournalBinding(gateway: "zvt", account: "52500001"))
    }
}
