import Glibc

/// Whether a terminal shows what is typed.
enum Echo {
    /// Sets it, where stdin is a terminal.
    static func set(_ isOn: Bool) {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        if isOn { settings.c_lflag |= tcflag_t(ECHO) } else { settings.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    /// Does something while nothing is shown.
    static func without<Value>(_ body: () -> Value) -> Value {
        set(false)
        defer { set(true) }
        return body()
    }
}
