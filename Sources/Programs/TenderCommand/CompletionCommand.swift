import CommandLineOptions

/// The command that prints the completion of this program for a shell.
enum CompletionCommand: Command {
    static let name = "completion"
    static let summary = "print a script that completes commands, options and values in a shell"
    private static let shell = Operand(
        "bash", "shell: bash", as: OptionText("bash", completion: .words(["bash"])) { $0 == "bash" ? $0 : nil })
    static let operands: [any DeclaredOperand] = [shell]
    static let options: [any DeclaredOption] = [Output.json]
    static let notes = """
        For this shell: source <(tender completion bash). For every one: write it to
        ~/.local/share/bash-completion/completions/tender. zsh reads it after autoload -U bashcompinit && bashcompinit.
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        output.line(String(script.dropLast()))
        output.object(["script": script])
        return .done
    }

    static var script: String {
        BashCompletion(
            program: "tender",
            commands: TenderCommand.commands.map { BashCompletion.Command($0.name, $0.options, $0.operands) }
        ).script
    }
}
