import Tender
@testable import TenderCommand
import Testing

struct EnvironmentLanguageTests {
    @Test(arguments: [
        ("de_DE.UTF-8", Language.german), ("nl", .dutch), ("C.UTF-8", .english), ("POSIX", .english), ("", .english),
    ])
    func aLocaleNamesALanguage(_ locale: String, _ language: Language) {
        #expect(Language(locale: locale) == language)
    }
}
