public import TenderModel
public import TenderSale

/// An input to a register.
public enum RegisterEvent: Hashable, Sendable {
    /// A command of the cashier.
    case command(LineCommand)
    /// A code was scanned: it sells a quantity of an article or does nothing, and never pays.
    case scanned(String, Quantity = .one)
    /// A person signs in; the PIN was checked.
    case signIn(cashierID: String)
    /// The person who is signed in signs out.
    case signOut
    /// A shift begins, with the float counted into the drawer, on a day such as `2026-11-21`.
    case openShift(CashCount, businessDate: String)
    /// Selling ends in the shift.
    case endShift
    /// The drawer was counted; with the payments of unknown outcome other than those on the register's tickets.
    case closeShift(CashCount, unresolved: [String])
    /// Part of an earlier sale is refunded.
    case refund(RegisterRefund)
    /// A manager takes responsibility for a payment with an unknown outcome, with its reference.
    case accept(leg: String, reference: String)
    /// Somebody looked into an accepted payment that was not paid in full.
    case acknowledgeLoss(leg: String)
    /// A payment that no ticket counts is refunded.
    case refundOrphan(RegisterOrphan)
    /// A customer has agreed to have a card saved.
    case saveCard(CardOwner, AllowRedisplay)
    /// Such a payment was provably not refunded.
    case orphanKept(intentID: String)
    /// An event is durable.
    case recorded(eventID: String)
    /// An event could not be written, and is provably not in the journal.
    case recordFailed(eventID: String, String)
    /// As `recordFailed`, because the disk is full.
    case diskFull(eventID: String)
    /// There is news about a card payment or refund.
    case leg(String, LegOutcome)
    /// The requested reason.
    case reason(ReasonCode, text: String)
    /// The requested unit price.
    case price(Amount)
    /// The requested approval by a manager, whose PIN was checked.
    case allowed(by: String)
    /// The till was started, with the saved open tickets and every event of the journal. Comes before anything else.
    case restored(tickets: [Ticket], events: [ShopEvent])
}

/// The sale to refund, and how much of it.
public struct RegisterRefund: Hashable, Sendable {
    /// The extent of a refund.
    public enum Extent: Hashable, Sendable {
        /// Everything that is left.
        case everything
        /// Some lines.
        case lines([Refundable.Choice])
        /// A sum.
        case amount(Amount)
        /// The release of the holds of a sale that only cards paid, before capture.
        case void
    }

    /// The receipt number of the sale.
    public let number: Int
    /// The extent.
    public let extent: Extent

    /// Creates a refund request.
    public init(number: Int, extent: Extent = .everything) {
        self.number = number
        self.extent = extent
    }
}
