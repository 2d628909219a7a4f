import Foundation
import TenderModel
import TenderSale
import Testing
import TillScreens

/// Pictures of the screens as files in `Snapshots`: `TENDER_UPDATE_SNAPSHOTS=1 swift test --filter TillScreensTests`
/// writes them anew, and a person looks at the difference.
struct SnapshotTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    private static let isUpdating = ProcessInfo.processInfo.environment["TENDER_UPDATE_SNAPSHOTS"] != nil
    private static let sizes = [(20, 4), (40, 12), (80, 24), (120, 40)].map { GridSize(width: $0.0, height: $0.1) }

    private static func screens(_ size: GridSize, _ language: TillLanguage) -> [(name: String, state: Console)] {
        var frame = FrameContent(
            shop: "Café Zoë", till: "Till 1", cashier: "Ada", shift: 17, reader: StateMark(.good, "ready"),
            time: "14:05")
        frame.total = Amount(minorUnits: 1_234_56, currency: .eur)
        let begin = Console(size: size, language: language, currency: .eur, frame: frame)
        func after(_ keys: [Key]) -> Console {
            var state = begin
            for key in keys { _ = state.handle(.key(key, isFast: false)) }
            return state
        }
        return [
            ("frame", after([.character("3"), .character("*")])),
            ("error", after("1.999CA".map(Key.character) + [.enter])),
            ("help", after([.function(1)])), ("help-end", after([.function(1), .end])),
            ("quit", after([.function(10)])),
        ]
    }

    @Test(arguments: sizes, [true, false]) func screensLookAsTheyDid(size: GridSize, isUTF8: Bool) throws {
        var wrong: [String] = []
        for (name, state) in Self.screens(size, .english) {
            let file = "\(name)-\(size.width)x\(size.height)-\(isUTF8 ? "utf8" : "ascii").txt"
            let grid = TillView.grid(state, theme: Theme(depth: .full, isUTF8: isUTF8))
            wrong += try Self.compare(Self.picture(grid, isUTF8: isUTF8), file)
        }
        #expect(wrong == [])
    }

    @Test(arguments: TillLanguage.allCases) func theHelpOfEachLanguageLooksAsItDid(language: TillLanguage) throws {
        let size = GridSize(width: 80, height: 70)
        let state = Self.screens(size, language)[2].state
        let text = TillView.grid(state, theme: Theme(depth: .mono, isUTF8: true)).text
        #expect(try Self.compare(text, "help-\(language.rawValue).txt") == [])
    }

    /// The text, a letter for each cell's meaning, and how the meanings look at each depth.
    static func picture(_ grid: Grid, isUTF8: Bool) -> String {
        let letters = Dictionary(uniqueKeysWithValues: zip(CellStyle.allCases, ".htgbwudks-q"))
        var meanings = ""
        var used: [CellStyle] = []
        for row in 0..<grid.size.height {
            for cell in grid.row(row) {
                meanings.append(letters[cell.style] ?? "?")
                if !used.contains(cell.style) { used.append(cell.style) }
            }
            meanings += "\n"
        }
        let looks = ColorDepth.allCases.map { depth in
            used.map { "\(depth) \(letters[$0] ?? "?") \($0): \(Self.look(Theme(depth: depth, isUTF8: isUTF8), $0))\n" }
                .joined()
        }
        let cursor = grid.cursor.map { "\($0.column), \($0.row)" } ?? "hidden"
        return grid.text + "\n" + meanings + "\ncursor: \(cursor)\n\n" + looks.joined(separator: "\n")
    }

    private static func look(_ theme: Theme, _ style: CellStyle) -> String {
        let look = theme.rendition(of: style)
        let attributes = [
            look.isBold ? "bold" : nil, look.isUnderlined ? "underlined" : nil, look.isReversed ? "reversed" : nil,
            look.foreground.map { "\($0)" }, look.background.map { "on \($0)" },
        ].compactMap(\.self)
        return attributes.isEmpty ? "plain" : attributes.joined(separator: " ")
    }

    static func compare(_ text: String, _ file: String) throws -> [String] {
        let url = folder.appending(path: file)
        if isUpdating {
            try text.write(to: url, atomically: true, encoding: .utf8)
            return []
        }
        guard let expected = try? String(contentsOf: url, encoding: .utf8) else { return ["\(file) is missing"] }
        return expected == text ? [] : ["\(file) differs; it is now:\n\(text)"]
    }

    @Test func theDocumentedKeyListIsTheTable() throws {
        let url = Self.folder.deletingLastPathComponent().appending(path: "../../docs/till.md")
        var page = try String(contentsOf: url, encoding: .utf8)
        let marks =
            try #require(page.range(of: "<!-- commands -->\n"))
            .upperBound..<(try #require(page.range(of: "<!-- end of commands -->"))).lowerBound
        let table = CommandEntry.markdown(.english)
        if Self.isUpdating {
            page.replaceSubrange(marks, with: table)
            try page.write(to: url, atomically: true, encoding: .utf8)
        } else {
            #expect(String(page[marks]) == table)
        }
    }
}
