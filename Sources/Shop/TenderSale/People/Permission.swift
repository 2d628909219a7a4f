/// An act at the till that not everybody may perform.
public enum Permission: String, Hashable, Sendable, Codable, CaseIterable {
    /// Void a line of an open ticket.
    case voidLine
    /// Cancel a ticket with lines.
    case cancelTicket
    /// Sell at a price other than the marked one.
    case overridePrice
    /// Give a discount up to the role's limit.
    case discount
    /// Give a discount above a cashier's limit.
    case discountAboveLimit
    /// Refund an earlier sale.
    case refund
    /// Release the hold of an earlier sale.
    case voidSale
    /// Open the drawer without a sale.
    case openDrawer
    /// Put cash into the drawer outside of a sale.
    case payIn
    /// Take cash out of the drawer.
    case payOut
    /// Print a receipt again.
    case reprint
    /// Open a shift.
    case openShift
    /// See the figures of a running shift.
    case readReport
    /// End, count and close a shift.
    case closeShift
    /// Hand over goods for a payment whose outcome is unknown.
    case acceptUnknown
    /// Decide the outcome of a payment that is unknown, or acknowledge it.
    case resolvePayment
    /// Forward or delete payments stored offline.
    case manageOffline
    /// Pair, change or reset the reader.
    case manageReader
    /// Add, change or lock people, and unlock them.
    case managePeople
    /// Ring up training tickets, which do not count.
    case train

    /// Whether a reason is required, which is then recorded.
    public var needsReason: Bool {
        switch self {
        case .voidLine, .cancelTicket, .overridePrice, .discountAboveLimit, .refund, .voidSale, .openDrawer, .payIn,
            .payOut, .acceptUnknown, .resolvePayment:
            true
        case .discount, .reprint, .openShift, .readReport, .closeShift, .manageOffline, .manageReader, .managePeople,
            .train:
            false
        }
    }
}
