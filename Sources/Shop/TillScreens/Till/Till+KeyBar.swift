import TenderSale

/// The function keys that do something on the current page: they are tried on a copy, so that the bar cannot drift from
/// the till.
extension Till {
    /// The keys that do something now, assuming an empty line, each with its word.
    var usefulKeys: [(number: Int, command: CommandEntry, word: Translation)] {
        CommandEntry.all.compactMap { command in
            guard let number = command.functionKey, command.importance != nil, doesSomething(number) else { return nil }
            return (number, command, word(command))
        }
    }

    private func doesSomething(_ number: Int) -> Bool {
        var before = self
        before.console.clearLine()
        var tried = before
        let actions = tried.handle(.input(.key(.function(number), isFast: false)), at: now)
        guard tried.console.message?.kind != .bad else { return false }
        tried.console.clearMessage()
        return !actions.isEmpty || tried != before
    }

    /// Returns a key's priority in the bar where there is little room: an empty list is the least urgent.
    func importance(_ command: CommandEntry) -> Int? {
        command.name == .unresolved && unresolvedPayments.isEmpty ? 30 : command.importance
    }

    /// Returns what a key does here, in a word or two.
    private func word(_ command: CommandEntry) -> Translation {
        switch (command.name, page) {
        case (.total, .count(let entry)):
            entry.purpose == .opening
                ? Translation(en: "open the shift", de: "Schicht öffnen", fr: "ouvrir")
                : Translation(en: "close the shift", de: "Schicht schließen", fr: "clore")
        case (.total, .refund): Translation(en: "refund", de: "Rückgabe", fr: "rembourser")
        case (.total, _) where charge != nil: Translation(en: "to the card", de: "zur Karte", fr: "vers la carte")
        case (.total, _): Translation(en: "pay", de: "zahlen", fr: "payer")
        case (.cash, _) where isRefunding: Translation(en: "refund in cash", de: "bar zurück", fr: "rendre espèces")
        case (.card, _) where isRefunding: Translation(en: "refund to card", de: "auf die Karte", fr: "sur la carte")
        case (.cancelTicket, _): Translation(en: "cancel", de: "abbrechen", fr: "abandonner")
        case (.voidLine, _): Translation(en: "void", de: "Storno", fr: "annuler")
        default: command.word
        }
    }

    private var isRefunding: Bool { register.ticket.map { $0.kind != .sale } ?? false }
}
