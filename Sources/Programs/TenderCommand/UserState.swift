import CommandLineOptions
import Glibc

/// The user who runs the program, and where programs keep what must stay.
enum UserState {
    /// Returns `$XDG_STATE_HOME`, or `~/.local/state`.
    ///
    /// - Parameters:
    ///   - what: What is to be kept there, for the error.
    ///   - option: The option that names another place, for the error.
    static func folder(for what: String, option: String) throws(CommandLineError) -> String {
        // The XDG base directory specification says to ignore a relative one.
        if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder }
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            throw CommandLineError("there is no HOME to keep the \(what) in: give \(option)")
        }
        return home + "/.local/state"
    }

    /// The name of whoever runs the program.
    static var userName: String {
        getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "uid \(getuid())"
    }

    /// The value of a variable of the environment; `nil` if it is not set.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
