/// A page of the manual, in the language of `man`.
package struct ManualPage: Sendable {
    private let name: String
    private let summary: String
    private let program: String
    private var body: [String] = []

    /// Begins a page of section 1.
    ///
    /// - Parameters:
    ///   - name: The name of the page, such as `tender-sale`.
    ///   - summary: What it is about, in a line.
    ///   - program: The program and its version, for the foot.
    ///   - synopsis: The ways to call it, one a line.
    package init(_ name: String, summary: String, program: String, synopsis: String) {
        self.name = name
        self.summary = summary
        self.program = program
        section("Synopsis", lines: synopsis)
    }

    /// The page.
    package var text: String {
        let head = [
            ".TH \(quoted(name.uppercased())) 1 \"\" \(quoted(program))", ".SH NAME",
            "\(Self.escaped(name)) \\- \(Self.escaped(summary))",
        ]
        return (head + body).joined(separator: "\n") + "\n"
    }

    /// Adds a section of text, if there is any.
    ///
    /// Paragraphs are filled; those with indented lines stay as they are.
    package mutating func section(_ title: String, _ text: String) {
        guard !text.isEmpty else { return }
        heading(title)
        for paragraph in text.split(separator: "\n\n") {
            let lines = paragraph.split(separator: "\n").map(String.init)
            if lines.contains(where: { $0.hasPrefix(" ") }) { verbatim(lines) } else { fill(lines) }
        }
    }

    /// Adds a section of terms and what they are, if there are any.
    package mutating func section(_ title: String, terms: [(term: String, text: String)]) {
        guard !terms.isEmpty else { return }
        heading(title)
        for (term, text) in terms { body += [".TP", ".B \(quoted(term))", Self.line(text)] }
    }

    /// Adds a section of options.
    package mutating func section(_ title: String, _ options: [any DeclaredOption]) {
        section(title, terms: options.map { ($0.declaration.spelling, $0.declaration.fullHelp) })
    }

    /// Adds a section of operands, if there are any.
    package mutating func section(_ title: String, _ operands: [any DeclaredOperand]) {
        section(title, terms: operands.map { ($0.declaration.name, $0.declaration.help) })
    }

    private mutating func section(_ title: String, lines: String) {
        heading(title)
        verbatim(lines.split(separator: "\n").map(String.init))
    }

    private mutating func heading(_ title: String) { body.append(".SH \(quoted(title.uppercased()))") }

    private mutating func verbatim(_ lines: [String]) { body += [".PP", ".nf"] + lines.map(Self.line) + [".fi"] }

    private mutating func fill(_ lines: [String]) { body += [".PP"] + lines.map(Self.line) }

    private func quoted(_ text: String) -> String { "\"" + Self.escaped(text) + "\"" }

    /// Returns a line of text, which is no request though it begins with a point or an apostrophe.
    private static func line(_ text: String) -> String {
        let escaped = escaped(text)
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }

    /// Returns text that groff shows as it is: its minus can be copied, and no character begins an escape.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map(escape).joined()
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": "\\(rs"
        case "-": "\\-"
        case "'": "\\(aq"
        case "\"": "\\(dq"
        case "`": "\\(ga"
        case "^": "\\(ha"
        case "~": "\\(ti"
        case _ where scalar.isASCII: String(scalar)
        default: "\\[u" + hexadecimal(scalar) + "]"
        }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
