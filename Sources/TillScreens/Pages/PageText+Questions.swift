import TenderSale

/// The words of questions.
extension PageText {
    static func permission(_ permission: Permission) -> Translation {
        switch permission {
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

    static let priceOfOne = Translation(en: "price of one?", de: "Preis für eins?", fr: "prix d'une pièce ?")
    static let sell = Translation(en: "sell", de: "verkaufen", fr: "vendre")

    static func reason(_ reason: ReasonCode) -> Translation {
        switch reason {
        case .mistyped: Translation(en: "rung up by mistake", de: "vertippt", fr: "erreur de saisie")
        case .changedMind: Translation(en: "not wanted any more", de: "nicht mehr gewünscht", fr: "plus voulu")
        case .cannotPay: Translation(en: "cannot pay", de: "kann nicht zahlen", fr: "ne peut payer")
        case .damaged: Translation(en: "damaged", de: "beschädigt", fr: "endommagé")
        case .wrongItem: Translation(en: "wrong article", de: "falscher Artikel", fr: "mauvais article")
        case .wrongLabel: Translation(en: "marked with another price", de: "anders ausgezeichnet", fr: "mal étiqueté")
        case .priceMatch: Translation(en: "cheaper elsewhere", de: "anderswo billiger", fr: "moins cher ailleurs")
        case .staff: Translation(en: "staff", de: "Personal", fr: "personnel")
        case .goodwill: Translation(en: "goodwill", de: "Kulanz", fr: "geste commercial")
        case .change: Translation(en: "change money", de: "Wechselgeld", fr: "monnaie")
        case .safeDrop: Translation(en: "to the safe", de: "in den Tresor", fr: "au coffre")
        case .expense: Translation(en: "an expense", de: "eine Ausgabe", fr: "une dépense")
        case .check: Translation(en: "to look into the drawer", de: "Lade prüfen", fr: "vérifier le tiroir")
        case .customerProof:
            Translation(en: "the customer proves it", de: "Kunde weist es nach", fr: "preuve du client")
        case .processorProof:
            Translation(en: "the processor told it", de: "Zahlungsdienst bestätigt", fr: "preuve du prestataire")
        case .miscounted: Translation(en: "counted wrong", de: "verzählt", fr: "mal compté")
        case .wrongChange:
            Translation(en: "wrong change was given", de: "falsch herausgegeben", fr: "erreur de rendu")
        case .notBooked:
            Translation(en: "cash was moved unbooked", de: "Bargeld unverbucht bewegt", fr: "espèces non comptées")
        case .carriedOver:
            Translation(
                en: "tickets are left for the next shift", de: "Bons bleiben für die nächste Schicht",
                fr: "tickets laissés au service suivant")
        case .own(let words): Translation(en: words, de: words, fr: words)
        case .other: Translation(en: "other: say what", de: "anderes: welches", fr: "autre : préciser")
        }
    }

    static func act(_ act: CustomerAct, _ customer: CustomerCondition) -> Translation {
        switch act {
        case .tap: Translation(en: "tap", de: "halten", fr: "sans contact")
        case .insert: Translation(en: "insert", de: "stecken", fr: "insérer")
        case .swipe: Translation(en: "swipe", de: "ziehen", fr: "glisser")
        case .remove: Translation(en: "remove", de: "entfernen", fr: "retirer")
        case .nextCard: Translation(en: "next card", de: "nächste Karte", fr: "carte suivante")
        case .cancel: Translation(en: "cancel on reader", de: "Abbruch am Leser", fr: "annuler au lecteur")
        case .unplug:
            customer.isPluggedIn
                ? Translation(en: "unplug reader", de: "Leser ausstecken", fr: "débrancher")
                : Translation(en: "plug reader in", de: "Leser einstecken", fr: "rebrancher")
        case .network:
            customer.network == .broken
                ? Translation(en: "mend network", de: "Netz reparieren", fr: "réparer le réseau")
                : Translation(en: "break network", de: "Netz trennen", fr: "couper le réseau")
        case .loseAnswer: Translation(en: "lose the answer", de: "Antwort verlieren", fr: "perdre la réponse")
        }
    }
}
