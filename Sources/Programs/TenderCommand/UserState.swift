import CommandLineOptions
import Glibc

/// Where the programs of a user keep what must stay.
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

    /// The value of a variable of the environment; `nil` if it is not set.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
