public import TenderModel

/// The reason that an event of the till is refused; nothing changed.
public enum ShopError: Error, Hashable, Sendable {
    /// Nothing can be sold before a shift is opened.
    case noShiftOpen
    /// A shift is already open; its number.
    case shiftIsOpen(Int)
    /// The shift has ended and must be counted.
    case shiftHasEnded(Int)
    /// The shift must end before it is counted and closed.
    case shiftHasNotEnded(Int)
    /// The event names another shift, or none; the number that it must name.
    case wrongShift(expected: Int?)
    /// The event is booked on another day than its shift.
    case wrongBusinessDate(expected: String)
    /// The text is not a day such as `2026-11-21`.
    case badBusinessDate(String)
    /// Somebody must be signed in for this.
    case nobodySignedIn
    /// The event has no id.
    case missingID
    /// This needs a reason.
    case missingReason
    /// An amount is in another currency than the till's.
    case wrongCurrency(expected: Currency)
    /// A drawer cannot hold a negative amount.
    case negativeCash(Amount)
    /// The counted notes and coins do not add up to the sum.
    case countDoesNotAddUp
    /// The amount must be positive.
    case notPositive(Amount)
    /// These tickets are open or have a card running: finish, park or cancel them first.
    case ticketsAreOpen([String])
    /// The ticket is already finished.
    case ticketIsFinished(String)
    /// The ticket is parked: recall it first.
    case ticketIsParked(String)
    /// The ticket is not parked.
    case ticketIsNotParked(String)
    /// The ticket must have this number, so that there is no gap.
    case wrongTicketNumber(expected: Int)
    /// The ticket's payments do not add up to its total with cash rounding.
    case legsDoNotAddUp(expected: Amount)
    /// The cash tendered less the change is not the amount of the payment.
    case changeDoesNotAddUp(leg: String)
    /// Two payments of the ticket share an id.
    case legRepeated(String)
    /// A card payment is already on a ticket.
    case paymentCountedTwice(intentID: String)
    /// No manager accepted this payment without proof, or its outcome is known by now.
    case notAccepted(leg: String)
    /// A sale cannot be negative, and a refund or void cannot be positive.
    case wrongSign(TicketRecord.Kind)
    /// A refund or void needs the sale that it reverses; a sale has none.
    case wrongOriginal(String?)
    /// Either the reversed sale or this ticket was rung up in training mode, and the other was not.
    case trainingDiffers
    /// More would be refunded than is left of the sale.
    case refundTooLarge(left: Amount)
    /// More of a line would be refunded than is left of it, or the sale has no such line.
    case lineRefundTooLarge(line: Int)
    /// More would be refunded to a card than it paid, or it paid nothing of the sale.
    case cardRefundTooLarge(leg: String)
    /// Only a sale that was paid by card alone and has no refunds can be voided, and only as a whole.
    case notVoidable(String)
    /// No finished sale has this payment stored offline, or its end was already recorded.
    case notStoredOffline(leg: String)
    /// The report does not match the events of the shift.
    case reportDiffers
    /// A sum cannot be computed.
    case amount(AmountError)
}

extension ShopError: CustomStringConvertible {
    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .noShiftOpen, .shiftIsOpen, .shiftHasEnded, .shiftHasNotEnded, .wrongShift, .wrongBusinessDate,
            .badBusinessDate, .nobodySignedIn, .missingID, .missingReason, .reportDiffers:
            shiftWords
        case .wrongCurrency(let currency): "the till takes \(currency) only"
        case .negativeCash(let amount): "\(amount) cannot be in the drawer"
        case .countDoesNotAddUp: "the notes and coins do not add up to the sum"
        case .notPositive(let amount): "\(amount) must be more than zero"
        case .amount(let error): error.description
        default: ticketWords
        }
    }

    private var shiftWords: String {
        switch self {
        case .noShiftOpen: "no shift is open: open one first"
        case .shiftIsOpen(let number): "shift \(number) is open: close it first"
        case .shiftHasEnded(let number): "shift \(number) has ended: count the drawer and close it"
        case .shiftHasNotEnded(let number): "shift \(number) has not ended: end it before you count it"
        case .wrongShift(let number): "the event belongs to \(number.map { "shift \($0)" } ?? "no shift")"
        case .wrongBusinessDate(let date): "the shift is booked on \(date)"
        case .badBusinessDate(let date): "'\(date)' is not a date such as 2026-11-21"
        case .nobodySignedIn: "nobody is signed in"
        case .missingID: "the event has no id"
        case .missingReason: "a reason is needed"
        default: "the report does not match the shift"
        }
    }

    private var ticketWords: String {
        switch self {
        case .ticketsAreOpen(let ids): "finish, park or cancel these tickets first: \(ids.joined(separator: ", "))"
        case .ticketIsFinished(let id): "ticket \(id) is finished"
        case .ticketIsParked(let id): "ticket \(id) is parked: recall it first"
        case .ticketIsNotParked(let id): "ticket \(id) is not parked"
        case .wrongTicketNumber(let number): "the ticket must have the number \(number)"
        case .legsDoNotAddUp(let amount): "the payments do not add up to \(amount)"
        case .changeDoesNotAddUp(let leg): "cash less change is not the amount of payment \(leg)"
        case .legRepeated(let leg): "payment \(leg) appears twice"
        case .paymentCountedTwice(let id): "the card payment \(id) is already on a ticket"
        case .notAccepted(let leg):
            "there is nothing to record for payment \(leg): it was not accepted, or its outcome is known"
        case .wrongSign(let kind): "the total has the wrong sign for a \(kind.rawValue)"
        case .wrongOriginal(let id): id.map { "\($0) is not a sale that can be refunded" } ?? "the sale is not named"
        case .trainingDiffers: "a training ticket and a real one cannot be settled against each other"
        case .refundTooLarge(let left): "only \(left) of the sale is left"
        case .lineRefundTooLarge(let line): "line \(line) does not have that much left"
        case .notStoredOffline(let leg): "the payment \(leg) is not stored offline, or no longer"
        case .cardRefundTooLarge(let leg): "the card of payment \(leg) did not pay that much"
        default: "the sale cannot be voided: refund it"
        }
    }
}
