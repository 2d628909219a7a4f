extension Permission {
    /// Returns the permission in words for screens and paper, which never show its name in the program.
    public func words(in language: ReceiptLocale.Language) -> String {
        switch language {
        case .english: words.english
        case .german: words.german
        case .french: words.french
        }
    }

    private var words: (english: String, german: String, french: String) {
        switch self {
        case .voidLine: ("Void a line", "Zeilenstorno", "Annuler une ligne")
        case .cancelTicket: ("Cancel the ticket", "Bon abbrechen", "Abandonner le ticket")
        case .overridePrice: ("Change the price", "Preis ändern", "Changer le prix")
        case .discount: ("Discount", "Rabatt", "Remise")
        case .discountAboveLimit: ("Discount above the limit", "Rabatt über der Grenze", "Remise au-delà de la limite")
        case .refund: ("Refund", "Rückgabe", "Rembourser")
        case .voidSale: ("Void a sale", "Verkauf stornieren", "Annuler une vente")
        case .openDrawer: ("Open the drawer", "Lade öffnen", "Ouvrir le tiroir")
        case .payIn: ("Paid in", "Einlage", "Apport")
        case .payOut: ("Paid out", "Entnahme", "Retrait")
        case .reprint: ("Reprint", "Nachdruck", "Réimprimer")
        case .openShift: ("Open a shift", "Schicht öffnen", "Ouvrir un service")
        case .readReport: ("X report", "X-Bericht", "Rapport X")
        case .closeShift: ("Close the shift", "Schicht schließen", "Clore le service")
        case .acceptUnknown: ("Accept an unknown payment", "Ungeklärte Zahlung annehmen", "Accepter un inconnu")
        case .resolvePayment: ("Resolve a payment", "Zahlung klären", "Résoudre un paiement")
        case .manageOffline: ("Offline payments", "Offline-Zahlungen", "Paiements hors ligne")
        case .manageReader: ("The reader", "Der Leser", "Le lecteur")
        case .managePeople: ("People", "Personal", "Personnel")
        case .train: ("Training", "Schulung", "Formation")
        }
    }
}
