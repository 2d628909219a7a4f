/// A picture of a screen: a cell at each position, and the position of the cursor.
public struct Grid: Hashable, Sendable {
    /// The most combining marks of one character: a terminal library keeps no more.
    static let mostMarks = 4

    /// The number of columns and rows.
    public let size: GridSize
    /// The position of the visible cursor; `nil` if it is hidden.
    public private(set) var cursor: Cursor?
    private var cells: [Cell]

    /// A cursor position.
    public struct Cursor: Hashable, Sendable {
        /// The column.
        public let column: Int
        /// The row.
        public let row: Int
    }

    /// Creates an empty picture.
    public init(size: GridSize) {
        self.size = size
        cells = Array(repeating: .blank, count: size.width * size.height)
    }

    /// The whole area.
    public var area: Area { Area(size) }

    /// Returns the cell at a position; a blank outside.
    public subscript(column: Int, row: Int) -> Cell {
        guard area.contains(column: column, row: row) else { return .blank }
        return cells[row * size.width + column]
    }

    /// Returns a row's cells; none outside.
    public func row(_ row: Int) -> ArraySlice<Cell> {
        guard row >= 0 && row < size.height else { return [] }
        return cells[row * size.width..<(row + 1) * size.width]
    }

    /// Returns a row as text, with its spaces.
    public func text(ofRow row: Int) -> String { self.row(row).reduce(into: "") { $0 += $1.text } }

    /// Shows the cursor at a position, or hides it when that is outside.
    public mutating func showCursor(column: Int, row: Int) {
        cursor = area.contains(column: column, row: row) ? Cursor(column: column, row: row) : nil
    }

    /// Hides the cursor.
    public mutating func hideCursor() { cursor = nil }

    /// Writes a cell of one or two columns; a wide character that it cuts in half becomes a space.
    ///
    /// - Returns: Whether all of it fit.
    @discardableResult
    mutating func set(_ cell: Cell, column: Int, row: Int) -> Bool {
        guard area.contains(column: column, row: row), column + cell.width <= size.width else { return false }
        for offset in 0..<cell.width { clearHalves(column: column + offset, row: row) }
        let index = row * size.width + column
        cells[index] = cell
        if cell.width == 2 { cells[index + 1] = .rightHalf(cell.style) }
        return true
    }

    /// Adds a mark to the character at a position, or to the one whose right half is there.
    mutating func combine(_ mark: Unicode.Scalar, column: Int, row: Int) {
        guard area.contains(column: column, row: row) else { return }
        var index = row * size.width + column
        if cells[index].width == 0 { index -= 1 }
        let cell = cells[index]
        guard cell.text.unicodeScalars.count <= Self.mostMarks else { return }
        cells[index] = Cell(text: cell.text + String(mark), width: cell.width, style: cell.style)
    }

    /// Applies a run of a difference, which came out of a grid and so keeps halves together.
    mutating func replace(_ run: GridDiff.Run) {
        let start = run.row * size.width + run.column
        cells.replaceSubrange(start..<start + run.cells.count, with: run.cells)
    }

    /// Replaces the other half of a wide character by a space before a cell is written there.
    private mutating func clearHalves(column: Int, row: Int) {
        let index = row * size.width + column
        if cells[index].width == 0 { cells[index - 1] = .space(cells[index - 1].style) }
        if cells[index].width == 2 { cells[index + 1] = .space(cells[index].style) }
    }
}
