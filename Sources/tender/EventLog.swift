import Tender

/// Collects a terminal's events, and prints them for people while they happen.
final class EventLog: Sendable {
    private let seen = Guarded<[TerminalEvent]>([])
    private let reader: Task<Void, Never>

    init(_ terminal: Terminal, _ output: Output) {
        let stream = terminal.events()
        let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        reader = Task {
            for await event in stream {
                if let line = EventReport.line(event.kind) { output.line(line) }
                continuation.yield(event)
                if case .disconnected(.disconnectRequested) = event.kind { break }
            }
            continuation.finish()
        }
        self.events = events
    }

    private let events: AsyncStream<TerminalEvent>

    /// Waits for the events up to the requested disconnect; a terminal without a connection has none.
    func finish(wasConnected: Bool) async {
        if !wasConnected { reader.cancel() }
        await reader.value
        for await event in events { seen.withLock { $0.append(event) } }
    }

    var all: [TerminalEvent] { seen.withLock { $0 } }

    /// The cards that were read, in order.
    var cards: [CardDetails] {
        all.compactMap { if case .cardCollected(let card, _) = $0.kind { card } else { nil } }
    }
}
