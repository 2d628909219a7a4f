public import TenderModel
public import TenderSale

/// What a till shows between its status and its total.
public enum TillPage: Hashable, Sendable {
    /// The journal is read: nothing can be done yet.
    case starting
    /// Who works here: somebody signs in.
    case signIn
    /// The drawer is counted.
    case count(CountEntry)
    /// The ticket: goods, payments, and what became of them.
    case sale
    /// The ways to pay, and what is due.
    case tender
    /// A card is charged or gets money back, or a link is paid: `Till.charge`.
    case card
    /// How a payment or a ticket ended.
    case result(ResultPanel)
    /// A payment of the ticket has no known outcome.
    case unknown(leg: String)
    /// What was printed last, or is looked at again; the number is that of its first line in sight.
    case paper(Receipt, top: Int)
    /// Articles to choose from.
    case products([Product], selected: Int)
    /// The parked tickets.
    case parked(selected: Int)
    /// The sales of the journal, latest first, to give something back of.
    case tickets(selected: Int)
    /// What is given back of a sale.
    case refund(RefundEntry)
    /// The payments that nobody knows the outcome of, or that no ticket waits for.
    case unresolved(selected: Int)
    /// What is stored offline.
    case offline(selected: Int)
    /// The reader, and those that were found.
    case reader(selected: Int)
    /// The X, and the Zs.
    case reports(selected: Int)
}

/// Notes and coins while they are counted.
public struct CountEntry: Hashable, Sendable {
    /// What is counted for.
    public enum Purpose: Hashable, Sendable {
        /// To open a shift.
        case opening
        /// To close it.
        case closing
    }

    /// What is counted for.
    public let purpose: Purpose
    /// The notes and coins, the largest first.
    public internal(set) var rows: [CashCount.Row]
    /// The row that a number without a denomination is for.
    public internal(set) var selected = 0
    /// Whether the difference was shown, so that the next time the shift is closed.
    public internal(set) var isAsked = false
}

/// What is given back of a sale, while it is chosen.
public struct RefundEntry: Hashable, Sendable {
    /// The receipt number of the sale.
    public let number: Int
    /// What can still be given back.
    public let left: Refundable
    /// The chosen places in `left.lines`; none for everything.
    public internal(set) var chosen: Set<Int> = []
    /// The place of the pointer.
    public internal(set) var selected = 0
}

/// A running charge or refund of a card, or a running link, as the cashier sees it.
public struct CardPanel: Hashable, Sendable {
    /// Where it is.
    public enum Phase: Hashable, Sendable {
        /// The gateway is told, and the reader woken.
        case preparing
        /// The customer has to present a card.
        case waiting
        /// The card is with the issuer.
        case processing
        /// The page is open, and the customer has to pay on it.
        case showing
        /// The answer stays out; it is asked for the nth time.
        case asking(Int)
    }

    /// The leg of the ticket.
    public let leg: String
    /// What is asked for, the tip in it; negative for money back.
    public let amount: Amount
    /// How it is paid.
    public var method = LegRecord.Method.card
    /// When it was begun, in milliseconds since 1970.
    public let began: Int64
    /// Where it is.
    public internal(set) var phase = Phase.preparing
    /// The ways in which a card is taken.
    public internal(set) var options: ReaderInputOptions = []
    /// What the reader tells the customer.
    public internal(set) var display: ReaderDisplayMessage?
    /// The card that was read, masked.
    public internal(set) var card: String?
    /// The address of the page of a link, once it is open.
    public internal(set) var address: String?
    /// The code of that address; nil where none can be made.
    public internal(set) var code: QRMatrix?
    /// Whether the cashier asked that it be given up.
    public internal(set) var isCancelAsked = false
    /// Why it will come to nothing, where that was told.
    public internal(set) var stop: StopCause?

    /// Why it came to nothing, when it did.
    var stopCause: StopCause {
        if let stop { return stop }
        if isCancelAsked { return .cashier }
        return method == .link && !isRefund ? .pageClosed : .unexplained
    }

    /// Whether money goes back.
    public var isRefund: Bool { amount.minorUnits < 0 }
    /// Whether nothing was sent yet that could be charged.
    public var canBeStopped: Bool {
        !isRefund && (method == .link || phase == .preparing || phase == .waiting)
    }
}

/// How a payment or a ticket ended.
public struct ResultPanel: Hashable, Sendable {
    /// What ended.
    public enum Kind: Hashable, Sendable {
        /// A payment was made, and something remains.
        case paid
        /// A card was refused: nothing was taken.
        case declined(reason: String)
        /// A charge came to nothing, and why.
        case canceled(StopCause)
        /// A payment of the ticket went back.
        case givenBack
        /// The ticket is paid and over; its number.
        case finished(number: Int)
    }

    /// What ended.
    public let kind: Kind
    /// What was paid, or asked for, the tip in it; nil for a ticket that cost nothing.
    public let amount: Amount?
    /// What of it is a tip; nil or nothing for none.
    public let tip: Amount?
    /// What is given back in cash; nil for nothing.
    public let change: Amount?
    /// What remains to be paid; nil for nothing.
    public let remaining: Amount?
    /// The card, masked; nil for none.
    public let card: String?
    /// How a finished ticket was paid, or its money given back.
    public internal(set) var payments: [Payment] = []
    /// Whether something of it is only stored, and no issuer has approved it.
    public internal(set) var isOffline = false
    /// Whether it was to be paid on a page.
    public internal(set) var isLink = false

    /// Whether money was to go back.
    var isRefund: Bool { (amount?.minorUnits ?? 0) < 0 }

    /// One payment of a ticket.
    public struct Payment: Hashable, Sendable {
        /// How.
        public let method: LegRecord.Method
        /// How much, the tip in it; negative for money back.
        public let amount: Amount
        /// The card, masked; nil for none.
        public let card: String?
        /// Whether it is only stored.
        public let isOffline: Bool
    }
}
