import TenderSale

extension CommandEntry {
    /// All commands, in help order.
    public static let all: [CommandEntry] = selling + paying + afterwards + ofTheShift + ofCards + ofScreens

    /// Returns the command with a name.
    public static func named(_ name: Name) -> CommandEntry? { all.first { $0.name == name } }

    /// Returns the command with this mnemonic, in either case.
    public static func typed(_ text: String) -> CommandEntry? { Name(rawValue: text.uppercased()).flatMap(named) }

    /// Returns the command of a function key.
    public static func onFunctionKey(_ number: Int) -> CommandEntry? { all.first { $0.functionKey == number } }

    private static let selling: [CommandEntry] = [
        CommandEntry(
            name: .department, group: .sale, argument: .amountAndDepartment, functionKey: nil, importance: nil,
            permission: nil,
            example: "1250 DP 2",
            word: Translation(en: "department", de: "Warengruppe", fr: "rayon"),
            summary: Translation(
                en: "ring up 12.50 in department 2",
                de: "12,50 in Warengruppe 2 buchen",
                fr: "enregistrer 12,50 au rayon 2")),
        CommandEntry(
            name: .voidLine, group: .sale, argument: .optionalNumber, functionKey: 5, importance: 60,
            permission: .voidLine,
            example: "VD 3",
            word: Translation(en: "void line", de: "Zeilenstorno", fr: "annuler ligne"),
            summary: Translation(
                en: "void line 3; without a number, the last one",
                de: "Zeile 3 stornieren; ohne Zahl die letzte",
                fr: "retirer la ligne 3 ; sans numéro, la dernière")),
        CommandEntry(
            name: .cancelTicket, group: .sale, argument: .none, functionKey: 6, importance: 50,
            permission: .cancelTicket,
            example: "CN",
            word: Translation(en: "cancel ticket", de: "Bon abbrechen", fr: "abandonner"),
            summary: Translation(
                en: "cancel the ticket, while nothing is paid",
                de: "den Bon abbrechen; es darf noch nichts bezahlt sein",
                fr: "abandonner le ticket ; rien ne doit être payé")),
        CommandEntry(
            name: .lineDiscount, group: .sale, argument: .discount, functionKey: nil, importance: nil,
            permission: .discount,
            example: "10%LD",
            word: Translation(en: "line discount", de: "Zeilenrabatt", fr: "remise ligne"),
            summary: Translation(
                en: "10% off the line; an amount such as 150LD takes 1.50 off",
                de: "10 % Rabatt auf die Zeile; 150LD zieht 1,50 ab",
                fr: "10 % de remise sur la ligne ; 150LD retire 1,50")),
        CommandEntry(
            name: .ticketDiscount, group: .sale, argument: .discount, functionKey: nil, importance: nil,
            permission: .discount,
            example: "10%TD",
            word: Translation(en: "ticket discount", de: "Bonrabatt", fr: "remise ticket"),
            summary: Translation(
                en: "10% off the ticket, or an amount",
                de: "10 % Rabatt auf den Bon, oder ein Betrag",
                fr: "10 % de remise sur le ticket, ou un montant")),
        CommandEntry(
            name: .priceOverride, group: .sale, argument: .amount, functionKey: nil, importance: nil,
            permission: .overridePrice,
            example: "PO 1.99",
            word: Translation(en: "price", de: "Preis", fr: "prix"),
            summary: Translation(
                en: "sell the line at 1.99 each",
                de: "die Zeile zu 1,99 je Stück verkaufen",
                fr: "vendre la ligne à 1,99 pièce")),
        CommandEntry(
            name: .search, group: .sale, argument: .text, functionKey: nil, importance: nil, permission: nil,
            example: "PV apple",
            word: Translation(en: "search", de: "Suche", fr: "chercher"),
            summary: Translation(
                en: "look for a product by name",
                de: "einen Artikel nach Namen suchen",
                fr: "chercher un article par nom")),
    ]

    private static let paying: [CommandEntry] = [
        CommandEntry(
            name: .total, group: .payment, argument: .none, functionKey: 2, importance: 90, permission: nil,
            example: "TL",
            word: Translation(en: "total", de: "Summe", fr: "total"),
            summary: Translation(
                en: "finish ringing up and go to payment",
                de: "Ende der Waren: zur Bezahlung",
                fr: "fin des articles : passer au paiement")),
        CommandEntry(
            name: .cash, group: .payment, argument: .optionalAmount, functionKey: 3, importance: 85, permission: nil,
            example: "2000CA",
            word: Translation(en: "cash", de: "bar", fr: "espèces"),
            summary: Translation(
                en: "20.00 given in cash; without an amount, all that is due",
                de: "20,00 bar gegeben; ohne Betrag alles Offene",
                fr: "20,00 reçus en espèces ; sans montant, tout le dû")),
        CommandEntry(
            name: .card, group: .payment, argument: .optionalAmount, functionKey: 4, importance: 85, permission: nil,
            example: "500CD",
            word: Translation(en: "card", de: "Karte", fr: "carte"),
            summary: Translation(
                en: "5.00 by card; without an amount, all that is due",
                de: "5,00 mit Karte; ohne Betrag alles Offene",
                fr: "5,00 par carte ; sans montant, tout le dû")),
        CommandEntry(
            name: .link, group: .payment, argument: .optionalAmount, functionKey: nil, importance: nil,
            permission: nil,
            example: "500PL",
            word: Translation(en: "link", de: "Link", fr: "lien"),
            summary: Translation(
                en: "5.00 on the customer's phone, by a QR code; without an amount, all that is due",
                de: "5,00 auf dem Telefon, per QR-Code; ohne Betrag alles Offene",
                fr: "5,00 sur le téléphone, par code QR ; sans montant, tout le dû")),
        CommandEntry(
            name: .external, group: .payment, argument: .optionalAmount, functionKey: nil, importance: nil,
            permission: nil,
            example: "800XT",
            word: Translation(en: "other", de: "anderes", fr: "autre"),
            summary: Translation(
                en: "8.00 by voucher or another terminal",
                de: "8,00 mit Gutschein oder anderem Gerät",
                fr: "8,00 par bon ou autre terminal")),
        CommandEntry(
            name: .tip, group: .payment, argument: .discount, functionKey: nil, importance: nil, permission: nil,
            example: "200TP",
            word: Translation(en: "tip", de: "Trinkgeld", fr: "pourboire"),
            summary: Translation(
                en: "a tip of 2.00, or a percentage such as 10%TP; without a number, the shop's choices",
                de: "2,00 Trinkgeld, oder ein Anteil wie 10%TP; ohne Zahl die Auswahl des Ladens",
                fr: "pourboire de 2,00, ou une part comme 10%TP ; sans nombre, le choix du magasin")),
    ]

    private static let afterwards: [CommandEntry] = [
        CommandEntry(
            name: .park, group: .after, argument: .optionalText, functionKey: 7, importance: 55, permission: nil,
            example: "PK table 4",
            word: Translation(en: "park", de: "parken", fr: "attente"),
            summary: Translation(
                en: "park the ticket under a name",
                de: "den Bon beiseitelegen, mit einem Namen",
                fr: "mettre le ticket en attente, sous un nom")),
        CommandEntry(
            name: .recall, group: .after, argument: .optionalText, functionKey: 8, importance: 55, permission: nil,
            example: "RC table 4",
            word: Translation(en: "recall", de: "abrufen", fr: "reprendre"),
            summary: Translation(
                en: "recall a parked ticket; without a name, choose from a list",
                de: "einen geparkten Bon abrufen; ohne Namen aus der Liste",
                fr: "reprendre un ticket ; sans nom, depuis la liste")),
        CommandEntry(
            name: .refund, group: .after, argument: .optionalNumber, functionKey: nil, importance: nil,
            permission: .refund,
            example: "RF 1042",
            word: Translation(en: "refund", de: "Rückgabe", fr: "rembourser"),
            summary: Translation(
                en: "refund ticket 1042",
                de: "Bon 1042 zurücknehmen",
                fr: "rembourser le ticket 1042")),
        CommandEntry(
            name: .reprint, group: .after, argument: .optionalNumber, functionKey: nil, importance: nil,
            permission: .reprint,
            example: "RP 1042",
            word: Translation(en: "reprint", de: "Nachdruck", fr: "réimprimer"),
            summary: Translation(
                en: "print receipt 1042 again; without a number, the last one",
                de: "Beleg 1042 nachdrucken; ohne Zahl den letzten",
                fr: "réimprimer le reçu 1042 ; sans numéro, le dernier")),
    ]

    private static let ofTheShift: [CommandEntry] = [
        CommandEntry(
            name: .noSale, group: .shift, argument: .optionalText, functionKey: nil, importance: nil,
            permission: .openDrawer,
            example: "NS change",
            word: Translation(en: "no sale", de: "Lade öffnen", fr: "sans vente"),
            summary: Translation(
                en: "open the drawer without a sale, with a reason",
                de: "die Lade ohne Verkauf öffnen, mit Grund",
                fr: "ouvrir le tiroir sans vente, avec un motif")),
        CommandEntry(
            name: .paidIn, group: .shift, argument: .amountAndReason, functionKey: nil, importance: nil,
            permission: .payIn,
            example: "5000PI change",
            word: Translation(en: "paid in", de: "Einlage", fr: "apport"),
            summary: Translation(
                en: "put 50.00 into the drawer, with a reason",
                de: "50,00 einlegen, mit Grund",
                fr: "mettre 50,00 au tiroir, avec un motif")),
        CommandEntry(
            name: .paidOut, group: .shift, argument: .amountAndReason, functionKey: nil, importance: nil,
            permission: .payOut,
            example: "5000PY safe",
            word: Translation(en: "paid out", de: "Entnahme", fr: "retrait"),
            summary: Translation(
                en: "take 50.00 out of the drawer, with a reason",
                de: "50,00 entnehmen, mit Grund",
                fr: "retirer 50,00 du tiroir, avec un motif")),
        CommandEntry(
            name: .openShift, group: .shift, argument: .none, functionKey: nil, importance: nil,
            permission: .openShift,
            example: "OS",
            word: Translation(en: "open shift", de: "Schicht öffnen", fr: "ouvrir"),
            summary: Translation(
                en: "open a shift: count the drawer",
                de: "Schicht öffnen: Lade zählen",
                fr: "ouvrir le service : compter le tiroir")),
        CommandEntry(
            name: .readX, group: .shift, argument: .none, functionKey: nil, importance: nil, permission: .readReport,
            example: "X",
            word: Translation(en: "X report", de: "X-Bericht", fr: "rapport X"),
            summary: Translation(
                en: "read the shift so far; changes nothing",
                de: "die Schicht bis jetzt lesen; ändert nichts",
                fr: "lire le service en cours ; ne change rien")),
        CommandEntry(
            name: .readSellers, group: .shift, argument: .none, functionKey: nil, importance: nil,
            permission: .readReport,
            example: "SR",
            word: Translation(en: "sellers", de: "Verkäufer", fr: "vendeurs"),
            summary: Translation(
                en: "what was sold today for each seller, and where the money is",
                de: "was heute für wen verkauft wurde, und wo das Geld ist",
                fr: "ce qui est vendu ce jour pour chacun, et où est l'argent")),
        CommandEntry(
            name: .reports, group: .shift, argument: .none, functionKey: nil, importance: nil, permission: nil,
            example: "RE",
            word: Translation(en: "reports", de: "Berichte", fr: "rapports"),
            summary: Translation(
                en: "X, and the Zs of closed shifts",
                de: "X, und die Zs abgeschlossener Schichten",
                fr: "X, et les Z des services clos")),
        CommandEntry(
            name: .closeZ, group: .shift, argument: .none, functionKey: nil, importance: nil, permission: .closeShift,
            example: "Z",
            word: Translation(en: "Z close", de: "Z-Abschluss", fr: "clôture Z"),
            summary: Translation(
                en: "end the shift, count and close it",
                de: "die Schicht beenden, zählen und abschließen",
                fr: "terminer le service, compter et clôturer")),
    ]

    private static let ofCards: [CommandEntry] = [
        CommandEntry(
            name: .unresolved, group: .cards, argument: .none, functionKey: 9, importance: 80, permission: nil,
            example: "UR",
            word: Translation(en: "unresolved", de: "ungeklärt", fr: "non résolus"),
            summary: Translation(
                en: "payments whose outcome nobody knows yet",
                de: "Zahlungen, deren Ausgang noch niemand kennt",
                fr: "paiements dont l'issue est inconnue")),
        CommandEntry(
            name: .accept, group: .cards, argument: .text, functionKey: nil, importance: nil,
            permission: .acceptUnknown,
            example: "AC slip 4711",
            word: Translation(en: "accept", de: "annehmen", fr: "accepter"),
            summary: Translation(
                en: "a manager takes the risk of an unknown payment, with its reference",
                de: "Leitung übernimmt das Risiko einer ungeklärten Zahlung, mit Beleg",
                fr: "un responsable prend le risque d'un paiement inconnu, avec sa référence")),
        CommandEntry(
            name: .acknowledge, group: .cards, argument: .none, functionKey: nil, importance: nil,
            permission: .resolvePayment,
            example: "AK",
            word: Translation(en: "seen", de: "gesehen", fr: "vu"),
            summary: Translation(
                en: "acknowledge the payment that is chosen in the list",
                de: "die gewählte Zahlung der Liste wurde geklärt",
                fr: "le paiement choisi de la liste a été examiné")),
        CommandEntry(
            name: .refundPayment, group: .cards, argument: .none, functionKey: nil, importance: nil,
            permission: .resolvePayment,
            example: "GB",
            word: Translation(en: "refund payment", de: "zurückgeben", fr: "rendre"),
            summary: Translation(
                en: "refund the last payment of the open ticket, or the one chosen in the list",
                de: "die letzte Zahlung des Bons zurückgeben, oder die gewählte der Liste",
                fr: "rendre le dernier paiement du ticket, ou le choisi de la liste")),
        CommandEntry(
            name: .offlineQueue, group: .cards, argument: .optionalText, functionKey: nil, importance: nil,
            permission: nil,
            example: "OQ send",
            word: Translation(en: "offline", de: "offline", fr: "hors ligne"),
            summary: Translation(
                en: "payments waiting to be sent; send tries now",
                de: "Zahlungen, die noch zu senden sind; send versucht es jetzt",
                fr: "paiements en attente d'envoi ; send essaie maintenant")),
        CommandEntry(
            name: .saveCard, group: .cards, argument: .text, functionKey: nil, importance: nil, permission: nil,
            example: "SV zoe@x.org",
            word: Translation(en: "save card", de: "Karte speichern", fr: "enregistrer la carte"),
            summary: Translation(
                en: "save a customer's card, by email address or id",
                de: "die Karte eines Kunden speichern: E-Mail oder Kennung",
                fr: "enregistrer la carte d'un client : e-mail ou id")),
        CommandEntry(
            name: .reader, group: .cards, argument: .optionalText, functionKey: nil, importance: nil, permission: nil,
            example: "RD find",
            word: Translation(en: "reader", de: "Leser", fr: "lecteur"),
            summary: Translation(
                en: "the reader; find looks for readers, check says what is wrong, off disconnects",
                de: "der Leser; find sucht Leser, check sagt, was fehlt, off trennt",
                fr: "le lecteur ; find cherche, check dit ce qui ne va pas, off déconnecte")),
        CommandEntry(
            name: .customer, group: .cards, argument: .text, functionKey: nil, importance: nil, permission: nil,
            example: "CU tap",
            word: Translation(en: "customer", de: "Kunde", fr: "client"),
            summary: Translation(
                en: "play the simulated customer: Tab and a letter do the same",
                de: "simulierten Kunden spielen: wie Tab und ein Buchstabe",
                fr: "jouer le client simulé : comme Tab et une lettre")),
    ]

    private static let ofScreens: [CommandEntry] = [
        CommandEntry(
            name: .up, group: .screen, argument: .optionalNumber, functionKey: nil, importance: nil, permission: nil,
            example: "U",
            word: Translation(en: "up", de: "hoch", fr: "haut"),
            summary: Translation(
                en: "up in a list; the arrow does the same",
                de: "in einer Liste nach oben; wie der Pfeil",
                fr: "monter dans une liste ; comme la flèche")),
        CommandEntry(
            name: .down, group: .screen, argument: .optionalNumber, functionKey: nil, importance: nil, permission: nil,
            example: "D",
            word: Translation(en: "down", de: "runter", fr: "bas"),
            summary: Translation(
                en: "down in a list; the arrow does the same",
                de: "in einer Liste nach unten; wie der Pfeil",
                fr: "descendre dans une liste ; comme la flèche")),
        CommandEntry(
            name: .clear, group: .screen, argument: .none, functionKey: nil, importance: nil, permission: nil,
            example: "CL",
            word: Translation(en: "clear", de: "löschen", fr: "effacer"),
            summary: Translation(
                en: "empty the line or leave a screen; Esc does the same",
                de: "Zeile leeren oder Bildschirm verlassen; wie Esc",
                fr: "vider la ligne ou quitter l'écran ; comme Échap")),
        CommandEntry(
            name: .lock, group: .screen, argument: .none, functionKey: nil, importance: nil, permission: nil,
            example: "LK",
            word: Translation(en: "lock", de: "sperren", fr: "verrouiller"),
            summary: Translation(
                en: "lock the till; sales stay as they are",
                de: "die Kasse sperren; Verkäufe bleiben, wie sie sind",
                fr: "verrouiller la caisse ; les ventes restent")),
        CommandEntry(
            name: .signOut, group: .screen, argument: .none, functionKey: nil, importance: nil, permission: nil,
            example: "SO",
            word: Translation(en: "sign out", de: "abmelden", fr: "déconnexion"),
            summary: Translation(
                en: "sign out",
                de: "abmelden",
                fr: "se déconnecter")),
        CommandEntry(
            name: .quit, group: .screen, argument: .none, functionKey: 10, importance: 70, permission: nil,
            example: "QT",
            word: Translation(en: "quit", de: "Ende", fr: "quitter"),
            summary: Translation(
                en: "end the program, after a question",
                de: "das Programm beenden, nach einer Frage",
                fr: "quitter le programme, après une question")),
        CommandEntry(
            name: .help, group: .screen, argument: .none, functionKey: 1, importance: 100, permission: nil,
            example: "?",
            word: Translation(en: "help", de: "Hilfe", fr: "aide"),
            summary: Translation(
                en: "this list",
                de: "diese Liste",
                fr: "cette liste")),
    ]
}
