import TenderBytes

/// Hands every event to every subscriber, in order, without waiting for any of them.
///
/// Each subscriber has a buffer of its own that keeps the newest `bufferSize` events; a slow one loses its oldest and
/// sees the gap in the sequence numbers.
final class EventHub: Sendable {
    static let bufferSize = 1024

    private struct State {
        var sequence: UInt64 = 0
        var nextID = 0
        var subscribers: [Int: AsyncStream<TerminalEvent>.Continuation] = [:]
    }

    private let state = Guarded(State())

    func subscribe() -> AsyncStream<TerminalEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: TerminalEvent.self, bufferingPolicy: .bufferingNewest(Self.bufferSize)
        )
        let id = state.withLock { state in
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.subscribers.removeValue(forKey: id) }
        }
        return stream
    }

    func publish(_ kind: TerminalEvent.Kind) {
        let (event, subscribers) = state.withLock { state in
            state.sequence += 1
            return (TerminalEvent(sequence: state.sequence, kind: kind), Array(state.subscribers.values))
        }
        for subscriber in subscribers { subscriber.yield(event) }
    }

    func finish() {
        let subscribers = state.withLock { Array($0.subscribers.values) }
        for subscriber in subscribers { subscriber.finish() }
    }
}
