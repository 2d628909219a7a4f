import Testing
import TillScreens

struct LayoutTests {
    private let bar = KeyBar([
        .init(key: "F1", word: "help", importance: 100), .init(key: "F2", word: "total", importance: 90),
        .init(key: "F3", word: "discount", importance: 10), .init(key: "F10", word: "quit", importance: 70),
    ])

    @Test func theKeyBarDropsTheLeastImportantFirst() {
        let shown = [80, 28, 27, 17, 7, 6].map { bar.fitting($0).map(\.key) }
        #expect(
            shown == [
                ["F1", "F2", "F3", "F10"], ["F1", "F2", "F10"], ["F1", "F2", "F10"], ["F1", "F2"], ["F1"], [],
            ])
    }

    @Test func columnsShareWhatIsLeftAndTheLeastImportantGo() {
        let wishes = [
            Columns.Wish(minimum: 5, weight: 1, importance: 2), Columns.Wish(minimum: 4, importance: 0),
            Columns.Wish(minimum: 8, weight: 3, importance: 1),
        ]
        #expect(Columns.widths(wishes, width: 27) == [7, 4, 14])
        #expect(Columns.widths(wishes, width: 18) == [6, 0, 11])
        #expect(Columns.widths(wishes, width: 6) == [6, 0, 0])
        #expect(Columns.widths(wishes, width: 0) == [0, 0, 0])
    }

    @Test func columnsNeverTakeMoreThanThereIs() {
        var random = RandomNumbers(seed: 1)
        var wrong: [String] = []
        for _ in 0..<500 {
            let wishes = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                Columns.Wish(
                    minimum: Int.random(in: 0...20, using: &random), weight: Int.random(in: 0...3, using: &random),
                    importance: Int.random(in: 0...3, using: &random))
            }
            let width = Int.random(in: 0...60, using: &random)
            let widths = Columns.widths(wishes, width: width)
            let shown = widths.filter { $0 > 0 }
            if shown.reduce(0, +) + max(0, shown.count - 1) > width { wrong.append("\(wishes) in \(width)") }
        }
        #expect(wrong == [])
    }

    @Test func whatIsChosenStaysInSight() {
        var wrong: [String] = []
        for count in 0...6 {
            for height in 0...4 {
                for selected in 0..<max(1, count) {
                    for top in 0...7 {
                        let window = ListWindow(count: count, height: height, selected: selected, top: top)
                        let isSeen = window.range.contains(selected) || count == 0 || height == 0
                        let isFull = window.range.count == min(count, height)
                        if !isSeen || !isFull || window.range.lowerBound < 0 || window.range.upperBound > count {
                            wrong.append("\(count) \(height) \(selected) \(top): \(window)")
                        }
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func anAmountThatDoesNotFitIsHiddenWhole() {
        let table = Table(
            columns: [
                .init("Article", .text, .init(minimum: 6, weight: 1)), .init("EUR", .number, .init(minimum: 6)),
            ],
            rows: [
                .init(["Apples and pears", "12.50"]), .init(["Gold", "1234567.00"]), .init(title: "A title of its own"),
            ])
        var grid = Grid(size: GridSize(width: 18, height: 4))
        table.draw(on: &grid, in: grid.area, glyphs: .ascii)
        #expect(grid.text == "Article       EUR\nApples an~  12.50\nGold       ######\nA title of its o~\n")
    }

    @Test func textIsBrokenAtSpacesAndLongWordsInTheMiddle() {
        #expect(TextLines.broken("the quick fox", width: 9) == ["the quick", "fox"])
        #expect(TextLines.broken("abcdefgh ij", width: 3) == ["abc", "def", "gh", "ij"])
        #expect(TextLines.broken("世界", width: 1) == [""])
        #expect(TextLines.broken("", width: 5) == [""])
        #expect(TextLines.cut("abcdef", width: 4, .unicode) == "abc…")
    }

    @Test func aDialogKeepsItsKeysWhereThereIsLittleRoom() {
        var grid = Grid(size: GridSize(width: 20, height: 4))
        Dialog(title: "A long question?", text: "Many words that have no room", keys: bar.entries)
            .draw(on: &grid, in: grid.area, glyphs: .ascii)
        #expect(grid.text(ofRow: 2).contains("F1 help"))
        #expect(grid.faults == [])
    }

    @Test func linearTextHasNoOrnamentsAndTellsOnlyWhatIsNew() {
        var grid = Grid(size: GridSize(width: 30, height: 5))
        grid.box(grid.area, title: "Box", glyphs: .unicode)
        grid.put("Apples", column: 2, row: 2)
        grid.putRight("1.20", endColumn: 28, row: 2)
        let before = PlainFrame(grid)
        #expect(before.lines == ["Box", "Apples  1.20"])
        grid.put("Pears", column: 2, row: 3)
        #expect(PlainFrame(grid).newLines(since: before) == ["Pears"])
        #expect(PlainFrame(grid).newLines(since: nil) == ["Box", "Apples  1.20", "Pears"])
    }
}
