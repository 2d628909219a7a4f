/// A language in which messages are written.
public enum Language: String, Hashable, Sendable, Codable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case italian = "it"
    case dutch = "nl"
    case portuguese = "pt"
    case japanese = "ja"

    /// Reads a language tag, such as `de`, `de-CH` or `pt_BR`; `nil` if no message is written in that language.
    public init?(tag: some StringProtocol) {
        let word = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        guard let language = Language(rawValue: word) else { return nil }
        self = language
    }

    /// Chooses the language for a customer: the first of the card's that is written here, else the till's.
    ///
    /// - Parameter tags: The language tags that the card prefers, the preferred one first.
    public static func forCustomer(tags: [String], till: Language) -> Language {
        tags.lazy.compactMap { Language(tag: $0) }.first ?? till
    }
}
