import TenderModel
import TenderSale

/// What a number is on each page when it is typed without a command.
enum PlainNumber: Hashable {
    /// An article's, as anywhere on a till.
    case article
    /// A person's, in the list of those who may sign in.
    case person
    /// How many of a note or a coin there are.
    case count
    /// Cash: given for a sale, or counted out for a refund.
    case cash
    /// A receipt's.
    case receipt
    /// A line of the sale that something goes back of, or a sum.
    case lineOrSum
    /// Nothing: a payment is being looked at, and goods have no place there.
    case nothing
}

extension Till {
    /// What a plain number means here; one place decides it for every page.
    var plainNumber: PlainNumber {
        switch page {
        case .signIn: .person
        case .count: .count
        case .tender, .card, .unknown: .cash
        case .result: register.ticket == nil ? .article : .cash
        case .tickets: .receipt
        case .refund: .lineOrSum
        case .unresolved, .offline: .nothing
        case .starting, .sale, .paper, .products, .parked, .reader, .reports: .article
        }
    }

    /// A line that a page reads in its own way; nil when it is a command like any other.
    mutating func takeLineOnPage(_ line: String) -> [TillAction]? {
        switch plainNumber {
        case .article: return nil
        case .person: return choosePerson(line)
        case .count:
            guard case .count(let entry) = page, let changed = counted(line, entry) else { return nil }
            console.clearLine()
            page = .count(changed)
            return []
        case .cash: return payCash(line)
        case .receipt:
            guard isGoods(line) else { return nil }
            console.clearLine()
            guard let number = Self.number(line)?.digits.flatMap({ Int($0) }) else {
                show(.bad, PageText.chooseReceipt)
                return []
            }
            return lookUp(number)
        case .lineOrSum:
            guard case .refund(let entry) = page else { return nil }
            return refund(line, entry)
        case .nothing:
            guard isGoods(line) else { return nil }
            console.clearLine()
            show(.bad, PageText.nothingSoldHere)
            return []
        }
    }

    /// Cash that was given, or goes back; a quantity with its article is goods here, too.
    private mutating func payCash(_ line: String) -> [TillAction]? {
        guard let number = Self.number(line) else { return nil }
        console.clearLine()
        let sum: Amount
        do throws(LineCommandError) {
            sum = try number.amount(register.book.currency)
            guard sum.minorUnits > 0 else { throw .zero }
        } catch {
            console.show(MessageLine(.bad, error.text(language)))
            return []
        }
        // Money of a card goes back to the card, unless somebody says otherwise.
        if charge == nil, let refund = register.ticket?.refund, !refund.cards.isEmpty {
            show(.bad, PageText.cashOrCard)
            return []
        }
        return pay(.cash(sum), given: sum)
    }

    /// A number alone, with or without blanks in it.
    static func number(_ line: String) -> TypedNumber? { try? TypedNumber(line.split(separator: " ").joined()) }

    /// Whether a line would sell an article, or is a number all the same.
    func isGoods(_ line: String) -> Bool {
        if Self.number(line) != nil { return true }
        guard case .item = try? LineCommand(parsing: line, currency: register.book.currency) else { return false }
        return true
    }
}
