import Testing
import TillScreens

struct GridTests {
    @Test func textGoesWhereItIsPut() {
        var grid = Grid(size: GridSize(width: 8, height: 2))
        let end = grid.put("abc", column: 2, row: 1, style: .total)
        #expect(grid.text == "\n  abc\n")
        #expect(end == 5)
        #expect(grid[2, 1].style == .total)
    }

    @Test func wideCharactersTakeTwoColumnsAndMarksNone() {
        var grid = Grid(size: GridSize(width: 8, height: 1))
        let end = grid.put("世e\u{301}x", column: 0, row: 0)
        #expect(end == 4)
        #expect(grid[0, 0].width == 2)
        #expect(grid[2, 0].text == "e\u{301}")
        #expect(grid.text == "世e\u{301}x\n")
    }

    @Test func halfAWideCharacterIsNeverDrawn() {
        var grid = Grid(size: GridSize(width: 3, height: 1))
        grid.put("a世界", column: 0, row: 0)
        #expect(grid.text == "a世\n")
        grid.put("x", column: 2, row: 0)
        #expect(grid.text == "a x\n")
        grid.put("世", column: -1, row: 0)
        #expect(grid.text == "a x\n")
    }

    @Test func controlCharactersCannotSteerTheTerminal() {
        var grid = Grid(size: GridSize(width: 12, height: 1))
        grid.put("a\u{1B}[2J\nb\u{9B}\tc", column: 0, row: 0)
        #expect(grid.text == "a?[2J?b? c\n")
    }

    @Test func textStaysInItsArea() {
        var grid = Grid(size: GridSize(width: 10, height: 3))
        let clip = Area(column: 2, row: 1, width: 4, height: 1)
        grid.put("abcdefgh", column: 0, row: 1, in: clip)
        grid.put("zzz", column: 2, row: 0, in: clip)
        #expect(grid.text == "\n  cdef\n\n")
    }

    @Test(arguments: [Glyphs.unicode, Glyphs.ascii]) func aBoxHasItsTitleInTheUpperLine(glyphs: Glyphs) {
        var grid = Grid(size: GridSize(width: 10, height: 3))
        grid.box(grid.area, title: "Hi", glyphs: glyphs)
        let isASCII = glyphs == .ascii
        #expect(
            grid.text == (isASCII ? "+- Hi ---+\n|        |\n+--------+\n" : "┌─ Hi ───┐\n│        │\n└────────┘\n"))
    }

    @Test func hostileSizesAreBounded() {
        #expect(GridSize(width: .max, height: .min) == GridSize(width: GridSize.limit, height: 0))
        var grid = Grid(size: GridSize(width: 4, height: 4))
        grid.box(Area(column: .min, row: .max, width: .max, height: .max), title: "x", glyphs: .ascii)
        grid.fill(Area(column: 3, row: 3, width: .max, height: .max), with: "#")
        grid.showCursor(column: 99, row: 0)
        #expect(grid.text == "\n\n\n   #\n")
        #expect(grid.cursor == nil)
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func anyDrawingKeepsCellsWhole(seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        let (grid, _) = Self.drawn(&random)
        #expect(grid.faults == [])
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func theDifferenceMakesTheNewPictureOfTheOldOne(seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        let (old, new) = Self.drawn(&random)
        let diff = GridDiff(from: old, to: new)
        var result = diff.applied(to: old)
        result.hideCursor()
        if let cursor = new.cursor { result.showCursor(column: cursor.column, row: cursor.row) }
        #expect(result == new)
        #expect(diff.runs.allSatisfy { $0.cells.first?.width != 0 && $0.column + $0.cells.count <= new.size.width })
        #expect(diff.runs.allSatisfy { $0.cells.last?.width != 2 })
    }

    @Test func onlyWhatChangedIsWritten() {
        var old = Grid(size: .standard)
        old.put("TOTAL 12.34", column: 0, row: 3)
        var new = old
        new.put("TOTAL 12.99", column: 0, row: 3)
        let diff = GridDiff(from: old, to: new)
        #expect(diff.cellCount == 2)
        #expect(diff.runs.map(\.column) == [9])
        #expect(GridDiff(from: new, to: new).isEmpty)
        #expect(GridDiff(from: nil, to: new).cellCount == 80 * 24)
        #expect(GridDiff(from: Grid(size: GridSize(width: 1, height: 1)), to: new).cellCount == 80 * 24)
    }

    /// Two pictures of one size, the second made of the first.
    private static func drawn(_ random: inout RandomNumbers) -> (Grid, Grid) {
        let size = GridSize(
            width: Int.random(in: 0...30, using: &random), height: Int.random(in: 0...8, using: &random))
        var old = Grid(size: size)
        for _ in 0..<20 { draw(on: &old, &random) }
        var new = old
        for _ in 0..<Int.random(in: 0...6, using: &random) { draw(on: &new, &random) }
        return (old, new)
    }

    private static func draw(on grid: inout Grid, _ random: inout RandomNumbers) {
        func place(_ random: inout RandomNumbers) -> Int { Int.random(in: -3...32, using: &random) }
        let area = Area(column: place(&random), row: place(&random), width: place(&random), height: place(&random))
        switch Int.random(in: 0...4, using: &random) {
        case 0: grid.fill(area, with: "世", style: random.style())
        case 1: grid.box(area, title: random.text(upTo: 6), glyphs: .unicode)
        case 2: grid.putRight(random.text(upTo: 9), endColumn: place(&random), row: area.row, style: random.style())
        case 3: grid.showCursor(column: place(&random), row: place(&random))
        default:
            grid.put(random.text(upTo: 12), column: area.column, row: area.row % 8, style: random.style(), in: nil)
        }
    }
}
