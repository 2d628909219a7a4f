public import TenderModel

/// The reason that a ticket refuses a step; it stays as it was.
public enum TicketError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The ticket is parked: recall it first.
    case ticketIsParked
    /// The ticket is not parked.
    case ticketIsNotParked
    /// The ticket is finished or canceled.
    case ticketIsOver
    /// The ticket is empty.
    case ticketIsEmpty
    /// Only a sale can do this.
    case notASale
    /// Only a refund or void can do this.
    case notARefund
    /// The cart rejects the change.
    case cart(CartError)
    /// No leg has this id.
    case noSuchLeg(String)
    /// A leg already has this id.
    case legExists(String)
    /// More payments than a ticket may have.
    case tooManyLegs(most: Int)
    /// The leg is running: its amount is locked, and only its outcome changes it.
    case legIsRunning(String)
    /// The leg's outcome is unknown: no other card payment until it is known, but the ticket may be parked.
    case outcomeUnknown(String)
    /// The leg was not begun, or is over: the step is too early or too late.
    case wrongState(leg: String)
    /// The news contradicts what is known of the leg: stop and look.
    case contradiction(leg: String)
    /// The step does not apply to this payment method.
    case wrongMethod(leg: String)
    /// An amount in another currency.
    case wrongCurrency(Currency, ticket: Currency)
    /// An amount that is zero, of the wrong sign, or more than is still to be paid.
    case amountOutOfRange(most: Amount)
    /// The outcome reports more money than was asked for: stop and look.
    case amountDiffers(leg: String, asked: Amount)
    /// A tip that is negative, too large, or not covered by the cash tendered.
    case tipOutOfRange
    /// Everything is paid, or about to be.
    case nothingDue
    /// No cash was tendered, or an absurd sum of it.
    case tenderedOutOfRange
    /// A card payment needs a payment intent of its own.
    case intentNeeded
    /// A text that is missing, too long, or holds control characters.
    case textNeeded
    /// Only a manager may do this.
    case managerNeeded
    /// The cart would cost less than is already paid: refund a payment first.
    case belowPaid(Amount)
    /// Money was taken: refund it first.
    case moneyTaken(leg: String)
    /// This much is still to be paid.
    case notPaid(Amount)

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .ticketIsParked: "the ticket is parked: recall it first"
        case .ticketIsNotParked: "the ticket is not parked"
        case .ticketIsOver: "the ticket is finished or canceled"
        case .ticketIsEmpty: "there is nothing on the ticket"
        case .notASale: "this is for sales only"
        case .notARefund: "this is for refunds only"
        case .cart(let error): error.description
        case .noSuchLeg(let id): "there is no payment \(id)"
        case .legExists(let id): "there is already a payment \(id)"
        case .tooManyLegs(let most): "a ticket takes at most \(most) payments"
        case .legIsRunning(let id): "the payment \(id) is running: wait for its outcome"
        case .outcomeUnknown(let id):
            "nobody knows yet whether \(id) was paid: wait, park the ticket, or call a manager"
        case .wrongState(let id): "this cannot be done to payment \(id) now"
        case .contradiction(let id): "the news about payment \(id) contradicts what was known: look it up"
        case .wrongMethod(let id): "the payment \(id) is of another kind"
        case .wrongCurrency(let other, let ticket): "\(other) does not pay a ticket in \(ticket)"
        case .amountOutOfRange(let most): "the amount must be more than zero and at most \(most)"
        case .amountDiffers(let id, let asked):
            "the payment \(id) asked for \(asked), but the answer says more: look it up"
        case .tipOutOfRange: "the tip is negative, too large, or not covered by the cash"
        case .nothingDue: "there is nothing left to pay"
        case .tenderedOutOfRange: "type the cash that was handed over"
        case .intentNeeded: "a card payment needs a payment intent of its own"
        case .textNeeded: "text is needed: 1 to 200 bytes of plain text"
        case .managerNeeded: "only a manager may do this"
        case .belowPaid(let paid): "\(paid) is paid already: refund a payment first"
        case .moneyTaken(let id): "the payment \(id) is paid: refund it first"
        case .notPaid(let amount): "\(amount) is still to be paid"
        }
    }
}
