public import TenderModel
public import TenderSale

/// A command of the cashier, typed or by function key.
public enum LineCommand: Hashable, Sendable {
    /// Sells an article by its barcode or number.
    case item(code: String, quantity: Quantity)
    /// Sells at an amount in a department.
    case department(Amount, department: Int, quantity: Quantity)
    /// Voids a line, counted from 1; `nil` for the last.
    case voidLine(Int?)
    /// Discounts the line.
    case lineDiscount(Discount)
    /// Discounts the ticket.
    case ticketDiscount(Discount)
    /// Overrides the line's price.
    case priceOverride(Amount)
    /// Searches for a product.
    case search(String)
    /// Pays in cash; `nil` for exactly the amount due.
    case cash(Amount?)
    /// Pays by card; `nil` for all that is due.
    case card(Amount?)
    /// Pays on a page on the customer's phone; `nil` for all that is due.
    case link(Amount?)
    /// Pays by other means; `nil` for all that is due.
    case external(Amount?)
    /// Adds a tip.
    case tip(Discount)
    /// Parks the ticket, under a label.
    case park(String?)
    /// Recalls a ticket; `nil` for a list.
    case recall(String?)
    /// Refunds a ticket by its number; `nil` for a search.
    case refund(Int?)
    /// Reprints a receipt by its number; `nil` for the last.
    case reprint(Int?)
    /// Opens the drawer.
    case noSale(reason: String?)
    /// Pays cash in.
    case paidIn(Amount, reason: String?)
    /// Pays cash out.
    case paidOut(Amount, reason: String?)
    /// Accepts a payment with an unknown outcome, with its reference.
    case accept(reference: String)
    /// Manages the offline queue; `nil` for the list.
    case offlineQueue(String?)
    /// Saves a card of the customer with this email address or id.
    case saveCard(String)
    /// Manages the reader; `nil` for its state.
    case reader(String?)
    /// Makes the simulated customer act.
    case customer(String)
    /// Scrolls up by some lines.
    case up(Int)
    /// Scrolls down by some lines.
    case down(Int)
    /// A command without an argument.
    case plain(CommandEntry.Name)

    /// A percentage, or a sum.
    public enum Discount: Hashable, Sendable {
        /// A percentage of the price.
        case share(Percentage)
        /// A sum.
        case amount(Amount)
    }
}
