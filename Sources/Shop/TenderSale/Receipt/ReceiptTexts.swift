/// The texts of a receipt in its language.
struct ReceiptTexts: Sendable {
    let language: TillLanguage

    /// Creates the texts of a locale's language.
    init(_ locale: ReceiptLocale) { language = locale.language }

    /// Returns a text in the receipt's language.
    subscript(text: Translation) -> String { text.text(language) }
}
