import Tender

/// The command that lists the account's smart readers, with their current actions.
enum TerminalReadersCommand: Command {
    static let name = "terminal readers"
    static let summary = "list the smart readers of the account"
    static let operands = "[--location ID] --gateway URL"
    static let options =
        [Option("location", "ID", "those of one location")] + GatewayAccess.commandOptions

    private struct Report: Encodable {
        var outcome = "done"
        var readers: [TerminalReader]
    }

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let readers = try await GatewayAccess.client(options).allReaders(
            TerminalReaderQuery(location: options.value("location")))
        for reader in readers { output.line(TerminalAccess.line(reader)) }
        if readers.isEmpty { output.line("No reader is registered: see tender terminal reader register --help") }
        output.object(Report(readers: readers))
        return .done
    }
}

enum TerminalReaderRegisterCommand: Command {
    static let name = "terminal reader register"
    static let summary = "register a smart reader under the code that it shows"
    static let operands = "--code CODE --location ID [--label NAME] --gateway URL"
    static let options =
        [
            Option("code", "CODE", "what the reader shows (required); simulated-wpe makes a simulated one"),
            Option("location", "ID", "the location it stands at, tml_…"),
            Option("label", "NAME", "its name for people"),
        ] + GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        guard let code = options.value("code") else {
            throw CommandLineError("--code is needed, such as --code simulated-wpe")
        }
        let reader = try await GatewayAccess.client(options).registerReader(
            code: code, location: options.value("location"), label: options.value("label"),
            key: GatewayAccess.makeKey("register"))
        output.line(TerminalAccess.line(reader))
        output.object(ObjectReport(object: reader))
        return .done
    }
}

enum TerminalReaderDeleteCommand: Command {
    static let name = "terminal reader delete"
    static let summary = "remove a smart reader from the account"
    static let operands = "READER --gateway URL"
    static let options = GatewayAccess.commandOptions
    static let notes = "READER is an id, a label or a serial number."

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let name = try options.operand("smart reader")
        let client = try GatewayAccess.client(options)
        let reader = try await TerminalAccess.reader(name, client)
        try await client.deleteReader(reader.id)
        output.line("\(reader.id) is gone.")
        output.object(RemovalReport(id: reader.id))
        return .done
    }
}
