import CommandLineOptions

/// The command that prints the completion of this program for a shell.
enum CompletionCommand: Command {
    static let name = "completion"
    static let summary = "print a script that completes commands, options and values in a shell"
    private static let shell = Operand<CompletionShell>("SHELL", "shell: bash, zsh or fish", as: .choice)
    static let operands: [any DeclaredOperand] = [shell]
    static let options: [any DeclaredOption] = [Output.json]
    static let notes = """
        For this shell: source <(tender completion bash), or tender completion fish | source. For every one: write it to
        ~/.local/share/bash-completion/completions/tender, ~/.config/fish/completions/tender.fish, or for zsh to _tender in a
        folder of fpath. The Debian packages have all of them.
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let script = script(try arguments[shell])
        output.line(String(script.dropLast()))
        output.object(["script": script])
        return .done
    }

    static func script(_ shell: CompletionShell) -> String {
        shell.script(
            program: "tender",
            commands: TenderCommand.commands.map { CompletedCommand($0.name, $0.options, $0.operands) })
    }
}
