import TenderSale

/// The hints for what to do next, in the message line.
extension PageText {
    /// Returns the hint; `nil` for the default.
    static func hint(_ till: Till) -> Translation? {
        if till.pinEntry != nil {
            return Translation(
                en: "Type the PIN and Enter; Esc goes back", de: "PIN tippen und Enter; Esc geht zurück",
                fr: "Saisir le code et Entrée ; Échap revient")
        }
        if till.isLocked { return typeNumber }
        if let question = till.question { return hint(question) }
        switch till.page {
        case .starting, .signIn, .count, .sale: return hintOfWork(till)
        case .tender, .card, .result, .unknown: return hintOfPaying(till)
        case .consent, .saved: return hintOfSaving(till.page)
        default: return hintOfList(till.page)
        }
    }

    private static let typeNumber = Translation(
        en: "Type the number, then the PIN", de: "Nummer tippen, dann die PIN",
        fr: "Saisir le numéro, puis le code")

    private static func hint(_ question: RegisterQuestion) -> Translation {
        switch question {
        case .manager:
            Translation(
                en: "Type the manager's number, then the PIN", de: "Nummer der Leitung tippen, dann die PIN",
                fr: "Numéro du responsable, puis le code")
        case .price:
            Translation(
                en: "Type the price of one, such as 12.50; Esc sells nothing",
                de: "Den Preis für eins tippen, wie 12,50; Esc verkauft nichts",
                fr: "Saisir le prix d'une pièce, comme 12,50 ; Échap ne vend rien")
        case .reason:
            Translation(
                en: "Type the number of the reason; a few words may follow", de: "Nummer tippen; Worte dürfen folgen",
                fr: "Saisir le numéro ; des mots peuvent suivre")
        }
    }

    private static func hintOfWork(_ till: Till) -> Translation? {
        switch till.page {
        case .starting: return Translation(en: "A moment, please", de: "Einen Moment, bitte", fr: "Un instant")
        case .signIn: return typeNumber
        case .count(let entry):
            let ending =
                entry.purpose == .opening
                ? Translation(en: "F2 opens the shift", de: "F2 öffnet die Schicht", fr: "F2 ouvre le service")
                : Translation(en: "F2 closes the shift", de: "F2 schließt die Schicht", fr: "F2 clôt le service")
            return Translation(
                en: "\(ending.text(.english)); 12 Enter counts the row, 3*0.50 another",
                de: "\(ending.text(.german)); 12 Enter zählt die Zeile, 3*0,50 eine andere",
                fr: "\(ending.text(.french)) ; 12 Entrée compte la ligne, 3*0,50 une autre")
        default: break
        }
        guard till.register.ticket != nil else { return nil }
        return Translation(
            en: "Keep scanning, F2 to pay, F5 voids the chosen line; ? lists all",
            de: "Weiter scannen, F2 zum Bezahlen, F5 storniert die Zeile; ? listet alles",
            fr: "Continuer, F2 pour payer, F5 retire la ligne ; ? liste tout")
    }

    private static func hintOfPaying(_ till: Till) -> Translation? {
        switch till.page {
        case .tender where till.register.ticket?.kind == .sale:
            Translation(
                en: "F3 cash, F4 card; an amount before the key pays part",
                de: "F3 bar, F4 Karte; ein Betrag vor der Taste zahlt einen Teil",
                fr: "F3 espèces, F4 carte ; un montant avant la touche paie une part")
        case .tender:
            Translation(
                en: "F3 cash, F4 card; F6 cancels the refund", de: "F3 bar, F4 Karte; F6 verwirft die Rückgabe",
                fr: "F3 espèces, F4 carte ; F6 abandonne")
        case .card where till.charge?.method == .link && till.charge?.isRefund == false:
            Translation(
                en: "The customer pays on a phone; Esc closes the page",
                de: "Bezahlt wird auf dem Telefon; Esc schließt die Seite",
                fr: "Le client paie sur son téléphone ; Échap ferme la page")
        case .result where till.isCustomersTurn:
            Translation(
                en: "You are still the customer: R removes the card",
                de: "Sie sind noch der Kunde: R entfernt die Karte",
                fr: "Vous êtes encore le client : R retire la carte")
        case .card where till.isCustomersTurn && till.customer?.acts.contains(.enterPIN) == true:
            Translation(
                en: "You are the customer: I inserts the card, P enters the PIN; Esc is the cashier's",
                de: "Sie spielen den Kunden: I steckt die Karte, P tippt die PIN; Esc gehört der Kasse",
                fr: "Vous jouez le client : I insère la carte, P saisit le code ; Échap est au caissier")
        case .card where till.isCustomersTurn:
            Translation(
                en: "You are the customer now: T taps the card, I inserts it; Esc is still the cashier's",
                de: "Sie spielen jetzt den Kunden: T hält die Karte hin, I steckt sie; Esc gehört der Kasse",
                fr: "Vous jouez le client : T présente la carte, I l'insère ; Échap est au caissier")
        case .card where till.setup.hasCustomer: tabToPlay
        case .card: Translation(en: "Wait for the card", de: "Auf die Karte warten", fr: "Attendre la carte")
        case .result(let result): afterwards(result)
        case .unknown:
            Translation(
                en: "Enter asks now, F7 parks the ticket", de: "Enter fragt sofort, F7 parkt den Bon",
                fr: "Entrée redemande, F7 met en attente")
        default: nil
        }
    }

    private static func hintOfList(_ page: TillPage) -> Translation? {
        switch page {
        case .paper:
            Translation(
                en: "Arrows scroll, Esc leaves", de: "Pfeile blättern, Esc verlässt",
                fr: "Flèches défilent, Échap quitte")
        case .products:
            Translation(
                en: "Enter sells the chosen one, Esc leaves", de: "Enter verkauft den gewählten, Esc verlässt",
                fr: "Entrée vend l'article choisi, Échap quitte")
        case .tips:
            Translation(
                en: "Enter takes the chosen one; 200TP another tip, Esc leaves",
                de: "Enter nimmt das gewählte; 200TP ein anderes, Esc verlässt",
                fr: "Entrée prend le choix ; 200TP un autre, Échap quitte")
        case .applications:
            Translation(
                en: "The customer chooses: number or arrows, then Enter; Esc stops the payment",
                de: "Der Kunde wählt: Nummer oder Pfeile, dann Enter; Esc bricht die Zahlung ab",
                fr: "Le client choisit : numéro ou flèches, puis Entrée ; Échap arrête le paiement")
        case .parked:
            Translation(
                en: "Enter recalls the chosen one, Esc leaves", de: "Enter ruft den gewählten ab, Esc verlässt",
                fr: "Entrée reprend le ticket choisi, Échap quitte")
        case .tickets:
            Translation(
                en: "Enter chooses, or type the receipt's number", de: "Enter wählt, oder die Belegnummer tippen",
                fr: "Entrée choisit, ou saisir le numéro du reçu")
        case .refund:
            Translation(
                en: "F2 continues; Enter marks a line (no mark: all), 5.00 refunds that sum",
                de: "F2 geht weiter; Enter markiert eine Zeile (ohne Marke: alles), 5,00 gibt den Betrag zurück",
                fr: "F2 continue ; Entrée marque une ligne (sans marque : tout), 5,00 rend cette somme")
        case .unresolved:
            Translation(
                en: "Enter asks again; AK: acknowledge, GB: refund, AC reference: accept",
                de: "Enter fragt erneut; AK: angesehen, GB: zurückgeben, AC Beleg: annehmen",
                fr: "Entrée redemande ; AK : vu, GB : rendre, AC référence : accepter")
        case .offline:
            Translation(
                en: "Enter sends now, Esc leaves", de: "Enter sendet jetzt, Esc verlässt",
                fr: "Entrée envoie, Échap quitte")
        case .reader:
            Translation(
                en: "Enter connects the chosen one; RD find, RD check, RD off",
                de: "Enter verbindet den gewählten; RD find, RD check, RD off",
                fr: "Entrée connecte le choisi ; RD find, RD check, RD off")
        case .reports:
            Translation(
                en: "Enter shows the chosen one, Esc leaves", de: "Enter zeigt den gewählten, Esc verlässt",
                fr: "Entrée montre le choisi, Échap quitte")
        default: nil
        }
    }
}
