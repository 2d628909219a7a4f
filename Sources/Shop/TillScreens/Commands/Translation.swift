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

    /// Returns the text in one language.
    public func text(_ language: TillLanguage) -> String {
        switch language {
        case .english: english
        case .german: german
        case .french: french
        }
    }
}
