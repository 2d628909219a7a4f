public import TenderModel

/// One event at the till, written to the journal and never changed; every total is a sum over events.
public struct ShopEvent: Hashable, Sendable, Codable, Identifiable {
    /// The kind of an event.
    public enum Kind: Hashable, Sendable, Codable {
        /// A shift was opened, with the float counted into the drawer.
        case shiftOpened(float: CashCount)
        /// Selling has ended in the shift, which must be counted.
        case shiftEnded
        /// The drawer of the ended shift was counted, and the count is final: only now does the person who counted
        /// learn what is missing.
        case drawerCounted(CashCount)
        /// The drawer was counted and the shift is over: the Z report, as it was printed.
        indirect case shiftClosed(ShiftReport)
        /// A ticket was finished.
        indirect case ticketFinished(TicketRecord)
        /// A ticket was canceled before anything was paid.
        case ticketCanceled(ticket: String, reason: String)
        /// A line of an open ticket was voided.
        case lineVoided(ticket: String, name: String, amount: Amount, reason: String)
        /// A ticket was parked.
        case ticketParked(ticket: String, label: String)
        /// A parked ticket was recalled.
        case ticketRecalled(ticket: String)
        /// A card payment for a ticket begins; the payment's own records hold the outcome.
        case cardStarted(ticket: String, leg: String, intentID: String, amount: Amount)
        /// A customer has agreed to have a card saved, and it is asked for; its own records hold the outcome. A customer
        /// who is yet to be created has no id.
        case cardSavingStarted(customer: String?, allowRedisplay: AllowRedisplay)
        /// Cash was put into the drawer outside of a sale.
        case paidIn(Amount, reason: String)
        /// Cash was taken out of the drawer; a safe drop is one with that reason.
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
        /// when the payment was forwarded or, without a reason, the stored payment was deleted.
        case offlineLost(leg: String, amount: Amount, tip: Amount, reason: String?)
        /// The outcome of a payment that a manager had accepted is known: what was paid of it, tip included, and by
        /// which intent.
        ///
        /// The payment is as the receipt counts it.
        indirect case acceptedKnown(receipt: Int, leg: LegRecord, intentID: String?, paid: Amount)
        /// Somebody has looked into an accepted payment that was not paid in full.
        case lossAcknowledged(leg: String, reason: String)
        /// The money of a payment that no ticket counts is about to be refunded.
        case orphanGivenBack(intentID: String, leg: String?, amount: Amount, reason: String)
        /// It was provably not refunded after all.
        case orphanKept(intentID: String, amount: Amount)
    }

    /// The event's id: a repeated event counts once.
    public var id: String
    /// The time, in milliseconds since 1970, UTC.
    public var time: Int64
    /// The day that it is booked on, such as `2026-11-21`; a shift over midnight belongs to the day it was opened.
    public var businessDate: String
    /// The shift's number; `nil` outside of shifts.
    public var shift: Int?
    /// The person; `nil` when nobody was signed in.
    public var cashier: String?
    /// The kind of event.
    public var kind: Kind

    /// Creates an event.
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
