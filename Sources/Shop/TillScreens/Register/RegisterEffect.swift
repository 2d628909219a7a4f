public import TenderModel
public import TenderSale

/// An effect that a register requests, in order: if one fails, the next is not carried out.
public enum RegisterEffect: Hashable, Sendable {
    /// Write an event, one at a time; `RegisterInput.recorded` reports that it is durable.
    case record(ShopEvent)
    /// Save an open ticket in place of its last version, so that it survives a crash.
    case keep(Ticket)
    /// Delete what is saved of a ticket.
    case forget(ticketID: String)
    /// Charge a card; the leg's id is the payment's id and idempotency key.
    case charge(ticket: String, leg: String, amount: Amount, tip: Amount)
    /// Create the page on which the customer pays a leg, and show it; the leg's id is the idempotency key.
    case openLink(ticket: String, leg: TicketLeg)
    /// Ask to cancel a running charge or link; its outcome still comes, whatever it is.
    case cancelCharge(leg: String)
    /// Refund a card that paid; the amount is negative, the leg's id is the idempotency key.
    case refundCard(ticket: String, leg: String, intentID: String, amount: Amount)
    /// Release a card's hold before capture.
    case releaseCard(ticket: String, leg: String, intentID: String)
    /// Refund a payment that no ticket counts; the refund is already booked.
    case refundOrphan(RegisterOrphan)
    /// Compute the sales of each seller on a day; the answer is `TillNews.sellers`.
    case readSellers(businessDate: String)
    /// Print a receipt, or reprint it.
    case print(Receipt, isReprint: Bool)
    /// Open the drawer, once for an event.
    case openDrawer(eventID: String)
    /// Send the cashier a message.
    case tell(RegisterMessage)
    /// Ask the cashier; the answer is an input.
    case ask(RegisterQuestion)
}

/// A question that a register needs answered before it continues.
public enum RegisterQuestion: Hashable, Sendable {
    /// A manager's approval: `RegisterInput.allowed`.
    case manager(Permission)
    /// One of these reasons: `RegisterInput.reason`.
    case reason(Permission, choices: [ReasonCode])
    /// The price of an article without one: `RegisterInput.price`.
    case price(of: Product, Quantity)
}
