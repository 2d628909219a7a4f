import Glibc

/// The terminal's echo of typed characters; it comes back, too, when a signal ends the process meanwhile.
enum Echo {
    private static let endings = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// Sets the echo, if stdin is a terminal.
    static func set(_ isOn: Bool) {
        if !isOn { endings.forEach(comeBack) }
        change(isOn)
    }

    /// Runs something without echo.
    static func without<Value>(_ body: () -> Value) -> Value {
        set(false)
        defer { set(true) }
        return body()
    }

    /// Lets a signal bring the echo back before it ends the process, unless it is ignored.
    private static func comeBack(_ number: Int32) {
        var action = sigaction()
        sigaction(number, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        guard handler != unsafeBitCast(SIG_IGN, to: Int.self) else { return }
        action.__sigaction_handler.sa_handler = { number in
            Echo.change(true)
            // The handler is gone already: this ends the process as soon as it returns.
            raise(number)
        }
        action.sa_flags = Int32(bitPattern: SA_RESETHAND)
        sigaction(number, &action, nil)
    }

    /// Calls only what is safe in a signal's handler.
    private static func change(_ isOn: Bool) {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        if isOn { settings.c_lflag |= tcflag_t(ECHO) } else { settings.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
}
