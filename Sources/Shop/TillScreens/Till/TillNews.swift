public import TenderModel
public import TenderSale

/// What the program tells a till of the world outside.
public enum TillNews: Hashable, Sendable {
    /// A PIN was compared.
    case pin(PINVerdict)
    /// What goes on with a running charge.
    case card(leg: String, CardProgress)
    /// Why a running charge or refund will come to nothing; its outcome follows.
    case stopped(leg: String, StopCause)
    /// The page on which a running payment by link is paid is open: its address, and the code of it where one can be made.
    case link(leg: String, address: String, code: QRMatrix?)
    /// What was sold for sellers on the day that was asked for.
    case sellers(SellerReport)
    /// How the reader stands.
    case reader(ReaderCondition)
    /// The readers that were found.
    case readersFound([FoundReader])
    /// What was found to be wrong with the reader, a line each.
    case diagnosis([String])
    /// The payments that somebody has to look at.
    case pending([PendingPayment])
    /// What is stored offline.
    case offline(OfflineQueue)
    /// How the printer stands.
    case printer(PrinterCondition)
    /// How the simulated customer stands.
    case customer(CustomerCondition)
    /// Something that was wanted failed, in a sentence.
    case failed(String)
    /// The disk is full, and something could not be kept.
    case diskFull(TillLoss)
    /// Nobody knows what the journal holds: nothing is done any more until the till is started again.
    case doubt(String)
    /// Something that was wanted is done, in a sentence.
    case done(String)
}

/// What came of comparing a PIN.
public enum PINVerdict: Hashable, Sendable {
    /// It is theirs.
    case right(personID: String, PINAttempt.Purpose)
    /// It is not.
    case wrong
    /// Too many were wrong: none is taken for so many seconds.
    case locked(seconds: Int64)
}

/// A step of a running charge.
public enum CardProgress: Hashable, Sendable {
    /// The reader takes a card in these ways.
    case waiting(ReaderInputOptions)
    /// What the reader tells the customer.
    case shows(ReaderDisplayMessage)
    /// A card was read, masked.
    case read(String)
    /// The card was sent to the issuer: from here on a cancel may come too late.
    case processing
    /// The page of a link is open, and the gateway tells of it again.
    case showing
    /// The answer stays out; the same request is sent for the nth time.
    case sendingAgain(Int)
    /// The gateway is asked what became of it, for the nth time.
    case asking(Int)
}

/// How the reader stands.
public struct ReaderCondition: Hashable, Sendable {
    /// The connection.
    public var status: ConnectionStatus
    /// Model and serial number; nil without a reader.
    public var name: String?
    /// The charge of its battery, 0 to 100; nil when it does not tell.
    public var battery: Int?
    /// What is wrong, in a sentence; nil for nothing.
    public var problem: String?

    /// Describes a reader.
    public init(status: ConnectionStatus, name: String? = nil, battery: Int? = nil, problem: String? = nil) {
        self.status = status
        self.name = name
        self.battery = battery
        self.problem = problem
    }
}

/// A reader that can be connected.
public struct FoundReader: Hashable, Sendable, Identifiable {
    /// Names it to `ReaderRequest.connect`.
    public var id: String
    /// Model and serial number.
    public var name: String
    /// What stands in the way, with what to do; nil for nothing.
    public var problem: String?

    /// Describes a reader.
    public init(id: String, name: String, problem: String? = nil) {
        self.id = id
        self.name = name
        self.problem = problem
    }
}

/// A payment of which the journal says that somebody has to look at it.
public struct PendingPayment: Hashable, Sendable, Identifiable {
    /// Why it is listed.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Nobody knows yet what became of it; it is being asked for.
        case unresolved
        /// The approval is being given back.
        case reversing
        /// Approved, and no ticket waits for it.
        case unclaimed
        /// Held until it is captured or given up.
        case held
        /// A refund whose outcome nobody knows.
        case refunding
        /// A refund that was made, and of which nobody was told.
        case refunded
        /// A refund that failed after it had been taken, and of which nobody was told.
        case refundFailed
        /// Stored offline and never paid, though the goods are gone.
        case lost
    }

    /// The PaymentIntent.
    public var id: String
    /// The leg of a ticket that it was made for; nil for one of somebody else.
    public var leg: String?
    /// Why it is listed.
    public var state: State
    /// What was asked for; nil when only a refund is known.
    public var amount: Amount?
    /// When it was begun, in milliseconds since 1970.
    public var began: Int64

    /// Describes a payment.
    public init(id: String, leg: String? = nil, state: State, amount: Amount?, began: Int64) {
        self.id = id
        self.leg = leg
        self.state = state
        self.amount = amount
        self.began = began
    }
}

/// What is stored offline.
public struct OfflineQueue: Hashable, Sendable {
    /// A payment that waits.
    public struct Entry: Hashable, Sendable, Identifiable {
        /// Its local id.
        public var id: String
        /// What the customer owes.
        public var amount: Amount
        /// The card, masked.
        public var card: String
        /// Where it stands, in a word.
        public var state: String
        /// When it was stored, in milliseconds since 1970.
        public var storedAt: Int64

        /// Describes a payment.
        public init(id: String, amount: Amount, card: String, state: String, storedAt: Int64) {
            self.id = id
            self.amount = amount
            self.card = card
            self.state = state
            self.storedAt = storedAt
        }
    }

    /// The payments, oldest first.
    public var entries: [Entry]
    /// Whether the gateway can be reached; nil when nobody knows.
    public var isOnline: Bool?

    /// Describes a queue.
    public init(entries: [Entry] = [], isOnline: Bool? = nil) {
        self.entries = entries
        self.isOnline = isOnline
    }
}

/// How the printer stands.
public enum PrinterCondition: Hashable, Sendable {
    /// There is none: receipts are on the screen.
    case none
    /// Everything is printed.
    case ready
    /// So many receipts wait.
    case waiting(Int)
    /// Something stands in the way, in a sentence.
    case failed(String)
}

/// How the simulated customer stands.
public struct CustomerCondition: Hashable, Sendable {
    /// The network between the till and the gateway.
    public enum Network: Hashable, Sendable {
        /// It works.
        case works
        /// Nothing gets through.
        case broken
        /// The next answer gets lost, and the network breaks.
        case losesAnswer
    }

    /// The name of the card in hand.
    public var card: String
    /// What the card will do, in a few words.
    public var cardNote: String
    /// Whether a card is in the slot.
    public var isCardIn: Bool
    /// Whether the reader's plug is in.
    public var isPluggedIn: Bool
    /// The network.
    public var network: Network

    /// Describes a customer.
    public init(
        card: String, cardNote: String = "", isCardIn: Bool = false, isPluggedIn: Bool = true,
        network: Network = .works
    ) {
        self.card = card
        self.cardNote = cardNote
        self.isCardIn = isCardIn
        self.isPluggedIn = isPluggedIn
        self.network = network
    }
}

/// What could not be kept on a full disk; what could not be booked is a refusal.
public enum TillLoss: Hashable, Sendable {
    /// The open ticket as it is shown.
    case ticket
    /// The receipt of a step that is booked.
    case receipt
}
