import CommandLineOptions
import Tender

/// The command that lists the account's smart readers, with their current actions.
enum TerminalReadersCommand: Command {
    static let name = "terminal readers"
    static let summary = "list the smart readers of the account"
    private static let location = Option("location", "ID", "those of one location", as: .text)
    static let options: [any DeclaredOption] =
        [location] + GatewayAccess.commandOptions

    private struct Report: Encodable {
        var outcome = "done"
        var readers: [TerminalReader]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let readers = try await GatewayAccess.client(arguments).allReaders(
            TerminalReaderQuery(location: arguments[Self.location]))
        for reader in readers { output.line(TerminalAccess.line(reader)) }
        if readers.isEmpty { output.line("No reader is registered: see tender terminal reader register --help") }
        output.object(Report(readers: readers))
        return .done
    }
}

enum TerminalReaderRegisterCommand: RequestCommand {
    typealias Object = TerminalReader

    static let name = "terminal reader register"
    static let summary = "register a smart reader under the code that it shows"
    private static let code = RequiredOption(
        "code", "CODE", "what the reader shows; simulated-wpe makes a simulated one", as: .text,
        example: "simulated-wpe")
    private static let location = Option("location", "ID", "the location it stands at, tml_…", as: .text)
    private static let label = Option("label", "NAME", "its name for people", as: .text)
    static let details: [any DeclaredOption] = [code, location, label]

    static func request(_ arguments: Arguments) async throws -> TerminalReader {
        try await GatewayAccess.client(arguments).registerReader(
            code: arguments[code], location: arguments[Self.location], label: arguments[Self.label],
            key: GatewayAccess.makeKey("register"))
    }
}

enum TerminalReaderDeleteCommand: DeleteCommand {
    static let name = "terminal reader delete"
    static let summary = "remove a smart reader from the account"
    static let object = TerminalAccess.reader
    static let notes = "READER is an id, a label or a serial number."
    static let word = "gone"

    static func delete(_ name: String, _ client: PaymentsClient) async throws -> String {
        let reader = try await TerminalAccess.reader(name, client)
        try await client.deleteReader(reader.id)
        return reader.id
    }
}
