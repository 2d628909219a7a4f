import CNcurses
import Glibc

/// A restorer of the terminal when the process crashes: without it, a shell afterwards does not echo what is typed.
///
/// Everything that the handler needs is created beforehand; it only calls async-signal-safe functions.
enum TerminalRestore {
    private struct Saved {
        var settings = termios()
        var sequence: UnsafeMutableRawPointer
        var count: Int
    }

    /// One more than the highest signal number.
    private static let signalCount = 65
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]

    // Written once, on the screen's thread, before a handler is installed; never freed.
    private nonisolated(unsafe) static var saved: UnsafeMutablePointer<Saved>?
    // As above: the handlers that the runtime had installed, by signal number.
    private nonisolated(unsafe) static var before: UnsafeMutablePointer<sigaction>?

    /// Saves the terminal's settings; call it before the screen is opened.
    static func remember() {
        guard saved == nil else { return }
        let place = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
        place.initialize(to: Saved(sequence: UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1), count: 0))
        tcgetattr(STDIN_FILENO, &place.pointee.settings)
        saved = place
    }

    /// Installs the handlers; call it when the screen is open, since only then the terminal's description is known.
    static func arm() {
        guard let saved, before == nil else { return }
        let bytes = ["sgr0", "rmkx", "cnorm", "rmcup"].flatMap { text(of: $0) } + Array("\r\n".utf8)
        saved.pointee.sequence = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 1)
        saved.pointee.sequence.copyMemory(from: bytes, byteCount: bytes.count)
        saved.pointee.count = bytes.count
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
        actions.initialize(repeating: sigaction(), count: signalCount)
        before = actions
        for number in crashes { install(number, actions) }
    }

    private static func install(_ number: Int32, _ actions: UnsafeMutablePointer<sigaction>) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { TerminalRestore.crashed($0) }
        sigaction(number, &action, actions + Int(number))
    }

    /// Handles the signal: restores the screen, then does what would have happened without it.
    private static func crashed(_ number: Int32) {
        if let saved {
            write(STDOUT_FILENO, saved.pointee.sequence, saved.pointee.count)
            tcsetattr(STDIN_FILENO, TCSANOW, &saved.pointee.settings)
        }
        if let before { sigaction(number, before + Int(number), nil) }
        raise(number)
    }

    /// Returns a string of the terminal's description without the pauses that old terminals need.
    private static func text(of name: String) -> [UInt8] {
        // A missing capability is NULL, and one that is not a string is -1.
        guard let found = tigetstr(name), Int(bitPattern: found) != -1 else { return [] }
        var bytes: [UInt8] = []
        var isPause = false
        for byte in String(cString: found).utf8 {
            if byte == UInt8(ascii: "$") {
                isPause = true
            } else if !isPause {
                bytes.append(byte)
            } else if byte == UInt8(ascii: ">") {
                isPause = false
            }
        }
        return bytes
    }
}
