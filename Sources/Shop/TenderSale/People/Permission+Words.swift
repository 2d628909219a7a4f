extension Permission {
    /// The permission in words for screens and paper, which never show its name in the program.
    public var words: Translation {
        switch self {
        case .voidLine: Translation(en: "Void a line", de: "Zeilenstorno", fr: "Annuler une ligne")
        case .cancelTicket: Translation(en: "Cancel the ticket", de: "Bon abbrechen", fr: "Abandonner le ticket")
        case .overridePrice: Translation(en: "Change the price", de: "Preis ändern", fr: "Changer le prix")
        case .discount: Translation(en: "Discount", de: "Rabatt", fr: "Remise")
        case .discountAboveLimit:
            Translation(en: "Discount above the limit", de: "Rabatt über der Grenze", fr: "Remise au-delà de la limite")
        case .refund: Translation(en: "Refund", de: "Rückgabe", fr: "Rembourser")
        case .voidSale: Translation(en: "Void a sale", de: "Verkauf stornieren", fr: "Annuler une vente")
        case .openDrawer: Translation(en: "Open the drawer", de: "Lade öffnen", fr: "Ouvrir le tiroir")
        case .payIn: Translation(en: "Paid in", de: "Einlage", fr: "Apport")
        case .payOut: Translation(en: "Paid out", de: "Entnahme", fr: "Retrait")
        case .reprint: Translation(en: "Reprint", de: "Nachdruck", fr: "Réimprimer")
        case .openShift: Translation(en: "Open a shift", de: "Schicht öffnen", fr: "Ouvrir un service")
        case .readReport: Translation(en: "X report", de: "X-Bericht", fr: "Rapport X")
        case .closeShift: Translation(en: "Close the shift", de: "Schicht schließen", fr: "Clore le service")
        case .acceptUnknown:
            Translation(en: "Accept an unknown payment", de: "Ungeklärte Zahlung annehmen", fr: "Accepter un inconnu")
        case .resolvePayment: Translation(en: "Resolve a payment", de: "Zahlung klären", fr: "Résoudre un paiement")
        case .manageOffline: Translation(en: "Offline payments", de: "Offline-Zahlungen", fr: "Paiements hors ligne")
        case .manageReader: Translation(en: "The reader", de: "Der Leser", fr: "Le lecteur")
        case .managePeople: Translation(en: "People", de: "Personal", fr: "Personnel")
        case .train: Translation(en: "Training", de: "Schulung", fr: "Formation")
        }
    }
}
