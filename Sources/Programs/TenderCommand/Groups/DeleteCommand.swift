import CommandLineOptions
import Tender

/// A command that deletes one object of the API.
protocol DeleteCommand: Command {
    /// The name of the operand in an error, such as `id of a location`.
    static var noun: String { get }
    /// The word for what became of the object.
    static var word: String { get }

    /// Deletes what an operand names; returns its id.
    static func delete(_ name: String, _ client: PaymentsClient) async throws -> String
}

extension DeleteCommand {
    static var operands: String { "ID" }
    static var options: [any DeclaredOption] { GatewayAccess.commandOptions }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let name = try arguments.operand(noun)
        let id = try await delete(name, GatewayAccess.client(arguments))
        output.line("\(id) is \(word).")
        output.object(RemovalReport(id: id))
        return .done
    }
}
