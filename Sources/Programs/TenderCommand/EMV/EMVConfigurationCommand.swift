import CommandLineOptions
import SimulatedDevices

/// The command that prints the configuration for the simulated cards.
enum EMVConfigurationCommand: Command {
    static let name = "emv configuration"
    static let summary = "print the rules and keys for the simulated cards, as --emv reads them from a file"
    static let options: [any DeclaredOption] = [Output.json]
    static let notes = """
        tender sale has them without --emv too: this is a file to start from, and to compare with. The keys are published with
        their private halves, so a card that they prove has proved nothing. With --json the object holds the text.
        """

    private struct Report: Encodable {
        var text: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let text = SimulatedTerminal.file()
        text.split(separator: "\n").forEach { output.line(String($0)) }
        output.object(Report(text: text))
        return .done
    }
}
