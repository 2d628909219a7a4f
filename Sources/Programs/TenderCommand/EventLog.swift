import Tender
import TenderService

/// A collector of a terminal's events, which prints them for people as they happen.
final class EventLog: Sendable {
    private let seen = Guarded<[TerminalEvent]>([])
    private let ownIntent: Guarded<String?>
    private let reader: Task<Void, Never>

    /// - Parameter processing: What the line says while the gateway has the card.
    init(_ terminal: Terminal, _ output: Output, processing: String = "asking for the authorization") {
        let stream = terminal.events()
        let ownIntent = Guarded<String?>(nil)
        self.ownIntent = ownIntent
        let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        reader = Task {
            for await event in stream {
                let own = ownIntent.withLock { $0 }
                if case .paymentStatus(.processing) = event.kind {
                    output.line("  gateway   \(processing)")
                } else if let line = EventReport.line(event.kind, own: own) {
                    output.line(line)
                }
                continuation.yield(event)
                if case .disconnected(.disconnectRequested) = event.kind { break }
            }
            continuation.finish()
        }
        self.events = events
    }

    private let events: AsyncStream<TerminalEvent>

    /// Sets the payment whose events need no name; events of another, such as one of an earlier run, are named.
    func own(_ intentID: String) { ownIntent.withLock { $0 = intentID } }

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
