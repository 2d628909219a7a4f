import TenderModel
import TenderSale

/// The texts of the pages.
enum PageText {
    static func reader(_ status: ConnectionStatus) -> Translation {
        switch status {
        case .notConnected: Translation(en: "no reader", de: "kein Leser", fr: "pas de lecteur")
        case .discovering: Translation(en: "looking for readers", de: "suche Leser", fr: "recherche de lecteurs")
        case .connecting: Translation(en: "connecting", de: "verbinde", fr: "connexion")
        case .connected: Translation(en: "reader ready", de: "Leser bereit", fr: "lecteur prêt")
        case .reconnecting: Translation(en: "reader lost", de: "Leser verloren", fr: "lecteur perdu")
        }
    }

    static func gateway(_ isReachable: Bool?) -> Translation {
        switch isReachable {
        case true?: Translation(en: "gateway ready", de: "Gateway bereit", fr: "passerelle prête")
        case false?:
            Translation(en: "gateway unreachable", de: "Gateway unerreichbar", fr: "passerelle injoignable")
        case nil: Translation(en: "gateway not tried", de: "Gateway unversucht", fr: "passerelle non essayée")
        }
    }

    static let customerKeys = Translation(
        en: "You are playing the customer: see the strip; Tab returns to the till",
        de: "Die Tasten gehören jetzt dem Kunden: siehe Leiste, Tab gibt sie zurück",
        fr: "Les touches sont au client : voir la bande, Tab les rend")
    static let customerWords = Translation(
        en: "CU takes \(words)", de: "CU nimmt \(words)", fr: "CU accepte \(words)")
    private static let words = CustomerAct.allCases.map(\.rawValue).joined(separator: ", ")
    static let realCustomer = Translation(
        en: "The reader is a real one: nobody plays its customer", de: "Der Leser ist echt: niemand spielt den Kunden",
        fr: "Le lecteur est réel : personne ne joue le client")
    static let chooseNumber = Translation(
        en: "Type one of the numbers", de: "Eine der Nummern tippen", fr: "Saisir un des numéros")
    static let noSuchLine = Translation(
        en: "There is no such line: 2 chooses line 2, 5.00 refunds that sum",
        de: "Diese Zeile gibt es nicht: 2 wählt Zeile 2, 5,00 gibt den Betrag zurück",
        fr: "Pas de telle ligne : 2 choisit la ligne 2, 5,00 rend cette somme")
    static let chooseReceipt = Translation(
        en: "Type the number of a receipt, or choose one and press Enter",
        de: "Die Nummer eines Belegs tippen, oder einen wählen und Enter",
        fr: "Saisir le numéro d'un reçu, ou en choisir un et Entrée")
    static let nothingSoldHere = Translation(
        en: "Nothing is sold on this screen: Esc goes back", de: "Hier wird nichts verkauft: Esc geht zurück",
        fr: "Rien ne se vend ici : Échap revient")
    static let cashOrCard = Translation(
        en: "Back to the card, or in cash? F4 after the amount is the card, F3 cash",
        de: "Auf die Karte oder bar? F4 nach dem Betrag ist die Karte, F3 bar",
        fr: "Sur la carte ou en espèces ? F4 après le montant : carte, F3 : espèces")
    static let signInFirst = Translation(en: "Sign in first", de: "Zuerst anmelden", fr: "S'identifier d'abord")
    static let readerWords = Translation(
        en: "RD takes find, check or off", de: "RD nimmt find, check oder off", fr: "RD accepte find, check ou off")
    static let nothingUnknown = Translation(
        en: "This ticket has no unknown payment: recall the one that has",
        de: "Keine Zahlung dieses Bons ist ungeklärt: zuerst den Bon abrufen",
        fr: "Aucun paiement inconnu sur ce ticket : le reprendre d'abord")
    static let chooseUnclaimed = Translation(
        en: "Choose an approved payment without a ticket: UR lists them",
        de: "Eine Genehmigung ohne Bon wählen: UR listet sie",
        fr: "Choisir une acceptation qu'aucun ticket n'attend : UR les liste")
    static let managerNeeded = Translation(
        en: "Only a manager who is signed in may do this", de: "Das braucht eine angemeldete Leitung",
        fr: "Il faut un responsable identifié")
    static let noTip = Translation(en: "No tip", de: "Kein Trinkgeld", fr: "Pas de pourboire")
    static let tipNoted = Translation(
        en: "The tip is added to the next payment", de: "Das Trinkgeld kommt zur nächsten Zahlung",
        fr: "Le pourboire s'ajoute au prochain paiement")
    static let cancelAsked = Translation(
        en: "Asked to stop: wait for the outcome; it may still be paid",
        de: "Abbruch verlangt: das Ergebnis kommt noch, wie es auch sei",
        fr: "Arrêt demandé : le résultat viendra, quel qu'il soit")
    static let unclaimed = Translation(
        en: "An approved payment without a ticket was found: UR shows it",
        de: "Eine Genehmigung ohne Bon wurde gefunden: UR zeigt sie",
        fr: "Une acceptation sans ticket a été trouvée : UR la montre")
    static let nothingFound = Translation(en: "Nothing found", de: "Nichts gefunden", fr: "Rien trouvé")
    static let nothingParked = Translation(en: "Nothing is parked", de: "Nichts ist geparkt", fr: "Rien en attente")
    static let drawerOpened = Translation(en: "Drawer opened", de: "Lade geöffnet", fr: "Tiroir ouvert")
    static let cardIsAsked = Translation(
        en: "A card payment is running: wait for its outcome", de: "Eine Karte ist dran: ihr Ergebnis abwarten",
        fr: "Une carte est demandée : attendre son résultat")
    static let parkTheUnknown = Translation(
        en: "Nobody knows whether the card was charged: F7 parks the ticket, then serve the next customer",
        de: "Unbekannt, ob die Karte zahlte: F7 parkt den Bon, dann geht der nächste",
        fr: "On ne sait pas si la carte a payé : F7 met en attente, puis le suivant")

    static func learned(of label: String, _ outcome: LegOutcome) -> Translation {
        switch outcome {
        case .settled, .offline:
            Translation(
                en: "\(label): the card was charged. F8 recalls the ticket",
                de: "\(label): die Karte hat gezahlt. F8 ruft ab",
                fr: "\(label) : la carte a payé. F8 reprend le ticket")
        case .declined, .canceled:
            Translation(
                en: "\(label): nothing was taken from the card. F8 recalls the ticket",
                de: "\(label): die Karte wurde nicht belastet. F8 ruft ab",
                fr: "\(label) : la carte n'a pas été débitée. F8 reprend le ticket")
        case .unknown:
            Translation(
                en: "\(label): still unknown", de: "\(label): weiter unbekannt", fr: "\(label) : toujours inconnu")
        }
    }

    static func tooMuchChange(_ change: Amount, _ language: TillLanguage) -> Translation {
        let sum = AmountText.text(change, language)
        return Translation(
            en: "That would be \(sum) in change: type the cash given again",
            de: "Das wären \(sum) Rückgeld: Gegebenes noch einmal tippen",
            fr: "Cela ferait \(sum) à rendre : ressaisir le montant reçu")
    }

    /// Returns what F2 does next, and what it would record: the difference for those who may know it, the count for the
    /// others.
    static func closeQuestion(
        _ difference: Amount?, counted: Amount, _ unresolved: Int, _ language: TillLanguage
    ) -> Translation {
        let open = unresolved == 0 ? nil : self.unresolved(unresolved)
        let sum = AmountText.text(difference ?? counted, language)
        func facts(_ seeing: String, _ blind: String, _ language: TillLanguage) -> String {
            "\(difference == nil ? blind : seeing) \(sum)" + (open.map { ", " + $0.text(language) } ?? "")
        }
        return Translation(
            en: "\(facts("Difference", "Counted", .english)). F2 again closes; Esc goes back",
            de: "\(facts("Differenz", "Gezählt", .german)). F2 noch einmal schließt; Esc zurück",
            fr: "\(facts("Écart", "Compté", .french)). F2 encore clôt ; Échap revient")
    }

    /// Returns what needs an explanation on a Z report.
    static func whatDiffers(_ difference: Amount?, _ parked: Int, _ language: TillLanguage) -> Translation {
        let sum = difference.map { AmountText.text($0, language) } ?? "?"
        let left = parked == 0 ? nil : parkedTickets(parked)
        func facts(_ word: String, _ language: TillLanguage) -> String {
            "\(word) \(sum)" + (left.map { ", " + $0.text(language) } ?? "")
        }
        return Translation(
            en: facts("Difference", .english), de: facts("Differenz", .german), fr: facts("Écart", .french))
    }

    static func parkedTickets(_ count: Int) -> Translation {
        Translation(en: "\(count) parked", de: "\(count) geparkt", fr: "\(count) en attente")
    }

    static let storedOffline = Translation(
        en: "Stored offline: not authorized yet", de: "Offline gespeichert: noch von niemandem genehmigt",
        fr: "Stocké hors ligne : pas encore autorisé")

    static func diskFull(_ loss: TillLoss) -> Translation {
        switch loss {
        case .ticket:
            Translation(
                en: "The disk is full: the ticket is as shown, but a restart would lose the last change. "
                    + "Free some space, then go on",
                de: "Die Platte ist voll: der Bon ist wie gezeigt, doch ein Neustart verlöre die letzte Änderung. "
                    + "Platz schaffen, dann weiter",
                fr: "Le disque est plein : le ticket est comme affiché, mais un redémarrage perdrait le dernier "
                    + "changement. Libérer de la place, puis continuer")
        case .receipt:
            Translation(
                en: "The disk is full: the ticket is booked, but its receipt was not kept for a reprint. "
                    + "Free some space, then go on",
                de: "Die Platte ist voll: der Bon ist gebucht, doch sein Beleg nicht für einen Nachdruck verwahrt. "
                    + "Platz schaffen, dann weiter",
                fr: "Le disque est plein : le ticket est compté, mais son reçu n'est pas gardé pour un duplicata. "
                    + "Libérer de la place, puis continuer")
        }
    }

    static let refundUnknown = Translation(
        en: "Nobody knows yet whether it was refunded: GB asks again",
        de: "Noch unbekannt, ob das Geld zurückging: GB fragt erneut",
        fr: "On ne sait pas encore si l'argent est rendu : GB redemande")
    static func notRefunded(_ cause: StopCause?) -> Translation {
        let why = cause.map(why)
        return Translation(
            en: "Nothing was refunded: the payment stands. \(why?.text(.english) ?? "")",
            de: "Nichts wurde erstattet: die Zahlung gilt. \(why?.text(.german) ?? "")",
            fr: "Rien n'est remboursé : le paiement tient. \(why?.text(.french) ?? "")")
    }

    static let restart = Translation(
        en: "end the till (F10) and start it again", de: "Kasse beenden (F10) und neu starten",
        fr: "quitter (F10) et relancer la caisse")
    static let scanWhileCounting = Translation(
        en: "the drawer is being counted", de: "die Lade wird gezählt", fr: "le tiroir est compté")
    static let scanWhileCharging = Translation(
        en: "a card payment is running", de: "eine Karte ist dran", fr: "une carte est demandée")
    static let scanWhileAsked = Translation(
        en: "answer the question first", de: "zuerst die Frage beantworten", fr: "répondre d'abord à la question")
    static let scanWhileClosed = Translation(
        en: "nobody is signed in", de: "niemand ist angemeldet", fr: "personne n'est connecté")
    static let scanWhileLocked = Translation(
        en: "the till is locked", de: "die Kasse ist gesperrt", fr: "la caisse est verrouillée")
    static let scanWhileSmall = Translation(
        en: "the window was too small", de: "das Fenster war zu klein", fr: "la fenêtre était trop petite")

    static func unsold(_ count: Int) -> Translation {
        Translation(en: "\(count) not sold", de: "\(count) nicht verkauft", fr: "\(count) non vendus")
    }

    /// Returns a line about a scan that sold nothing.
    static func notSold(_ scan: UnsoldScan) -> Translation {
        let code = "'\(shown(code: scan.code))'"
        return Translation(
            en: "NOT SOLD \(code): \(scan.reason)", de: "NICHT VERKAUFT \(code): \(scan.reason)",
            fr: "NON VENDU \(code) : \(scan.reason)")
    }

    static func seen(andMore count: Int) -> Translation {
        let more = count == 0 ? ("", "", "") : ("; \(count) more", "; \(count) weitere", " ; \(count) autres")
        return Translation(en: "Esc: seen" + more.0, de: "Esc: gesehen" + more.1, fr: "Échap : vu" + more.2)
    }

    /// Returns a code as scanned; a possible card number is masked, except for an article number with a valid check
    /// digit of its own.
    private static func shown(code: String) -> String {
        let digits = code.utf8.compactMap { (48...57).contains($0) ? Int($0) - 48 : nil }
        guard digits.count == 13, code.utf8.count == 13 else { return CardNumbers.masked(code) }
        let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
        return sum.isMultiple(of: 10) ? code : CardNumbers.masked(code)
    }

    /// Returns the reason that a scan sold nothing; its code is shown separately.
    static func refusalOfScan(_ refusal: RegisterRefusal) -> Translation {
        guard case .unknownCode = refusal else { return self.refusal(refusal) }
        return Translation(en: "no such article", de: "kein solcher Artikel", fr: "article inconnu")
    }

    static func heldByReceipt(_ payment: AcceptedPayment) -> Translation {
        let number = payment.receipt
        return payment.state == .unknown
            ? Translation(
                en: "Receipt \(number) holds this payment: wait for its outcome, then RF \(number) refunds it",
                de: "Bon \(number) zählt diese Zahlung: warten, bis sie geklärt ist, dann gibt RF \(number) sie zurück",
                fr: "Le ticket \(number) compte ce paiement : attendre la réponse, puis RF \(number) le rend")
            : Translation(
                en: "Nothing was paid here that could be refunded: AK acknowledges it",
                de: "Hier wurde nichts gezahlt, was zurückgehen könnte: AK, wenn es angesehen ist",
                fr: "Rien n'a été payé ici qui puisse être rendu : AK une fois vu")
    }

    static func stillUnknown(_ receipt: Int) -> Translation {
        Translation(
            en: "Nobody knows yet whether receipt \(receipt) was paid: it stays listed until then",
            de: "Noch unbekannt, ob Bon \(receipt) bezahlt wurde: bis dahin bleibt er gelistet",
            fr: "On ne sait pas encore si le ticket \(receipt) est payé : il reste listé")
    }

    static func receipt(_ number: Int) -> Translation {
        Translation(en: "receipt \(number)", de: "Beleg \(number)", fr: "reçu \(number)")
    }

    static let acceptedUnknown = Translation(en: "accepted", de: "angenommen", fr: "pris, inconnu")
    static let neverPaid = Translation(
        en: "never paid", de: "nie bezahlt", fr: "jamais payé")
    static let lossAcknowledged = Translation(
        en: "The loss is acknowledged", de: "Der Verlust ist zur Kenntnis genommen", fr: "La perte est constatée")
    static func refundOf(_ amount: String) -> Translation {
        Translation(en: "Refund \(amount)", de: "\(amount) zurückgeben", fr: "Rendre \(amount)")
    }

    static let wrongPIN = Translation(en: "Wrong PIN", de: "Falsche PIN", fr: "Code erroné")
    static let wrongPINAndMore = Translation(
        en: "Wrong PIN: what was typed after it was dropped", de: "Falsche PIN: danach Getipptes wurde verworfen",
        fr: "Code erroné : la suite de la saisie est ignorée")
    static let notTaken = Translation(
        en: "The till is busy: the last keys were dropped", de: "Die Kasse ist beschäftigt: letzte Tasten verworfen",
        fr: "La caisse est occupée : dernières touches ignorées")
    static let typedAheadDropped = Translation(
        en: "The keys typed ahead were dropped", de: "Vorausgetipptes wurde verworfen",
        fr: "La saisie anticipée est abandonnée")

    static let notPrinted = Translation(en: "not printed", de: "nicht gedruckt", fr: "non imprimé")

    static func unresolved(_ count: Int) -> Translation {
        Translation(en: "\(count) unresolved", de: "\(count) ungeklärt", fr: "\(count) non résolus")
    }

    static func offline(_ count: Int) -> Translation {
        Translation(en: "\(count) offline", de: "\(count) offline", fr: "\(count) hors ligne")
    }

    static func tooManyPINs(_ seconds: Int64) -> Translation {
        Translation(
            en: "Too many wrong PINs: try again in \(seconds) s",
            de: "Zu viele falsche PINs: gesperrt für \(seconds) s",
            fr: "Trop de codes erronés : bloqué pour \(seconds) s")
    }

    static func shiftOpened(_ number: Int) -> Translation {
        Translation(en: "Shift \(number) is open", de: "Schicht \(number) ist offen", fr: "Service \(number) ouvert")
    }

    static func acceptedKnown(
        _ receipt: Int, _ amount: Amount, isPaid: Bool, _ language: TillLanguage
    ) -> Translation {
        let sum = AmountText.text(amount, language)
        return isPaid
            ? Translation(
                en: "Receipt \(receipt), accepted without proof: \(sum) was paid",
                de: "Bon \(receipt), unbewiesen angenommen: \(sum) wurde bezahlt",
                fr: "Ticket \(receipt), pris sans preuve : \(sum) a été payé")
            : Translation(
                en: "Receipt \(receipt), accepted without proof: \(sum) was never paid",
                de: "Bon \(receipt), unbewiesen angenommen: \(sum) wurde nie bezahlt",
                fr: "Ticket \(receipt), pris sans preuve : \(sum) n'a jamais été payé")
    }

    static func offlineLost(_ receipt: Int, _ amount: Amount, _ language: TillLanguage) -> Translation {
        let sum = AmountText.text(amount, language)
        return Translation(
            en: "Receipt \(receipt), stored offline: \(sum) was never paid. F9, then AK",
            de: "Bon \(receipt), offline gespeichert: \(sum) wurde nie bezahlt. F9, dann AK",
            fr: "Ticket \(receipt), hors ligne : \(sum) n'a jamais été payé. F9, puis AK")
    }

    static let lost = Translation(
        en: "A sale that was stored offline was never paid: UR shows it",
        de: "Ein offline gespeicherter Verkauf wurde nie bezahlt: UR zeigt ihn",
        fr: "Une vente stockée hors ligne n'a jamais été payée : UR la montre")

    static func shiftClosed(_ number: Int) -> Translation {
        Translation(
            en: "Z \(number): the shift is closed", de: "Z \(number): Schicht abgeschlossen",
            fr: "Z \(number) : service clos")
    }

    static func parked(_ label: String) -> Translation {
        Translation(en: "Parked as \(label)", de: "Geparkt als \(label)", fr: "En attente : \(label)")
    }
}
