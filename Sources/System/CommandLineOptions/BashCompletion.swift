/// A script with which bash completes a program's commands, options and values.
package struct BashCompletion: Sendable {
    /// A command: the words that call it, none for a program without commands, its options and its operands.
    package struct Command: Sendable {
        let name: String
        let options: [OptionDeclaration]
        let operands: [OperandDeclaration]

        /// Creates a command from its words and what it declares.
        package init(_ name: String, _ options: [any DeclaredOption], _ operands: [any DeclaredOperand] = []) {
            self.name = name
            self.options = options.map(\.declaration)
            self.operands = operands.map(\.declaration)
        }

        /// The words that its first operand may be.
        var words: [String] {
            if case .words(let words)? = operands.first?.completion { words } else { [] }
        }
    }

    private let program: String
    private let commands: [Command]

    /// Creates the script of a program.
    package init(program: String, commands: [Command]) {
        self.program = program
        self.commands = commands
    }

    /// The script, for `source`.
    package var script: String {
        let function = "_" + program.replacing("-", with: "_")
        return """
            # Completion of \(program) for bash; zsh reads it after `autoload -U bashcompinit && bashcompinit`.
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
                    \(patterns(prefixes))) line=$next ;;
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

    /// Every beginning of a command, the commands themselves included.
    private var prefixes: [String] {
        var found: [String] = []
        for command in commands {
            let words = command.name.split(separator: " ")
            for count in words.indices {
                let prefix = words[...count].joined(separator: " ")
                if !found.contains(prefix) { found.append(prefix) }
            }
        }
        return found.isEmpty ? ["\n"] : found
    }

    /// The lines that say what follows the beginning of a command, or a whole one.
    private var offers: [String] {
        ([""] + prefixes).compactMap { prefix in
            let next = words(after: prefix)
            if let command = commands.first(where: { $0.name == prefix }) {
                let options = command.options.map { "--" + $0.name } + ["--help"]
                return offer(prefix, options, inPlace: next + command.words)
            }
            return next.isEmpty ? nil : offer(prefix, next)
        }
    }

    /// Returns the words with which commands go on after their first words.
    private func words(after prefix: String) -> [String] {
        let start = prefix.isEmpty ? "" : prefix + " "
        var next: [String] = []
        for command in commands where command.name.hasPrefix(start) && command.name.count > start.count {
            let word = String(command.name.dropFirst(start.count).prefix { $0 != " " })
            if !next.contains(word) { next.append(word) }
        }
        return next
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
