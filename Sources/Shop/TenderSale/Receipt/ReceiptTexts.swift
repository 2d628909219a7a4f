/// The words of receipts in the supported languages.
struct ReceiptTexts: Sendable {
    enum Phrase: CaseIterable, Sendable {
        case sale, declined, void, refund, offline, pending, xReport, zReport, dayReport, paidIn, paidOut
        case customerCopy, merchantCopy, reprint, simulated, training
        case phone, taxID, merchantID, terminalID, receiptNumber, zNumber, date, cashier, originalReceipt
        case subtotal, taxOn, includedTaxOn, rounding, total, attempted, approved, reversed, returned, amount, toPay,
            tip
        case discount, insteadOf, noMoneyMoved, notAuthorized, outcomeUnknown, doNotPayAgain
        case cash, card, cashGiven, change, reference, trace, unconfirmed, acceptedBy
        case chip, contactless, swipe, keyed, authorizationCode
        case pin, pinAndSignature, device, signature, noVerification, verificationFailed
        case signHere, writeTip, writeTotal, reason
        case shift, businessDate, openedAt, openedBy, madeAt, madeBy, tickets, departments, taxes, payments, tips
        case cashDrawer, float, cashSales, expectedCash, counted, difference, drawerOpenings, audit, accepted
        case unresolved, parked, offlinePayments, offlineDeclined, offlineDeleted, net
        case shifts, zNumbers, shiftIsOpen, isNotClean
        case sales, refunds, voids, cashIn, cashOut
        case floatDiffers, linesVoided, ticketsCanceled, allowed, reprints, trainingTickets
        case neverPaid, paidAfterAll, givenBackWithoutTicket, lossesAcknowledged
        case link, paidByLink, payByLink, scanToPay, otherPayment
        case sellerReport, fees, transferred, transfersOpen, heldByShop, nothingForSellers
    }

    let language: ReceiptLocale.Language

    /// Creates the words of a locale's language.
    init(_ locale: ReceiptLocale) { language = locale.language }

    /// Returns the words for a phrase.
    subscript(phrase: Phrase) -> String {
        let words =
            Self.headings(phrase) ?? Self.rows(phrase) ?? Self.cards(phrase) ?? Self.reports(phrase)
            ?? Self.counted(phrase)
        switch language {
        case .english: return words?.english ?? ""
        case .german: return words?.german ?? ""
        case .french: return words?.french ?? ""
        }
    }

    private typealias Words = (english: String, german: String, french: String)

    private static func headings(_ phrase: Phrase) -> Words? {
        switch phrase {
        case .sale: ("SALE", "VERKAUF", "VENTE")
        case .declined: ("SALE - DECLINED", "VERKAUF - ABGELEHNT", "VENTE - REFUSÉE")
        case .void: ("VOID", "STORNO", "ANNULATION")
        case .refund: ("REFUND", "ERSTATTUNG", "REMBOURSEMENT")
        case .offline: ("SALE - OFFLINE", "VERKAUF - OFFLINE", "VENTE - HORS LIGNE")
        case .pending: ("PENDING - NOT A RECEIPT", "OFFEN - KEIN BELEG", "EN ATTENTE - PAS UN REÇU")
        case .xReport: ("X REPORT", "X-BERICHT", "RAPPORT X")
        case .zReport: ("Z REPORT", "Z-BERICHT", "RAPPORT Z")
        case .dayReport: ("DAY REPORT", "TAGESBERICHT", "RAPPORT DU JOUR")
        case .paidIn: ("PAID IN", "EINLAGE", "ENTRÉE DE CAISSE")
        case .paidOut: ("PAID OUT", "ENTNAHME", "SORTIE DE CAISSE")
        case .sellerReport: ("SELLERS", "VERKÄUFER", "VENDEURS")
        case .payByLink: ("PAY BY LINK", "ZAHLEN PER LINK", "PAYER PAR LIEN")
        case .customerCopy: ("CUSTOMER COPY", "KUNDENBELEG", "EXEMPLAIRE CLIENT")
        case .merchantCopy: ("MERCHANT COPY", "HÄNDLERBELEG", "EXEMPLAIRE COMMERÇANT")
        case .reprint: ("*** DUPLICATE ***", "*** NACHDRUCK ***", "*** DUPLICATA ***")
        case .simulated: ("SIMULATED: NO MONEY MOVED", "SIMULATION: KEIN GELD BEWEGT", "SIMULATION : AUCUN PAIEMENT")
        case .training: ("TRAINING - NOT A RECEIPT", "TRAINING - KEIN BELEG", "FORMATION - PAS UN REÇU")
        default: nil
        }
    }

    private static func rows(_ phrase: Phrase) -> Words? {
        switch phrase {
        case .phone: ("Phone", "Tel.", "Tél.")
        case .taxID: ("Tax no.", "Steuernr.", "N° TVA")
        case .merchantID: ("Merchant ID", "Händler-ID", "N° commerçant")
        case .terminalID: ("Terminal ID", "Terminal-ID", "N° terminal")
        case .receiptNumber: ("Receipt no.", "Beleg-Nr.", "Reçu n°")
        case .zNumber: ("Z no.", "Z-Nr.", "Z n°")
        case .date: ("Date", "Datum", "Date")
        case .cashier: ("Cashier", "Bedient von", "Caissier")
        case .originalReceipt: ("Original receipt no.", "Zu Beleg-Nr.", "Reçu d'origine n°")
        case .subtotal: ("Subtotal", "Zwischensumme", "Sous-total")
        case .taxOn: ("tax on", "MwSt. auf", "TVA sur")
        case .includedTaxOn: ("tax incl. on", "MwSt. enth. auf", "TVA incl. sur")
        case .rounding: ("Rounding", "Rundung", "Arrondi")
        case .total: ("TOTAL", "SUMME", "TOTAL")
        case .attempted: ("Amount attempted", "Angefragter Betrag", "Montant demandé")
        case .approved: ("Approved", "Genehmigt", "Autorisé")
        case .reversed: ("AMOUNT REVERSED", "STORNIERT", "MONTANT ANNULÉ")
        case .returned: ("AMOUNT RETURNED", "ERSTATTET", "REMBOURSÉ")
        case .amount: ("AMOUNT", "BETRAG", "MONTANT")
        case .toPay: ("TO PAY", "ZU ZAHLEN", "À PAYER")
        case .tip: ("Tip", "Trinkgeld", "Pourboire")
        case .discount: ("Discount", "Rabatt", "Remise")
        case .insteadOf: ("instead of", "statt", "au lieu de")
        case .noMoneyMoved:
            ("Your card was not charged.", "Die Karte wurde nicht belastet.", "La carte n'a pas été débitée.")
        case .notAuthorized: ("NOT YET AUTHORIZED", "NOCH NICHT AUTORISIERT", "PAS ENCORE AUTORISÉ")
        case .outcomeUnknown:
            (
                "We do not know yet whether this was paid.", "Ob bezahlt wurde, steht noch nicht fest.",
                "On ne sait pas encore si le paiement a eu lieu."
            )
        case .doNotPayAgain:
            (
                "Please do not pay again until it is settled.", "Bitte nicht erneut zahlen, bis es geklärt ist.",
                "Ne payez pas une seconde fois avant la réponse."
            )
        case .reason: ("Reason", "Grund", "Motif")
        case .net: ("net", "netto", "HT")
        default: nil
        }
    }

    private static func cards(_ phrase: Phrase) -> Words? {
        switch phrase {
        case .cash: ("Cash", "Bar", "Espèces")
        case .card: ("Card", "Karte", "Carte")
        case .link: ("Link", "Link", "Lien")
        case .otherPayment: ("Other payment", "Andere Zahlung", "Autre paiement")
        case .paidByLink: ("Paid by link", "Per Link bezahlt", "Payé par lien")
        case .scanToPay:
            (
                "Scan the code and pay on your phone.", "Code scannen und auf dem Telefon zahlen.",
                "Scannez le code et payez sur votre téléphone."
            )
        case .cashGiven: ("Given", "Gegeben", "Reçu")
        case .change: ("Change", "Rückgeld", "Rendu")
        case .reference: ("Reference", "Referenz", "Référence")
        case .trace: ("Trace", "Vorgang", "Trace")
        case .unconfirmed: ("NOT CONFIRMED", "NICHT BESTÄTIGT", "NON CONFIRMÉ")
        case .acceptedBy: ("Accepted by", "Angenommen von", "Accepté par")
        case .chip: ("Chip", "Chip", "Puce")
        case .contactless: ("Contactless", "Kontaktlos", "Sans contact")
        case .swipe: ("Magnetic stripe", "Magnetstreifen", "Piste magnétique")
        case .keyed: ("Keyed in", "Eingetippt", "Saisie manuelle")
        case .authorizationCode: ("Auth code", "Genehm.-Nr.", "N° autorisation")
        case .pin: ("PIN verified", "PIN geprüft", "Code PIN vérifié")
        case .pinAndSignature: ("PIN verified, signature", "PIN geprüft, Unterschrift", "Code PIN vérifié, signature")
        case .device: ("Verified on device", "Auf dem Gerät bestätigt", "Vérifié sur l'appareil")
        case .signature: ("Signature", "Unterschrift", "Signature")
        case .noVerification: ("No verification", "Ohne Prüfung", "Sans vérification")
        case .verificationFailed: ("Verification failed", "Prüfung gescheitert", "Vérification échouée")
        case .signHere: ("Signature", "Unterschrift", "Signature")
        case .writeTip: ("Tip", "Trinkgeld", "Pourboire")
        case .writeTotal: ("Total", "Gesamt", "Total")
        default: nil
        }
    }

    private static func reports(_ phrase: Phrase) -> Words? {
        switch phrase {
        case .shift: ("Shift", "Schicht", "Service")
        case .businessDate: ("Business date", "Geschäftstag", "Jour comptable")
        case .openedAt: ("Opened", "Geöffnet", "Ouvert")
        case .openedBy: ("Opened by", "Geöffnet von", "Ouvert par")
        case .madeAt: ("Created", "Erstellt", "Établi")
        case .madeBy: ("Created by", "Erstellt von", "Établi par")
        case .tickets: ("TICKETS", "BELEGE", "TICKETS")
        case .departments: ("DEPARTMENTS", "WARENGRUPPEN", "RAYONS")
        case .taxes: ("TAXES", "STEUERN", "TAXES")
        case .payments: ("PAYMENTS", "ZAHLUNGEN", "PAIEMENTS")
        case .tips: ("TIPS", "TRINKGELD", "POURBOIRES")
        case .cashDrawer: ("CASH DRAWER", "KASSENBESTAND", "TIROIR-CAISSE")
        case .float: ("Float", "Wechselgeld", "Fond de caisse")
        case .cashSales:
            ("Cash sales less refunds", "Bareinnahmen abzgl. Erstattungen", "Espèces, remboursements déduits")
        case .expectedCash: ("Expected cash", "Soll", "Attendu")
        case .counted: ("Counted", "Gezählt", "Compté")
        case .difference: ("DIFFERENCE", "DIFFERENZ", "ÉCART")
        case .drawerOpenings: ("Drawer openings", "Schublade geöffnet", "Ouvertures du tiroir")
        case .audit: ("AUDIT", "PROTOKOLL", "CONTRÔLE")
        case .accepted: ("ACCEPTED WITHOUT PROOF", "UNBEWIESEN ANGENOMMEN", "ACCEPTÉ SANS PREUVE")
        case .unresolved: ("UNRESOLVED PAYMENTS", "UNGEKLÄRTE ZAHLUNGEN", "PAIEMENTS NON RÉSOLUS")
        case .parked: ("Parked tickets", "Geparkte Belege", "Tickets en attente")
        case .offlinePayments: ("Offline payments", "Offline-Zahlungen", "Paiements hors ligne")
        case .offlineDeclined: ("Offline declined", "Offline abgelehnt", "Hors ligne refusé")
        case .offlineDeleted: ("Offline deleted", "Offline gelöscht", "Hors ligne supprimé")
        case .fees: ("Fees", "Gebühren", "Commissions")
        case .transferred: ("Transferred", "Überwiesen", "Transféré")
        case .transfersOpen: ("Open transfers", "Noch zu überweisen", "À transférer")
        case .heldByShop: ("Held by the shop", "Beim Laden", "Chez le magasin")
        case .nothingForSellers:
            ("No sales for sellers", "Nichts für Verkäufer verkauft", "Rien vendu pour un vendeur")
        case .shifts: ("Shifts", "Schichten", "Services")
        case .zNumbers: ("Z nos.", "Z-Nrn.", "Z n°s")
        case .shiftIsOpen: ("A SHIFT IS STILL OPEN", "EINE SCHICHT LÄUFT NOCH", "UN SERVICE EST ENCORE OUVERT")
        case .isNotClean:
            ("PAYMENTS NEED ATTENTION", "ZAHLUNGEN SIND NOCH ZU KLÄREN", "PAIEMENTS ENCORE À VÉRIFIER")
        default: nil
        }
    }

    private static func counted(_ phrase: Phrase) -> Words? {
        switch phrase {
        case .sales: ("Sales", "Verkäufe", "Ventes")
        case .refunds: ("Refunds", "Erstattungen", "Remboursements")
        case .voids: ("Voids", "Stornos", "Annulations")
        case .cashIn: ("Paid in", "Einlagen", "Entrées")
        case .cashOut: ("Paid out", "Entnahmen", "Sorties")
        case .floatDiffers: ("Float differs from last count", "Wechselgeld weicht ab", "Fond différent du comptage")
        case .linesVoided: ("Lines voided", "Zeilen storniert", "Lignes annulées")
        case .ticketsCanceled: ("Tickets canceled", "Belege abgebrochen", "Tickets abandonnés")
        case .allowed: ("Allowed", "Erlaubt", "Autorisé")
        case .reprints: ("Reprints", "Nachdrucke", "Duplicatas")
        case .neverPaid: ("Accepted, never paid", "Angenommen, nie bezahlt", "Accepté, jamais payé")
        case .paidAfterAll: ("Accepted, paid after all", "Angenommen, doch bezahlt", "Accepté, payé après coup")
        case .givenBackWithoutTicket: ("Refunded, no ticket", "Zurückgegeben, kein Bon", "Rendu, sans ticket")
        case .lossesAcknowledged: ("Losses acknowledged", "Verluste zur Kenntnis", "Pertes constatées")
        case .trainingTickets: ("Training tickets", "Trainingsbelege", "Tickets de formation")
        default: nil
        }
    }
}
