public import TenderModel
public import TenderSale

/// What a register wants done, in this order: one that fails is not followed by the next.
public enum RegisterEffect: Hashable, Sendable {
    /// Write an event; `RegisterInput.recorded` tells that it is durable. There is one at a time.
    case record(ShopEvent)
    /// Keep an open ticket as it is now, in place of what was kept of it, so that it outlives a crash.
    case keep(Ticket)
    /// Keep nothing of a ticket any more.
    case forget(ticketID: String)
    /// Charge a card; the leg's id is the payment's id and idempotency key.
    case charge(ticket: String, leg: String, amount: Amount, tip: Amount)
    /// Make the page on which the customer pays a leg, and show it; the leg's id is the idempotency key.
    case openLink(ticket: String, leg: TicketLeg)
    /// Ask that a running charge or link be given up; its outcome still comes, whatever it is.
    case cancelCharge(leg: String)
    /// Send money back to a card that paid; the amount is negative, the leg's id is the idempotency key.
    case refundCard(ticket: String, leg: String, intentID: String, amount: Amount)
    /// Release what is held on a card, before capture.
    case releaseCard(ticket: String, leg: String, intentID: String)
    /// Give the money of a payment back that no ticket counts; it is booked already.
    case refundOrphan(RegisterOrphan)
    /// Work out what was sold for each seller on a day; the answer is `TillNews.sellers`.
    case readSellers(businessDate: String)
    /// Print a receipt, or one again.
    case print(Receipt, isReprint: Bool)
    /// Open the drawer, once for an event.
    case openDrawer(eventID: String)
    /// Tell the cashier.
    case tell(RegisterMessage)
    /// Ask the cashier; the answer is an input.
    case ask(RegisterQuestion)
}

/// What a register waits for before it does what it was told.
public enum RegisterQuestion: Hashable, Sendable {
    /// A manager must allow it: `RegisterInput.allowed`.
    case manager(Permission)
    /// A reason is needed: `RegisterInput.reason` with one of these.
    case reason(Permission, choices: [ReasonCode])
    /// An article has no price of its own: `RegisterInput.price`.
    case price(of: Product, Quantity)
}
