import CommandLineOptions
import FoundationEssentials
import TenderFiles

/// The folder of a service: the journals of its tills, and its tokens.
enum ServiceFolder {
    static let option = Option(
        "data", "FOLDER", "where journals and tokens are; $XDG_STATE_HOME/tender/service when left out", as: .file)

    /// Returns the folder, which only its owner may read; makes it if it is not there.
    static func open(_ arguments: Arguments) throws -> String {
        let path =
            try arguments[option] ?? UserState.folder(for: "service's journals", option: "--data FOLDER")
            + "/tender/service"
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandLineError("the folder \(path) cannot be made")
        }
        return path
    }

    /// Returns the path of the file of tokens.
    static func tokens(_ folder: String) -> String { folder + "/tokens.json" }
}
