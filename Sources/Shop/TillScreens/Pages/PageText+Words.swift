import TenderSale

extension PageText {
    static let starting = Translation(
        en: "Reading the journal…",
        de: "Journal wird gelesen…",
        fr: "Lecture du journal…")
    static let whoAreYou = Translation(
        en: "Who are you?",
        de: "Wer sind Sie?",
        fr: "Qui êtes-vous ?")
    static let locked = Translation(
        en: "Locked",
        de: "Gesperrt",
        fr: "Verrouillé")
    static let customersTurn = Translation(en: "customer", de: "Kunde", fr: "client")
    static let checking = Translation(en: "checking…", de: "wird geprüft…", fr: "vérification…")
    static let choose = Translation(
        en: "choose",
        de: "wählen",
        fr: "choisir")
    static let whichManager = Translation(en: "which manager?", de: "welche Leitung?", fr: "quel responsable ?")
    static let why = Translation(en: "why?", de: "warum?", fr: "pourquoi ?")
    static let manager = Translation(en: "manager", de: "Leitung", fr: "responsable")
    static let line = Translation(en: "#", de: "#", fr: "n°")
    static let article = Translation(en: "article", de: "Artikel", fr: "article")
    static let quantity = Translation(en: "qty", de: "Menge", fr: "qté")
    static let price = Translation(en: "price", de: "Preis", fr: "prix")
    static let sum = Translation(en: "sum", de: "Summe", fr: "somme")
    static let voided = Translation(en: "voided", de: "storniert", fr: "annulé")
    static let ticketDiscount = Translation(en: "ticket discount", de: "Bonrabatt", fr: "remise ticket")
    static let nothingYet = Translation(en: "Nothing yet", de: "Noch nichts", fr: "Rien encore")
    static let openShiftFirst = Translation(
        en: "No shift is open: OS opens one, and counts the drawer",
        de: "Keine Schicht offen: OS öffnet eine und zählt die Lade",
        fr: "Aucun service ouvert : OS en ouvre un et compte le tiroir")
    static let nextCustomer = Translation(
        en: "Next customer, please",
        de: "Nächste Kundschaft, bitte",
        fr: "Client suivant")
    static let someArticles = Translation(
        en: "some articles",
        de: "einige Artikel",
        fr: "quelques articles")
    static let due = Translation(en: "To pay", de: "Zu zahlen", fr: "À payer")
    static let toRefund = Translation(en: "To refund", de: "Zurückzugeben", fr: "À rendre")
    static let tip = Translation(
        en: "Tip on the next payment (Esc: none)", de: "Trinkgeld zur nächsten Zahlung (Esc: keins)",
        fr: "Pourboire au prochain paiement (Échap : aucun)")
    static let tipChoices = Translation(
        en: "What tip would the customer like to give?", de: "Welches Trinkgeld möchte der Kunde geben?",
        fr: "Quel pourboire le client souhaite-t-il ?")
    static let noTipHere = Translation(
        en: "Nothing is left to pay that a tip could be for", de: "Es ist nichts offen, zu dem ein Trinkgeld passt",
        fr: "Rien n'est dû, donc pas de pourboire")
    static let tipOfPayment = Translation(en: "Tip", de: "Trinkgeld", fr: "Pourboire")
    static let refunded = Translation(en: "Refunded", de: "Zurückgegeben", fr: "Rendu au client")
    static let inCash = Translation(en: "In cash", de: "Bar", fr: "En espèces")
    static let atMost = Translation(en: "at most", de: "höchstens", fr: "au plus")
    static let moneyBackToCard = Translation(
        en: "Refund to the card",
        de: "Geld geht zurück auf die Karte",
        fr: "Remboursement sur la carte")
    static let cardPays = Translation(en: "Card payment", de: "Kartenzahlung", fr: "Paiement par carte")
    static let forCustomer = Translation(en: "For the customer:", de: "Für den Kunden:", fr: "Pour le client :")
    static let readerTakes = Translation(en: "Reader takes:", de: "Leser nimmt:", fr: "Le lecteur accepte :")
    static let card = Translation(en: "Card", de: "Karte", fr: "Carte")
    static let elapsed = Translation(en: "Running for", de: "Läuft seit", fr: "En cours depuis")
    static let chipStripKeys = Translation(
        en: "Tab, then I insert R remove P PIN W wrong PIN C card X cancel U unplug N network",
        de: "Tab, dann I stecken R entfernen P PIN W falsche PIN C Karte X Abbruch U Stecker N Netz",
        fr: "Tab, puis I insérer R retirer P code W code faux C carte X annuler U câble N réseau")
    static let stripKeys = Translation(
        en: "Tab, then T tap I insert S swipe R remove C card X cancel U unplug N network",
        de: "Tab, dann T halten I stecken S ziehen R entfernen C Karte X Abbruch U Stecker N Netz",
        fr: "Tab, puis T sans contact I insérer S piste R retirer C carte X annuler U câble N réseau")
    static let change = Translation(en: "CHANGE", de: "RÜCKGELD", fr: "RENDU")
    static let stillDue = Translation(en: "Still to pay", de: "Noch zu zahlen", fr: "Reste à payer")
    static let unknownTitle = Translation(
        en: "OUTCOME UNKNOWN: do not charge this card again",
        de: "AUSGANG UNBEKANNT: diese Karte nicht noch einmal belasten",
        fr: "ISSUE INCONNUE : ne pas débiter cette carte à nouveau")
    static let piece = Translation(en: "piece", de: "Stück", fr: "pièce")
    static let count = Translation(en: "count", de: "Anzahl", fr: "nombre")
    static let counted = Translation(en: "Counted", de: "Gezählt", fr: "Compté")
    static let countToOpen = Translation(
        en: "Open a shift: count the drawer",
        de: "Schicht öffnen: Lade zählen",
        fr: "Ouvrir : compter le tiroir")
    static let countToClose = Translation(
        en: "Close the shift: count the drawer",
        de: "Schicht schließen: Lade zählen",
        fr: "Clore : compter le tiroir")
    static let number = Translation(en: "number", de: "Nummer", fr: "numéro")
    static let foundArticles = Translation(
        en: "Articles found",
        de: "Gefundene Artikel",
        fr: "Articles trouvés")
    static let label = Translation(en: "name", de: "Name", fr: "nom")
    static let state = Translation(en: "state", de: "Stand", fr: "état")
    static let waits = Translation(en: "waits", de: "wartet", fr: "attend")
    static let unknownWord = Translation(en: "outcome unknown", de: "Ausgang unbekannt", fr: "issue inconnue")
    static let parkedTickets = Translation(
        en: "Parked tickets",
        de: "Geparkte Bons",
        fr: "Tickets en attente")
    static let paidBy = Translation(en: "paid by", de: "bezahlt mit", fr: "payé par")
    static let noSales = Translation(en: "No sales yet", de: "Noch keine Verkäufe", fr: "Aucune vente")
    static let salesToRefund = Translation(
        en: "Refund: choose the sale",
        de: "Rückgabe: Verkauf wählen",
        fr: "Rembourser : choisir la vente")
    static let chosen = Translation(en: "", de: "", fr: "")
    static let nothingLeft = Translation(
        en: "Nothing is left to refund",
        de: "Nichts mehr zurückzugeben",
        fr: "Plus rien à rendre")
    static let left = Translation(en: "Left to refund", de: "Noch zurückzugeben", fr: "Reste à rendre")
    static let ticket = Translation(en: "ticket", de: "Bon", fr: "ticket")
    static let since = Translation(en: "since", de: "seit", fr: "depuis")
    static let allKnown = Translation(
        en: "Every outcome is known. Nothing to do",
        de: "Jede Zahlung ist geklärt. Nichts zu tun",
        fr: "Tous les paiements sont connus. Rien à faire")
    static let lookingForPayments = Translation(
        en: "Looking through the journal",
        de: "Das Journal wird durchgesehen",
        fr: "Lecture du journal en cours")
    static let unresolvedPayments = Translation(
        en: "Unresolved payments",
        de: "Ungeklärte Zahlungen",
        fr: "Paiements non résolus")
    static let nothingOffline = Translation(
        en: "Nothing is waiting to be sent",
        de: "Nichts wartet auf den Versand",
        fr: "Rien à envoyer")
    static let theReader = Translation(
        en: "The reader",
        de: "Der Leser",
        fr: "Le lecteur")
    static let battery = Translation(en: "battery", de: "Akku", fr: "batterie")
    static let foundReaders = Translation(
        en: "Readers found",
        de: "Gefundene Leser",
        fr: "Lecteurs trouvés")
    static let noReaderFound = Translation(
        en: "No reader found: RD find looks again",
        de: "Kein Leser gefunden: RD find sucht noch einmal",
        fr: "Aucun lecteur trouvé : RD find cherche encore")
    static let report = Translation(en: "report", de: "Bericht", fr: "rapport")
    static let day = Translation(en: "day", de: "Tag", fr: "jour")
    static let sellersToday = Translation(en: "sellers, today", de: "Verkäufer, heute", fr: "vendeurs, ce jour")
    static let shiftSoFar = Translation(
        en: "the shift so far",
        de: "die Schicht bis jetzt",
        fr: "le service en cours")
    static let reports = Translation(
        en: "Reports",
        de: "Berichte",
        fr: "Rapports")
    static let simulatedCustomer = Translation(en: "SIMULATED customer", de: "SIMULIERTER Kunde", fr: "Client SIMULÉ")
    static let pressALetter = Translation(
        en: "Letter; Tab ends",
        de: "Buchstabe; Tab endet",
        fr: "Lettre ; Tab finit")
    static let tabToPlay = Translation(
        en: "Tab: play customer",
        de: "Tab: Kunden spielen",
        fr: "Tab : jouer le client")
    static let cardIsIn = Translation(en: "card is in the slot", de: "Karte steckt", fr: "carte dans la fente")
    static let unplugged = Translation(en: "reader unplugged", de: "Leser ausgesteckt", fr: "lecteur débranché")
    static let networkBroken = Translation(en: "network is down", de: "Netz unterbrochen", fr: "réseau coupé")
    static let answerGetsLost = Translation(
        en: "next answer is lost",
        de: "nächste Antwort geht verloren",
        fr: "prochaine réponse perdue")
}
