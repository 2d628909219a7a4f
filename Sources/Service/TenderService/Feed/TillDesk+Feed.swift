public import TenderFlow
import TenderTerminal

extension TillDesk {
    private static let page = 100
    /// How many events wait for a front end that reads slowly; records wait in the journal.
    private static let waitingEvents = 256

    private enum Signal: Sendable {
        case records
        case event(TerminalEvent)
        case quiet
    }

    /// Tells a front end what happens at the till, until it hears no more or the till is closed.
    ///
    /// Records are read from the journal when the front end takes them: one that does not read delays nobody, and needs
    /// no memory.
    /// - Parameters:
    ///   - sequence: The number of the last record that it knows; `nil` begins with what happens now.
    ///   - pause: How long nothing happens before that is said.
    ///   - deliver: Takes one event; returns whether anybody still listens.
    /// - Throws: `JournalError` if the journal cannot be read.
    public nonisolated func follow(
        after sequence: Int64?, pause: Duration, _ deliver: (TillEvent) async -> Bool
    ) async throws(JournalError) {
        let (signals, continuation) = AsyncStream.makeStream(
            of: Signal.self, bufferingPolicy: .bufferingNewest(Self.waitingEvents))
        let sources = watch(continuation, pause)
        defer { for source in sources { source.cancel() } }
        var last = if let sequence { sequence } else { try await journal.lastSequence() }
        guard try await tellRecords(after: &last, deliver) else { return }
        for await signal in signals {
            // Whatever the signal is: the one for these records may have been lost.
            guard try await tellRecords(after: &last, deliver) else { return }
            switch signal {
            case .records: continue
            case .event(let event): guard await deliver(.passing(event)) else { return }
            case .quiet: guard await deliver(.quiet) else { return }
            }
        }
    }

    /// Starts what wakes a feed; the feed ends with the terminal's journal.
    private nonisolated func watch(_ signals: AsyncStream<Signal>.Continuation, _ pause: Duration) -> [Task<
        Void, Never
    >] {
        let records = journal.newRecords()
        let events = terminal.events()
        return [
            Task {
                for await _ in records { signals.yield(.records) }
                signals.finish()
            },
            Task { for await event in events { signals.yield(.event(event)) } },
            Task {
                while (try? await Task.sleep(for: pause)) != nil { signals.yield(.quiet) }
            },
        ]
    }

    private nonisolated func tellRecords(
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
