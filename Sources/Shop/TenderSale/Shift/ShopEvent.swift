public import TenderModel

/// One thing that happened at the till, written to the journal and never changed; every total is a sum over these.
public struct ShopEvent: Hashable, Sendable, Codable, Identifiable {
    /// What happened.
    public enum Kind: Hashable, Sendable, Codable {
        /// A shift was opened, with what was counted into the drawer.
        case shiftOpened(float: CashCount)
        /// Nothing is sold any more in the shift; it waits to be counted.
        case shiftEnded
        /// The drawer of the ended shift was counted, and the count stands: only now who counted learns what is missing.
        case drawerCounted(CashCount)
        /// The drawer was counted and the shift is over: the Z, as it was printed.
        indirect case shiftClosed(ShiftReport)
        /// A ticket came to its end.
        indirect case ticketFinished(TicketRecord)
        /// A ticket was given up before anything was paid.
        case ticketCanceled(ticket: String, reason: String)
        /// A line of an open ticket was taken off.
        case lineVoided(ticket: String, name: String, amount: Amount, reason: String)
        /// A ticket was put aside.
        case ticketParked(ticket: String, label: String)
        /// A parked ticket was taken up again.
        case ticketRecalled(ticket: String)
        /// A card payment for a ticket begins; what became of it is told by the payment's own records.
        case cardStarted(ticket: String, leg: String, intentID: String, amount: Amount)
        /// Cash was put into the drawer that pays for nothing.
        case paidIn(Amount, reason: String)
        /// Cash was taken out of the drawer; a drop into the safe is one with that reason.
        case paidOut(Amount, reason: String)
        /// The drawer was opened without a sale.
        case drawerOpened(reason: String)
        /// Somebody signed in.
        case signedIn
        /// Somebody signed out.
        case signedOut
        /// A manager allowed what a cashier may not.
        case allowed(action: String, by: String, reason: String)
        /// A receipt was printed again.
        case reprinted(number: Int)
        /// A payment of a finished ticket that was stored offline was approved, as this PaymentIntent.
        case offlineApproved(leg: String, intentID: String)
        /// A payment of a finished ticket that was stored offline was never paid: the card was declined for this reason
        /// when it was forwarded, or, without a reason, what was stored was deleted.
        case offlineLost(leg: String, amount: Amount, tip: Amount, reason: String?)
        /// It is known what became of a payment that a manager had accepted: what was paid of it, the tip in it, and by which intent.
        ///
        /// The payment is as the receipt counts it.
        indirect case acceptedKnown(receipt: Int, leg: LegRecord, intentID: String?, paid: Amount)
        /// Somebody has looked into a payment that was accepted and not paid in full.
        case lossAcknowledged(leg: String, reason: String)
        /// The money of a payment that no ticket counts goes back; from here on it is asked for.
        case orphanGivenBack(intentID: String, leg: String?, amount: Amount, reason: String)
        /// It did not go back after all, with proof.
        case orphanKept(intentID: String, amount: Amount)
    }

    /// The event's id: the same event twice counts once.
    public var id: String
    /// When, in milliseconds since 1970, UTC.
    public var time: Int64
    /// The day that it is booked on, such as `2026-11-21`; a shift over midnight is on the day it was opened.
    public var businessDate: String
    /// The shift's number; nil outside of shifts.
    public var shift: Int?
    /// Who; nil when nobody was signed in.
    public var cashier: String?
    /// What happened.
    public var kind: Kind

    /// Describes an event.
    public init(
        id: String, time: Int64, businessDate: String, shift: Int? = nil, cashier: String? = nil, kind: Kind
    ) {
        self.id = id
        self.time = time
        self.businessDate = businessDate
        self.shift = shift
        self.cashier = cashier
        self.kind = kind
    }
}
