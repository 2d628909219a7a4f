public import TenderSale

/// A command of the input line: a row of the one table behind parser, key bar, help and documentation.
public struct CommandEntry: Hashable, Sendable {
    /// The commands, by mnemonic.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Rings up an amount in a department.
        case department = "DP"
        /// Voids a line.
        case voidLine = "VD"
        /// Cancels the ticket.
        case cancelTicket = "CN"
        /// Discounts a line.
        case lineDiscount = "LD"
        /// Discounts the ticket.
        case ticketDiscount = "TD"
        /// Overrides a line's price.
        case priceOverride = "PO"
        /// Searches for a product by name.
        case search = "PV"
        /// Goes to payment.
        case total = "TL"
        /// Pays in cash.
        case cash = "CA"
        /// Pays by card.
        case card = "CD"
        /// Pays on a page that the customer opens.
        case link = "PL"
        /// Pays by means that no reader takes, such as a voucher.
        case external = "XT"
        /// Adds a tip before the card is charged.
        case tip = "TP"
        /// Parks the ticket.
        case park = "PK"
        /// Recalls a parked ticket.
        case recall = "RC"
        /// Refunds a ticket.
        case refund = "RF"
        /// Reprints a receipt.
        case reprint = "RP"
        /// Opens the drawer without a sale.
        case noSale = "NS"
        /// Pays in cash outside of a sale.
        case paidIn = "PI"
        /// Pays cash out.
        case paidOut = "PY"
        /// Opens a shift.
        case openShift = "OS"
        /// Shows the figures of the shift so far.
        case readX = "X"
        /// Shows the day's sales for sellers.
        case readSellers = "SR"
        /// Ends the shift, counts, and closes it.
        case closeZ = "Z"
        /// Lists the payments with an unknown outcome.
        case unresolved = "UR"
        /// Accepts a payment with an unknown outcome, as a manager.
        case accept = "AC"
        /// Acknowledges a payment that no ticket waits for.
        case acknowledge = "AK"
        /// Refunds a payment that no ticket waits for.
        case refundPayment = "GB"
        /// Lists the payments stored offline.
        case offlineQueue = "OQ"
        /// Saves a customer's card.
        case saveCard = "SV"
        /// Manages the reader.
        case reader = "RD"
        /// Controls the simulated customer.
        case customer = "CU"
        /// Lists the X report and the Z reports.
        case reports = "RE"
        /// Scrolls up in a list.
        case up = "U"
        /// Scrolls down in a list.
        case down = "D"
        /// Empties the line, or leaves a screen.
        case clear = "CL"
        /// Locks the till until somebody signs in.
        case lock = "LK"
        /// Signs out.
        case signOut = "SO"
        /// Ends the program.
        case quit = "QT"
        /// Lists all commands.
        case help = "?"
    }

    /// The argument beside a mnemonic.
    public enum Argument: Hashable, Sendable {
        /// Nothing.
        case none
        /// An amount and a department, both required.
        case amountAndDepartment
        /// A required amount.
        case amount
        /// An amount, or none for all that is due.
        case optionalAmount
        /// An amount and a reason.
        case amountAndReason
        /// A percentage such as `10%`, or an amount.
        case discount
        /// A number, such as that of a line or a receipt, or none.
        case optionalNumber
        /// Some words, or none.
        case optionalText
        /// Some words, required.
        case text
    }

    /// A group of commands in the help.
    public enum Group: Hashable, Sendable, CaseIterable {
        /// Selling.
        case sale
        /// Paying.
        case payment
        /// After a sale.
        case after
        /// The drawer and the shift.
        case shift
        /// Card payments and the reader.
        case cards
        /// The screens.
        case screen

        /// The heading of the group.
        public var title: Translation {
            switch self {
            case .sale: Translation(en: "Selling", de: "Verkaufen", fr: "Vendre")
            case .payment: Translation(en: "Paying", de: "Bezahlen", fr: "Encaisser")
            case .after: Translation(en: "After the sale", de: "Nach dem Verkauf", fr: "Après la vente")
            case .shift: Translation(en: "Drawer and shift", de: "Lade und Schicht", fr: "Tiroir et service")
            case .cards: Translation(en: "Cards and reader", de: "Karten und Leser", fr: "Cartes et lecteur")
            case .screen: Translation(en: "Screens", de: "Bildschirme", fr: "Écrans")
            }
        }
    }

    /// The command's name.
    public let name: Name
    /// The command's group in the help.
    public let group: Group
    /// The argument beside the mnemonic.
    public let argument: Argument
    /// The equivalent function key, 1 to 12; `nil` without one.
    public let functionKey: Int?
    /// The priority in the key bar, which drops lower ones first; `nil` if the command is not there.
    public let importance: Int?
    /// The permission that the command needs; `nil` if everybody may use it.
    public let permission: Permission?
    /// An example of the input.
    public let example: String
    /// One word for the key bar.
    public let word: Translation
    /// A one-line summary.
    public let summary: Translation

    /// The mnemonic that is typed.
    public var mnemonic: String { name.rawValue }
    /// The name of the function key, such as `F2`; `nil` without one.
    public var functionKeyName: String? { functionKey.map { "F\($0)" } }
}
