/// The options and operands of a command as rows of its help.
package enum OptionTable {
    private static let column = 26
    private static let width = 112

    /// Returns a row for each option: its spelling, and what it does.
    package static func rows(_ options: [any DeclaredOption]) -> String {
        options.map { row($0.declaration.spelling, $0.declaration.fullHelp) }.joined(separator: "\n")
    }

    /// Returns a row for each operand: its name, and what it is.
    package static func rows(_ operands: [any DeclaredOperand]) -> String {
        operands.map { row($0.declaration.name, $0.declaration.help) }.joined(separator: "\n")
    }

    private static func row(_ spelling: String, _ text: String) -> String {
        let left = "  " + spelling
        let indent = String(repeating: " ", count: column)
        let help = lines(text).joined(separator: "\n" + indent)
        guard left.count < column else { return left + "\n" + indent + help }
        return left + indent.dropFirst(left.count) + help
    }

    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count + 1 <= width - column {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
