/// The texts of receipts and reports.
extension Translation {
    // MARK: Headings, notices and copies

    static let sale = Translation(en: "SALE", de: "VERKAUF", fr: "VENTE")
    static let declined = Translation(en: "SALE - DECLINED", de: "VERKAUF - ABGELEHNT", fr: "VENTE - REFUSÉE")
    static let void = Translation(en: "VOID", de: "STORNO", fr: "ANNULATION")
    static let refund = Translation(en: "REFUND", de: "ERSTATTUNG", fr: "REMBOURSEMENT")
    static let offline = Translation(en: "SALE - OFFLINE", de: "VERKAUF - OFFLINE", fr: "VENTE - HORS LIGNE")
    static let pending = Translation(
        en: "PENDING - NOT A RECEIPT", de: "OFFEN - KEIN BELEG", fr: "EN ATTENTE - PAS UN REÇU")
    static let xReport = Translation(en: "X REPORT", de: "X-BERICHT", fr: "RAPPORT X")
    static let zReport = Translation(en: "Z REPORT", de: "Z-BERICHT", fr: "RAPPORT Z")
    static let dayReport = Translation(en: "DAY REPORT", de: "TAGESBERICHT", fr: "RAPPORT DU JOUR")
    static let paidIn = Translation(en: "PAID IN", de: "EINLAGE", fr: "ENTRÉE DE CAISSE")
    static let paidOut = Translation(en: "PAID OUT", de: "ENTNAHME", fr: "SORTIE DE CAISSE")
    static let sellerReport = Translation(en: "SELLERS", de: "VERKÄUFER", fr: "VENDEURS")
    static let payByLink = Translation(en: "PAY BY LINK", de: "ZAHLEN PER LINK", fr: "PAYER PAR LIEN")
    static let customerCopy = Translation(en: "CUSTOMER COPY", de: "KUNDENBELEG", fr: "EXEMPLAIRE CLIENT")
    static let merchantCopy = Translation(en: "MERCHANT COPY", de: "HÄNDLERBELEG", fr: "EXEMPLAIRE COMMERÇANT")
    static let reprint = Translation(en: "*** DUPLICATE ***", de: "*** NACHDRUCK ***", fr: "*** DUPLICATA ***")
    static let simulated = Translation(
        en: "SIMULATED: NO MONEY MOVED", de: "SIMULATION: KEIN GELD BEWEGT", fr: "SIMULATION : AUCUN PAIEMENT")
    static let training = Translation(
        en: "TRAINING - NOT A RECEIPT", de: "TRAINING - KEIN BELEG", fr: "FORMATION - PAS UN REÇU")

    // MARK: Rows of receipts

    static let phone = Translation(en: "Phone", de: "Tel.", fr: "Tél.")
    static let taxID = Translation(en: "Tax no.", de: "Steuernr.", fr: "N° TVA")
    static let merchantID = Translation(en: "Merchant ID", de: "Händler-ID", fr: "N° commerçant")
    static let terminalID = Translation(en: "Terminal ID", de: "Terminal-ID", fr: "N° terminal")
    static let receiptNumber = Translation(en: "Receipt no.", de: "Beleg-Nr.", fr: "Reçu n°")
    static let zNumber = Translation(en: "Z no.", de: "Z-Nr.", fr: "Z n°")
    static let date = Translation(en: "Date", de: "Datum", fr: "Date")
    static let cashier = Translation(en: "Cashier", de: "Bedient von", fr: "Caissier")
    static let originalReceipt = Translation(en: "Original receipt no.", de: "Zu Beleg-Nr.", fr: "Reçu d'origine n°")
    static let subtotal = Translation(en: "Subtotal", de: "Zwischensumme", fr: "Sous-total")
    static let taxOn = Translation(en: "tax on", de: "MwSt. auf", fr: "TVA sur")
    static let includedTaxOn = Translation(en: "tax incl. on", de: "MwSt. enth. auf", fr: "TVA incl. sur")
    static let rounding = Translation(en: "Rounding", de: "Rundung", fr: "Arrondi")
    static let total = Translation(en: "TOTAL", de: "SUMME", fr: "TOTAL")
    static let attempted = Translation(en: "Amount attempted", de: "Angefragter Betrag", fr: "Montant demandé")
    static let approved = Translation(en: "Approved", de: "Genehmigt", fr: "Autorisé")
    static let reversed = Translation(en: "AMOUNT REVERSED", de: "STORNIERT", fr: "MONTANT ANNULÉ")
    static let returned = Translation(en: "AMOUNT RETURNED", de: "ERSTATTET", fr: "REMBOURSÉ")
    static let amount = Translation(en: "AMOUNT", de: "BETRAG", fr: "MONTANT")
    static let toPay = Translation(en: "TO PAY", de: "ZU ZAHLEN", fr: "À PAYER")
    static let tip = Translation(en: "Tip", de: "Trinkgeld", fr: "Pourboire")
    static let discount = Translation(en: "Discount", de: "Rabatt", fr: "Remise")
    static let insteadOf = Translation(en: "instead of", de: "statt", fr: "au lieu de")
    static let noMoneyMoved = Translation(
        en: "Your card was not charged.", de: "Die Karte wurde nicht belastet.", fr: "La carte n'a pas été débitée.")
    static let notAuthorized = Translation(
        en: "NOT YET AUTHORIZED", de: "NOCH NICHT AUTORISIERT", fr: "PAS ENCORE AUTORISÉ")
    static let outcomeUnknown = Translation(
        en: "We do not know yet whether this was paid.", de: "Ob bezahlt wurde, steht noch nicht fest.",
        fr: "On ne sait pas encore si le paiement a eu lieu.")
    static let doNotPayAgain = Translation(
        en: "Please do not pay again until it is settled.", de: "Bitte nicht erneut zahlen, bis es geklärt ist.",
        fr: "Ne payez pas une seconde fois avant la réponse.")
    static let reason = Translation(en: "Reason", de: "Grund", fr: "Motif")
    static let net = Translation(en: "net", de: "netto", fr: "HT")

    // MARK: Payments and cards

    static let cash = Translation(en: "Cash", de: "Bar", fr: "Espèces")
    static let card = Translation(en: "Card", de: "Karte", fr: "Carte")
    static let link = Translation(en: "Link", de: "Link", fr: "Lien")
    static let otherPayment = Translation(en: "Other payment", de: "Andere Zahlung", fr: "Autre paiement")
    static let paidByLink = Translation(en: "Paid by link", de: "Per Link bezahlt", fr: "Payé par lien")
    static let scanToPay = Translation(
        en: "Scan the code and pay on your phone.", de: "Code scannen und auf dem Telefon zahlen.",
        fr: "Scannez le code et payez sur votre téléphone.")
    static let cashGiven = Translation(en: "Given", de: "Gegeben", fr: "Reçu")
    static let change = Translation(en: "Change", de: "Rückgeld", fr: "Rendu")
    static let reference = Translation(en: "Reference", de: "Referenz", fr: "Référence")
    static let trace = Translation(en: "Trace", de: "Vorgang", fr: "Trace")
    static let unconfirmed = Translation(en: "NOT CONFIRMED", de: "NICHT BESTÄTIGT", fr: "NON CONFIRMÉ")
    static let acceptedBy = Translation(en: "Accepted by", de: "Angenommen von", fr: "Accepté par")
    static let chip = Translation(en: "Chip", de: "Chip", fr: "Puce")
    static let contactless = Translation(en: "Contactless", de: "Kontaktlos", fr: "Sans contact")
    static let swipe = Translation(en: "Magnetic stripe", de: "Magnetstreifen", fr: "Piste magnétique")
    static let keyed = Translation(en: "Keyed in", de: "Eingetippt", fr: "Saisie manuelle")
    static let authorizationCode = Translation(en: "Auth code", de: "Genehm.-Nr.", fr: "N° autorisation")
    static let pin = Translation(en: "PIN verified", de: "PIN geprüft", fr: "Code PIN vérifié")
    static let pinAndSignature = Translation(
        en: "PIN verified, signature", de: "PIN geprüft, Unterschrift", fr: "Code PIN vérifié, signature")
    static let device = Translation(
        en: "Verified on device", de: "Auf dem Gerät bestätigt", fr: "Vérifié sur l'appareil")
    static let signature = Translation(en: "Signature", de: "Unterschrift", fr: "Signature")
    static let noVerification = Translation(en: "No verification", de: "Ohne Prüfung", fr: "Sans vérification")
    static let verificationFailed = Translation(
        en: "Verification failed", de: "Prüfung gescheitert", fr: "Vérification échouée")
    static let signHere = Translation(en: "Signature", de: "Unterschrift", fr: "Signature")
    static let writeTip = Translation(en: "Tip", de: "Trinkgeld", fr: "Pourboire")
    static let writeTotal = Translation(en: "Total", de: "Gesamt", fr: "Total")

    // MARK: Reports

    static let shift = Translation(en: "Shift", de: "Schicht", fr: "Service")
    static let businessDate = Translation(en: "Business date", de: "Geschäftstag", fr: "Jour comptable")
    static let openedAt = Translation(en: "Opened", de: "Geöffnet", fr: "Ouvert")
    static let openedBy = Translation(en: "Opened by", de: "Geöffnet von", fr: "Ouvert par")
    static let madeAt = Translation(en: "Created", de: "Erstellt", fr: "Établi")
    static let madeBy = Translation(en: "Created by", de: "Erstellt von", fr: "Établi par")
    static let tickets = Translation(en: "TICKETS", de: "BELEGE", fr: "TICKETS")
    static let departments = Translation(en: "DEPARTMENTS", de: "WARENGRUPPEN", fr: "RAYONS")
    static let taxes = Translation(en: "TAXES", de: "STEUERN", fr: "TAXES")
    static let payments = Translation(en: "PAYMENTS", de: "ZAHLUNGEN", fr: "PAIEMENTS")
    static let tips = Translation(en: "TIPS", de: "TRINKGELD", fr: "POURBOIRES")
    static let cashDrawer = Translation(en: "CASH DRAWER", de: "KASSENBESTAND", fr: "TIROIR-CAISSE")
    static let float = Translation(en: "Float", de: "Wechselgeld", fr: "Fond de caisse")
    static let cashSales = Translation(
        en: "Cash sales less refunds", de: "Bareinnahmen abzgl. Erstattungen", fr: "Espèces, remboursements déduits")
    static let expectedCash = Translation(en: "Expected cash", de: "Soll", fr: "Attendu")
    static let counted = Translation(en: "Counted", de: "Gezählt", fr: "Compté")
    static let difference = Translation(en: "DIFFERENCE", de: "DIFFERENZ", fr: "ÉCART")
    static let drawerOpenings = Translation(en: "Drawer openings", de: "Schublade geöffnet", fr: "Ouvertures du tiroir")
    static let audit = Translation(en: "AUDIT", de: "PROTOKOLL", fr: "CONTRÔLE")
    static let accepted = Translation(
        en: "ACCEPTED WITHOUT PROOF", de: "UNBEWIESEN ANGENOMMEN", fr: "ACCEPTÉ SANS PREUVE")
    static let unresolved = Translation(
        en: "UNRESOLVED PAYMENTS", de: "UNGEKLÄRTE ZAHLUNGEN", fr: "PAIEMENTS NON RÉSOLUS")
    static let parked = Translation(en: "Parked tickets", de: "Geparkte Belege", fr: "Tickets en attente")
    static let offlinePayments = Translation(
        en: "Offline payments", de: "Offline-Zahlungen", fr: "Paiements hors ligne")
    static let offlineDeclined = Translation(en: "Offline declined", de: "Offline abgelehnt", fr: "Hors ligne refusé")
    static let offlineDeleted = Translation(en: "Offline deleted", de: "Offline gelöscht", fr: "Hors ligne supprimé")
    static let fees = Translation(en: "Fees", de: "Gebühren", fr: "Commissions")
    static let transferred = Translation(en: "Transferred", de: "Überwiesen", fr: "Transféré")
    static let transfersOpen = Translation(en: "Open transfers", de: "Noch zu überweisen", fr: "À transférer")
    static let heldByShop = Translation(en: "Held by the shop", de: "Beim Laden", fr: "Chez le magasin")
    static let nothingForSellers = Translation(
        en: "No sales for sellers", de: "Nichts für Verkäufer verkauft", fr: "Rien vendu pour un vendeur")
    static let shifts = Translation(en: "Shifts", de: "Schichten", fr: "Services")
    static let zNumbers = Translation(en: "Z nos.", de: "Z-Nrn.", fr: "Z n°s")
    static let shiftIsOpen = Translation(
        en: "A SHIFT IS STILL OPEN", de: "EINE SCHICHT LÄUFT NOCH", fr: "UN SERVICE EST ENCORE OUVERT")
    static let isNotClean = Translation(
        en: "PAYMENTS NEED ATTENTION", de: "ZAHLUNGEN SIND NOCH ZU KLÄREN", fr: "PAIEMENTS ENCORE À VÉRIFIER")

    // MARK: What reports count

    static let sales = Translation(en: "Sales", de: "Verkäufe", fr: "Ventes")
    static let refunds = Translation(en: "Refunds", de: "Erstattungen", fr: "Remboursements")
    static let voids = Translation(en: "Voids", de: "Stornos", fr: "Annulations")
    static let cashIn = Translation(en: "Paid in", de: "Einlagen", fr: "Entrées")
    static let cashOut = Translation(en: "Paid out", de: "Entnahmen", fr: "Sorties")
    static let floatDiffers = Translation(
        en: "Float differs from last count", de: "Wechselgeld weicht ab", fr: "Fond différent du comptage")
    static let linesVoided = Translation(en: "Lines voided", de: "Zeilen storniert", fr: "Lignes annulées")
    static let ticketsCanceled = Translation(en: "Tickets canceled", de: "Belege abgebrochen", fr: "Tickets abandonnés")
    static let allowed = Translation(en: "Allowed", de: "Erlaubt", fr: "Autorisé")
    static let reprints = Translation(en: "Reprints", de: "Nachdrucke", fr: "Duplicatas")
    static let neverPaid = Translation(
        en: "Accepted, never paid", de: "Angenommen, nie bezahlt", fr: "Accepté, jamais payé")
    static let paidAfterAll = Translation(
        en: "Accepted, paid after all", de: "Angenommen, doch bezahlt", fr: "Accepté, payé après coup")
    static let refundedWithoutTicket = Translation(
        en: "Refunded, no ticket", de: "Zurückgegeben, kein Bon", fr: "Rendu, sans ticket")
    static let lossesAcknowledged = Translation(
        en: "Losses acknowledged", de: "Verluste zur Kenntnis", fr: "Pertes constatées")
    static let trainingTickets = Translation(en: "Training tickets", de: "Trainingsbelege", fr: "Tickets de formation")
}
