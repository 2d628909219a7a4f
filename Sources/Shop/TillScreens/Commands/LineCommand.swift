public import TenderModel
public import TenderSale

/// What the cashier wants, as typed, or by a function key.
public enum LineCommand: Hashable, Sendable {
    /// Sells an article by its barcode or number.
    case item(code: String, quantity: Quantity)
    /// Sells an amount in a department.
    case department(Amount, department: Int, quantity: Quantity)
    /// Takes a line off, counted from 1; nil for the last.
    case voidLine(Int?)
    /// A discount on the line.
    case lineDiscount(Discount)
    /// A discount on the ticket.
    case ticketDiscount(Discount)
    /// Another price for the line.
    case priceOverride(Amount)
    /// Looks for a product.
    case search(String)
    /// Cash was given; nil for exactly what is due.
    case cash(Amount?)
    /// A card pays; nil for all that is due.
    case card(Amount?)
    /// A page on the customer's phone pays; nil for all that is due.
    case link(Amount?)
    /// Something else pays; nil for all that is due.
    case external(Amount?)
    /// A tip.
    case tip(Discount)
    /// Puts the ticket aside, under a name.
    case park(String?)
    /// Takes a ticket up again; nil for a list.
    case recall(String?)
    /// Refunds a ticket by its number; nil for a search.
    case refund(Int?)
    /// Prints a receipt again by its number; nil for the last.
    case reprint(Int?)
    /// Opens the drawer.
    case noSale(reason: String?)
    /// Puts cash in.
    case paidIn(Amount, reason: String?)
    /// Takes cash out.
    case paidOut(Amount, reason: String?)
    /// Accepts a payment that nobody knows the outcome of, with its reference.
    case accept(reference: String)
    /// Something with what is stored offline; nil for the list.
    case offlineQueue(String?)
    /// Something with the reader; nil for how it stands.
    case reader(String?)
    /// The simulated customer does something.
    case customer(String)
    /// Up by some lines.
    case up(Int)
    /// Down by some lines.
    case down(Int)
    /// A command that needs nothing else.
    case plain(TillCommand.Name)

    /// A share, or a sum.
    public enum Discount: Hashable, Sendable {
        /// A share of the price.
        case share(Percentage)
        /// A sum.
        case amount(Amount)
    }
}
