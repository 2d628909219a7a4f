import Tender
import Glibc

/// Ctrl-C and SIGTERM as calls: a thread of its own waits for them, so that nothing runs in a signal handler.
final class InterruptSignal: Sendable {
    private let handler = Guarded<(@Sendable () -> Void)?>(nil)

    /// Blocks the signals in this thread, and so in those made after it; call it before any other thread is made.
    init() {
        var set = Self.signals
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let failed = pthread_create(&thread, nil, { interruptLoop($0) }, context.toOpaque())
        if failed != 0 { context.release() }
    }

    /// Calls `action` at each signal from now on; nil ignores them.
    func onSignal(_ action: (@Sendable () -> Void)?) {
        handler.withLock { $0 = action }
    }

    fileprivate func waitForever() {
        var set = Self.signals
        while true {
            var signal: Int32 = 0
            guard sigwait(&set, &signal) == 0 else { continue }
            let action = handler.withLock { $0 }
            action?()
        }
    }

    private static var signals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }
}

private func interruptLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<InterruptSignal>.fromOpaque(context).takeRetainedValue().waitForever()
    return nil
}
