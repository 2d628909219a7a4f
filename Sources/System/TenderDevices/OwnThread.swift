import Glibc
import TenderBytes

/// Calls that may block, each on a thread of its own, so that none holds a thread of the pool.
package enum OwnThread {
    /// Makes a call; cancelling does not end it.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        // The thread sanitizer does not always see that a continuation orders; it sees that a lock does.
        let order = Guarded(())
        let value = await withCheckedContinuation { continuation in
            let work: @Sendable () -> Void = {
                let value = body()
                order.withLock { _ in }
                continuation.resume(returning: value)
            }
            // Where the system gives no further thread, blocking this one is the smaller evil.
            if !start(work) { work() }
        }
        order.withLock { _ in }
        return value
    }

    /// Makes a call whose result nobody needs to have: nil when the task is canceled first, and the call goes on,
    /// or when the system gives no further thread.
    package static func runAbandonable<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
        let waiting = Guarded<CheckedContinuation<Value?, Never>?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.withLock { $0 = continuation }
                if Task.isCancelled { finish(waiting, nil) }
                if !start({ finish(waiting, body()) }) { finish(waiting, nil) }
            }
        } onCancel: {
            finish(waiting, nil)
        }
    }

    private static func finish<Value: Sendable>(
        _ waiting: Guarded<CheckedContinuation<Value?, Never>?>, _ value: Value?
    ) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: value)
    }

    /// What a thread is to do.
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        /// Signals belong to the program's own threads; but a fault that is blocked ends the process without its handlers,
        /// and they may have to give a terminal back.
        func run() {
            var signals = sigset_t()
            sigfillset(&signals)
            for fault in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS] { sigdelset(&signals, fault) }
            pthread_sigmask(SIG_SETMASK, &signals, nil)
            body()
        }
    }

    /// Starts a thread for a call; false when the system gives none.
    @discardableResult
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
