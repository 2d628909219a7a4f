import Glibc

/// The terminal's echo of typed characters.
enum Echo {
    /// Sets the echo, if stdin is a terminal.
    static func set(_ isOn: Bool) {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        if isOn { settings.c_lflag |= tcflag_t(ECHO) } else { settings.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    /// Runs something without echo.
    static func without<Value>(_ body: () -> Value) -> Value {
        set(false)
        defer { set(true) }
        return body()
    }
}
