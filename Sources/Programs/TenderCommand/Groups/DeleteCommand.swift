import CommandLineOptions
import Tender

/// A command that deletes one object of the API.
protocol DeleteCommand: Command {
    /// The operand that names the object.
    static var object: Operand<String> { get }
    /// The word for what became of the object.
    static var word: String { get }

    /// Deletes what an operand names; returns its id.
    static func delete(_ name: String, _ client: PaymentsClient) async throws -> String
}

extension DeleteCommand {
    static var operands: [any DeclaredOperand] { [object] }
    static var options: [any DeclaredOption] { GatewayAccess.commandOptions }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try await delete(arguments[object], GatewayAccess.client(arguments))
        output.line("\(id) is \(word).")
        output.object(RemovalReport(id: id))
        return .done
    }
}
