import CommandLineOptions
import Tender

/// The command that restarts a ZVT terminal.
enum ReaderRebootCommand: Command {
    static let name = "reader reboot"
    static let summary = "restart a ZVT terminal, unless it is doing something"
    private static let reader = Operand("READER", "ZVT terminal", as: .reader)
    static let operands: [any DeclaredOperand] = [reader]
    static let options: [any DeclaredOption] = [JournalAccess.option, Output.json]
    static let notes = """
        READER is tcp:HOST:PORT or serial:PATH,zvt: no other reader can be told to restart. Refused while what the terminal
        did for a payment is not known (6); it is back when a sale reaches it again.

        \(JournalAccess.notes)
        """

    private struct Report: Encodable {
        var outcome = "restarting"
        var terminal: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let address = try arguments[reader]
        guard address.dialect == .zvt else {
            throw CommandLineError("\(address) cannot be told to restart: name a ZVT terminal")
        }
        let semi = try await SemiIntegrated.open(address, arguments)
        do {
            try await semi.terminal.reboot()
        } catch {
            await semi.access.close()
            throw error
        }
        await semi.access.close()
        output.line("\(semi.terminal.name) restarts.")
        output.object(Report(terminal: semi.terminal.name))
        return .done
    }
}
