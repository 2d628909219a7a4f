import TenderModel
import TenderSale

/// The tips that the customer is offered at the till, from the same rules as at a reader.
extension Till {
    /// Shows the choices for what is left to pay; a tip of another sum is typed, as everywhere.
    mutating func offerTips() -> [TillAction] {
        guard let rules = setup.register.tips else {
            console.show(MessageLine(.bad, LineCommandError.incomplete(.tip).text(language)))
            return []
        }
        guard !isReaderTaken else {
            showReaderInUse()
            return []
        }
        guard let ticket = register.ticket, ticket.kind == .sale, ticket.remaining.minorUnits > 0,
            let asked = try? rules.configuration(for: ticket.remaining)
        else {
            show(.bad, PageText.noTipHere)
            return []
        }
        go(.tips(asked, selected: 0))
        return []
    }

    /// Takes the choice in a row; the last row is no tip.
    mutating func take(tip row: Int, of asked: TippingConfiguration) -> [TillAction] {
        let none = Amount(minorUnits: 0, currency: register.book.currency)
        let tip = asked.choices.indices.contains(row) ? asked.choices[row].amount : none
        go(.tender)
        return tell(.command(.tip(.amount(tip))))
    }

    /// Takes the choice with a typed number, from 1; returns `nil` for any other line.
    mutating func choose(tip line: String, of asked: TippingConfiguration) -> [TillAction]? {
        guard isGoods(line) else { return nil }
        console.clearLine()
        guard let number = Self.number(line)?.digits.flatMap({ Int($0) }),
            (1...asked.choices.count + 1).contains(number)
        else {
            show(.bad, PageText.chooseNumber)
            return []
        }
        return take(tip: number - 1, of: asked)
    }
}
