/// A script with which zsh completes a program's commands, options and values.
struct ZshCompletion: Sendable {
    let program: String
    let commands: [CompletedCommand]

    /// The script: a file of a folder in `fpath`, or for `source`.
    var script: String {
        let function = "_" + program
        return """
            #compdef \(program)
            # Completion of \(program) for zsh.
            \(function)() {
                local line='' next i
                for ((i = 2; i < CURRENT; i++)); do
                    next="${line:+$line }${words[i]}"
                    case $next in
                    (\((commands.prefixes.isEmpty ? ["\n"] : commands.prefixes).map(quoted).joined(separator: " | "))) line=$next ;;
                    (*) break ;;
                    esac
                done
                shift $((i - 2)) words
                ((CURRENT -= i - 2))
                case $line in
            \(([""] + commands.prefixes).compactMap(rule).joined(separator: "\n"))
                esac
            }
            if [[ $funcstack[1] == \(function) ]]; then
                \(function) "$@"
            else
                compdef \(function) \(program)
            fi

            """
    }

    /// Returns what may follow the beginning of a command, or a whole one; `nil` if nothing may.
    private func rule(_ prefix: String) -> String? {
        let command = commands.first { $0.name == prefix }
        let specs = operands(commands.words(after: prefix), command) + (command?.options ?? []).map(spec)
        guard !specs.isEmpty else { return nil }
        let lines = specs.map { "            \(quoted($0))" }.joined(separator: " \\\n")
        return "    (\(quoted(prefix)))\n        _arguments \\\n\(lines)\n        ;;"
    }

    /// Returns what may stand after the command's words, where further words of commands may be, too.
    private func operands(_ next: [String], _ command: CompletedCommand?) -> [String] {
        let words = next + (command?.words ?? [])
        guard words.isEmpty else {
            return ["1:\(escaped(command?.operands.first?.name ?? "command")):(\(words.joined(separator: " ")))"]
        }
        return (command?.operands ?? []).map { operand in
            (operand.isRepeatable ? "*" : "") + ":\(escaped(operand.name)):\(action(operand.completion))"
        }
    }

    private func spec(_ option: OptionDeclaration) -> String {
        let start = (option.isRepeatable ? "*" : "") + "--" + option.name
        guard let placeholder = option.placeholder else { return start + "[\(escaped(option.help))]" }
        return start + "=[\(escaped(option.help))]:\(escaped(placeholder)):\(action(option.completion))"
    }

    private func action(_ completion: OptionDeclaration.Completion) -> String {
        switch completion {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .nothing: " "
        }
    }

    /// Returns text in which nothing ends a description.
    private func escaped(_ text: String) -> String {
        ["\\", "[", "]", ":"].reduce(text) { $0.replacing($1, with: "\\" + $1) }
    }

    private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
