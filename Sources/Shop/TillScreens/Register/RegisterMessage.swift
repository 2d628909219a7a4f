public import TenderModel
public import TenderSale

/// What a register tells the cashier.
public enum RegisterMessage: Hashable, Sendable {
    /// Somebody signed in; the id.
    case signedIn(String)
    /// Nobody is signed in any more.
    case signedOut
    /// A shift is open.
    case shiftOpened(number: Int)
    /// Nothing is sold any more; the drawer is to be counted.
    case shiftEnded(number: Int)
    /// The shift is over; the number of its Z.
    case shiftClosed(zNumber: Int)
    /// A line was rung up; its number.
    case added(line: Int)
    /// The ticket was changed.
    case changed
    /// A line was taken off.
    case lineVoided(Int)
    /// The tip of the next payment; nil for none.
    case tip(NamedTip?)
    /// What a payment came to, and what is still to be paid.
    case paid(TicketLeg, remaining: Amount)
    /// A card is charged.
    case charging(leg: String, amount: Amount)
    /// Money goes back to a card.
    case givingBack(leg: String, amount: Amount)
    /// A running charge shall be given up; it may win all the same.
    case cancelAsked(leg: String)
    /// What was learned about a card.
    case learned(leg: String, LegOutcome)
    /// Something was learned about a card that no open ticket waits for, and that no finished one counts as settled.
    case unclaimed(leg: String, LegOutcome)
    /// What a manager had accepted is known now: whether the payment of a finished ticket was made.
    case acceptedKnown(receipt: Int, Amount, isPaid: Bool)
    /// Goods of a finished sale were handed over for a payment that was stored offline and was never paid.
    case offlineLost(receipt: Int, Amount)
    /// Somebody looked into a payment that was accepted and never paid in full.
    case lossAcknowledged(leg: String)
    /// A ticket came to its end.
    case finished(number: Int, change: Amount)
    /// A ticket was put aside.
    case parked(label: String)
    /// A ticket is worked on again.
    case recalled(ticket: String)
    /// A ticket was given up.
    case canceled
    /// Money is to be given back: by cash or to the card.
    case takingBack(number: Int, total: Amount)
    /// What was looked for.
    case found([Product])
    /// The parked tickets.
    case parkedTickets([Ticket])
    /// The payments on open tickets whose outcome nobody knows.
    case unresolved([String])
    /// Cash was put in or taken out, or the drawer was opened.
    case drawerMoved
    /// The till stands where it was; the open tickets.
    case restored(tickets: Int)
    /// Nothing was done, and why.
    case refused(RegisterRefusal)
    /// A scan sold nothing, and why.
    case notSold(code: String, RegisterRefusal)
}

/// Why a register does nothing.
public enum RegisterRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Somebody must sign in.
    case nobodySignedIn
    /// Somebody is signed in.
    case signedInAlready
    /// Nobody has this id.
    case unknownPerson
    /// Whoever was named may not allow it.
    case managerNeeded
    /// A question is open.
    case answerFirst
    /// Nothing was asked.
    case nothingAsked
    /// The reason does not fit, or is no plain text of up to 150 bytes.
    case badReason
    /// No article has this code.
    case unknownCode(String)
    /// No department has this number.
    case unknownDepartment(Int)
    /// There is no open ticket.
    case noTicket
    /// A ticket is open.
    case ticketIsOpen
    /// Nothing was paid on the ticket that could go back.
    case nothingPaid
    /// The card of the sale was stored offline and never charged.
    case neverPaid
    /// The card of the sale is stored offline and not charged yet.
    case notYetPaid
    /// No parked ticket fits.
    case nothingParked
    /// No sale has this number.
    case noSuchReceipt
    /// The amount is too large.
    case amountTooLarge
    /// The till was restored before, or has begun.
    case alreadyBegun
    /// More was typed than can wait while something is written.
    case busy
    /// The count of the drawer stands.
    case countStands
    /// The disk is full, and an event could not be written: nothing was done, or a ticket that is paid was not booked.
    case diskFull(isPaid: Bool)
    /// The journal did not take it: nothing was done.
    case notRecorded(String)
    /// The journal did not take a ticket that is paid: the payments stand, and it can be booked again.
    case notBooked(String)
    /// It is nothing that a register does.
    case notHere
    /// The ticket does not take it.
    case ticket(TicketError)
    /// The sale cannot be given back.
    case refund(RefundError)
    /// The shop's book does not take it.
    case shop(ShopError)

    /// A sentence for people, with what to do.
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
        case .nothingPaid: "nothing was paid on this ticket: RF refunds an earlier one"
        case .neverPaid: "the card was declined after the sale and never charged: nothing can go back to it"
        case .notYetPaid: "the card is stored offline and not charged yet: OQ send, then refund it"
        case .nothingParked: "no ticket is parked under this name"
        case .noSuchReceipt: "no ticket has this receipt number"
        case .amountTooLarge: "the amount is too large"
        case .alreadyBegun: "the till runs already"
        case .busy: "the journal is slow: wait a moment"
        case .countStands: "the count stands as it was written down: who may read the X can count again"
        case .diskFull(isPaid: false):
            "the disk is full: this step was not done, and the ticket is as before. Free some space, then do it again"
        case .diskFull(isPaid: true):
            "the disk is full: the ticket is paid as shown, but not booked yet. Free some space, then F2 books it"
        case .notRecorded(let why): "the journal did not take it, and nothing was done: \(why)"
        case .notBooked(let why): "the ticket is paid as shown, but not booked yet: F2 tries again: \(why)"
        case .notHere: "this is not done here"
        case .ticket(let error): error.description
        case .refund(let error): error.description
        case .shop(let error): error.description
        }
    }
}
