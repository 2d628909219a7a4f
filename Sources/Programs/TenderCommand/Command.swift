/// One of tender's commands.
protocol Command: Sendable {
    /// The words that call it, such as `gateway serve`.
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// The operands after the name, such as `ID [--amount A]`.
    static var operands: String { get }
    static var options: [Option] { get }
    /// The rest of its help.
    static var notes: String { get }

    /// Runs it to its end.
    static func run(_ options: Options, output: Output) async throws -> ExitCode

    /// Prints the JSON object of a run that failed before it had more to report.
    static func report(_ failure: Failure, _ output: Output)
}

extension Command {
    static var notes: String { "" }

    static func report(_ failure: Failure, _ output: Output) {
        output.object(FailureReport(outcome: failure.outcome, error: failure))
    }

    static var help: String {
        let rows = options.map { option in
            let left = "  --" + option.name + (option.value.map { " " + $0 } ?? "")
            return left + String(repeating: " ", count: max(1, 26 - left.count)) + option.help
        }
        let parts = [
            "Usage: tender \(name) \(operands)", summary, (["Options:"] + rows).joined(separator: "\n"), notes,
            ExitCode.help,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
