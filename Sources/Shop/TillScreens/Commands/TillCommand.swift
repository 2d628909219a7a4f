public import TenderSale

/// A command of the input line: a row of the one table from which parser, key bar, help and documentation are made.
public struct TillCommand: Hashable, Sendable {
    /// The commands, by what is typed.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Rings up an amount in a department.
        case department = "DP"
        /// Takes a line off.
        case voidLine = "VD"
        /// Gives the ticket up.
        case cancelTicket = "CN"
        /// A discount on a line.
        case lineDiscount = "LD"
        /// A discount on the ticket.
        case ticketDiscount = "TD"
        /// Another price for a line.
        case priceOverride = "PO"
        /// Looks for a product by name.
        case search = "PV"
        /// Goes to payment.
        case total = "TL"
        /// Pays in cash.
        case cash = "CA"
        /// Pays by card.
        case card = "CD"
        /// Pays on a page that the customer opens.
        case link = "PL"
        /// Pays by what no reader of ours takes, such as a voucher.
        case external = "XT"
        /// Adds a tip before the card is charged.
        case tip = "TP"
        /// Puts the ticket aside.
        case park = "PK"
        /// Takes a parked ticket up again.
        case recall = "RC"
        /// Refunds a ticket.
        case refund = "RF"
        /// Prints a receipt again.
        case reprint = "RP"
        /// Opens the drawer without a sale.
        case noSale = "NS"
        /// Puts cash in that pays for nothing.
        case paidIn = "PI"
        /// Takes cash out.
        case paidOut = "PY"
        /// Opens a shift.
        case openShift = "OS"
        /// Reads the shift so far.
        case readX = "X"
        /// Reads what was sold for sellers on the day.
        case readSellers = "SR"
        /// Ends the shift, counts, and closes it.
        case closeZ = "Z"
        /// Payments that nobody knows the outcome of.
        case unresolved = "UR"
        /// A manager accepts a payment that nobody knows the outcome of.
        case accept = "AC"
        /// A payment that no ticket waits for was looked into.
        case acknowledge = "AK"
        /// The money of a payment that no ticket waits for goes back.
        case giveBack = "GB"
        /// Payments that wait to be sent.
        case offlineQueue = "OQ"
        /// The reader.
        case reader = "RD"
        /// The simulated customer.
        case customer = "CU"
        /// X, and the Zs.
        case reports = "RE"
        /// Up in a list.
        case up = "U"
        /// Down in a list.
        case down = "D"
        /// Empties the line, or leaves a screen.
        case clear = "CL"
        /// Locks the till until somebody signs in.
        case lock = "LK"
        /// Signs out.
        case signOut = "SO"
        /// Ends the program.
        case quit = "QT"
        /// All commands.
        case help = "?"
    }

    /// What may stand beside the mnemonic.
    public enum Argument: Hashable, Sendable {
        /// Nothing.
        case none
        /// An amount and a department, both needed.
        case amountAndDepartment
        /// An amount, needed.
        case amount
        /// An amount, or none for all that is due.
        case optionalAmount
        /// An amount and a reason.
        case amountAndReason
        /// A share such as `10%`, or an amount.
        case discount
        /// A number, such as that of a line or a receipt, or none.
        case optionalNumber
        /// Some words, or none.
        case optionalText
        /// Some words, needed.
        case text
    }

    /// Where the help lists it.
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

        /// The words above the group.
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

    /// Which it is.
    public let name: Name
    /// Where the help lists it.
    public let group: Group
    /// What may stand beside the mnemonic.
    public let argument: Argument
    /// The function key that does the same, 1 to 12; nil for none.
    public let functionKey: Int?
    /// How long the key bar keeps it; nil when it is not there.
    public let importance: Int?
    /// What somebody must be allowed to do it; nil when everybody may.
    public let permission: Permission?
    /// How it is typed.
    public let example: String
    /// One word for the key bar.
    public let word: Translation
    /// What it does, in a line.
    public let summary: Translation

    /// What is typed.
    public var mnemonic: String { name.rawValue }
    /// The function key's name, such as `F2`; nil for none.
    public var functionKeyName: String? { functionKey.map { "F\($0)" } }
}
