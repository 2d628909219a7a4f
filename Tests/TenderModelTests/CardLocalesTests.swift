import TenderModel
import Testing

/// The languages that a chip asks for.
struct CardLocalesTests {
    @Test func aPreferenceIsRead() {
        let table: [(String, [String]?)] = [
            ("deen", ["de", "en"]), ("SVit", ["sv", "it"]), ("d", nil), ("", nil), ("fr1xe", ["fr"]), ("d\u{0}", nil),
            ("enenenende", ["en", "en", "en", "en"]),
        ]
        let wrong = table.filter { text, locales in CardDetails.locales(ofChip: text.utf8) != locales }
        #expect(wrong.map(\.0) == [])
    }
}
