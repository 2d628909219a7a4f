/// A table of text in columns.
public struct Table: Hashable, Sendable {
    /// A column.
    public struct Column: Hashable, Sendable {
        /// The content of a column's cells.
        public enum Kind: Hashable, Sendable {
            /// Text from the left, cut where it does not fit.
            case text
            /// A number or an amount, right-aligned; one that does not fit is hidden whole, so that none is misread.
            case number
        }

        /// The heading.
        public let title: String
        /// The content of its cells.
        public let kind: Kind
        /// The room that it asks for.
        public let wish: Columns.Wish

        /// Creates a column.
        public init(_ title: String, _ kind: Kind, _ wish: Columns.Wish) {
            self.title = title
            self.kind = kind
            self.wish = wish
        }
    }

    /// A row.
    public struct Row: Hashable, Sendable {
        /// The cells, one per column; missing ones are empty.
        public let cells: [String]
        /// The row's meaning.
        public let style: CellStyle
        /// Whether its first cell takes the whole width, as a title between rows does.
        public let isTitle: Bool

        /// Creates a row.
        public init(_ cells: [String], style: CellStyle = .normal) {
            self.cells = cells
            self.style = style
            isTitle = false
        }

        /// Creates a title between rows.
        public init(title: String) {
            cells = [title]
            style = .heading
            isTitle = true
        }
    }

    /// The columns.
    public let columns: [Column]
    /// The rows.
    public let rows: [Row]

    /// Creates a table.
    public init(columns: [Column], rows: [Row]) {
        self.columns = columns
        self.rows = rows
    }

    /// Draws a line of titles, and below it the rows that the area has room for.
    ///
    /// - Parameters:
    ///   - selected: The selected row, marked with a pointer and kept visible; `nil` without one.
    ///   - top: The first row that was visible before.
    /// - Returns: The visible part.
    @discardableResult
    public func draw(
        on grid: inout Grid, in area: Area, selected: Int? = nil, top: Int = 0, glyphs: Glyphs
    ) -> ListWindow {
        let hasPointer = selected != nil
        // The last column is for the list's marks.
        let inner = area.columns(from: hasPointer ? 2 : 0, count: area.width - (hasPointer ? 3 : 1))
        let widths = Columns.widths(columns.map(\.wish), width: inner.width)
        let titles = zip(columns, widths).map { TextLines.cut($0.title, width: $1, glyphs) }
        draw(Row(titles, style: .heading), at: area.row, widths, on: &grid, in: inner, glyphs)
        let body = area.rows(from: 1, count: area.height - 1)
        let window = ListWindow(count: rows.count, height: body.height, selected: selected, top: top)
        for (offset, index) in window.range.enumerated() {
            let place = body.row + offset
            let isChosen = selected == index
            let row = isChosen ? Row(rows[index].cells, style: .selection) : rows[index]
            if isChosen {
                grid.fill(body.rows(from: offset, count: 1), style: .selection)
                grid.put(glyphs.pointer, column: area.column, row: place, style: .selection, in: area)
            }
            draw(row, at: place, widths, on: &grid, in: inner, glyphs)
        }
        window.drawMarks(on: &grid, in: body, glyphs: glyphs)
        return window
    }

    private func draw(
        _ row: Row, at place: Int, _ widths: [Int], on grid: inout Grid, in area: Area, _ glyphs: Glyphs
    ) {
        if row.isTitle {
            let text = TextLines.cut(row.cells.first ?? "", width: area.width, glyphs)
            grid.put(text, column: area.column, row: place, style: row.style, in: area)
            return
        }
        var column = area.column
        for (index, width) in widths.enumerated() where width > 0 {
            let text = index < row.cells.count ? row.cells[index] : ""
            switch columns[index].kind {
            case .text:
                let shown = TextLines.cut(text, width: width, glyphs)
                grid.put(shown, column: column, row: place, style: row.style, in: area)
            case .number:
                let shown = CellWidth.of(text) > width ? String(repeating: "#", count: width) : text
                grid.putRight(shown, endColumn: column + width, row: place, style: row.style, in: area)
            }
            column += width + 1
        }
    }
}
