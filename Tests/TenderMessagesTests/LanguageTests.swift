import TenderMessages
import TenderModel
import Testing

/// Every message exists in every language, and the customer's language goes before the till's.
struct LanguageTests {
    @Test(arguments: Language.allCases) func everySentenceIsWrittenAndDiffers(_ language: Language) {
        let sentences = CashierMessage.allCases.map { $0.text(in: language) }
        #expect(sentences.allSatisfy { !$0.isEmpty })
        #expect(Set(sentences).count == CashierMessage.allCases.count)
    }

    @Test(arguments: Language.allCases) func everyReaderMessageIsWrittenAndDiffers(_ language: Language) {
        let messages = ReaderDisplayMessage.allCases.map { LocalizedMessage($0, in: language).text }
        #expect(messages.allSatisfy { !$0.isEmpty })
        #expect(Set(messages).count == ReaderDisplayMessage.allCases.count)
    }

    @Test(arguments: Language.allCases) func everySetOfInputsIsWrittenAndDiffers(_ language: Language) {
        let texts = (0..<8).map { LocalizedMessage(ReaderInputOptions(rawValue: $0), in: language).text }
        #expect(texts.allSatisfy { !$0.isEmpty })
        #expect(Set(texts).count == 8)
    }

    @Test func noSentenceIsLeftInEnglish() {
        let foreign = Language.allCases.filter { $0 != .english }
        let left = CashierMessage.allCases.filter { message in
            foreign.contains { message.text(in: $0) == message.text(in: .english) }
        }
        #expect(left.isEmpty)
    }

    @Test(arguments: [("de-CH", Language.german), ("PT_br", .portuguese), ("ja", .japanese)])
    func aTagIsRead(_ tag: String, _ language: Language) {
        #expect(Language(tag: tag) == language)
    }

    @Test(arguments: ["", "xx", "deu", "-"]) func anotherTagIsNone(_ tag: String) { #expect(Language(tag: tag) == nil) }

    @Test func theCardsLanguageGoesBeforeTheTills() {
        #expect(Language.forCustomer(tags: ["sv", "fr-CA", "en"], till: .german) == .french)
        #expect(Language.forCustomer(tags: ["sv"], till: .german) == .german)
    }

    @Test(arguments: [
        ("deen", [Language.german, .english]), ("svit", [.italian]), ("d", []), ("", []), ("frxxe", [.french]),
        ("enenenende", [.english, .english, .english, .english]),
    ])
    func aCardsPreferenceIsRead(_ text: String, _ languages: [Language]) {
        #expect(Language.preferences(ofCard: text) == languages)
    }
}
