import CNcurses
import TillScreens

/// A painter that writes pictures to the terminal; used only on the screen's thread.
final class Painter {
    private let theme: Theme
    private var shown: Grid?

    /// Prepares the colors; the screen must be open.
    init(theme: Theme) {
        self.theme = theme
        guard theme.depth != .mono else { return }
        for style in CellStyle.allCases {
            let look = theme.rendition(of: style)
            init_pair(Self.pair(style), Self.color(look.foreground), Self.color(look.background))
        }
    }

    /// Makes ncurses adopt the terminal's size, and returns it.
    static func adoptSize() -> GridSize {
        var columns: Int32 = 0
        var rows: Int32 = 0
        cncurses_size(&columns, &rows)
        let size = GridSize(width: Int(columns), height: Int(rows))
        resizeterm(Int32(size.height), Int32(size.width))
        return size
    }

    /// Forgets what is on the screen, so that all of the next picture is written.
    func forget() {
        shown = nil
        cncurses_forget()
    }

    /// Writes the difference from the last picture.
    func paint(_ grid: Grid) {
        for run in GridDiff(from: shown, to: grid).runs { write(run) }
        cncurses_refresh(Int32(grid.cursor?.row ?? -1), Int32(grid.cursor?.column ?? -1))
        shown = grid
    }

    /// Writes a run; adjacent cells of one style go out together.
    private func write(_ run: GridDiff.Run) {
        var column = run.column
        var start = column
        var characters: [UInt32] = []
        var style = CellStyle.normal
        for cell in run.cells where cell.width > 0 {
            if cell.style != style && !characters.isEmpty {
                send(characters, style, row: run.row, column: start)
                characters = []
            }
            if characters.isEmpty { (start, style) = (column, cell.style) }
            characters += Self.shownCharacters(cell)
            column += cell.width
        }
        if !characters.isEmpty { send(characters, style, row: run.row, column: start) }
    }

    /// Returns the characters of a cell that are safe to show: one that the C library measures differently, or does not
    /// know, would shift the rest of the line.
    private static func shownCharacters(_ cell: Cell) -> [UInt32] {
        let scalars = cell.text.unicodeScalars.map(\.value)
        guard let base = scalars.first, Int(cncurses_width(base)) == cell.width else {
            return Array(repeating: UInt32(UInt8(ascii: "?")), count: cell.width)
        }
        return [base] + scalars.dropFirst().filter { cncurses_width($0) == 0 }
    }

    private func send(_ characters: [UInt32], _ style: CellStyle, row: Int, column: Int) {
        let look = theme.rendition(of: style)
        var attributes: UInt32 = 0
        if look.isBold { attributes |= UInt32(CNCURSES_BOLD) }
        if look.isUnderlined { attributes |= UInt32(CNCURSES_UNDERLINE) }
        if look.isReversed { attributes |= UInt32(CNCURSES_REVERSE) }
        let pair = theme.depth == .mono ? 0 : Self.pair(style)
        cncurses_write(Int32(row), Int32(column), characters, Int32(characters.count), attributes, pair)
    }

    private static func pair(_ style: CellStyle) -> Int16 { Int16(style.rawValue) + 1 }

    private static func color(_ number: UInt8?) -> Int16 { number.map(Int16.init) ?? -1 }
}
