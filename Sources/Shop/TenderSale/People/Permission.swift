/// What not everybody at the till may do.
public enum Permission: String, Hashable, Sendable, Codable, CaseIterable {
    /// Take a line off an open ticket.
    case voidLine
    /// Give up a ticket with lines.
    case cancelTicket
    /// Sell for another price than the marked one.
    case overridePrice
    /// Give a discount up to the role's limit.
    case discount
    /// Give a discount beyond the limit of a cashier.
    case discountAboveLimit
    /// Give money back for an earlier sale.
    case refund
    /// Release what is held for an earlier sale.
    case voidSale
    /// Open the drawer without a sale.
    case openDrawer
    /// Put cash into the drawer that pays for nothing.
    case payIn
    /// Take cash out of the drawer.
    case payOut
    /// Print a receipt again.
    case reprint
    /// Open a shift.
    case openShift
    /// See the figures of a shift that still runs.
    case readReport
    /// End, count and close a shift.
    case closeShift
    /// Hand over goods for a payment whose outcome nobody knows.
    case acceptUnknown
    /// Decide what became of a payment that nobody knows the outcome of, or acknowledge it.
    case resolvePayment
    /// Forward or delete what was stored offline.
    case manageOffline
    /// Pair, change or reset the reader.
    case manageReader
    /// Add, change or lock people, and unlock them.
    case managePeople
    /// Ring up tickets that do not count.
    case train

    /// Whether a reason must be given, which is then written down with it.
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
