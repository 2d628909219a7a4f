/// A command as shells complete it: the words that call it, none for a program without commands, its options and its
/// operands.
package struct CompletedCommand: Sendable {
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

extension [CompletedCommand] {
    /// Every beginning of a command, the commands themselves included.
    var prefixes: [String] {
        var found: [String] = []
        for command in self {
            let words = command.name.split(separator: " ")
            for count in words.indices {
                let prefix = words[...count].joined(separator: " ")
                if !found.contains(prefix) { found.append(prefix) }
            }
        }
        return found
    }

    /// Returns the words with which commands go on after their first words.
    func words(after prefix: String) -> [String] {
        let start = prefix.isEmpty ? "" : prefix + " "
        var next: [String] = []
        for command in self where command.name.hasPrefix(start) && command.name.count > start.count {
            let word = String(command.name.dropFirst(start.count).prefix { $0 != " " })
            if !next.contains(word) { next.append(word) }
        }
        return next
    }
}
