import Glibc
import TenderBytes

/// Potentially blocking calls, each on a thread of its own, so that none blocks a thread of the cooperative pool.
package enum OwnThread {
    /// Performs a call; canceling does not end it.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        // The thread sanitizer does not always see that a continuation establishes order; it does see that a lock does.
        let order = Guarded(())
        let value = await withCheckedContinuation { continuation in
            let work: @Sendable () -> Void = {
                let value = body()
                order.withLock { _ in }
                continuation.resume(returning: value)
            }
            // If the system cannot start another thread, blocking this one is the lesser evil.
            if !start(work) { work() }
        }
        order.withLock { _ in }
        return value
    }

    /// Performs a call whose result is dispensable.
    ///
    /// - Returns: `nil` if the task is canceled first, in which case the call continues, or if the system cannot start
    ///   another thread.
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

    /// The work of one thread.
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        /// Runs the call with all signals blocked except those of faults.
        ///
        /// Signals belong to the program's own threads. A blocked fault, however, would end the process without its
        /// handlers, and they may have to restore a terminal.
        func run() {
            var signals = sigset_t()
            sigfillset(&signals)
            for fault in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS] { sigdelset(&signals, fault) }
            pthread_sigmask(SIG_SETMASK, &signals, nil)
            body()
        }
    }

    /// Starts a thread for a call; returns `false` if the system cannot.
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
