extension ReasonCode {
    /// Returns the reason in words for screens and paper, which never show its name in the program.
    public func words(in language: ReceiptLocale.Language) -> String {
        switch language {
        case .english: words.english
        case .german: words.german
        case .french: words.french
        }
    }

    /// Returns a stored reason, a name perhaps followed by the cashier's words, for people to read.
    static func words(ofStored text: String, in language: ReceiptLocale.Language) -> String {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let code = ReasonCode(rawValue: parts.first.map { String($0) } ?? "")
        // An act that needs no reason is itself named, and the shop's own words stay as written.
        if case .own = code { return Permission(rawValue: text)?.words(in: language) ?? text }
        let own = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        if own.isEmpty { return code.words(in: language) }
        return code == .other ? own : code.words(in: language) + ": " + own
    }

    private var words: (english: String, german: String, french: String) {
        switch self {
        case .mistyped: ("rung up by mistake", "vertippt", "erreur de saisie")
        case .changedMind: ("no longer wanted", "nicht mehr gewünscht", "plus voulu")
        case .cannotPay: ("cannot pay", "kann nicht zahlen", "ne peut payer")
        case .damaged: ("damaged", "beschädigt", "endommagé")
        case .wrongItem: ("wrong article", "falscher Artikel", "mauvais article")
        case .wrongLabel: ("marked at another price", "anders ausgezeichnet", "mal étiqueté")
        case .priceMatch: ("cheaper elsewhere", "anderswo billiger", "moins cher ailleurs")
        case .staff: ("staff", "Personal", "personnel")
        case .goodwill: ("goodwill", "Kulanz", "geste commercial")
        case .change: ("change money", "Wechselgeld", "monnaie")
        case .safeDrop: ("to the safe", "in den Tresor", "au coffre")
        case .expense: ("an expense", "eine Ausgabe", "une dépense")
        case .check: ("to check the drawer", "Lade prüfen", "vérifier le tiroir")
        case .customerProof: ("proved by the customer", "Kunde weist es nach", "preuve du client")
        case .processorProof: ("confirmed by the processor", "Zahlungsdienst bestätigt", "preuve du prestataire")
        case .miscounted: ("miscounted", "verzählt", "mal compté")
        case .wrongChange: ("wrong change given", "falsch herausgegeben", "erreur de rendu")
        case .notBooked: ("cash moved without a record", "Bargeld unverbucht bewegt", "espèces non comptées")
        case .carriedOver:
            (
                "tickets left for the next shift", "Bons bleiben für die nächste Schicht",
                "tickets laissés au service suivant"
            )
        case .own(let words): (words, words, words)
        case .other: ("other: say what", "anderes: welches", "autre : préciser")
        }
    }
}
