public import TenderFlow
import TenderTerminal

/// What happens at a till from the moment that the feed was made, for one front end.
///
/// Records are read from the journal when the front end takes them: one that does not read delays nobody, and needs no
/// memory. It listens as long as somebody refers to it.
public final class TillFeed: Sendable {
    private static let page = 100
    /// How many events wait for a front end that reads slowly; records wait in the journal.
    private static let waitingEvents = 256

    private enum Signal: Sendable {
        case records
        case told(TillEvent)
    }

    private let journal: WatchedJournal
    private let first: Int64
    private let signals: AsyncStream<Signal>
    private let sources: [Task<Void, Never>]

    fileprivate init(_ desk: TillDesk, after sequence: Int64?, pause: Duration) async throws(JournalError) {
        let (signals, continuation) = AsyncStream.makeStream(
            of: Signal.self, bufferingPolicy: .bufferingNewest(Self.waitingEvents))
        let sources = Self.watch(desk, continuation, pause)
        do throws(JournalError) {
            first = if let sequence { sequence } else { try await desk.journal.lastSequence() }
        } catch {
            // Nothing runs at the end of what was not made.
            for source in sources { source.cancel() }
            throw error
        }
        self.signals = signals
        self.sources = sources
        journal = desk.journal
    }

    deinit { for source in sources { source.cancel() } }

    /// Starts what wakes the feed, which ends with the terminal's journal.
    private static func watch(
        _ desk: TillDesk, _ signals: AsyncStream<Signal>.Continuation, _ pause: Duration
    ) -> [Task<Void, Never>] {
        let records = desk.journal.newRecords()
        let events = desk.terminal.events()
        let questions = desk.configuration.questions.news()
        return [
            Task {
                for await _ in records { signals.yield(.records) }
                signals.finish()
            },
            Task { for await event in events { signals.yield(.told(.passing(event))) } },
            Task { for await news in questions { signals.yield(.told(.question(news))) } },
            Task {
                while (try? await Task.sleep(for: pause)) != nil { signals.yield(.told(.quiet)) }
            },
        ]
    }

    /// Tells what happens until the front end hears no more or the till is closed; may be called once.
    ///
    /// - Parameter deliver: Takes one event; returns whether anybody still listens.
    /// - Throws: `JournalError` if the journal cannot be read.
    public func run(_ deliver: (TillEvent) async -> Bool) async throws(JournalError) {
        var last = first
        guard try await tellRecords(after: &last, deliver) else { return }
        for await signal in signals {
            // Whatever the signal is: the one for these records may have been lost.
            guard try await tellRecords(after: &last, deliver) else { return }
            switch signal {
            case .records: continue
            case .told(let event): guard await deliver(event) else { return }
            }
        }
    }

    private func tellRecords(
        after last: inout Int64, _ deliver: (TillEvent) async -> Bool
    ) async throws(JournalError) -> Bool {
        while true {
            let records = try await journal.records(after: last, limit: Self.page)
            for record in records {
                // The service's own records tell a front end nothing.
                if record.entry.shopRecord == nil {
                    guard await deliver(.record(JournalLine(record))) else { return false }
                }
                last = record.sequence
            }
            guard records.count == Self.page else { return true }
        }
    }
}

extension TillDesk {
    /// Begins to listen: nothing is missed that happens from the return of this call on.
    ///
    /// - Parameters:
    ///   - sequence: The number of the last record that the front end knows; `nil` begins with what happens now.
    ///   - pause: How long nothing happens before that is said.
    /// - Throws: `JournalError` if the journal cannot be read.
    public nonisolated func feed(after sequence: Int64?, pause: Duration) async throws(JournalError) -> TillFeed {
        try await TillFeed(self, after: sequence, pause: pause)
    }

    /// Listens, and tells what happens until the front end hears no more or the till is closed.
    ///
    /// - Throws: `JournalError` if the journal cannot be read.
    public nonisolated func follow(
        after sequence: Int64?, pause: Duration, _ deliver: (TillEvent) async -> Bool
    ) async throws(JournalError) {
        try await feed(after: sequence, pause: pause).run(deliver)
    }
}
