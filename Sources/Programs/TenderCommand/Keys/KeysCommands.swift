import CommandLineOptions
import Tender
import TenderKeys

/// The key store of a command.
enum KeyStoreOption {
    static let store = Option(
        "store", "FOLDER", "the key store; $XDG_STATE_HOME/tender/keys or ~/.local/state/tender/keys when left out",
        as: .file)

    static let notes = """
        The store is a folder of ordinary files that only their owner may read. It is no secure element: whoever is root, or has the disk,
        has the keys.
        """

    static func folder(_ arguments: Arguments) throws -> String {
        try folder(arguments[store], option: "--store FOLDER")
    }

    /// The folder that an option names, or the user's own.
    static func folder(_ named: String?, option: String) throws -> String {
        try named ?? UserState.folder(for: "keys", option: option) + "/tender/keys"
    }
}

/// The command that puts a DUKPT key into the store.
enum KeysLoadCommand: Command {
    static let name = "keys load"
    static let summary = "load a DUKPT key from a file of mode 0600 into the key store"
    private static let file = Operand("FILE", "a key file", as: .file)
    static let operands: [any DeclaredOperand] = [file]
    static let options: [any DeclaredOption] = [KeyStoreOption.store, Output.json]
    static let notes = """
        FILE has four lines: scheme (tdes-dukpt or aes-dukpt), serial, key and check, each with its value; docs/keys.md. It must belong to
        you. Delete it afterwards. \(KeyStoreOption.notes)
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let key = try KeyFile(reading: try arguments[file])
        let entry = try KeyStore(folder: KeyStoreOption.folder(arguments)).load(key)
        output.line("loaded \(entry.line)")
        output.object(KeyReport(outcome: "loaded", key: entry))
        return .done
    }
}

/// The command that shows what the store has.
enum KeysListCommand: Command {
    static let name = "keys list"
    static let summary = "list the keys in the key store: serial numbers and check values, never keys"
    static let options: [any DeclaredOption] = [KeyStoreOption.store, Output.json]
    static let notes = "It also works while another program has the store. Exit code 7 when a file is damaged."

    private struct Report: Encodable {
        var outcome: String
        var keys: [KeyEntry]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let entries = try KeyStore.entries(folder: KeyStoreOption.folder(arguments))
        let isDamaged = entries.contains { $0.state == .damaged }
        if entries.isEmpty { output.line("no keys") }
        for entry in entries { output.line(entry.line) }
        output.object(Report(outcome: isDamaged ? "damaged" : "listed", keys: entries))
        return isDamaged ? .checkFailed : .done
    }
}

/// The command that makes the store forget a key.
enum KeysRemoveCommand: Command {
    static let name = "keys remove"
    static let summary = "remove a key from the key store; its count stays, so that no serial number repeats"
    private static let id = Operand("ID", "a key's id, as keys list shows it", as: .text)
    static let operands: [any DeclaredOperand] = [id]
    static let options: [any DeclaredOption] = [KeyStoreOption.store, Output.json]
    static let notes = "What was on the disk may stay readable there until it is overwritten."

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[id].uppercased()
        try KeyStore(folder: KeyStoreOption.folder(arguments)).remove(id)
        output.line("removed \(id)")
        output.object(["outcome": "removed", "id": id])
        return .done
    }
}

private struct KeyReport: Encodable {
    var outcome: String
    var key: KeyEntry
}

extension KeyEntry {
    fileprivate var line: String {
        [id, scheme, state.rawValue, serialNumber.map { "last \($0)" }, checkValue.map { "check \($0)" }]
            .compactMap(\.self).joined(separator: "  ")
    }
}
