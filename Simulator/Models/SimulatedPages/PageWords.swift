/// The texts of a page in its language.
struct PageWords {
    let language: PageLanguage

    /// Returns a text in the page's language.
    subscript(_ text: PageText) -> String { text.text(language) }

    /// Returns a text with a name or an amount in place of `%`.
    subscript(_ text: PageText, _ value: String) -> String { self[text].replacing("%", with: value) }
}
