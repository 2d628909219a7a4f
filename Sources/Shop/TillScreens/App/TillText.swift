import TenderSale

/// The texts of the frame.
enum TillText {
    static let total = Translation(en: "TOTAL", de: "SUMME", fr: "TOTAL")
    static let rest = Translation(en: "STILL TO PAY", de: "NOCH ZU ZAHLEN", fr: "RESTE À PAYER")
    static let noTicket = Translation(en: "no ticket", de: "kein Bon", fr: "pas de ticket")
    static let nobody = Translation(en: "nobody signed in", de: "niemand angemeldet", fr: "personne connecté")
    static let noShift = Translation(en: "no shift", de: "keine Schicht", fr: "pas de service")
    static let shift = Translation(en: "shift", de: "Schicht", fr: "service")
    static let noReader = Translation(en: "no reader", de: "kein Leser", fr: "pas de lecteur")
    static let help = Translation(en: "Commands", de: "Befehle", fr: "Commandes")
    static let typed = Translation(en: "Type", de: "Tippen", fr: "Saisir")
    static let key = Translation(en: "Key", de: "Taste", fr: "Touche")
    static let meaning = Translation(en: "What it does", de: "Wirkung", fr: "Effet")
    static let helpKeys = Translation(
        en: "Arrows or U and D scroll, Esc leaves", de: "Pfeile oder U und D blättern, Esc verlässt",
        fr: "Flèches ou U et D défilent, Échap quitte")
    static let welcome = Translation(
        en: "Type or scan; ? or F1 lists all commands", de: "Tippen oder scannen; ? oder F1 listet alle Befehle",
        fr: "Saisir ou scanner ; ? ou F1 liste les commandes")
    static let quitTitle = Translation(en: "End the program?", de: "Programm beenden?", fr: "Quitter le programme ?")
    static let quitText = Translation(
        en: "Tickets and shift stay as they are.", de: "Bons und Schicht bleiben, wie sie sind.",
        fr: "Les tickets et le service restent tels quels.")
    static let yesKey = Translation(en: "y", de: "j", fr: "o")
    static let yes = Translation(en: "end", de: "beenden", fr: "quitter")
    static let stay = Translation(en: "stay", de: "bleiben", fr: "rester")
    static let scanIgnored = Translation(
        en: "Scan ignored: answer the question first", de: "Scan verworfen: zuerst die Frage beantworten",
        fr: "Scan ignoré : répondre d'abord à la question")
    static let tooFast = Translation(
        en: "That came as fast as a scan: press the key again if it was you",
        de: "Kam so schnell wie ein Scan: Taste noch einmal drücken, wenn Sie es waren",
        fr: "Arrivé aussi vite qu'un scan : appuyer encore si c'était vous")
    static let ignoredWhileSmall = Translation(
        en: "Keys were ignored while the window was too small",
        de: "Tasten wurden verworfen, solange das Fenster zu klein war",
        fr: "Touches ignorées tant que la fenêtre était trop petite")
    static let tooSmall = Translation(en: "Window too small", de: "Fenster zu klein", fr: "Fenêtre trop petite")
    static let needed = Translation(en: "needed", de: "nötig", fr: "requis")
}
