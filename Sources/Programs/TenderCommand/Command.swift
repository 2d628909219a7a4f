import CommandLineOptions

/// One of tender's commands.
protocol Command: Sendable {
    /// The words that call it, such as `gateway serve`.
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// The operands after the name: those that may be left out after the others, and a repeated one last.
    static var operands: [any DeclaredOperand] { get }
    /// What parsing, help and completion are made from.
    static var options: [any DeclaredOption] { get }
    /// The rest of its help.
    static var notes: String { get }

    /// Runs it to its end.
    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode

    /// Prints the JSON object of a run that failed before it had more to report.
    static func report(_ failure: Failure, _ output: Output)
}

extension Command {
    static var operands: [any DeclaredOperand] { [] }
    static var notes: String { "" }

    static func report(_ failure: Failure, _ output: Output) {
        output.object(FailureReport(outcome: failure.outcome, error: failure))
    }

    static var help: String {
        let parts = [
            "Usage: tender \(usage)", summary, operands.isEmpty ? "" : "Operands:\n" + OptionTable.rows(operands),
            "Options:\n" + OptionTable.rows(options + [Self.helpOption]), notes, ExitCode.help,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The command with its operands and what it requires.
    static var usage: String {
        let required = options.map(\.declaration).filter { $0.example != nil }.map(\.spelling)
        return ([name] + operands.map(\.declaration.spelling) + required + ["[OPTIONS]"]).joined(separator: " ")
    }

    /// The option that every command has.
    static var helpOption: Option<Bool> { Option(flag: "help", "print this help") }
}
