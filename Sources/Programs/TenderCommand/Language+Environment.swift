import Tender

extension Language {
    /// The language of a locale such as `de_DE.UTF-8`, by default the environment's; English if nothing is written in
    /// it.
    init(locale: String = ShopPaper.environmentLocale) { self = Language(tag: locale) ?? .english }
}
