/// A script with which fish completes a program's commands, options and values.
struct FishCompletion: Sendable {
    let program: String
    let commands: [CompletedCommand]

    /// The script, for `source`.
    var script: String {
        let rules = ([""] + commands.prefixes).flatMap(rules)
        return """
            # Completion of \(program) for fish.
            function \(function) --description 'Whether the command that is typed is this one'
                set -l line ''
                for word in (commandline -opc)[2..-1]
                    set -l next (string trim -- "$line $word")
                    contains -- $next \(commands.prefixes.map(quoted).joined(separator: " "))
                    or break
                    set line $next
                end
                test "$line" = "$argv[1]"
            end
            complete -c \(program) -f
            \(rules.joined(separator: "\n"))

            """
    }

    private var function: String { "__\(program)_at" }

    /// Returns what may follow the beginning of a command, or a whole one.
    private func rules(_ prefix: String) -> [String] {
        let begin = "complete -c \(program) -n \(quoted("\(function) \(quoted(prefix))"))"
        let command = commands.first { $0.name == prefix }
        let words = commands.words(after: prefix) + (command?.words ?? [])
        var rules = words.isEmpty ? [] : ["\(begin) -a \(quoted(words.joined(separator: " ")))"]
        guard let command else { return rules }
        if command.operands.first?.completion == .files { rules.append("\(begin) -F") }
        return rules + command.options.map { "\(begin) -l \($0.name)\(value($0)) -d \(quoted($0.help))" }
    }

    private func value(_ option: OptionDeclaration) -> String {
        guard option.placeholder != nil else { return "" }
        return switch option.completion {
        case .words(let words): " -x -a \(quoted(words.joined(separator: " ")))"
        case .files: " -r -F"
        case .nothing: " -x"
        }
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
