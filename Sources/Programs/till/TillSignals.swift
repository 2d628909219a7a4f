import Glibc

/// The signals of the process.
enum TillSignals {
    /// The signals that the screen's thread reads from a descriptor.
    static var handled: sigset_t { signals([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGWINCH]) }

    /// Blocks the signals in this thread and in those created by it: call it before any other thread is created.
    static func block() {
        var signals = handled
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // A stopped till would keep the terminal as it is, and cards waiting.
        signal(SIGTSTP, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ends the process by a signal, so that its parent sees which.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        var one = signals([number])
        pthread_sigmask(SIG_UNBLOCK, &one, nil)
        raise(number)
        exit(128 + number)
    }

    private static func signals(_ numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }
}
