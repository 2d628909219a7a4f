import FoundationEssentials
import Glibc

/// The folder in which a till keeps what must outlive a crash; only its owner may look into it.
public struct StateFolder: Sendable {
    /// Its path.
    public let path: String

    /// Names a folder.
    public init(_ path: String) { self.path = path }

    /// The user's own: `$XDG_STATE_HOME/tender/till`, or below `~/.local/state`.
    ///
    /// - Throws: `ShopFailure` without a home.
    public static func usual() throws(ShopFailure) -> StateFolder {
        // A relative one is to be ignored, says the XDG base directory specification.
        if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") {
            return StateFolder(folder + "/tender/till")
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            throw ShopFailure("there is no HOME to keep the till's state in: give --state FOLDER")
        }
        return StateFolder(home + "/.local/state/tender/till")
    }

    /// The journal.
    public var journal: String { path + "/till.journal" }
    /// What the simulated gateway inside the till knows.
    public var insideGateway: String { path + "/gateway.db" }
    /// Who works here.
    public var people: String { path + "/people.json" }
    /// The locks after wrong PINs.
    public var locks: String { path + "/locks.json" }
    /// The open tickets, a file each.
    public var tickets: String { path + "/tickets" }

    /// Makes what is missing of it; blocks.
    ///
    /// - Throws: `ShopFailure` when it cannot be made, or others may look into it.
    public func prepare() throws(ShopFailure) {
        for folder in [path, tickets] {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw ShopFailure("the folder \(folder) cannot be made: give --state FOLDER")
            }
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw ShopFailure("the folder \(path) cannot be read") }
        guard status.st_mode & 0o077 == 0 else {
            throw ShopFailure("others may look into the folder \(path): chmod 700 \(path)")
        }
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
