import Testing
import TillScreens

struct LineEditorTests {
    private func edited(_ keys: [Key], _ editor: LineEditor = LineEditor()) -> LineEditor {
        var editor = editor
        for key in keys { _ = editor.handle(key) }
        return editor
    }

    private func typed(_ text: String) -> [Key] { text.map(Key.character) }

    @Test func keysMoveAndDelete() {
        #expect(edited(typed("abc") + [.left, .backspace, .character("x")]).text == "axc")
        #expect(edited(typed("abc") + [.home, .delete, .end, .character("d")]).text == "bcd")
        #expect(edited(typed("one two") + [.control("w")]).text == "one ")
        #expect(edited(typed("one two") + [.left, .left, .control("k")]).text == "one t")
        #expect(edited(typed("one") + [.control("u")]).text == "")
    }

    @Test func linesBeforeComeBackAndTheUnfinishedOneIsKept() {
        let editor = edited(typed("one") + [.enter] + typed("two") + [.enter] + typed("three"))
        #expect(edited([.up], editor).text == "two")
        #expect(edited([.up, .up, .up], editor).text == "one")
        #expect(edited([.up, .up, .down, .down], editor).text == "three")
    }

    @Test func theLineIsBoundedAndTakesNoControlCharacters() {
        #expect(edited(typed(String(repeating: "1", count: 500))).text.count == LineEditor.longest)
        #expect(edited([.character("\u{1B}"), .character("\u{7}"), .character("a")]).text == "a")
        #expect(edited([.character(Character("a" + String(repeating: "\u{301}", count: 50)))]).isEmpty)
    }

    @Test func theCursorIsAlwaysInSight() {
        var random = RandomNumbers(seed: 11)
        var wrong: [String] = []
        var editor = LineEditor()
        let keys: [Key] = [
            .character("a"), .character("世"), .character(" "), .left, .right, .home, .end, .backspace, .delete, .up,
            .down, .enter, .control("w"), .control("k"), .control("u"), .tab, .function(3),
        ]
        for _ in 0..<5000 {
            guard let key = keys.randomElement(using: &random) else { break }
            _ = editor.handle(key)
            let width = Int.random(in: 3...20, using: &random)
            let window = editor.window(width: width)
            let isInside = window.cursor >= 0 && window.cursor < width && CellWidth.of(window.text) <= width
            if !isInside || editor.cursor < 0 || editor.cursor > editor.text.count { wrong.append("\(editor)") }
        }
        #expect(wrong.prefix(2) == [])
    }
}
