import TenderModel
import TenderSale

/// The meaning of a number that is typed without a command, on each page.
enum PlainNumber: Hashable {
    /// An article number, as anywhere on a till.
    case article
    /// A person in the list of those who may sign in.
    case person
    /// A count of a note or coin.
    case count
    /// Cash: tendered for a sale, or counted out for a refund.
    case cash
    /// A receipt number.
    case receipt
    /// A line of the sale to refund, or a sum.
    case lineOrSum
    /// One of the tips.
    case tip
    /// One of the card's applications.
    case application
    /// What the customer agrees to.
    case consent
    /// Nothing: a payment is shown, and goods have no place there.
    case nothing
}

extension Till {
    /// The meaning of a plain number here, decided in one place for every page.
    var plainNumber: PlainNumber {
        switch page {
        case .signIn: .person
        case .count: .count
        case .tender, .card, .unknown: .cash
        case .consent: .consent
        case .result: register.ticket == nil ? .article : .cash
        case .saved: isSelling ? .article : .cash
        case .tickets: .receipt
        case .refund: .lineOrSum
        case .tips: .tip
        case .applications: .application
        case .unresolved, .offline: .nothing
        case .starting, .sale, .paper, .products, .parked, .reader, .reports: .article
        }
    }

    /// Handles a line that a page reads in its own way, or returns `nil` for a command like any other.
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
        case .tip:
            guard case .tips(let asked, _) = page else { return nil }
            return choose(tip: line, of: asked)
        case .application:
            guard case .applications(let question, _) = page else { return nil }
            return choose(application: line, of: question)
        case .consent:
            guard case .consent(let entry) = page else { return nil }
            return choose(consent: line, entry)
        case .nothing:
            guard isGoods(line) else { return nil }
            console.clearLine()
            show(.bad, PageText.nothingSoldHere)
            return []
        }
    }

    /// Handles cash tendered or refunded; a quantity with its article is goods here, too.
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
        // Card money is refunded to the card, unless somebody says otherwise.
        if charge == nil, let refund = register.ticket?.refund, !refund.cards.isEmpty {
            show(.bad, PageText.cashOrCard)
            return []
        }
        return pay(.cash(sum), given: sum)
    }

    /// Parses a number alone, with or without blanks in it.
    static func number(_ line: String) -> TypedNumber? { try? TypedNumber(line.split(separator: " ").joined()) }

    /// Returns whether a line would sell an article, or is a number all the same.
    func isGoods(_ line: String) -> Bool {
        if Self.number(line) != nil { return true }
        guard case .item = try? LineCommand(parsing: line, currency: register.book.currency) else { return false }
        return true
    }
}
