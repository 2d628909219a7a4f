/// A language that pages are written in.
enum PageLanguage: String, CaseIterable {
    case english = "en"
    case german = "de"

    /// Creates the language of a locale such as `de-AT`, of several the first; English for unsupported ones.
    init(locale: String?) {
        let name = locale.map { String($0.prefix(while: \.isLetter)).lowercased() }
        self = name.flatMap(PageLanguage.init) ?? .english
    }
}
