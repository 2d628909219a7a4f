/// A text of the customers' pages in every language; a missing one does not compile.
struct PageText {
    private let english: String
    private let german: String

    /// Creates a text.
    init(en english: String, de german: String) {
        self.english = english
        self.german = german
    }

    /// Creates a text that is the same in every language, such as a name.
    init(_ text: String) { self.init(en: text, de: text) }

    /// Returns the text in one language.
    func text(_ language: PageLanguage) -> String {
        switch language {
        case .english: english
        case .german: german
        }
    }
}
