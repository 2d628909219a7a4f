import CommandLineOptions
import ServiceTills

/// The folder of a service: the journals of its tills, and its tokens.
enum ServiceFolder {
    static let option = Option(
        "folder", "FOLDER", "where journals and tokens are; $XDG_STATE_HOME/tender/service when left out", as: .file)

    /// Returns the folder's path, whether it is there or not.
    static func path(_ arguments: Arguments) throws -> String {
        try arguments[option] ?? UserState.folder(for: "service's journals", option: "--folder FOLDER")
            + "/tender/service"
    }

    /// Returns the folder, which only its owner may read; makes it if it is not there.
    static func open(_ arguments: Arguments) throws -> String {
        let path = try path(arguments)
        try ServiceTills.makeFolder(path)
        return path
    }

    /// Returns the path of the file of tokens.
    static func tokens(_ folder: String) -> String { folder + "/tokens.json" }
}
