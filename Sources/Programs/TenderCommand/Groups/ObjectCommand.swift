import CommandLineOptions
import Tender

/// A command that shows one object of the API.
protocol ObjectCommand: Command {
    associatedtype Object: Encodable

    /// The operand that names the object.
    static var object: Operand<String> { get }

    static func retrieve(_ id: String, _ arguments: Arguments) async throws -> Object
    /// Shows the object.
    static func show(_ object: Object, _ output: Output) -> ExitCode
}

extension ObjectCommand {
    static var operands: [any DeclaredOperand] { [object] }
    static var options: [any DeclaredOption] { GatewayAccess.commandOptions }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        show(try await retrieve(arguments[object], arguments), output)
    }
}
