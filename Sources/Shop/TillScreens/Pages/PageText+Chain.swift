import TenderSale

/// The words about the copy of the journal at head office.
extension PageText {
    /// Returns the light's words.
    ///
    /// - Parameters:
    ///   - condition: What is told.
    ///   - time: Puts a time in milliseconds since 1970 into words.
    static func chain(_ condition: ChainCondition, _ time: (Int64) -> String) -> Translation {
        let parts = [condition.problem.map { problem($0, time) }, waiting(condition, time)].compactMap { $0 }
        func text(_ name: String, _ language: TillLanguage, _ colon: String = ": ") -> String {
            ([name] + (parts.isEmpty ? [] : [parts.map { $0.text(language) }.joined(separator: ", ")]))
                .joined(separator: colon)
        }
        return Translation(
            en: text("chain", .english), de: text("Zentrale", .german), fr: text("siège", .french, " : "))
    }

    private static func waiting(_ condition: ChainCondition, _ time: (Int64) -> String) -> Translation? {
        let count = condition.waiting
        guard count > 0 else { return nil }
        guard let since = condition.since.map(time) else {
            return Translation(en: "\(count) waiting", de: "\(count) offen", fr: "\(count) en attente")
        }
        return Translation(
            en: "\(count) waiting since \(since)", de: "\(count) offen seit \(since)",
            fr: "\(count) en attente depuis \(since)")
    }

    private static func problem(_ problem: ChainCondition.Problem, _ time: (Int64) -> String) -> Translation {
        switch problem {
        case .disconnected:
            Translation(en: "not connected", de: "nicht verbunden", fr: "non connecté")
        case .refused: Translation(en: "refuses this till", de: "lehnt diese Kasse ab", fr: "refuse cette caisse")
        case .notEnrolled:
            Translation(en: "does not know this till", de: "kennt diese Kasse nicht", fr: "ignore cette caisse")
        case .stopped(.blocked): Translation(en: "till blocked", de: "Kasse gesperrt", fr: "caisse bloquée")
        case .stopped(.behind):
            Translation(en: "records missing", de: "Aufzeichnungen fehlen", fr: "données manquantes")
        case .unreadable:
            Translation(en: "journal unreadable", de: "Journal unlesbar", fr: "journal illisible")
        case .unusable: Translation(en: "copy unusable", de: "Kopie unbrauchbar", fr: "copie inutilisable")
        case .silent(let since):
            Translation(
                en: "not heard of the uplink since \(time(since))", de: "Uplink still seit \(time(since))",
                fr: "uplink muet depuis \(time(since))")
        case .damaged: Translation(en: "state unreadable", de: "Zustand unlesbar", fr: "état illisible")
        }
    }

    /// Returns what is shown in place of the next customer's ticket.
    static func sellingStopped(_ stop: SellingStop) -> Translation {
        switch stop {
        case .blocked:
            Translation(
                en: "Tickets that are open can be finished. Refunds, reports and the end of the shift go on.",
                de: "Offene Bons lassen sich abschließen. Rückgaben, Berichte und Schichtende gehen weiter.",
                fr: "Les tickets ouverts peuvent être finis. Retours, rapports et fin de service restent possibles.")
        case .behind:
            Translation(
                en: "End the till, and give tender chain restore. Until then refunds and reports go on.",
                de:
                    "Die Kasse beenden und tender chain restore aufrufen. Rückgaben und Berichte gehen bis dahin weiter.",
                fr: "Quitter la caisse et lancer tender chain restore. Retours et rapports restent possibles.")
        }
    }

    /// Returns what is told once the till sells with what head office published.
    static func published(_ version: Int64) -> Translation {
        Translation(
            en: "Goods and people are those of head office's version \(version)",
            de: "Waren und Leute sind jetzt die der Fassung \(version) der Zentrale",
            fr: "Articles et personnes sont ceux de la version \(version) du siège")
    }
}
