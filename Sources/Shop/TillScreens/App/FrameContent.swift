public import TenderModel

/// The contents of the frame around every screen, filled in by the shop's logic.
public struct FrameContent: Hashable, Sendable {
    /// The shop's name.
    public var shop: String
    /// The till's name.
    public var till: String
    /// The cashier who is signed in; `nil` without one.
    public var cashier: String?
    /// The number of the open shift; `nil` without one.
    public var shift: Int?
    /// The reader's state; `nil` for a till without a reader.
    public var reader: StateMark?
    /// The gateway's state, as far as calls have shown; `nil` if unknown.
    public var gateway: StateMark?
    /// The state of the journal's copy at head office; `nil` for a till without one.
    public var chain: StateMark?
    /// The notes for anybody's attention, shown beside the cashier.
    public var notes: [StateMark] = []
    /// The ticket's total; `nil` without an open ticket.
    public var total: Amount?
    /// Whether part of the ticket is paid: the total is then the rest.
    public var isPartlyPaid = false
    /// The time as text; empty when it is not shown.
    public var time: String

    /// Creates a frame's contents.
    public init(
        shop: String, till: String, cashier: String? = nil, shift: Int? = nil, reader: StateMark? = nil,
        total: Amount? = nil, time: String = ""
    ) {
        self.shop = shop
        self.till = till
        self.cashier = cashier
        self.shift = shift
        self.reader = reader
        self.total = total
        self.time = time
    }
}
