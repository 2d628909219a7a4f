/// The reason that there is no screen.
enum ScreenError: Error, CustomStringConvertible {
    /// stdin or stdout is a file or a pipe.
    case notATerminal
    /// The terminal has no description, or lacks a required capability.
    case unknownTerminal(String)
    /// The system provided no thread, pipe or signal descriptor.
    case noResources

    /// A sentence for people to read.
    var description: String {
        switch self {
        case .notATerminal: "stdin and stdout must be a terminal; till --plain works without one"
        case .unknownTerminal(let name):
            "the terminal '\(name)' has no usable description: set TERM, install ncurses-term, or use till --plain"
        case .noResources: "the system gives no further thread or descriptor"
        }
    }
}
