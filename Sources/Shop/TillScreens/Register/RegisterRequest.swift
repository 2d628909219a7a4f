import TenderModel
import TenderSale

/// A request that needs a permission, and what was given for it so far.
struct RegisterRequest: Hashable, Sendable {
    enum Action: Hashable, Sendable {
        case voidLine(Int)
        case lineDiscount(Discount, line: Int)
        case ticketDiscount(Discount)
        case overridePrice(Amount, line: Int)
        case cancelTicket
        case refund(RegisterRefund)
        case refundPayment(String)
        case reprint(Int)
        case openDrawer
        case payIn(Amount)
        case payOut(Amount)
        case openShift(CashCount, String)
        case readReport
        case readSellers
        case endShift
        case closeShift(CashCount, [String])
        case accept(leg: String, reference: String)
        case acknowledgeLoss(String)
        case refundOrphan(RegisterOrphan)
    }

    let action: Action
    let permission: Permission
    var manager: String?
    var reason: String?

    /// Whether the act records its reason itself.
    var tellsReason: Bool {
        switch permission {
        case .voidLine, .cancelTicket, .openDrawer, .payIn, .payOut, .resolvePayment: true
        default: !permission.needsReason
        }
    }

    /// The reason as recorded; acts that need none are named themselves.
    var words: String { reason ?? permission.rawValue }
}

/// An event on its way to the journal, and what follows once it is there.
struct RegisterRecording: Hashable, Sendable {
    indirect enum Next: Hashable, Sendable {
        case signedIn(RegisterPerson)
        case signedOut
        case allowed(RegisterRequest)
        case shiftOpened
        case shiftEnded
        /// The count is recorded, and its reason is requested.
        case counted(RegisterRequest, RegisterQuestion)
        case shiftClosed(ShiftReport)
        case changed(Ticket, RegisterMessage)
        case changedFromDrawer(Ticket, RegisterMessage)
        case charge(Ticket, leg: String)
        case finished(TicketRecord)
        case parked(Ticket, label: String)
        case recalled(Ticket)
        case canceled(ticketID: String)
        case moved(Receipt?)
        case reprinted(Receipt)
        /// An offline payment ended; `nil` when it was paid.
        case offlineEnded(LegRecord?)
        case orphan(RegisterOrphan)
        case told(RegisterMessage?)
    }

    let event: ShopEvent
    let next: Next
}
