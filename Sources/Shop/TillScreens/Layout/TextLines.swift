/// Line breaking and truncation of text.
public enum TextLines {
    /// Breaks text into lines of at most a width, at spaces where there are any; a width below one column counts as
    /// one.
    public static func broken(_ text: String, width: Int) -> [String] {
        let width = max(1, width)
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            append(String(paragraph), width, to: &lines)
        }
        return lines
    }

    private static func append(_ paragraph: String, _ width: Int, to lines: inout [String]) {
        guard CellWidth.of(paragraph) > width else { return lines.append(paragraph) }
        let indent = String(paragraph.prefix { $0 == " " }.prefix(width / 4))
        var broken: [String] = []
        breakWords(of: paragraph, width - indent.count, to: &broken)
        lines += broken.map { indent + $0 }
    }

    private static func breakWords(of paragraph: String, _ width: Int, to lines: inout [String]) {
        var line = ""
        for word in paragraph.split(separator: " ") {
            let joined = line.isEmpty ? String(word) : line + " " + word
            if CellWidth.of(joined) <= width {
                line = joined
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = String(word)
            while CellWidth.of(line) > width {
                let start = CellWidth.prefix(line, width)
                // A wide character in one column: nothing of it can be shown.
                guard !start.isEmpty else { return lines.append("") }
                lines.append(start)
                line = String(line.unicodeScalars.dropFirst(start.unicodeScalars.count))
            }
        }
        lines.append(line)
    }

    /// Cuts text to a width; a mark shows that its end is missing.
    public static func cut(_ text: String, width: Int, _ glyphs: Glyphs) -> String {
        guard CellWidth.of(text) > width else { return text }
        guard width > 0 else { return "" }
        return CellWidth.prefix(text, width - 1) + glyphs.ellipsis
    }
}
