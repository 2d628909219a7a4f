import TenderModel
import TenderSale

/// Saving a customer's card: whose it is, what the customer agrees to, and the outcome.
extension Till {
    /// What a customer may agree to, in the order of the numbers; none is chosen by Enter alone.
    static let consents: [AllowRedisplay] = [.always, .limited]

    /// Looks for the customer.
    mutating func findOwner(_ typed: String) -> [TillAction] {
        guard !isReaderTaken else {
            showReaderInUse()
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
        guard let owner = entry.owner else {
            show(.bad, PageText.stillLookingForCustomer)
            return []
        }
        guard let number = Self.number(line)?.digits.flatMap({ Int($0) }), Self.consents.indices.contains(number - 1)
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
            showReaderInUse()
            return []
        }
        let nothing = Amount(minorUnits: 0, currency: register.book.currency)
        charge = CardPanel(leg: saving.id, amount: nothing, began: now, saving: saving)
        go(.card)
        isCustomersTurn = setup.hasCustomer
        return [.shop(.saveCard(saving))]
    }

    /// Whether a payment or the saving of a card has the reader, or is about to.
    var isReaderTaken: Bool { charge != nil || register.isBeginningSaving }

    /// Says that the reader is in use, by a payment or by a card that is saved.
    mutating func showReaderInUse() {
        let isPaying = charge.map { $0.saving == nil } ?? false
        show(.bad, isPaying ? PageText.cardIsAsked : PageText.readerIsInUse)
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
}

/// A customer who is asked whether a card may be saved.
public struct ConsentEntry: Hashable, Sendable {
    /// The typed email address or id.
    public let typed: String
    /// The customer, once found.
    public internal(set) var owner: CardOwner?
}
