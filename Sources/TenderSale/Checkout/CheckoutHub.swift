import TenderBytes

/// Hands every event to every subscriber, in order, without waiting for any of them.
///
/// Each subscriber has a buffer of its own that keeps the newest `bufferSize` events.
final class CheckoutHub: Sendable {
    static let bufferSize = 256

    private struct State {
        var sequence: UInt64 = 0
        var nextID = 0
        var subscribers: [Int: AsyncStream<PaymentContextEvent>.Continuation] = [:]
    }

    private let state = Guarded(State())

    deinit { for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.finish() } }

    func subscribe() -> AsyncStream<PaymentContextEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PaymentContextEvent.self, bufferingPolicy: .bufferingNewest(Self.bufferSize)
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

    func publish(_ kind: PaymentContextEvent.Kind) {
        let (event, subscribers) = state.withLock { state in
            state.sequence += 1
            return (PaymentContextEvent(sequence: state.sequence, kind: kind), Array(state.subscribers.values))
        }
        for subscriber in subscribers { subscriber.yield(event) }
    }
}
