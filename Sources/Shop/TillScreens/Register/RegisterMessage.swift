import TenderMessages
public import TenderModel
public import TenderSale

/// A message from the register to the cashier.
public enum RegisterMessage: Hashable, Sendable {
    /// A person signed in; the id.
    case signedIn(String)
    /// The person signed out.
    case signedOut
    /// A shift is open.
    case shiftOpened(number: Int)
    /// Selling has ended; the drawer must be counted.
    case shiftEnded(number: Int)
    /// The shift is over; the number of its Z report.
    case shiftClosed(zNumber: Int)
    /// A line was rung up; its number.
    case added(line: Int)
    /// The ticket was changed.
    case changed
    /// A line was voided.
    case lineVoided(Int)
    /// The tip of the next payment; `nil` without one.
    case tip(NamedTip?)
    /// A payment was made; the rest still to be paid.
    case paid(TicketLeg, remaining: Amount)
    /// A card is being charged.
    case charging(leg: String, amount: Amount)
    /// A card is being refunded.
    case refunding(leg: String, amount: Amount)
    /// A customer's card is to be saved, as they agreed.
    case savingCard(CardSaving)
    /// Cancellation of a running charge was requested; the charge may win all the same.
    case cancelAsked(leg: String)
    /// There is news about a card.
    case learned(leg: String, LegOutcome)
    /// There is news about a card that no open ticket waits for and no finished one counts as settled.
    case unclaimed(leg: String, LegOutcome)
    /// The outcome of an accepted payment is known: whether the payment of a finished ticket was made.
    case acceptedKnown(receipt: Int, Amount, isPaid: Bool)
    /// Goods were handed over for an offline payment that was never paid.
    case offlineLost(receipt: Int, Amount)
    /// Somebody looked into an accepted payment that was not paid in full.
    case lossAcknowledged(leg: String)
    /// A ticket was finished.
    case finished(number: Int, change: Amount)
    /// A ticket was parked.
    case parked(label: String)
    /// A ticket was recalled.
    case recalled(ticket: String)
    /// A ticket was canceled.
    case canceled
    /// Money is to be refunded: in cash or to the card.
    case refundBegun(number: Int, total: Amount)
    /// The search results.
    case found([Product])
    /// The parked tickets.
    case parkedTickets([Ticket])
    /// The payments on open tickets whose outcome is unknown.
    case unresolved([String])
    /// Cash was paid in or out, or the drawer was opened.
    case drawerMoved
    /// The till was restored; the number of open tickets.
    case restored(tickets: Int)
    /// A request was refused, and why.
    case refused(RegisterRefusal)
    /// A scan sold nothing, and why.
    case notSold(code: String, RegisterRefusal)
}

/// The reason that a register refuses a request.
public enum RegisterRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Somebody must sign in.
    case nobodySignedIn
    /// Somebody is already signed in.
    case signedInAlready
    /// Nobody has this id.
    case unknownPerson
    /// The person named may not allow it.
    case managerNeeded
    /// A question is open.
    case answerFirst
    /// No question is open.
    case nothingAsked
    /// The reason does not fit, or is not plain text of up to 150 bytes.
    case badReason
    /// No article has this code.
    case unknownCode(String)
    /// No department has this number.
    case unknownDepartment(Int)
    /// There is no open ticket.
    case noTicket
    /// A ticket is open.
    case ticketIsOpen
    /// No new ticket is begun.
    case sellingStopped(SellingStop)
    /// The ticket has no payment that could be refunded.
    case nothingPaid
    /// The card of the sale was stored offline and never charged.
    case neverPaid
    /// The card of the sale is stored offline and not charged yet.
    case notYetPaid
    /// No parked ticket matches.
    case nothingParked
    /// No sale has this number.
    case noSuchReceipt
    /// The amount is too large.
    case amountTooLarge
    /// The till was already restored, or has begun.
    case alreadyBegun
    /// More was typed than can wait while an event is written.
    case busy
    /// The count of the drawer is final.
    case countStands
    /// The disk is full, and an event could not be written: nothing was done, or a paid ticket was not booked.
    case diskFull(isPaid: Bool)
    /// The journal did not accept it: nothing was done.
    case notRecorded(String)
    /// The journal did not accept a paid ticket: the payments stand, and it can be booked again.
    case notBooked(String)
    /// The register does not handle this.
    case notHere
    /// The ticket refuses the step.
    case ticket(TicketError)
    /// The sale cannot be refunded.
    case refund(RefundError)
    /// The shop's book refuses the event.
    case shop(ShopError)

    /// A sentence for people to read, with what to do.
    public var description: String {
        switch self {
        case .nobodySignedIn: "nobody is signed in: sign in first"
        case .signedInAlready: "somebody is signed in: sign out first"
        case .unknownPerson: "nobody here has this id"
        case .managerNeeded: "only a manager may do this"
        case .answerFirst: "answer the question, or clear it"
        case .nothingAsked: "nothing was asked"
        case .badReason: "choose one of the reasons; 'other' needs a few words"
        case .unknownCode(let code): "no article has the code '\(code)'"
        case .unknownDepartment(let number): "there is no department \(number)"
        case .noTicket: "no ticket is open: ring something up, or recall one"
        case .ticketIsOpen: "a ticket is open: finish, park or cancel it first"
        case .sellingStopped(let stop): stop.message.text(in: .english)
        case .nothingPaid: "nothing was paid on this ticket: RF refunds an earlier one"
        case .neverPaid: "the card was declined after the sale and never charged: nothing can go back to it"
        case .notYetPaid: "the card is stored offline and not charged yet: OQ send, then refund it"
        case .nothingParked: "no ticket is parked under this name"
        case .noSuchReceipt: "no ticket has this receipt number"
        case .amountTooLarge: "the amount is too large"
        case .alreadyBegun: "the till is already running"
        case .busy: "the journal is slow: wait a moment"
        case .countStands: "the count stands: only someone who may read the X can count again"
        case .diskFull(isPaid: false):
            "the disk is full: this step was not done, and the ticket is as before. Free some space, then try again"
        case .diskFull(isPaid: true):
            "the disk is full: the ticket is paid as shown, but not booked yet. Free some space, then F2 books it"
        case .notRecorded(let why): "the journal did not accept it, and nothing was done: \(why)"
        case .notBooked(let why): "the ticket is paid as shown, but not booked yet: F2 tries again: \(why)"
        case .notHere: "this cannot be done here"
        case .ticket(let error): error.description
        case .refund(let error): error.description
        case .shop(let error): error.description
        }
    }
}
