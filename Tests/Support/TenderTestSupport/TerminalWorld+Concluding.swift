import TenderFlow
import TenderModel

/// Cards that wait in the reader for the issuer's answer, and have the last word.
extension TerminalWorld {
    /// A card in the reader.
    struct WaitingCard: Hashable {
        var errand: Errand
        var opening: Serial
        var intentID: String
        /// What it was told.
        var told: IssuerAnswer.Verdict?
        var isStopped = false
    }

    /// What a card may say that was told something; one whose reader is gone says nothing.
    func wordSteps(_ card: WaitingCard) -> [Step] {
        guard let told = card.told else { return [] }
        let isThere = end(of: card.opening) == .canceled(by: .application)
        guard told == .approved, isThere else { return [.concludes(card.errand, .failed)] }
        let refusals: [CardWord] = budget.cardRefusals > 0 ? [.declined, .removed] : []
        return ([.approved] + refusals + (card.isStopped ? [.failed] : [])).map { .concludes(card.errand, $0) }
    }

    /// Puts a card that was read into the reader, if cards wait there.
    mutating func waits(_ collection: Collection) -> Bool {
        guard plan.cardsWait, tills.contains(where: { $0.intentID == collection.intentID }) else { return false }
        if collection.opening == reader.opening {
            change(collection.intentID) { ($0.hasCardAgreed, $0.isAgreementRecorded) = (false, false) }
            reader.waiting.append(
                WaitingCard(errand: collection.errand, opening: collection.opening, intentID: collection.intentID))
        }
        return true
    }

    /// Tells a card, as the machine asks.
    mutating func conclude(_ errand: Errand, _ verdict: IssuerAnswer.Verdict) {
        guard let index = reader.waiting.firstIndex(where: { $0.errand == errand }) else {
            return blame("a card is told \(verdict), and is not in the reader")
        }
        let card = reader.waiting[index]
        if card.told != nil { blame("a card is told twice") }
        if verdict == .approved, disk.history(of: card.intentID)?.isReversalOwed != true {
            blame("a card is told of an approval before its record")
        }
        reader.waiting[index].told = verdict
    }

    mutating func cardConcludes(_ errand: Errand, _ word: CardWord) {
        guard let index = reader.waiting.firstIndex(where: { $0.errand == errand }) else { return }
        let card = reader.waiting.remove(at: index)
        switch word {
        case .approved: change(card.intentID) { $0.hasCardAgreed = true }
        case .declined, .removed: budget.cardRefusals -= 1
        case .failed: break
        }
        handle(.concluded(errand, word))
    }

    /// Checks that an approval is recorded as final only if its card agreed.
    mutating func noteAgreement(_ entry: JournalEntry) {
        guard plan.cardsWait, case .settled(.confirm, .approved, _) = entry.event,
            let till = tills.first(where: { $0.intentID == entry.intentID })
        else { return }
        if !till.hasCardAgreed {
            blame("an approval of \(entry.intentID) was recorded that its card has not agreed to")
        }
        change(entry.intentID) { $0.isAgreementRecorded = true }
    }
}
