public import TenderModel

/// The reason that a cart rejects a change; the cart stays as it was.
public enum CartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No line has this number.
    case noSuchLine(Int)
    /// The line was voided.
    case lineIsVoided(Int)
    /// The product has an open price: ask for it.
    case priceNeeded(String)
    /// The product has a fixed price: override it, with a reason.
    case priceIsFixed(String)
    /// A price, discount or product in another currency.
    case wrongCurrency(Currency, cart: Currency)
    /// The tax class is not in the cart's table.
    case unknownTaxClass(String)
    /// A quantity of zero or less: goods come back through a refund.
    case quantityNotPositive
    /// A negative price.
    case negativePrice(Amount)
    /// A discount that is negative or larger than the sum it reduces.
    case discountOutOfRange(most: Amount)
    /// A reason that is missing, too long, or holds control characters.
    case reasonNeeded
    /// A name that is missing, too long, or holds control characters.
    case nameNeeded
    /// More lines than a ticket may have.
    case tooManyLines(most: Int)
    /// A price, line or total beyond what a till can add up.
    case tooLarge

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .noSuchLine(let number): "there is no line \(number)"
        case .lineIsVoided(let number): "line \(number) is voided already"
        case .priceNeeded(let name):
            "'\(name)' has no price of its own: sell an amount in its department, such as 1250 DP 2"
        case .priceIsFixed(let name): "'\(name)' has a fixed price: override it, with a reason"
        case .wrongCurrency(let other, let cart): "\(other) cannot be sold on a ticket in \(cart)"
        case .unknownTaxClass(let name): "the tax class '\(name)' is not known"
        case .quantityNotPositive: "the quantity must be more than zero: take goods back with a refund"
        case .negativePrice(let price): "a price cannot be \(price)"
        case .discountOutOfRange(let most): "a discount can be at most \(most) here"
        case .reasonNeeded: "a reason is needed: 1 to 200 bytes of plain text"
        case .nameNeeded: "a name is needed: 1 to 200 bytes of plain text"
        case .tooManyLines(let most): "a ticket takes at most \(most) lines"
        case .tooLarge: "the amount is too large"
        }
    }
}
