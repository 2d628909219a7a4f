/// The options of a command as rows of its help.
package enum OptionTable {
    private static let column = 26
    private static let width = 112

    /// Returns a row for each option: its spelling, and what it does.
    package static func rows(_ options: [any DeclaredOption]) -> String {
        options.map { row($0.declaration) }.joined(separator: "\n")
    }

    private static func row(_ option: OptionDeclaration) -> String {
        let left = "  " + option.spelling
        let indent = String(repeating: " ", count: column)
        let help = lines(option.fullHelp).joined(separator: "\n" + indent)
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
