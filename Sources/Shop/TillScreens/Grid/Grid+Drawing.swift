extension Grid {
    /// Writes text rightwards from a position; what lies outside of the area is left out, half a wide character
    /// included.
    ///
    /// Control characters appear as a question mark, so that no text can control the terminal.
    ///
    /// - Returns: The column after the text.
    @discardableResult
    public mutating func put(
        _ text: String, column: Int, row: Int, style: CellStyle = .normal, in clip: Area? = nil
    ) -> Int {
        let clip = clip?.intersection(area) ?? area
        guard row >= clip.row && row < clip.endRow else { return column }
        var place = column
        var base: Int?
        for scalar in text.unicodeScalars {
            let (drawn, width) = CellWidth.drawn(scalar)
            guard let drawn else { continue }
            if width == 0 {
                if let base { combine(drawn, column: base, row: row) }
                continue
            }
            guard place < clip.endColumn else { break }
            let fits = place >= clip.column && place + width <= clip.endColumn
            base = fits ? place : nil
            if fits { set(Cell(text: String(drawn), width: width, style: style), column: place, row: row) }
            place += width
        }
        return place
    }

    /// Writes text that ends before a column; its start is cut if it is too long.
    public mutating func putRight(
        _ text: String, endColumn: Int, row: Int, style: CellStyle = .normal, in clip: Area? = nil
    ) {
        put(text, column: endColumn - CellWidth.of(text), row: row, style: style, in: clip)
    }

    /// Writes text in the center of an area's row, counted from the top.
    public mutating func putCentered(_ text: String, row: Int, style: CellStyle = .normal, in area: Area) {
        let start = area.column + max(0, (area.width - CellWidth.of(text)) / 2)
        put(text, column: start, row: area.row + row, style: style, in: area)
    }

    /// Fills an area with a single-column character.
    public mutating func fill(_ area: Area, with character: Unicode.Scalar = " ", style: CellStyle = .normal) {
        let visible = area.intersection(self.area)
        guard !visible.isEmpty else { return }
        let scalar = CellWidth.of(character) == 1 ? character : " "
        let cell = Cell(text: String(scalar), width: 1, style: style)
        for row in visible.row..<visible.endRow {
            for column in visible.column..<visible.endColumn { set(cell, column: column, row: row) }
        }
    }

    /// Draws a box along an area's edge, with a title in the upper line.
    public mutating func box(_ area: Area, title: String = "", glyphs: Glyphs) {
        guard area.width >= 2 && area.height >= 2 else { return }
        let (right, bottom) = (area.endColumn - 1, area.endRow - 1)
        rule(row: area.row, in: area, glyphs: glyphs)
        rule(row: bottom, in: area, glyphs: glyphs)
        for row in area.row + 1..<max(area.row + 1, bottom) {
            put(glyphs.vertical, column: area.column, row: row, style: .frame)
            put(glyphs.vertical, column: right, row: row, style: .frame)
        }
        put(glyphs.topLeft, column: area.column, row: area.row, style: .frame)
        put(glyphs.topRight, column: right, row: area.row, style: .frame)
        put(glyphs.bottomLeft, column: area.column, row: bottom, style: .frame)
        put(glyphs.bottomRight, column: right, row: bottom, style: .frame)
        let inner = area.inset(columns: 2, rows: 0)
        if !title.isEmpty { put(" \(title) ", column: inner.column, row: area.row, style: .heading, in: inner) }
    }

    /// Draws a line across an area.
    public mutating func rule(row: Int, in area: Area, glyphs: Glyphs) {
        let visible = area.intersection(self.area)
        put(
            String(repeating: glyphs.horizontal, count: visible.width), column: visible.column, row: row, style: .frame,
            in: area)
    }
}
