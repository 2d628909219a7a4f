import TenderMessages
import TenderSale

/// The reasons that nothing was taken, and what to do: the words of every cause are in one place.
extension PageText {
    /// Returns the cause in a few words, and that no money moved.
    static func stopped(_ cause: StopCause, isRefund: Bool) -> Translation {
        let what = title(cause)
        return isRefund
            ? Translation(
                en: "\(what.text(.english)): nothing was refunded", de: "\(what.text(.german)): nichts wurde erstattet",
                fr: "\(what.text(.french)) : rien n'est remboursé")
            : Translation(
                en: "\(what.text(.english)): nothing was taken", de: "\(what.text(.german)): nichts wurde belastet",
                fr: "\(what.text(.french)) : rien n'est débité")
    }

    static func title(_ cause: StopCause) -> Translation {
        switch cause {
        case .customer:
            Translation(en: "CANCELED BY THE CUSTOMER", de: "VOM KUNDEN ABGEBROCHEN", fr: "ANNULÉ PAR LE CLIENT")
        case .cashier:
            Translation(en: "CANCELED AT THE TILL", de: "AN DER KASSE ABGEBROCHEN", fr: "ANNULÉ À LA CAISSE")
        case .noCard: Translation(en: "NO CARD PRESENTED", de: "KEINE KARTE KAM", fr: "AUCUNE CARTE")
        case .cardNotRead: Translation(en: "CARD NOT READ", de: "KARTE NICHT GELESEN", fr: "CARTE NON LUE")
        case .noReader: Translation(en: "NO READER", de: "KEIN LESER", fr: "PAS DE LECTEUR")
        case .readerUnusable:
            Translation(en: "READER NOT USABLE", de: "LESER NICHT NUTZBAR", fr: "LECTEUR INUTILISABLE")
        case .readerBusy: Translation(en: "READER BUSY", de: "LESER BESCHÄFTIGT", fr: "LECTEUR OCCUPÉ")
        case .noNetwork, .notOffline: Translation(en: "NO NETWORK", de: "KEIN NETZ", fr: "PAS DE RÉSEAU")
        case .noAnswer: Translation(en: "NO ANSWER", de: "KEINE ANTWORT", fr: "PAS DE RÉPONSE")
        case .amountTooSmall: Translation(en: "AMOUNT TOO SMALL", de: "BETRAG ZU KLEIN", fr: "MONTANT TROP PETIT")
        case .amountTooLarge: Translation(en: "AMOUNT TOO LARGE", de: "BETRAG ZU GROSS", fr: "MONTANT TROP GRAND")
        case .keyRefused, .gatewayRefused:
            Translation(en: "REFUSED BY THE GATEWAY", de: "VOM GATEWAY ABGEWIESEN", fr: "REFUSÉ PAR LA PASSERELLE")
        case .canceledAtGateway:
            Translation(en: "CANCELED AT THE GATEWAY", de: "AM GATEWAY ABGEBROCHEN", fr: "ANNULÉ À LA PASSERELLE")
        case .pageClosed: Translation(en: "PAGE CLOSED", de: "SEITE GESCHLOSSEN", fr: "PAGE FERMÉE")
        case .noPage: Translation(en: "NO PAYMENT PAGE", de: "KEINE ZAHLSEITE", fr: "PAS DE PAGE DE PAIEMENT")
        case .notWritten: Translation(en: "NOT RECORDED", de: "NICHT AUFGEZEICHNET", fr: "NON ENREGISTRÉ")
        case .unexplained: Translation(en: "NOT PAID", de: "NICHT BEZAHLT", fr: "NON PAYÉ")
        }
    }

    /// Returns what happened, as far as the title does not say it.
    static func why(_ cause: StopCause) -> Translation {
        switch cause {
        case .customer:
            Translation(
                en: "Cancel was pressed on the reader.", de: "Am Leser wurde Abbruch gedrückt.",
                fr: "Annulation demandée sur le lecteur.")
        case .cashier:
            Translation(
                en: "You pressed Esc before the card was charged.", de: "Esc kam, bevor die Karte belastet wurde.",
                fr: "Échap est venu avant le débit de la carte.")
        case .noCard: sentence(.noCard)
        case .cardNotRead:
            Translation(
                en: "The reader could not read the card, or does not accept it.",
                de: "Der Leser konnte die Karte nicht lesen oder nimmt sie nicht.",
                fr: "Le lecteur n'a pas pu lire la carte, ou ne l'accepte pas.")
        case .noReader:
            Translation(
                en: "The reader was lost or is not connected: check its cable and power, RD tells more.",
                de: "Der Leser ging verloren oder fehlt: Kabel und Strom prüfen, RD sagt mehr.",
                fr: "Le lecteur est perdu ou absent : vérifier câble et courant, RD en dit plus.")
        case .readerUnusable: sentence(.readerUnsupported)
        case .readerBusy: sentence(.readerInUse)
        case .noNetwork: sentence(.noNetwork)
        case .notOffline:
            Translation(
                en: "The gateway cannot be reached, and this payment may not be taken offline.",
                de: "Das Gateway ist nicht erreichbar, und offline ist diese Zahlung nicht erlaubt.",
                fr: "La passerelle est injoignable, et ce paiement n'est pas permis hors ligne.")
        case .noAnswer:
            Translation(
                en: "The gateway did not answer in time; no money moved.",
                de: "Das Gateway antwortete nicht rechtzeitig; es floss kein Geld.",
                fr: "La passerelle n'a pas répondu à temps ; aucun argent n'a circulé.")
        case .amountTooSmall(let said): told(said, before: smallest)
        case .amountTooLarge(let said): told(said, before: largest)
        case .keyRefused: sentence(.keyRefused)
        case .gatewayRefused(let said): told(said)
        case .canceledAtGateway:
            Translation(
                en: "The payment was canceled at the gateway, or expired there.",
                de: "Die Zahlung wurde am Gateway abgebrochen oder lief dort ab.",
                fr: "Le paiement a été annulé à la passerelle, ou y a expiré.")
        case .pageClosed:
            Translation(
                en: "The page was closed before anybody paid.", de: "Die Seite wurde geschlossen, bevor jemand zahlte.",
                fr: "La page a été fermée avant tout paiement.")
        case .noPage(let said): told(said)
        case .notWritten:
            Translation(
                en: "The till could not record the payment, and so did not start it.",
                de: "Die Kasse konnte die Zahlung nicht aufzeichnen und begann sie darum nicht.",
                fr: "La caisse n'a pas pu enregistrer le paiement, et ne l'a pas commencé.")
        case .unexplained:
            Translation(
                en: "It is proven that no money moved.", de: "Es ist bewiesen, dass kein Geld floss.",
                fr: "Il est prouvé qu'aucun argent n'a circulé.")
        }
    }

    private static let smallest = Translation(
        en: "The gateway does not take cards for so small an amount.",
        de: "Für so wenig nimmt das Gateway keine Karte.",
        fr: "La passerelle n'accepte pas de carte pour si peu.")
    private static let largest = Translation(
        en: "The gateway does not take cards for so large an amount.", de: "Für so viel nimmt das Gateway keine Karte.",
        fr: "La passerelle n'accepte pas de carte pour autant.")

    /// Returns a sentence of the gateway, after one of ours.
    private static func told(_ said: String, before ours: Translation? = nil) -> Translation {
        func both(_ language: TillLanguage) -> String {
            let head = ours.map { $0.text(language) + " " } ?? ""
            return said.isEmpty
                ? head : head + said.prefix(1).uppercased() + said.dropFirst() + (said.hasSuffix(".") ? "" : ".")
        }
        return Translation(en: both(.english), de: both(.german), fr: both(.french))
    }

    /// Returns what to press now.
    static func next(_ cause: StopCause, isRefund: Bool, isLink: Bool) -> Translation {
        if isRefund {
            return Translation(
                en: "F4 tries the card again, F3 refunds in cash", de: "F4 versucht die Karte erneut, F3 erstattet bar",
                fr: "F4 réessaie la carte, F3 rembourse en espèces")
        }
        switch cause {
        case .amountTooSmall:
            return Translation(
                en: "F3 takes cash; or ring up more, then F4", de: "F3 bar; oder mehr verkaufen, dann F4",
                fr: "F3 espèces ; ou vendre plus, puis F4")
        case .amountTooLarge:
            return Translation(
                en: "Type a smaller amount before F4, or F3 takes cash", de: "Weniger vor F4 tippen, oder F3 bar",
                fr: "Saisir moins avant F4, ou F3 espèces")
        case .keyRefused, .notWritten:
            return Translation(
                en: "F3 takes cash, F7 parks the ticket", de: "F3 bar, F7 parkt den Bon",
                fr: "F3 espèces, F7 met en attente")
        case .noNetwork, .notOffline, .noAnswer:
            return Translation(
                en: "F3 takes cash; F4 tries the card again, F7 parks",
                de: "F3 bar; F4 versucht die Karte erneut, F7 parkt",
                fr: "F3 espèces ; F4 réessaie la carte, F7 met en attente")
        case .readerUnusable:
            return Translation(
                en: "RD chooses another reader, F3 takes cash, F7 parks",
                de: "RD wählt einen anderen Leser, F3 bar, F7 parkt",
                fr: "RD : autre lecteur, F3 espèces, F7 met en attente")
        case .noReader, .readerBusy:
            return Translation(
                en: "F4 tries again, F3 takes cash, F7 parks", de: "F4 versucht es erneut, F3 bar, F7 parkt",
                fr: "F4 réessaie, F3 espèces, F7 met en attente")
        case .customer, .cashier, .noCard, .cardNotRead, .gatewayRefused, .canceledAtGateway, .pageClosed, .noPage,
            .unexplained:
            return isLink
                ? Translation(
                    en: "PL makes a new page, F4 asks for a card, F3 takes cash",
                    de: "PL macht eine neue Seite, F4 Karte, F3 bar", fr: "PL ouvre une page, F4 carte, F3 espèces")
                : Translation(
                    en: "F4 asks for a card again, F3 takes cash, F7 parks",
                    de: "F4 fragt erneut nach einer Karte, F3 bar, F7 parkt",
                    fr: "F4 redemande une carte, F3 espèces, F7 met en attente")
        }
    }
}
