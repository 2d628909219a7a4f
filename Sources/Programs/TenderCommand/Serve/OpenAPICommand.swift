import CommandLineOptions
import Tender
import TenderServiceServer

/// The command that prints the description of the service.
enum OpenAPICommand: Command {
    static let name = "serve openapi"
    static let summary = "print the description of the service in OpenAPI 3.1"
    static let options: [any DeclaredOption] = []

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        output.line(String(decoding: OpenAPIDocument(version: TenderCommand.version).json, as: UTF8.self))
        return .done
    }
}
