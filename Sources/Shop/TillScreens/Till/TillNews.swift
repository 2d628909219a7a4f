public import TenderModel
public import TenderSale

/// News from the program to a till.
public enum TillNews: Hashable, Sendable {
    /// A PIN was verified.
    case pin(PINVerdict)
    /// A running charge made progress.
    case card(leg: String, CardProgress)
    /// A running charge or refund will come to nothing, and why; its outcome follows.
    case stopped(leg: String, StopCause)
    /// The page of a running payment by link is open: its address, and its QR code where one can be made.
    case link(leg: String, address: String, code: QRMatrix?)
    /// The customer whose email address or id was typed.
    case owner(CardOwner, typed: String)
    /// There is no customer to save a card for.
    case noOwner(OwnerProblem, typed: String)
    /// The saving of a card has ended, or nobody can say how it ended.
    case cardSaving(id: String, SavingOutcome)
    /// The journal says that a card which was listed as saved or not was not saved; the gateway's id of its customer.
    case notSaved(customer: String)
    /// The sales for sellers on the requested day.
    case sellers(SellerReport)
    /// The reader's condition.
    case reader(ReaderCondition)
    /// The readers found.
    case readersFound([FoundReader])
    /// The problems found with the reader, by line.
    case diagnosis([String])
    /// The payments that somebody has to look at.
    case pending([PendingPayment])
    /// The offline queue.
    case offline(OfflineQueue)
    /// The printer's condition.
    case printer(PrinterCondition)
    /// A card was put into the reader's slot, or taken out.
    case cardInSlot(Bool)
    /// The customer is asked with which application of the card to pay; `nil` when it is not asked any more.
    case application(ApplicationQuestion?)
    /// The card in the reader's slot is to be taken out.
    case cardToRemove
    /// The condition of the journal's copy at head office; `nil` for a till without one.
    case chain(ChainCondition?)
    /// Head office has published what the shop sells.
    case published(PublishedSetup)
    /// The simulated customer's condition.
    case customer(CustomerCondition)
    /// An action failed; a sentence.
    case failed(String)
    /// The disk is full, and something could not be saved.
    case diskFull(TillLoss)
    /// It is unknown what the journal holds: nothing is done until the till is restarted.
    case doubt(String)
    /// An action succeeded; a sentence.
    case done(String)
}

/// The verdict on a PIN.
public enum PINVerdict: Hashable, Sendable {
    /// The PIN is right.
    case right(personID: String, PINAttempt.Purpose)
    /// The PIN is wrong.
    case wrong
    /// Too many PINs were wrong: none is accepted for some seconds.
    case locked(seconds: Int64)
}

/// A step of a running charge.
public enum CardProgress: Hashable, Sendable {
    /// The reader accepts a card in these ways.
    case waiting(ReaderInputOptions)
    /// The reader shows the customer a message.
    case shows(ReaderDisplayMessage)
    /// A card was read, masked.
    case read(String)
    /// The card was sent to the issuer: from here on a cancel may come too late.
    case processing
    /// The page of a link is open, and the gateway answers again.
    case showing
    /// There was no answer; the same request is sent for the nth time.
    case sendingAgain(Int)
    /// The gateway is asked for the outcome, for the nth time.
    case asking(Int)
}

/// The condition of a reader.
public struct ReaderCondition: Hashable, Sendable {
    /// The connection.
    public var status: ConnectionStatus
    /// Its model and serial number; `nil` without a reader.
    public var name: String?
    /// Its battery charge, 0 to 100; `nil` if it does not report it.
    public var battery: Int?
    /// The problem, in a sentence; `nil` without one.
    public var problem: String?

    /// Creates a condition.
    public init(status: ConnectionStatus, name: String? = nil, battery: Int? = nil, problem: String? = nil) {
        self.status = status
        self.name = name
        self.battery = battery
        self.problem = problem
    }
}

/// A reader that can be connected.
public struct FoundReader: Hashable, Sendable, Identifiable {
    /// The id for `ReaderRequest.connect`.
    public var id: String
    /// Its model and serial number.
    public var name: String
    /// The obstacle, and what to do; `nil` without one.
    public var problem: String?

    /// Creates a reader.
    public init(id: String, name: String, problem: String? = nil) {
        self.id = id
        self.name = name
        self.problem = problem
    }
}

/// A payment that somebody has to look at, according to the journal.
public struct PendingPayment: Hashable, Sendable, Identifiable {
    /// The reason that it is listed.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// The outcome is still unknown, and is being requested.
        case unresolved
        /// The approval is being reversed.
        case reversing
        /// Approved, and no ticket waits for it.
        case unclaimed
        /// Held until it is captured or canceled.
        case held
        /// Held, and the hold ends within a day.
        case heldEndsSoon
        /// Held, and the hold has ended: the money is no longer the shop's.
        case heldLapsed
        /// A refund with an unknown outcome.
        case refunding
        /// A refund that was made without anybody being told.
        case refunded
        /// A refund that failed after it had been accepted, without anybody being told.
        case refundFailed
        /// Stored offline and never paid, though the goods are gone.
        case lost
        /// Stored offline to be saved, and never saved.
        case lostCard
        /// A card was sent to be saved, and whether it is saved is unknown.
        case savingCard
        /// A card was saved without anybody being told.
        case savedCard

        /// Whether money is held, or was.
        public var isHold: Bool { self == .held || self == .heldEndsSoon || self == .heldLapsed }

        /// Whether it is about a card that is saved, and moves no money.
        public var isSaving: Bool { self == .savingCard || self == .savedCard }
    }

    /// The PaymentIntent.
    public var id: String
    /// The ticket leg that it was made for; `nil` for somebody else's payment.
    public var leg: String?
    /// The reason that it is listed.
    public var state: State
    /// The requested amount; `nil` when only a refund is known.
    public var amount: Amount?
    /// When it was begun, in milliseconds since 1970.
    public var began: Int64

    /// Creates a payment.
    public init(id: String, leg: String? = nil, state: State, amount: Amount?, began: Int64) {
        self.id = id
        self.leg = leg
        self.state = state
        self.amount = amount
        self.began = began
    }
}

/// The payments stored offline.
public struct OfflineQueue: Hashable, Sendable {
    /// A waiting payment.
    public struct Entry: Hashable, Sendable, Identifiable {
        /// Its local id.
        public var id: String
        /// What the customer owes.
        public var amount: Amount
        /// The card, masked.
        public var card: String
        /// Its state, in a word.
        public var state: String
        /// When it was stored, in milliseconds since 1970.
        public var storedAt: Int64

        /// Creates a payment.
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
    /// Whether the gateway can be reached; `nil` when unknown.
    public var isOnline: Bool?

    /// Creates a queue.
    public init(entries: [Entry] = [], isOnline: Bool? = nil) {
        self.entries = entries
        self.isOnline = isOnline
    }
}

/// The condition of a printer.
public enum PrinterCondition: Hashable, Sendable {
    /// There is no printer: receipts are on the screen.
    case none
    /// Everything is printed.
    case ready
    /// Some receipts wait; their number.
    case waiting(Int)
    /// There is an obstacle; a sentence.
    case failed(String)
}

/// The condition of the simulated customer.
public struct CustomerCondition: Hashable, Sendable {
    /// The network between the till and the gateway.
    public enum Network: Hashable, Sendable {
        /// It works.
        case works
        /// The gateway cannot be reached.
        case broken
        /// The next answer gets lost, and then the network breaks.
        case losesAnswer
    }

    /// What the customer can do at the reader.
    public var acts: [CustomerAct]
    /// The name of the card in hand.
    public var card: String
    /// The behavior of the card, in a few words.
    public var cardNote: String
    /// Whether a card is in the slot.
    public var isCardIn: Bool
    /// Whether the reader is plugged in.
    public var isPluggedIn: Bool
    /// The network.
    public var network: Network

    /// Creates a condition.
    public init(
        card: String, cardNote: String = "", isCardIn: Bool = false, isPluggedIn: Bool = true,
        network: Network = .works, acts: [CustomerAct] = CustomerAct.atAnyReader
    ) {
        self.acts = acts
        self.card = card
        self.cardNote = cardNote
        self.isCardIn = isCardIn
        self.isPluggedIn = isPluggedIn
        self.network = network
    }
}

/// A value that could not be saved on a full disk; what could not be booked is a refusal.
public enum TillLoss: Hashable, Sendable {
    /// The open ticket as shown.
    case ticket
    /// The receipt of a step that is booked.
    case receipt
}
