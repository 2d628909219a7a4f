import CommandLineOptions
import Tender

/// A command that creates, shows or changes one object of the API with requests that move no money.
protocol RequestCommand: ObjectCommand {
    /// Makes the requests that the options say; returns the object as it is then.
    static func request(_ arguments: Arguments) async throws -> Object
}

extension RequestCommand {
    static var options: [any DeclaredOption] { details + GatewayAccess.commandOptions }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        show(try await request(arguments), output)
    }
}
