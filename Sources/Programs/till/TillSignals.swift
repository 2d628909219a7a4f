import Glibc

/// The signals of the process.
enum TillSignals {
    /// Those that the screen's thread reads from a descriptor.
    static var handled: sigset_t { signals([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGWINCH]) }

    /// Blocks them in this thread, and so in those made after it: call it before any other thread is made.
    static func block() {
        var signals = handled
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // A till that is stopped would keep the terminal as it is, and cards waiting.
        signal(SIGTSTP, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ends the process by a signal, so that who started it sees which.
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
