import FoundationEssentials
import Glibc

/// The folder for everything of a till that must survive a crash; only its owner may read it.
public struct StateFolder: Sendable {
    /// The folder's path.
    public let path: String

    /// Creates a reference to a folder.
    public init(_ path: String) { self.path = path }

    /// Returns the user's own folder: `$XDG_STATE_HOME/tender/till`, or below `~/.local/state`.
    ///
    /// - Throws: `ShopFailure` without a home.
    public static func usual() throws(ShopFailure) -> StateFolder {
        // The XDG base directory specification says to ignore a relative one.
        if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") {
            return StateFolder(folder + "/tender/till")
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            throw ShopFailure("HOME is not set, so the till has nowhere to keep its state: give --state FOLDER")
        }
        return StateFolder(home + "/.local/state/tender/till")
    }

    /// The path of the journal.
    public var journal: String { path + "/till.journal" }
    /// The path of the data of the simulated gateway inside the till.
    public var insideGateway: String { path + "/gateway.db" }
    /// The path of the file of people.
    public var people: String { path + "/people.json" }
    /// The path of the locks after wrong PINs.
    public var locks: String { path + "/locks.json" }
    /// The path of the open tickets, one file each.
    public var tickets: String { path + "/tickets" }

    /// Creates what is missing of it; blocks.
    ///
    /// - Throws: `ShopFailure` when it cannot be created, or others may read it.
    public func prepare() throws(ShopFailure) {
        for folder in [path, tickets] {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw ShopFailure("the folder \(folder) cannot be created: give --state FOLDER")
            }
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw ShopFailure("the folder \(path) cannot be read") }
        guard status.st_mode & 0o077 == 0 else {
            throw ShopFailure("others can look into the folder \(path): chmod 700 \(path)")
        }
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
