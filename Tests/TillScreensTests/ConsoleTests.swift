import TenderModel
import TenderSale
import Testing
import TillScreens

struct ConsoleTests {
    private func state(_ size: GridSize = .standard, _ language: TillLanguage = .english) -> Console {
        Console(size: size, language: language, currency: .eur, frame: FrameContent(shop: "Shop", till: "1"))
    }

    /// Gives what the program is to do after some keys, and the state then.
    private func after(
        _ keys: [Key], _ state: Console, isFast: Bool = false
    ) -> (state: Console, actions: [ConsoleAction]) {
        var state = state
        var actions: [ConsoleAction] = []
        for key in keys { actions += state.handle(.key(key, isFast: isFast)) }
        return (state, actions)
    }

    private func typed(_ text: String) -> [Key] { text.map(Key.character) + [.enter] }

    @Test func aTypedCommandAndItsKeyDoTheSame() {
        let sum = Amount(minorUnits: 2000, currency: .eur)
        #expect(after(typed("2000ca"), state()).actions == [.perform(.cash(sum))])
        let byKey = after("2000".map(Key.character) + [.function(3)], state())
        #expect(byKey.actions == [.perform(.cash(sum))])
        #expect(byKey.state.editor.isEmpty)
    }

    @Test func aWrongLineIsToldAndAWrongKeyKeepsTheLine() {
        let line = after(typed("QQ"), state())
        #expect(line.state.message?.kind == .bad)
        #expect(line.actions.isEmpty)
        let key = after("5.555".map(Key.character) + [.function(3)], state())
        #expect(key.state.editor.text == "5.555")
        #expect(key.state.message?.kind == .bad)
    }

    @Test(arguments: [[Key.function(1)], [.character("?")], [.character("?"), .escape, .function(1)]])
    func helpOpens(keys: [Key]) { #expect(after(keys, state()).state.screen == .help(top: 0)) }

    @Test func helpScrollsToItsEndAndNoFurther() {
        let opened = after([.function(1)], state()).state
        let end = after([.end], opened).state.screen
        #expect(end != .help(top: 0))
        #expect(after([.end, .down, .pageDown], opened).state.screen == end)
        #expect(after(typed("D 999999999"), opened).state.screen == end)
        #expect(after([.end, .home], opened).state.screen == .help(top: 0))
        #expect(after([.down, .down, .up], opened).state.screen == .help(top: 1))
        #expect(after([.escape], opened).state.screen == .sale)
    }

    @Test(arguments: [[Key.function(10)], [.control("c")], [.character("q"), .character("T"), .enter]])
    func quittingAsksFirst(keys: [Key]) {
        let asked = after(keys, state())
        #expect(asked.actions.isEmpty)
        #expect(asked.state.question == .quit)
        #expect(after([.character("y")], asked.state).actions == [.screen(.quit)])
        #expect(after([.function(10)], asked.state).actions == [.screen(.quit)])
        #expect(after([.escape], asked.state).state.question == nil)
        #expect(after([.enter, .character("x"), .up], asked.state).state.question == .quit)
    }

    @Test func theAnswerIsALetterOfTheLanguage() {
        let german = after([.function(10)], state(.standard, .german)).state
        #expect(after([.character("y")], german).actions.isEmpty)
        #expect(after([.character("J")], german).actions == [.screen(.quit)])
    }

    @Test func aScanAnswersNoQuestion() {
        var asked = after([.function(10)], state()).state
        #expect(asked.handle(.scanned("y")) == [])
        #expect(asked.question == .quit)
        #expect(asked.message?.kind == .warning)
        #expect(after([.character("y"), .enter], asked, isFast: true).actions.isEmpty)
    }

    @Test func whatCameAsFastAsAScanPaysNothing() {
        let fast = after(typed("99CA"), state(), isFast: true)
        #expect(fast.actions.isEmpty)
        #expect(fast.state.message?.kind == .warning)
        #expect(fast.state.editor.text == "99CA")
        #expect(after([.enter], fast.state).actions.count == 1)
        #expect(after([.character("5"), .function(3)], state(), isFast: true).actions.isEmpty)
        #expect(after(typed("4011"), state(), isFast: true).actions == [.scanned("4011")])
    }

    @Test func aScanIsAnArticleWhateverItSays() {
        var state = after([.function(1)], state()).state
        #expect(state.handle(.scanned("100CA")) == [.scanned("100CA")])
        #expect(state.screen == .sale)
    }

    @Test func keysThatNobodySeesDoNothing() {
        var small = state(GridSize(width: 39, height: 24))
        #expect(small.handle(.scanned("4011")) == [])
        #expect(after(typed("TL") + [.function(10)], small).actions.isEmpty)
        let question = after([.function(10)], small).state.question
        #expect(question == nil)
        _ = small.handle(.resized(.standard))
        #expect(small.message?.kind == .warning)
    }

    @Test func escapeGoesBackOneStep() {
        let busy = after([.function(1), .character("5")], state()).state
        let once = after([.escape], busy).state
        #expect(once.editor.isEmpty)
        #expect(once.screen == .help(top: 0))
        #expect(after([.escape], once).state.screen == .sale)
    }

    @Test func resizingLosesNothing() {
        var busy = after("1250 D".map(Key.character), state()).state
        let before = busy
        _ = busy.handle(.resized(GridSize(width: 10, height: 3)))
        _ = busy.handle(.resized(.standard))
        #expect(busy == before)
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func tenThousandKeysBreakNothing(seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        var state = state(.standard, TillLanguage.allCases[Int(seed) % 3])
        state.frame.total = Amount(minorUnits: 123_456, currency: .eur)
        let theme = Theme(depth: .full, isUTF8: seed.isMultiple(of: 2))
        var shown: Grid?
        var wrong: [String] = []
        var actions = 0
        for _ in 0..<2500 {
            let input = Self.input(&random)
            actions += state.handle(input).count
            let grid = TillView.grid(state, theme: theme)
            var faults = grid == shown ? [] : grid.faults
            if grid.size != state.size { faults.append("another size") }
            let diff = GridDiff(from: shown, to: grid)
            var result = diff.applied(to: shown)
            result.hideCursor()
            if let cursor = grid.cursor { result.showCursor(column: cursor.column, row: cursor.row) }
            if result != grid { faults.append("the difference") }
            if !state.isTooSmall { faults += Self.missing(grid) }
            if !faults.isEmpty { wrong.append("\(input): \(faults)") }
            shown = grid
        }
        #expect(wrong.prefix(3) == [])
        #expect(actions > 50)
    }

    /// The total, the input line and the key bar are on every screen of a usable size.
    private static func missing(_ grid: Grid) -> [String] {
        let last = (1...5).map { grid.text(ofRow: grid.size.height - $0) }
        let hasTotal = last.contains { $0.contains("1234.56 EUR") || $0.contains("1234,56 EUR") }
        return hasTotal && last[0].hasPrefix("F1 ") && last[1].hasPrefix(">") ? [] : ["\(last)"]
    }

    private static func input(_ random: inout RandomNumbers) -> ConsoleEvent {
        let keys: [Key] = [
            .enter, .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end,
            .pageUp, .pageDown, .control("c"), .control("l"), .control("w"), .control("z"), .character("?"),
            .function(Int.random(in: -1...13, using: &random)), .character("世"), .character("\u{301}"),
        ]
        let letters = "0123456789.,%*CADTLVXZ n"
        switch Int.random(in: 0...19, using: &random) {
        case 0:
            let isSmall = Int.random(in: 0...3, using: &random) == 0
            return .resized(
                GridSize(
                    width: Int.random(in: isSmall ? 0...39 : 40...90, using: &random),
                    height: Int.random(in: isSmall ? 0...11 : 12...26, using: &random)))
        case 1: return .scanned(random.text(upTo: 14))
        case 2...8: return .key(keys.randomElement(using: &random) ?? .enter, isFast: false)
        default:
            return .key(.character(letters.randomElement(using: &random) ?? "1"), isFast: Bool.random(using: &random))
        }
    }
}
