/// Line breaking for a display.
enum TextWrap {
    /// Returns the rows of a text, each at most `width` cells: broken at blanks where possible, within words otherwise.
    ///
    /// A character wider than the row is dropped. There is always at least one row.
    static func rows(_ text: String, width: Int) -> [String] {
        var rows: [String] = []
        var row = Row()
        for word in DisplayCells.clean(text).split(separator: " ") {
            let cells = DisplayCells.count(String(word))
            if row.cells > 0, row.cells + 1 + cells <= width {
                row.add(" ", 1)
            } else if row.cells > 0 {
                rows.append(row.take())
            }
            for character in word {
                let cells = DisplayCells.count(character)
                guard cells <= width else { continue }
                if row.cells + cells > width { rows.append(row.take()) }
                row.add(character, cells)
            }
        }
        if row.cells > 0 || rows.isEmpty { rows.append(row.take()) }
        return rows
    }

    private struct Row {
        var text = ""
        var cells = 0

        mutating func add(_ character: Character, _ count: Int) {
            text.append(character)
            cells += count
        }

        mutating func take() -> String {
            defer { self = Row() }
            return text
        }
    }
}
