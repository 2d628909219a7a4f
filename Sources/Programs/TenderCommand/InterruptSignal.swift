import Glibc
import Tender

/// Ctrl-C and SIGTERM as calls: the main thread waits for them, so that nothing runs in a signal handler.
enum InterruptSignal {
    private enum Reaction {
        case end
        case ignore
        case call(@Sendable () -> Void)
    }

    private static let reaction = Guarded(Reaction.end)

    /// Blocks the signals in this thread and in those created by it: call it before any other thread is created.
    static func block() {
        var set = signals
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Calls `action` at each signal from now on; `nil` ignores them.
    ///
    /// Until the first call, a signal ends the process.
    static func onSignal(_ action: (@Sendable () -> Void)?) {
        reaction.withLock { $0 = action.map(Reaction.call) ?? .ignore }
    }

    /// Returns a stream that the next signal ends, and listens from now on: a server calls it before it says that it is
    /// ready, or a signal in between would end the process.
    static func awaited() -> AsyncStream<Never> {
        let (stream, end) = AsyncStream<Never>.makeStream()
        onSignal { end.finish() }
        return stream
    }

    /// Begins work that a signal cancels from its first moment on; call `onSignal(nil)` when it has ended.
    static func cancelable<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        let (start, starter) = AsyncStream<Never>.makeStream()
        let work = Task {
            for await _ in start {}
            return try await body()
        }
        onSignal { work.cancel() }
        starter.finish()
        return work
    }

    /// Waits for the blocked signals on the calling thread, as long as the process lives.
    static func waitForever() -> Never {
        var set = signals
        while true {
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            let reaction = reaction.withLock { $0 }
            switch reaction {
            case .end: end(by: number)
            case .ignore: break
            case .call(let action): action()
            }
        }
    }

    /// Lets the signal take its default action, so that a shell sees it.
    private static func end(by number: Int32) {
        var set = signals
        raise(number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static var signals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }
}
