public import TenderModel
public import TenderSale

/// What happens to a register.
public enum RegisterInput: Hashable, Sendable {
    /// The cashier wants something.
    case command(LineCommand)
    /// A code was scanned: it sells so much of an article or does nothing, and never pays.
    case scanned(String, Quantity = .one)
    /// Somebody signs in; the PIN was checked.
    case signIn(cashierID: String)
    /// Whoever is signed in goes.
    case signOut
    /// A shift begins, with what was counted into the drawer, on a day such as `2026-11-21`.
    case openShift(CashCount, businessDate: String)
    /// Nothing is sold any more in the shift.
    case endShift
    /// The drawer was counted; the payments that nobody knows the outcome of, beside those on the register's tickets.
    case closeShift(CashCount, unresolved: [String])
    /// Gives back something of an earlier sale.
    case takeBack(RegisterTakeBack)
    /// A manager takes the responsibility for a payment that nobody knows the outcome of, with its reference.
    case accept(leg: String, reference: String)
    /// Somebody looked into a payment that was accepted and never paid in full.
    case acknowledgeLoss(leg: String)
    /// The money of a payment goes back that no ticket counts.
    case giveBackOrphan(RegisterOrphan)
    /// The money of such a payment did not go back, with proof.
    case orphanKept(intentID: String)
    /// An event is durable.
    case recorded(eventID: String)
    /// An event could not be written, with proof that it is not in the journal.
    case recordFailed(eventID: String, String)
    /// As `recordFailed`, since the disk is full.
    case diskFull(eventID: String)
    /// Something was learned about a card payment or refund.
    case leg(String, LegOutcome)
    /// The reason that was asked for.
    case reason(ReasonCode, text: String)
    /// The price of one that was asked for.
    case price(Amount)
    /// The manager's word that was asked for; the PIN was checked.
    case allowed(by: String)
    /// The till was started: what was kept of open tickets, and every event of the journal. Before anything else.
    case restored(tickets: [Ticket], events: [ShopEvent])
}

/// What is given back of which sale.
public struct RegisterTakeBack: Hashable, Sendable {
    /// How much of it.
    public enum Extent: Hashable, Sendable {
        /// All that is left.
        case everything
        /// Some lines.
        case lines([Refundable.Choice])
        /// A sum.
        case amount(Amount)
        /// The holds of a sale that only cards paid are released before capture.
        case void
    }

    /// The receipt number of the sale.
    public let number: Int
    /// How much of it.
    public let extent: Extent

    /// Describes what is given back.
    public init(number: Int, extent: Extent = .everything) {
        self.number = number
        self.extent = extent
    }
}
