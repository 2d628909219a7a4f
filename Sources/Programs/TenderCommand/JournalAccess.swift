import CommandLineOptions
import FoundationEssentials
import Glibc
import Tender

/// The journal of a command: the one that `--journal` names, the user's own for the gateway, or a temporary one.
struct JournalAccess: Sendable {
    /// The option of every command with a journal.
    static let option = Option(
        "journal", "FILE", "the journal; the one for the gateway when left out, see below", as: .file)

    /// The option of a command that only reads, whatever the gateway.
    static let readOption = Option(
        "journal", "FILE", "the journal; the user's only one when left out, see below", as: .file)

    /// The operand of a command that looks at one journal.
    static let file = Operand("FILE", "journal file", as: .file)

    /// The option that names archives of a journal.
    static let archives = Option(
        repeated: "archive", "FILE", "an archive of the journal that is elsewhere; those beside it are found", as: .file
    )

    /// The help text about the journal.
    static let notes = """
        What is charged is written to a journal first. Without --journal it is $XDG_STATE_HOME/tender/HOST.journal, or
        ~/.local/state/tender/HOST.journal; with the inside gateway a temporary one. One process at a time has it open.
        """

    /// The open journal.
    let journal: SQLiteJournal
    /// The path of its file.
    let path: String
    private let temporaryFolder: String?

    /// Opens the journal for the gateway that `--gateway` names.
    static func open(_ arguments: Arguments) async throws -> JournalAccess {
        let binding = try binding(arguments)
        let path = try arguments[option] ?? userPath(for: binding.gateway)
        return JournalAccess(
            journal: try await SQLiteJournal(path: path, binding: binding), path: path, temporaryFolder: nil)
    }

    /// Opens the journal that `--journal` names, or a temporary one, for the gateway inside this process.
    static func openInside(_ arguments: Arguments) async throws -> JournalAccess {
        let binding = JournalBinding(gateway: "the inside gateway", account: "simulator")
        if let path = arguments[option] {
            return JournalAccess(
                journal: try await SQLiteJournal(path: path, binding: binding), path: path, temporaryFolder: nil)
        }
        let folder = try makeTemporaryFolder()
        let path = folder + "/inside.journal"
        return JournalAccess(
            journal: try await SQLiteJournal(path: path, binding: binding), path: path, temporaryFolder: folder)
    }

    /// Opens the journal that `--journal` names, or the user's own for a semi-integrated terminal.
    static func openTerminal(_ arguments: Arguments, _ id: String) async throws -> JournalAccess {
        let binding = ZVTTerminal.binding(id)
        let path = try arguments[option] ?? userPath(for: binding.gateway)
        return JournalAccess(
            journal: try await SQLiteJournal(path: path, binding: binding), path: path, temporaryFolder: nil)
    }

    /// Opens the journal of a semi-integrated terminal that `--journal` names; the journal records whose it is.
    static func openTerminal(_ arguments: Arguments) async throws -> (access: JournalAccess, terminalID: String) {
        guard let path = arguments[option] else { throw CommandLineError("--journal FILE is required") }
        let binding = try await JournalInspector(path: path).verify().binding
        guard let id = binding.flatMap(ZVTTerminal.id) else {
            throw CommandLineError(
                "the journal \(path) belongs to \(binding?.gateway ?? "nobody"), which is not a ZVT terminal")
        }
        return (try await openTerminal(arguments, id), id)
    }

    /// Writes what is queued and closes the file; deletes a temporary one.
    func close() async {
        await journal.close()
        if let temporaryFolder { try? FileManager.default.removeItem(atPath: temporaryFolder) }
    }

    /// Returns the gateway's address and the account, identified by the key without revealing it.
    static func binding(_ arguments: Arguments) throws -> JournalBinding {
        let url = try GatewayAccess.url(arguments)
        return GatewayKey(try GatewayAccess.key(arguments, for: url), for: url).binding
    }

    /// Returns the path of the journal that a command only reads: the one that `--journal` names, or the user's only
    /// one.
    static func readPath(_ arguments: Arguments) throws -> String {
        if let path = arguments[option] { return path }
        let folder = try stateFolder() + "/tender"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let journals = names.filter { $0.hasSuffix(".journal") }.sorted()
        switch journals.count {
        case 0: throw CommandLineError("there is no journal in \(folder): give --journal FILE")
        case 1: return folder + "/" + journals[0]
        default:
            throw CommandLineError(
                "there are several journals in \(folder) (\(journals.joined(separator: ", "))): give --journal FILE")
        }
    }

    /// Returns the path of the user's journal for a gateway; creates its folder if it does not exist.
    private static func userPath(for gateway: String) throws -> String {
        let folder = try stateFolder() + "/tender"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandLineError("the journal's folder \(folder) cannot be made: give --journal FILE")
        }
        let parts = gateway.split(separator: "/", omittingEmptySubsequences: true)
        let host = (parts.dropFirst().first ?? parts.first ?? "gateway").map { character in
            character.isLetter || character.isNumber || character == "." ? character : "-"
        }
        return "\(folder)/\(String(host)).journal"
    }

    private static func stateFolder() throws -> String {
        try UserState.folder(for: "journal", option: "--journal FILE")
    }

    private static func makeTemporaryFolder() throws -> String {
        let base = UserState.environment("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array((base + "/tender-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandLineError("no temporary journal can be made in \(base): \(String(cString: strerror(errno)))")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
