import TenderModel
import TenderSale

/// Saving a customer's card: whose it is, what the customer agrees to, and the outcome.
extension Till {
    /// What a customer may agree to, in the order of the numbers; none is chosen by Enter alone.
    static let consents: [AllowRedisplay] = [.always, .limited]

    /// Looks for the customer.
    mutating func findOwner(_ typed: String) -> [TillAction] {
        guard charge == nil else {
            show(.bad, PageText.cardIsAsked)
            return []
        }
        guard typed.contains("@") || typed.hasPrefix("cus_") else {
            show(.bad, PageText.whoseCard)
            return []
        }
        go(.consent(ConsentEntry(typed: typed)))
        return [.shop(.findOwner(typed))]
    }

    mutating func take(_ owner: CardOwner, _ typed: String) {
        guard case .consent(var entry) = page, entry.typed == typed else { return }
        entry.owner = owner
        page = .consent(entry)
    }

    mutating func take(_ problem: OwnerProblem, _ typed: String) {
        guard case .consent(let entry) = page, entry.typed == typed else { return }
        goHome()
        show(.bad, PageText.noOwner(problem))
    }

    /// Takes the customer's answer, by its number; returns `nil` for any other line.
    mutating func choose(consent line: String, _ entry: ConsentEntry) -> [TillAction]? {
        guard isGoods(line) else { return nil }
        console.clearLine()
        guard let number = Self.number(line)?.digits.flatMap({ Int($0) }),
            Self.consents.indices.contains(number - 1), let owner = entry.owner
        else {
            show(.bad, PageText.chooseNumber)
            return []
        }
        // The answer is taken once.
        goHome()
        return tell(.saveCard(owner, Self.consents[number - 1]))
    }

    /// Asks for the card, unless a payment has begun since.
    mutating func begin(_ saving: CardSaving) -> [TillAction] {
        guard charge == nil else {
            show(.bad, PageText.cardIsAsked)
            return []
        }
        let nothing = Amount(minorUnits: 0, currency: register.book.currency)
        charge = CardPanel(leg: saving.id, amount: nothing, began: now, saving: saving)
        go(.card)
        isCustomersTurn = setup.hasCustomer
        return [.shop(.saveCard(saving))]
    }

    mutating func stopSaving() -> [TillAction] {
        guard let saving = charge?.saving else { return [] }
        charge?.isCancelAsked = true
        return [.shop(.cancelCharge(leg: saving.id))]
    }

    mutating func take(_ outcome: SavingOutcome, of id: String) {
        let mark = PageText.mark(outcome, language)
        guard let saving = charge?.saving, saving.id == id else {
            return console.show(MessageLine(mark.kind, mark.word))
        }
        charge = nil
        isCustomersTurn = false
        console.clearMessage()
        go(.saved(saving.owner, outcome))
        if register.person == nil { console.show(MessageLine(mark.kind, mark.word)) }
    }

    /// Tells what became of savings that were unknown.
    mutating func hearOfSavings(_ payments: [PendingPayment]) {
        let before = pending.filter(\.state.isSaving)
        if payments.contains(where: { $0.state == .savedCard && !before.contains($0) }) {
            show(.warning, PageText.savedUntold)
        } else if charge?.saving == nil,
            before.contains(where: { old in old.state == .savingCard && !payments.contains { $0.id == old.id } })
        {
            show(.warning, PageText.notSavedAfterAll)
        }
    }
}

/// A customer who is asked whether a card may be saved.
public struct ConsentEntry: Hashable, Sendable {
    /// The typed email address or id.
    public let typed: String
    /// The customer, once found.
    public internal(set) var owner: CardOwner?
}
