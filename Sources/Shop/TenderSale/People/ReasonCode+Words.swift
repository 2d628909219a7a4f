extension ReasonCode {
    /// Returns a stored reason, a name perhaps followed by the cashier's words, for people to read.
    static func words(ofStored text: String, in language: TillLanguage) -> String {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let code = ReasonCode(rawValue: parts.first.map { String($0) } ?? "")
        // An act that needs no reason is itself named, and the shop's own words stay as written.
        if case .own = code { return Permission(rawValue: text)?.words.text(language) ?? text }
        let own = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        if own.isEmpty { return code.words.text(language) }
        return code == .other ? own : code.words.text(language) + ": " + own
    }

    /// The reason in words for screens and paper, which never show its name in the program.
    public var words: Translation {
        switch self {
        case .mistyped: Translation(en: "rung up by mistake", de: "vertippt", fr: "erreur de saisie")
        case .changedMind: Translation(en: "no longer wanted", de: "nicht mehr gewünscht", fr: "plus voulu")
        case .cannotPay: Translation(en: "cannot pay", de: "kann nicht zahlen", fr: "ne peut payer")
        case .damaged: Translation(en: "damaged", de: "beschädigt", fr: "endommagé")
        case .wrongItem: Translation(en: "wrong article", de: "falscher Artikel", fr: "mauvais article")
        case .wrongLabel: Translation(en: "marked at another price", de: "anders ausgezeichnet", fr: "mal étiqueté")
        case .priceMatch: Translation(en: "cheaper elsewhere", de: "anderswo billiger", fr: "moins cher ailleurs")
        case .staff: Translation(en: "staff", de: "Personal", fr: "personnel")
        case .goodwill: Translation(en: "goodwill", de: "Kulanz", fr: "geste commercial")
        case .change: Translation(en: "change money", de: "Wechselgeld", fr: "monnaie")
        case .safeDrop: Translation(en: "to the safe", de: "in den Tresor", fr: "au coffre")
        case .expense: Translation(en: "an expense", de: "eine Ausgabe", fr: "une dépense")
        case .check: Translation(en: "to check the drawer", de: "Lade prüfen", fr: "vérifier le tiroir")
        case .customerProof:
            Translation(en: "proved by the customer", de: "Kunde weist es nach", fr: "preuve du client")
        case .processorProof:
            Translation(en: "confirmed by the processor", de: "Zahlungsdienst bestätigt", fr: "preuve du prestataire")
        case .miscounted: Translation(en: "miscounted", de: "verzählt", fr: "mal compté")
        case .wrongChange: Translation(en: "wrong change given", de: "falsch herausgegeben", fr: "erreur de rendu")
        case .notBooked:
            Translation(en: "cash moved without a record", de: "Bargeld unverbucht bewegt", fr: "espèces non comptées")
        case .carriedOver:
            Translation(
                en: "tickets left for the next shift", de: "Bons bleiben für die nächste Schicht",
                fr: "tickets laissés au service suivant")
        case .own(let words): Translation(words)
        case .other: Translation(en: "other: say what", de: "anderes: welches", fr: "autre : préciser")
        }
    }
}
