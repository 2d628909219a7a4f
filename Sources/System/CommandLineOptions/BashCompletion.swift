/// A script with which bash completes a program's commands, options and values.
struct BashCompletion: Sendable {
    private let program: String
    private let commands: [CompletedCommand]

    /// Creates the script of a program.
    init(program: String, commands: [CompletedCommand]) {
        self.program = program
        self.commands = commands
    }

    /// The script, for `source`.
    var script: String {
        let function = "_" + program.replacing("-", with: "_")
        return """
            # Completion of \(program) for bash.
            \(function)() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} line='' next='' words='' i
                if [[ $cur == = ]]; then
                    cur=''
                elif [[ $prev == = ]]; then
                    prev=${COMP_WORDS[COMP_CWORD-2]}
                fi
                for ((i = 1; i < COMP_CWORD; i++)); do
                    next="${line:+$line }${COMP_WORDS[i]}"
                    case $next in
                    \(patterns(commands.prefixes.isEmpty ? ["\n"] : commands.prefixes))) line=$next ;;
                    *) break ;;
                    esac
                done
                COMPREPLY=()
                case "$line $prev" in
            \(values.map { "    " + $0 }.joined(separator: "\n"))
                esac
                if [[ -z $words ]]; then
                    case $line in
            \(offers.map { "        " + $0 }.joined(separator: "\n"))
                    esac
                    [[ $cur == -* || $words != -* ]] || return
                fi
                COMPREPLY=($(compgen -W "$words" -- "$cur"))
            }
            complete -o default -F \(function) \(program)

            """
    }

    /// The lines that say what follows the beginning of a command, or a whole one.
    private var offers: [String] {
        ([""] + commands.prefixes).compactMap { prefix in
            let next = commands.words(after: prefix)
            if let command = commands.first(where: { $0.name == prefix }) {
                let options = command.options.map { "--" + $0.name } + ["--help"]
                return offer(prefix, options, inPlace: next + command.words)
            }
            return next.isEmpty ? nil : offer(prefix, next)
        }
    }

    /// Returns the line that offers words, or others in place of options while no dash is typed.
    private func offer(_ prefix: String, _ words: [String], inPlace operands: [String] = []) -> String {
        let operand = operands.isEmpty ? "" : "; [[ $cur == -* ]] || words='\(operands.joined(separator: " "))'"
        return "\(patterns([prefix]))) words='\(words.joined(separator: " "))'\(operand) ;;"
    }

    /// The lines that say what the value of an option may be.
    private var values: [String] {
        commands.flatMap { command in
            command.options.filter { $0.placeholder != nil }.map { option in
                let pattern = patterns(option.names.map { "\(command.name) --\($0)" })
                return switch option.completion {
                case .words(let words): "\(pattern)) words='\(words.joined(separator: " "))' ;;"
                case .files: "\(pattern)) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;"
                case .nothing: "\(pattern)) return ;;"
                }
            }
        }
    }

    private func patterns(_ texts: [String]) -> String { texts.map { "'\($0)'" }.joined(separator: " | ") }
}
