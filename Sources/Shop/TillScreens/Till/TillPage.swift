public import TenderModel
public import TenderSale

/// The content between a till's status and its total.
public enum TillPage: Hashable, Sendable {
    /// The journal is being read: nothing can be done yet.
    case starting
    /// The sign-in of a person.
    case signIn
    /// The count of the drawer.
    case count(CountEntry)
    /// The ticket: goods, payments, and their outcomes.
    case sale
    /// The payment methods, and the amount due.
    case tender
    /// The tips that the customer may choose from; the last row is no tip.
    case tips(TippingConfiguration, selected: Int)
    /// A card is charged, refunded or saved, or a link is paid: `Till.charge`.
    case card
    /// The applications of the card in the reader, of which the customer chooses one; the running charge waits.
    case applications(ApplicationQuestion, selected: Int)
    /// A customer is asked whether a card may be saved, and how.
    case consent(ConsentEntry)
    /// The end of the saving of a card.
    case saved(CardOwner, SavingOutcome)
    /// The end of a payment or a ticket.
    case result(ResultPanel)
    /// A payment of the ticket has no known outcome.
    case unknown(leg: String)
    /// The last print, or an earlier one; the number of its first visible line.
    case paper(Receipt, top: Int)
    /// Articles to choose from.
    case products([Product], selected: Int)
    /// The parked tickets.
    case parked(selected: Int)
    /// The sales of the journal, latest first, to choose one to refund.
    case tickets(selected: Int)
    /// The refund of a sale.
    case refund(RefundEntry)
    /// The payments with an unknown outcome, or that no ticket waits for.
    case unresolved(selected: Int)
    /// The offline queue.
    case offline(selected: Int)
    /// The reader, and those that were found.
    case reader(selected: Int)
    /// The X report, and the Z reports.
    case reports(selected: Int)
}

/// Notes and coins while they are counted.
public struct CountEntry: Hashable, Sendable {
    /// The purpose of a count.
    public enum Purpose: Hashable, Sendable {
        /// To open a shift.
        case opening
        /// To close it.
        case closing
    }

    /// The purpose.
    public let purpose: Purpose
    /// The notes and coins, the largest first.
    public internal(set) var rows: [CashCount.Row]
    /// The row that a number without a denomination counts for.
    public internal(set) var selected = 0
    /// Whether the difference was shown, so that the next time closes the shift.
    public internal(set) var isAsked = false
}

/// The refund of a sale, while it is chosen.
public struct RefundEntry: Hashable, Sendable {
    /// The receipt number of the sale.
    public let number: Int
    /// What can still be refunded.
    public let left: Refundable
    /// The selected positions in `left.lines`; none means everything.
    public internal(set) var chosen: Set<Int> = []
    /// The position of the pointer.
    public internal(set) var selected = 0
}

/// A running charge or refund of a card, or a running link, as the cashier sees it.
public struct CardPanel: Hashable, Sendable {
    /// The phase of a charge.
    public enum Phase: Hashable, Sendable {
        /// The gateway is called, and the reader woken.
        case preparing
        /// The customer must present a card.
        case waiting
        /// The card was sent to the issuer.
        case processing
        /// The page is open, and the customer must pay on it.
        case showing
        /// There is no answer; the outcome is requested for the nth time.
        case asking(Int)
    }

    /// The ticket's leg.
    public let leg: String
    /// The requested amount, tip included; negative for a refund.
    public let amount: Amount
    /// The payment method.
    public var method = LegRecord.Method.card
    /// When it was begun, in milliseconds since 1970.
    public let began: Int64
    /// The saving that the card is for, which takes no money; `nil` for a payment.
    public internal(set) var saving: CardSaving?
    /// The phase.
    public internal(set) var phase = Phase.preparing
    /// The ways in which the reader accepts a card.
    public internal(set) var options: ReaderInputOptions = []
    /// The reader's message to the customer.
    public internal(set) var display: ReaderDisplayMessage?
    /// What the customer is asked about the card's applications; `nil` for nothing.
    public internal(set) var question: ApplicationQuestion?
    /// The card that was read, masked.
    public internal(set) var card: String?
    /// The address of a link's page, once it is open.
    public internal(set) var address: String?
    /// The QR code of that address; `nil` where none can be made.
    public internal(set) var code: QRMatrix?
    /// Whether the cashier asked to cancel it.
    public internal(set) var isCancelAsked = false
    /// The reason that it will come to nothing, if reported.
    public internal(set) var stop: StopCause?

    /// The reason that it came to nothing.
    var stopCause: StopCause {
        if let stop { return stop }
        if isCancelAsked { return .cashier }
        return method == .link && !isRefund ? .pageClosed : .unexplained
    }

    /// Whether it is a refund.
    public var isRefund: Bool { amount.minorUnits < 0 }
    /// Whether nothing was sent yet that could be charged.
    public var canBeStopped: Bool {
        !isRefund && (method == .link || phase == .preparing || phase == .waiting)
    }
}

/// The end of a payment or a ticket.
public struct ResultPanel: Hashable, Sendable {
    /// The kind of end.
    public enum Kind: Hashable, Sendable {
        /// A payment was made, and part of the ticket is still unpaid.
        case paid
        /// A card was declined: nothing was taken.
        case declined(reason: String)
        /// A charge came to nothing, and why.
        case canceled(StopCause)
        /// A payment of the ticket was refunded.
        case refunded
        /// The ticket is paid and finished; its number.
        case finished(number: Int)
    }

    /// The kind of end.
    public let kind: Kind
    /// The amount paid or requested, tip included; `nil` for a ticket that cost nothing.
    public let amount: Amount?
    /// The part of it that is a tip; `nil` or zero without one.
    public let tip: Amount?
    /// The change in cash; `nil` without any.
    public let change: Amount?
    /// The amount still to be paid; `nil` without any.
    public let remaining: Amount?
    /// The card, masked; `nil` without one.
    public let card: String?
    /// The payments of a finished ticket, or its refunds.
    public internal(set) var payments: [Payment] = []
    /// Whether part of it is only stored, and not approved by an issuer.
    public internal(set) var isOffline = false
    /// Whether it was a payment on a page.
    public internal(set) var isLink = false

    var isRefund: Bool { (amount?.minorUnits ?? 0) < 0 }

    /// One payment of a ticket.
    public struct Payment: Hashable, Sendable {
        /// The payment method.
        public let method: LegRecord.Method
        /// The amount, tip included; negative for a refund.
        public let amount: Amount
        /// The card, masked; `nil` without one.
        public let card: String?
        /// Whether the payment is only stored.
        public let isOffline: Bool
    }
}
