import Testing
import TillScreens

struct ThemeTests {
    @Test func everyMeaningCanBeReadAtEveryDepth() {
        var wrong: [String] = []
        for depth in ColorDepth.allCases {
            for style in CellStyle.allCases {
                let look = Theme(depth: depth, isUTF8: true).rendition(of: style)
                let limit: UInt8 = [.mono: 0, .eight: 8, .sixteen: 16][depth] ?? 255
                if look.background != nil && look.background == look.foreground { wrong.append("\(depth) \(style)") }
                // Black letters, or bright black ones, vanish on the background of most consoles.
                if look.background == nil && (look.foreground == 0 || look.foreground == 8) { wrong.append("\(style)") }
                if let color = look.foreground, color >= limit { wrong.append("\(depth) \(style): \(color)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func statesAreToldApartWithoutColors() {
        for glyphs in [Glyphs.unicode, .ascii] {
            let texts = StateMark.Kind.allCases.map { StateMark($0, "card").text(glyphs) }
            #expect(Set(texts).count == texts.count)
        }
        #expect(StateMark(.good, "").text(.ascii) == "+ ?")
    }

    @Test(arguments: [
        (256, "UTF-8", nil, Theme(depth: .full, isUTF8: true)), (8, "UTF-8", "", Theme(depth: .eight, isUTF8: true)),
        (16, "ANSI_X3.4-1968", nil, Theme(depth: .sixteen, isUTF8: false)),
        (256, "utf8", "1", Theme(depth: .mono, isUTF8: true)), (0, "", nil, Theme(depth: .mono, isUTF8: false)),
        (-1, "UTF-8", nil, Theme(depth: .mono, isUTF8: true)),
    ])
    func theThemeFollowsTheTerminal(colors: Int, codeset: String, noColor: String?, theme: Theme) {
        #expect(Theme.detected(colors: colors, codeset: codeset) { $0 == "NO_COLOR" ? noColor : nil } == theme)
    }

    @Test func asciiHasNothingElse() {
        let mirror = Mirror(reflecting: Glyphs.ascii)
        let wrong = mirror.children.compactMap { $0.value as? String }.filter {
            !$0.allSatisfy(\.isASCII) || $0.count != 1
        }
        #expect(wrong == [])
    }
}
