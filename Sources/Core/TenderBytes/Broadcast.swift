/// A broadcast that hands every event to every subscriber, in order, without waiting for any of them.
///
/// Each subscriber has its own buffer, which keeps the newest events. A slow subscriber loses its oldest events and
/// sees the gap in the sequence numbers. The streams end when the broadcast finishes or is deallocated, and a later one at
/// once.
package final class Broadcast<Event: Sendable>: Sendable {
    private struct State {
        var sequence: UInt64 = 0
        var nextID = 0
        var subscribers: [Int: AsyncStream<Event>.Continuation] = [:]
        var isFinished = false
    }

    private let bufferSize: Int
    private let state = Guarded(State())

    /// - Parameter bufferSize: The number of events that each subscriber's buffer keeps.
    package init(bufferSize: Int) { self.bufferSize = bufferSize }

    deinit { finish() }

    package func subscribe() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(bufferSize)
        )
        let id = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return state.nextID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.subscribers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Publishes the event that `make` returns for the next sequence number.
    package func publish(_ make: (UInt64) -> Event) {
        let (event, subscribers) = state.withLock { state in
            state.sequence += 1
            return (make(state.sequence), Array(state.subscribers.values))
        }
        for subscriber in subscribers { subscriber.yield(event) }
    }

    package func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.finish() }
    }
}
