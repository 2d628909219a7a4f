/// The languages of the till's screens and papers.
public enum TillLanguage: String, Hashable, Sendable, CaseIterable {
    /// English, the fallback for an unsupported language.
    case english = "en"
    /// German.
    case german = "de"
    /// French.
    case french = "fr"

    /// Creates the language of a locale such as `de_DE.UTF-8`; English for unsupported ones.
    public init(locale: String) { self = TillLanguage(rawValue: String(locale.prefix(2)).lowercased()) ?? .english }

    /// The separator between a number and its decimals.
    public var decimalSeparator: Character { self == .english ? "." : "," }
}
