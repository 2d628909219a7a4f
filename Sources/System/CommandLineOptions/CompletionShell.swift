/// A shell that completes a program's commands, options and values.
package enum CompletionShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// Returns the script that it reads for a program.
    package func script(program: String, commands: [CompletedCommand]) -> String {
        switch self {
        case .bash: BashCompletion(program: program, commands: commands).script
        case .zsh: ZshCompletion(program: program, commands: commands).script
        case .fish: FishCompletion(program: program, commands: commands).script
        }
    }
}
