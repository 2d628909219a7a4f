import TillScreens

/// The answer to what the till cannot do yet.
enum NotYet {
    private static let text = Translation(
        en: "Not there yet: this till has screens but no shop",
        de: "Noch nicht da: diese Kasse hat Bildschirme, aber keinen Laden",
        fr: "Pas encore là : cette caisse a des écrans mais pas de magasin")

    static func message(_ language: TillLanguage) -> MessageLine { MessageLine(.warning, text.text(language)) }
}
