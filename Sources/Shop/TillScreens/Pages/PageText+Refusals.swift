import TenderSale

/// The reasons for refusals in words; those that cashiers rarely meet stay in English.
extension PageText {
    static func refusal(_ refusal: RegisterRefusal) -> Translation {
        if case .sellingStopped(let stop) = refusal { return sentence(stop.message) }
        let english = refusal.description
        guard let words = words(refusal) else { return Translation(en: english, de: english, fr: english) }
        return Translation(en: english, de: words.german, fr: words.french)
    }

    private typealias Words = (german: String, french: String)

    private static func words(_ refusal: RegisterRefusal) -> Words? {
        switch refusal {
        case .nobodySignedIn:
            ("niemand ist angemeldet: zuerst anmelden", "personne n'est connecté : s'identifier d'abord")
        case .signedInAlready: ("es ist jemand angemeldet: zuerst abmelden", "quelqu'un est connecté : le déconnecter")
        case .unknownPerson: ("niemand hier hat diese Kennung", "personne ici n'a cet identifiant")
        case .managerNeeded: ("das braucht eine Leitung", "il faut un responsable")
        case .answerFirst: ("zuerst die Frage beantworten, oder Esc", "répondre d'abord à la question, ou Échap")
        case .nothingAsked: ("es wurde nichts gefragt", "rien n'a été demandé")
        case .badReason:
            (
                "einen der Gründe wählen; 'anderes' braucht ein paar Worte",
                "choisir une des raisons ; 'autre' veut quelques mots"
            )
        case .unknownCode(let code): ("kein Artikel hat den Code '\(code)'", "aucun article n'a le code '\(code)'")
        case .unknownDepartment(let number): ("es gibt keine Warengruppe \(number)", "il n'y a pas de rayon \(number)")
        case .noTicket:
            (
                "kein Bon ist offen: etwas eintippen, oder einen abrufen",
                "aucun ticket ouvert : saisir un article, ou en reprendre un"
            )
        case .ticketIsOpen:
            (
                "ein Bon ist offen: zuerst abschließen, parken oder abbrechen",
                "un ticket est ouvert : le finir, le mettre en attente ou l'abandonner"
            )
        case .neverPaid:
            (
                "die Karte wurde nach dem Verkauf abgelehnt und nie belastet: nichts kann auf sie zurück",
                "la carte a été refusée après la vente et jamais débitée : rien ne peut y revenir"
            )
        case .notYetPaid:
            (
                "die Karte ist offline gespeichert und noch nicht belastet: OQ send, dann zurückgeben",
                "la carte est stockée hors ligne et pas encore débitée : OQ send, puis rembourser"
            )
        case .nothingParked: ("unter diesem Namen ist kein Bon geparkt", "aucun ticket en attente sous ce nom")
        case .noSuchReceipt: ("kein Bon hat diese Belegnummer", "aucun ticket n'a ce numéro de reçu")
        case .amountTooLarge: ("der Betrag ist zu groß", "le montant est trop grand")
        case .alreadyBegun: ("die Kasse läuft schon", "la caisse marche déjà")
        case .busy: ("das Journal ist langsam: einen Moment warten", "le journal est lent : attendre un instant")
        case .countStands:
            (
                "die Zählung steht, wie sie notiert ist: neu zählt nur, wer das X lesen darf",
                "le comptage est noté et reste : seul qui peut lire le X recompte"
            )
        case .diskFull(isPaid: true):
            (
                "die Platte ist voll: der Bon ist bezahlt wie gezeigt, aber noch nicht gebucht. Platz schaffen, F2 bucht ihn",
                "le disque est plein : le ticket est payé comme affiché, mais pas compté. Libérer de la place, F2 le compte"
            )
        case .notBooked(let why):
            (
                "der Bon ist bezahlt wie gezeigt, aber noch nicht gebucht: F2 versucht es noch einmal: \(why)",
                "le ticket est payé comme affiché, mais pas compté : F2 réessaie : \(why)"
            )
        case .diskFull(isPaid: false):
            (
                "die Platte ist voll: dieser Schritt geschah nicht, der Bon ist wie zuvor. Platz schaffen, dann noch einmal",
                "le disque est plein : cette étape n'est pas faite, le ticket est inchangé. Libérer de la place, puis refaire"
            )
        case .notRecorded(let why):
            (
                "das Journal nahm es nicht an, und nichts geschah: \(why)",
                "le journal ne l'a pas pris, et rien n'est fait : \(why)"
            )
        case .sellingStopped: nil
        case .notHere: ("das geht hier nicht", "cela ne se fait pas ici")
        case .nothingPaid:
            (
                "auf diesem Bon wurde nichts gezahlt: RF gibt zurück, womit frühere bezahlt wurden",
                "rien n'est payé sur ce ticket : RF rend ce que d'autres ont payé"
            )
        case .ticket(.cart(let error)): words(error)
        case .ticket(let error): words(error)
        case .refund(let error): words(error)
        case .shop(let error): words(error)
        }
    }

    private static func words(_ error: TicketError) -> Words? {
        switch error {
        case .ticketIsEmpty: ("auf dem Bon steht nichts", "il n'y a rien sur le ticket")
        case .notASale: ("das geht nur bei Verkäufen", "pour les ventes seulement")
        case .notARefund: ("das geht nur bei Rückgaben", "pour les remboursements seulement")
        case .legIsRunning:
            ("eine Karte läuft: ihr Ergebnis abwarten", "une carte est en cours : attendre son résultat")
        case .outcomeUnknown:
            (
                "der Ausgang einer Karte ist unbekannt: warten, den Bon parken, oder die Leitung rufen",
                "l'issue d'une carte est inconnue : attendre, mettre en attente, ou appeler un responsable"
            )
        case .amountOutOfRange(let most):
            ("der Betrag muss mehr als nichts und höchstens \(most) sein", "il faut plus que rien et au plus \(most)")
        case .tipOutOfRange:
            (
                "das Trinkgeld ist zu groß, oder das Bargeld deckt es nicht",
                "le pourboire est trop grand, ou les espèces ne le couvrent pas"
            )
        case .nothingDue: ("es ist nichts mehr zu zahlen", "plus rien à payer")
        case .tenderedOutOfRange: ("das gegebene Bargeld tippen", "saisir les espèces reçues")
        case .textNeeded: ("ein Text von 1 bis 200 Zeichen fehlt", "il faut un texte de 1 à 200 caractères")
        case .belowPaid(let paid):
            ("\(paid) sind schon bezahlt: zuerst zurückgeben", "\(paid) sont déjà payés : rendre d'abord")
        case .moneyTaken:
            ("es wurde schon gezahlt: GB gibt es zurück", "un paiement est déjà fait : GB le rend")
        case .notPaid(let amount): ("\(amount) sind noch zu zahlen", "\(amount) restent à payer")
        default: nil
        }
    }

    private static func words(_ error: CartError) -> Words? {
        switch error {
        case .noSuchLine(let number): ("es gibt keine Zeile \(number)", "il n'y a pas de ligne \(number)")
        case .lineIsVoided(let number): ("Zeile \(number) ist schon storniert", "la ligne \(number) est déjà annulée")
        case .priceNeeded(let name):
            (
                "'\(name)' hat keinen festen Preis: als Betrag in der Warengruppe verkaufen, wie 1250 DP 2",
                "'\(name)' n'a pas de prix fixe : vendre un montant au rayon, comme 1250 DP 2"
            )
        case .discountOutOfRange(let most):
            ("ein Rabatt geht hier bis \(most)", "une remise va jusqu'à \(most) ici")
        case .tooLarge: ("der Betrag ist zu groß", "le montant est trop grand")
        default: nil
        }
    }

    private static func words(_ error: RefundError) -> Words? {
        switch error {
        case .notASale: ("nur ein Verkauf lässt sich zurückgeben", "seule une vente se rembourse")
        case .nothingLeft: ("es wurde schon alles zurückgegeben", "tout est déjà rendu")
        case .amountOutOfRange(let left):
            ("höchstens \(left) sind noch zurückzugeben", "au plus \(left) restent à rendre")
        default: nil
        }
    }

    private static func words(_ error: ShopError) -> Words? {
        switch error {
        case .noShiftOpen: ("keine Schicht ist offen: zuerst eine öffnen", "aucun service ouvert : en ouvrir un")
        case .shiftIsOpen(let number):
            ("Schicht \(number) ist offen: zuerst schließen", "le service \(number) est ouvert : le clore d'abord")
        case .shiftHasEnded(let number):
            (
                "Schicht \(number) ist beendet: Lade zählen und schließen",
                "le service \(number) est fini : compter le tiroir et clore"
            )
        case .ticketsAreOpen:
            (
                "zuerst alle Bons abschließen, parken oder abbrechen",
                "finir, mettre en attente ou abandonner d'abord tous les tickets"
            )
        default: nil
        }
    }
}
