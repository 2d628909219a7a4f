public import TenderModel

/// What the frame around every screen tells; the shop's logic fills it in.
public struct FrameContent: Hashable, Sendable {
    /// The shop's name.
    public var shop: String
    /// The till's name.
    public var till: String
    /// Who is signed in; nil for nobody.
    public var cashier: String?
    /// The open shift's number; nil when none is open.
    public var shift: Int?
    /// How the reader stands; nil when the till has none.
    public var reader: StateMark?
    /// How the gateway stands, as far as calls have told; nil where nobody says.
    public var gateway: StateMark?
    /// What somebody should look at, beside who is signed in.
    public var notes: [StateMark] = []
    /// What the ticket comes to; nil when none is open.
    public var total: Amount?
    /// Whether something of the ticket is paid: the total is then what remains.
    public var isPartlyPaid = false
    /// The time as text; empty when it is not shown.
    public var time: String

    /// Describes a frame.
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
