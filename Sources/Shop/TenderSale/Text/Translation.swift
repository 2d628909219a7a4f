/// A text in every language; a missing one does not compile.
public struct Translation: Hashable, Sendable {
    private let english: String
    private let german: String
    private let french: String

    /// Creates a text.
    public init(en english: String, de german: String, fr french: String) {
        self.english = english
        self.german = german
        self.french = french
    }

    /// Creates a text that is the same in every language, such as a name.
    public init(_ text: String) { self.init(en: text, de: text, fr: text) }

    /// Returns the text in one language.
    public func text(_ language: TillLanguage) -> String {
        switch language {
        case .english: english
        case .german: german
        case .french: french
        }
    }
}
