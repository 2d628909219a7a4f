public import TenderModel

/// A shift that is not closed yet.
public struct OpenShift: Hashable, Sendable {
    /// The stage of a shift.
    public enum Stage: Hashable, Sendable {
        /// Selling.
        case open
        /// Selling has ended; the drawer has yet to be counted.
        case ended
    }

    /// The shift's number.
    public let number: Int
    /// The day that the shift is booked on, whatever the clock says later.
    public let businessDate: String
    /// When it was opened, in milliseconds since 1970, UTC.
    public let openedAt: Int64
    /// The person who opened it.
    public let openedBy: String?
    /// The float counted into the drawer.
    public let float: CashCount
    /// The float less what the last shift left; `nil` for the first shift.
    public let floatDifference: Amount?
    /// The stage.
    public internal(set) var stage = Stage.open
    /// The recorded count; `nil` before one is recorded.
    public internal(set) var counted: CashCount?
    /// The shift's events, in order.
    public internal(set) var events: [ShopEvent] = []
}

/// A ticket that is neither finished nor canceled, as far as the events tell.
public struct PendingTicket: Hashable, Sendable, Identifiable {
    /// A card payment that began for a ticket.
    public struct Card: Hashable, Sendable {
        /// The leg's id.
        public var leg: String
        /// Its payment intent.
        public var intentID: String
        /// The amount.
        public var amount: Amount
    }

    /// The ticket's id.
    public let id: String
    /// The label it was parked under; `nil` while it is open.
    public internal(set) var label: String?
    /// The last person who worked on it.
    public internal(set) var cashier: String?
    /// The time of that work, in milliseconds since 1970, UTC.
    public internal(set) var time: Int64
    /// The card payments that began for it; their own records hold the outcomes.
    public internal(set) var cards: [Card] = []

    /// Whether the ticket is parked.
    public var isParked: Bool { label != nil }
}
