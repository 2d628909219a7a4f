public import TenderModel
public import TenderSale

/// An action in the shop behind a till: on its journal, its payments or its devices.
///
/// If one fails, the next is not carried out.
public enum ShopAction: Hashable, Sendable {
    /// Write an event, one at a time; `RegisterEvent.recorded` reports that it is durable.
    case record(ShopEvent)
    /// Save an open ticket in place of its last version, so that it survives a crash.
    case keep(Ticket)
    /// Delete what is saved of a ticket.
    case forget(ticketID: String)
    /// Charge a card; the leg's id is the payment's id and idempotency key.
    case charge(ticket: String, leg: String, amount: Amount, tip: Amount)
    /// Create the page on which the customer pays a leg, and show it; the leg's id is the idempotency key.
    case openLink(ticket: String, leg: TicketLeg)
    /// Ask to cancel a running charge, link or saving; its outcome still comes, whatever it is.
    case cancelCharge(leg: String)
    /// Look for the customer with this email address or id; the answer is `TillNews.owner` or `noOwner`.
    case findOwner(String)
    /// Save a customer's card, asking for it at the reader; the outcome is `TillNews.cardSaving`.
    case saveCard(CardSaving)
    /// Answer the question with which application of the card to pay; `nil` for none.
    case choose(ApplicationQuestion.Application?, of: ApplicationQuestion)
    /// Refund a card that paid; the amount is negative, the leg's id is the idempotency key.
    case refundCard(ticket: String, leg: String, intentID: String, amount: Amount)
    /// Release a card's hold before capture.
    case releaseCard(ticket: String, leg: String, intentID: String)
    /// Refund a payment that no ticket counts; the refund is already booked.
    case refundOrphan(RegisterOrphan)
    /// Find out the outcomes of card legs of open tickets; the answers are `RegisterEvent.leg`.
    case follow(legs: [String])
    /// Ask the gateway again about all payments with an unknown outcome, and list them again.
    case askAgain
    /// Unlist a payment that no ticket waits for, since a person has looked into it.
    case acknowledge(intentID: String, by: String)
    /// Forward the offline payments now.
    case forwardOffline
    /// Compute the sales of each seller on a day; the answer is `TillNews.sellers`.
    case readSellers(businessDate: String)
    /// Verify a PIN; the answer is `TillNews.pin`.
    case checkPIN(PINAttempt)
    /// Do something with the reader.
    case reader(ReaderRequest)
    /// Print a receipt, or reprint it.
    case print(Receipt, isReprint: Bool)
    /// Open the drawer, once for an event.
    case openDrawer(eventID: String)
    /// Note that the till sells with what head office published.
    case adopt(version: Int64)
    /// Make the simulated customer, reader or network act.
    case customer(CustomerAct)
}
