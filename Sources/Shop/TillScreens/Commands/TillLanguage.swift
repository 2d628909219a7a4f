/// The languages of the screens.
public enum TillLanguage: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// German.
    case german = "de"
    /// French.
    case french = "fr"

    /// The language of a locale such as `de_DE.UTF-8`; English for those that there is no text in.
    public init(locale: String) {
        self = Self(rawValue: String(locale.prefix(2)).lowercased()) ?? .english
    }

    /// What stands between a number and its decimals.
    public var decimalSeparator: Character { self == .english ? "." : "," }
}
