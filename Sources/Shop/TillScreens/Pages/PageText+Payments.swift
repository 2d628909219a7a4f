import TenderModel
import TenderSale

/// The words about payments.
extension PageText {
    static let waysToPay = [
        Translation(
            en: "F3 cash, all of it; 2000 Enter, or F3, for 20.00 given",
            de: "F3 bar, alles; 2000 Enter, oder F3, für 20,00 gegeben",
            fr: "F3 espèces, tout ; 2000 Entrée, ou F3, pour 20,00 reçus"),
        Translation(
            en: "F4 card, all of it; 500 and F4 for 5.00 of it", de: "F4 Karte, alles; 500 und F4 für 5,00 davon",
            fr: "F4 carte, tout ; 500 et F4 pour 5,00"),
        Translation(
            en: "PL the customer's phone; 800XT voucher or another terminal; 200TP a tip first",
            de: "PL Telefon des Kunden; 800XT Gutschein oder anderes Gerät; 200TP zuerst Trinkgeld",
            fr: "PL téléphone du client ; 800XT bon ou autre terminal ; 200TP un pourboire d'abord"),
        Translation(
            en: "You can still add articles; F7 parks the ticket", de: "Weitere Artikel sind möglich; F7 parkt den Bon",
            fr: "D'autres articles possibles ; F7 met en attente"),
    ]
    static let waysBack = [
        Translation(en: "F3 refunds in cash", de: "F3 gibt es bar zurück", fr: "F3 le rend en espèces"),
        Translation(
            en: "F4 refunds to the card that paid", de: "F4 gibt es auf die Karte zurück, die zahlte",
            fr: "F4 le rend sur la carte qui a payé"),
    ]
    static let knownOfCard = Translation(
        en: "Known: the card was sent to the gateway, and no answer came.",
        de: "Bekannt: die Karte ging an das Gateway, und keine Antwort kam.",
        fr: "Connu : la carte est partie à la passerelle, sans réponse.")
    static let knownOfLink = Translation(
        en: "Known: the page was open, and may have been paid.",
        de: "Bekannt: die Seite war offen und kann bezahlt worden sein.",
        fr: "Connu : la page était ouverte, elle a pu être payée.")
    /// The facts about an unknown outcome: what is being asked, and what may be done.
    static let unknownFacts = [
        Translation(
            en:
                "The till keeps asking the gateway, even after a restart. The ticket continues by itself after the answer.",
            de: "Gefragt: das Gateway, immer wieder, auch nach einem Neustart. Der Bon geht von selbst weiter.",
            fr: "Demandé : à la passerelle, sans cesse, même après un redémarrage. Le ticket continue de lui-même."),
        Translation(en: "You can:", de: "Möglich ist:", fr: "Vous pouvez :"),
        Translation(
            en: "  wait; Enter asks now", de: "  warten; Enter fragt sofort", fr: "  attendre ; Entrée redemande"),
        Translation(
            en: "  F7 park the ticket and serve the next customer",
            de: "  F7 den Bon parken und die Nächsten bedienen", fr: "  F7 mettre en attente et servir le suivant"),
        Translation(
            en: "  take cash on another ticket: park this one first",
            de: "  bar auf einem anderen Bon kassieren: diesen zuerst parken",
            fr: "  encaisser en espèces sur un autre ticket : parquer d'abord"),
        Translation(
            en: "  AC reference: a manager takes the risk; this is not an approval",
            de: "  AC Beleg: die Leitung trägt das Risiko. Es ist keine Genehmigung",
            fr: "  AC référence : un responsable prend le risque. Ce n'est pas une acceptation"),
    ]

    /// The same for little room.
    static let unknownShortly = Translation(
        en: "The till keeps asking; Enter asks now, F7 parks, AC reference: a manager takes the risk",
        de: "Es wird immer wieder gefragt; Enter fragt jetzt, F7 parkt, AC Beleg: Risiko der Leitung",
        fr: "La passerelle est redemandée ; Entrée : tout de suite, F7 parque, AC réf. : risque d'un responsable")

    static let linkPays = Translation(en: "Pay by link", de: "Link zahlt", fr: "Le lien paie")
    static let linkAddress = Translation(
        en: "Scan the code, or open this address:", de: "Der Code, oder diese Adresse:",
        fr: "Le code, ou cette adresse :")

    private static let pinMessages: Set<ReaderDisplayMessage> = [.enterPIN, .wrongPIN, .lastPINTry]

    static func phase(_ charge: CardPanel) -> Translation {
        switch charge.phase {
        case .showing:
            Translation(
                en: "the customer scans the code and pays", de: "der Code wird gescannt und bezahlt",
                fr: "le client scanne le code et paie")
        case .preparing: Translation(en: "preparing", de: "wird vorbereitet", fr: "préparation")
        case .waiting where charge.display == .removeCard:
            Translation(
                en: "remove the card", de: "die Karte ist zu entnehmen", fr: "la carte est à retirer")
        case .waiting where charge.display == .doNotRemoveCard:
            Translation(en: "the card is at work", de: "die Karte arbeitet", fr: "la carte travaille")
        case .waiting where charge.display.map(Self.pinMessages.contains) == true:
            Translation(en: "waiting for the PIN", de: "wartet auf die PIN", fr: "attend le code")
        case .waiting: Translation(en: "waiting for a card", de: "wartet auf eine Karte", fr: "attend une carte")
        case .processing:
            Translation(en: "with the issuer: wait", de: "bei der Bank: bitte warten", fr: "chez l'émetteur : attendre")
        case .asking(let count):
            Translation(
                en: "no answer yet: asked \(count) times", de: "noch keine Antwort: \(count)-mal gefragt",
                fr: "pas encore de réponse : demandé \(count) fois")
        }
    }

    static func whatCancelDoes(_ charge: CardPanel) -> Translation {
        if charge.saving != nil { return whatCancelDoesToSaving(charge) }
        if charge.isCancelAsked { return cancelAsked }
        if charge.isRefund {
            return Translation(
                en: "A refund cannot be stopped: it is sent once", de: "Eine Rückgabe lässt sich nicht abbrechen",
                fr: "Un remboursement ne peut être arrêté")
        }
        if charge.method == .link {
            return Translation(
                en: "Esc closes the page: what was paid counts", de: "Esc schließt die Seite: Bezahltes zählt",
                fr: "Échap ferme la page : ce qui est payé compte")
        }
        return charge.canBeStopped
            ? Translation(
                en: "Esc stops it: nothing is charged", de: "Esc bricht ab: nichts wird belastet",
                fr: "Échap arrête : rien n'est débité")
            : Translation(
                en: "Too late for Esc: wait for the outcome",
                de: "Esc kommt jetzt zu spät: das Ergebnis wird gemeldet, wie es auch sei",
                fr: "Échap vient trop tard : le résultat sera donné, quel qu'il soit")
    }

    static let storedWord = Translation(en: "stored offline", de: "offline gespeichert", fr: "stocké hors ligne")

    /// Returns the mark of a result; a payment that only the shop accepted never looks like one that an issuer
    /// approved.
    static func mark(_ result: ResultPanel, _ language: TillLanguage) -> StateMark {
        let mark = markOfKind(result, language)
        guard result.isOffline else { return mark }
        let stored = Translation(
            en: "STORED OFFLINE: not authorized yet", de: "OFFLINE GESPEICHERT: noch nicht genehmigt",
            fr: "STOCKÉ HORS LIGNE : pas encore autorisé"
        ).text(language)
        switch result.kind {
        case .paid: return StateMark(.warning, stored)
        case .finished: return StateMark(.warning, "\(mark.word). \(stored)")
        case .declined, .canceled, .refunded: return mark
        }
    }

    private static func markOfKind(_ result: ResultPanel, _ language: TillLanguage) -> StateMark {
        switch result.kind {
        case .paid: StateMark(.good, Translation(en: "PAID", de: "BEZAHLT", fr: "PAYÉ").text(language))
        case .declined where result.isRefund:
            StateMark(
                .bad,
                Translation(
                    en: "DECLINED: nothing was refunded", de: "ABGELEHNT: nichts wurde erstattet",
                    fr: "REFUSÉ : rien n'est remboursé"
                ).text(language))
        case .declined:
            StateMark(
                .bad,
                Translation(
                    en: "DECLINED: nothing was taken", de: "ABGELEHNT: nichts wurde belastet",
                    fr: "REFUSÉ : rien n'est débité"
                ).text(language))
        case .canceled(let cause):
            StateMark(.warning, stopped(cause, isRefund: result.isRefund).text(language))
        case .refunded:
            StateMark(
                .good, Translation(en: "REFUNDED", de: "ZURÜCKGEGEBEN", fr: "RENDU").text(language))
        case .finished(let number):
            StateMark(
                .good,
                Translation(
                    en: "DONE: receipt \(number)", de: "FERTIG: Beleg \(number)", fr: "TERMINÉ : reçu \(number)"
                ).text(language))
        }
    }

    static func afterwards(_ result: ResultPanel) -> Translation {
        switch result.kind {
        case .paid, .refunded: Translation(en: "Enter continues", de: "Enter geht weiter", fr: "Entrée continue")
        case .canceled(let cause): next(cause, isRefund: result.isRefund, isLink: result.isLink)
        case .declined where result.isRefund: next(.unexplained, isRefund: true, isLink: false)
        case .declined:
            Translation(
                en: "F4 tries another card, F3 takes cash, F7 parks", de: "F4 andere Karte, F3 bar, F7 parken",
                fr: "F4 autre carte, F3 espèces, F7 en attente")
        case .finished:
            Translation(
                en: "Scan the next article, or Enter. The down arrow shows the receipt",
                de: "Nächsten Artikel scannen, oder Enter. Pfeil nach unten zeigt den Beleg",
                fr: "Scanner l'article suivant, ou Entrée. La flèche bas montre le reçu")
        }
    }

    static func method(_ leg: TicketLeg) -> Translation { method(leg.method) }

    static func method(_ method: LegRecord.Method) -> Translation {
        switch method {
        case .cash: Translation(en: "cash", de: "bar", fr: "espèces")
        case .card: Translation(en: "card", de: "Karte", fr: "carte")
        case .link: Translation(en: "link", de: "Link", fr: "lien")
        case .external("external"): Translation(en: "other payment", de: "andere Zahlung", fr: "autre paiement")
        case .external(let name): Translation(en: name, de: name, fr: name)
        }
    }

    static func state(_ leg: TicketLeg) -> (word: Translation, style: CellStyle) {
        switch leg.state {
        case .waiting: (Translation(en: "to be paid", de: "offen", fr: "à payer"), .dim)
        case .running: (Translation(en: "running", de: "läuft", fr: "en cours"), .unknown)
        case .settled: (Translation(en: "paid", de: "bezahlt", fr: "payé"), .good)
        case .declined: (Translation(en: "declined", de: "abgelehnt", fr: "refusé"), .bad)
        case .canceled: (Translation(en: "stopped", de: "abgebrochen", fr: "arrêté"), .dim)
        case .unknown: (unknownWord, .unknown)
        case .offline:
            (storedWord, .warning)
        case .accepted:
            (
                Translation(
                    en: "accepted by a manager, not approved", de: "von Leitung angenommen, nicht genehmigt",
                    fr: "pris par un responsable, non accepté"), .warning
            )
        case .refunding: (pending(.reversing), .unknown)
        case .refunded: (Translation(en: "refunded", de: "zurückgegeben", fr: "rendu"), .dim)
        }
    }

    static func state(ofParked ticket: Ticket) -> (word: Translation, style: CellStyle) {
        if ticket.unknownLeg != nil { return (unknownWord, .unknown) }
        if let leg = ticket.legs.last, ticket.remaining.minorUnits == 0 || !leg.isPaid {
            return ticket.remaining.minorUnits == 0
                ? (Translation(en: "paid: recall it", de: "bezahlt: abrufen", fr: "payé : reprendre"), .good)
                : state(leg)
        }
        return (waits, .normal)
    }

    /// Returns the state of a stored payment; one already in words stays.
    static func offlineState(_ state: String) -> Translation {
        switch state {
        case "stored": Translation(en: "stored", de: "gespeichert", fr: "stocké")
        case "forwarding": Translation(en: "being sent", de: "wird gesendet", fr: "envoi en cours")
        case "approved": Translation(en: "approved", de: "genehmigt", fr: "accepté")
        case "declined": Translation(en: "declined", de: "abgelehnt", fr: "refusé")
        case "quarantined": Translation(en: "held back", de: "zurückgehalten", fr: "retenu")
        case "deleted": Translation(en: "deleted", de: "gelöscht", fr: "supprimé")
        default: Translation(en: state, de: state, fr: state)
        }
    }

    static func pending(_ state: PendingPayment.State) -> Translation {
        switch state {
        case .unresolved: unknownWord
        case .reversing: Translation(en: "being refunded", de: "wird zurückgegeben", fr: "remboursement en cours")
        case .unclaimed: Translation(en: "approved, no ticket", de: "genehmigt, kein Bon", fr: "accepté, sans ticket")
        case .held: Translation(en: "held", de: "vorgemerkt", fr: "bloqué")
        case .heldEndsSoon: Translation(en: "held, ends soon", de: "läuft bald ab", fr: "expire bientôt")
        case .heldLapsed: Translation(en: "hold has ended", de: "abgelaufen", fr: "blocage expiré")
        case .refunding: Translation(en: "refund unknown", de: "Rückgabe ungeklärt", fr: "remboursement inconnu")
        case .refunded:
            Translation(en: "refunded, nobody told", de: "zurückgegeben", fr: "remboursé, à confirmer")
        case .refundFailed:
            Translation(en: "refund failed", de: "Rückgabe gescheitert", fr: "remboursement échoué")
        case .lost: Translation(en: "offline, unpaid", de: "offline, unbezahlt", fr: "hors ligne, impayé")
        case .lostCard:
            Translation(en: "card not saved", de: "Karte nicht gespeichert", fr: "carte non enregistrée")
        case .savingCard:
            Translation(en: "card saved? unknown", de: "gespeichert? unbekannt", fr: "enregistrement inconnu")
        case .savedCard:
            Translation(en: "card saved, nobody told", de: "gespeichert, ungemeldet", fr: "enregistrée, à annoncer")
        }
    }

    static func network(_ isOnline: Bool?) -> Translation {
        switch isOnline {
        case true?:
            Translation(
                en: "Stored offline. The gateway answers", de: "Offline gespeichert. Gateway erreichbar",
                fr: "Stocké hors ligne. La passerelle répond")
        case false?:
            Translation(
                en: "Stored offline. The gateway is silent", de: "Offline gespeichert. Gateway stumm",
                fr: "Stocké hors ligne. Passerelle muette")
        case nil:
            Translation(en: "Stored offline", de: "Offline gespeichert", fr: "Stocké hors ligne")
        }
    }

    static func refundOf(_ number: Int) -> Translation {
        Translation(
            en: "Refund of receipt \(number)", de: "Rückgabe von Beleg \(number)",
            fr: "Remboursement du reçu \(number)")
    }
}
