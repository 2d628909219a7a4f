import TillScreens

extension Grid {
    /// What is wrong with a picture: halves without the other one, control characters, a row of another width.
    var faults: [String] {
        var faults: [String] = []
        for row in 0..<size.height {
            let cells = Array(self.row(row))
            if cells.count != size.width { faults.append("row \(row) has \(cells.count) cells") }
            for (column, cell) in cells.enumerated() {
                let isPlain = cell.width == 1 && cell.text.utf8.count == 1 && cell.text >= " " && cell.text <= "~"
                let isLead = cell.width == 2
                let hasHalf = column + 1 < cells.count && cells[column + 1].width == 0
                if isPlain, !hasHalf { continue }
                if isLead != hasHalf { faults.append("half a character at \(column), \(row)") }
                if cell.text.unicodeScalars.contains(where: { CellWidth.of($0) == nil }) {
                    faults.append("a control character at \(column), \(row)")
                }
                if CellWidth.of(cell.text) != cell.width { faults.append("a wrong width at \(column), \(row)") }
            }
        }
        if let cursor, !area.contains(column: cursor.column, row: cursor.row) { faults.append("the cursor is outside") }
        return faults
    }

    /// All rows without the spaces at their ends.
    var text: String {
        (0..<size.height).map { row in
            var text = self.text(ofRow: row)
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined()
    }
}
