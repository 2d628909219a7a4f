public import TenderModel

/// A shift that is not closed yet.
public struct OpenShift: Hashable, Sendable {
    /// Where it stands.
    public enum Stage: Hashable, Sendable {
        /// Things are sold.
        case open
        /// Nothing is sold any more; the drawer waits to be counted.
        case ended
    }

    /// Its number.
    public let number: Int
    /// The day that it is booked on, whatever the clock says meanwhile.
    public let businessDate: String
    /// When it was opened, in milliseconds since 1970, UTC.
    public let openedAt: Int64
    /// Who opened it.
    public let openedBy: String?
    /// What was counted into the drawer.
    public let float: CashCount
    /// How much more the float is than what the last shift left; nil for the first shift.
    public let floatDifference: Amount?
    /// Where it stands.
    public internal(set) var stage = Stage.open
    /// The count that stands; nil before one was written down.
    public internal(set) var counted: CashCount?
    /// What happened in it, in order.
    public internal(set) var events: [ShopEvent] = []
}

/// A ticket that is neither finished nor canceled, as far as the events tell.
public struct PendingTicket: Hashable, Sendable, Identifiable {
    /// A card payment that began for it.
    public struct Card: Hashable, Sendable {
        /// The leg's id.
        public var leg: String
        /// Its payment intent.
        public var intentID: String
        /// How much.
        public var amount: Amount
    }

    /// The ticket's id.
    public let id: String
    /// What it was parked as; nil while it is open.
    public internal(set) var label: String?
    /// Who had it last.
    public internal(set) var cashier: String?
    /// When that was, in milliseconds since 1970, UTC.
    public internal(set) var time: Int64
    /// The card payments that began for it; what became of them is told by their own records.
    public internal(set) var cards: [Card] = []

    /// Whether it was put aside.
    public var isParked: Bool { label != nil }
}
