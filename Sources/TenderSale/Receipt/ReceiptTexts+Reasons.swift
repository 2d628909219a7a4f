/// Why a drawer differs, or tickets are left, in words.
extension ReceiptTexts {
    /// A reason as it was written down: what the till calls it is said in the receipt's language, what was typed stays.
    func reason(_ written: String) -> String {
        let parts = written.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.first, let words = words(ReasonCode(rawValue: name)) else { return written }
        return ([words] + parts.dropFirst()).filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// Nil for the shop's own words.
    private func words(_ reason: ReasonCode) -> String? {
        switch reason {
        case .miscounted: choose("counted wrong", "verzählt", "mal compté")
        case .wrongChange: choose("wrong change was given", "falsch herausgegeben", "erreur de rendu")
        case .notBooked: choose("cash was moved unbooked", "Bargeld unverbucht bewegt", "espèces non comptées")
        case .carriedOver:
            choose(
                "tickets are left for the next shift", "Bons bleiben für die nächste Schicht",
                "tickets laissés au service suivant")
        // Whoever says something else has typed it.
        case .other: ""
        case .own: nil
        default: String(reason.rawValue.map { $0 == "_" ? " " : $0 })
        }
    }

    private func choose(_ english: String, _ german: String, _ french: String) -> String {
        switch language {
        case .english: english
        case .german: german
        case .french: french
        }
    }
}
