import TenderModel
import TenderSale

/// The words of questions.
extension PageText {
    static let priceOfOne = Translation(en: "unit price?", de: "Preis für eins?", fr: "prix d'une pièce ?")
    static let application = Translation(en: "application", de: "Anwendung", fr: "application")
    static let anotherCard = Translation(en: "no, with another card", de: "nein, andere Karte", fr: "non, autre carte")

    /// Returns what the customer is asked about a card's applications.
    static func question(_ question: ApplicationQuestion) -> Translation {
        switch (question.kind, question.isAgain) {
        case (.choice, false):
            Translation(en: "How would you like to pay?", de: "Womit möchten Sie zahlen?", fr: "Comment payer ?")
        case (.choice, true):
            Translation(
                en: "That did not work: how would you like to pay?", de: "Das ging nicht: womit möchten Sie zahlen?",
                fr: "Échec : comment payer ?")
        case (.confirmation, _): Translation(en: "Pay with this?", de: "Damit zahlen?", fr: "Payer avec ?")
        }
    }

    static let sell = Translation(en: "sell", de: "verkaufen", fr: "vendre")
    static let sellNothing = Translation(en: "do not sell it", de: "nicht verkaufen", fr: "ne pas vendre")

    /// Returns what Esc leaves as it is, so that nobody takes it for the act itself.
    static func keeping(_ permission: Permission) -> Translation {
        switch permission {
        case .voidLine: Translation(en: "keep the line", de: "Zeile behalten", fr: "garder la ligne")
        case .cancelTicket: Translation(en: "keep the ticket", de: "Bon behalten", fr: "garder le ticket")
        case .overridePrice: Translation(en: "keep the price", de: "Preis behalten", fr: "garder le prix")
        case .discount, .discountAboveLimit: Translation(en: "no discount", de: "kein Rabatt", fr: "pas de remise")
        case .refund: Translation(en: "no refund", de: "keine Rückgabe", fr: "pas de remboursement")
        case .voidSale: Translation(en: "keep the payment", de: "Zahlung behalten", fr: "garder le paiement")
        case .openDrawer: Translation(en: "leave it shut", de: "zu lassen", fr: "laisser fermé")
        case .payIn, .payOut: Translation(en: "move no cash", de: "kein Geld bewegen", fr: "ne rien déplacer")
        case .reprint: Translation(en: "no reprint", de: "kein Nachdruck", fr: "pas de duplicata")
        case .openShift: Translation(en: "do not open one", de: "nicht öffnen", fr: "ne pas ouvrir")
        case .readReport: Translation(en: "no report", de: "kein Bericht", fr: "pas de rapport")
        case .closeShift: Translation(en: "keep the shift open", de: "Schicht offen lassen", fr: "garder le service")
        case .acceptUnknown: Translation(en: "do not accept it", de: "nicht annehmen", fr: "ne pas accepter")
        case .resolvePayment: Translation(en: "leave it open", de: "offen lassen", fr: "laisser ouvert")
        case .manageOffline, .manageReader, .managePeople, .train:
            Translation(en: "change nothing", de: "nichts ändern", fr: "ne rien changer")
        }
    }

    static func act(_ act: CustomerAct, _ customer: CustomerCondition) -> Translation {
        switch act {
        case .tap: Translation(en: "tap", de: "halten", fr: "sans contact")
        case .insert: Translation(en: "insert", de: "stecken", fr: "insérer")
        case .swipe: Translation(en: "swipe", de: "ziehen", fr: "glisser")
        case .remove: Translation(en: "remove", de: "entfernen", fr: "retirer")
        case .enterPIN: Translation(en: "enter PIN", de: "PIN eingeben", fr: "saisir le code")
        case .enterWrongPIN: Translation(en: "enter wrong PIN", de: "falsche PIN", fr: "code faux")
        case .nextCard: Translation(en: "next card", de: "nächste Karte", fr: "carte suivante")
        case .cancel: Translation(en: "cancel on reader", de: "Abbruch am Leser", fr: "annuler au lecteur")
        case .unplug:
            customer.isPluggedIn
                ? Translation(en: "unplug reader", de: "Leser ausstecken", fr: "débrancher")
                : Translation(en: "plug reader in", de: "Leser einstecken", fr: "rebrancher")
        case .network:
            customer.network == .broken
                ? Translation(en: "fix network", de: "Netz reparieren", fr: "réparer le réseau")
                : Translation(en: "cut network", de: "Netz trennen", fr: "couper le réseau")
        case .loseAnswer: Translation(en: "lose the answer", de: "Antwort verlieren", fr: "perdre la réponse")
        }
    }
}
