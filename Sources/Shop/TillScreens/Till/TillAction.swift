public import TenderBytes

/// What a till wants done by the program around it, in this order.
public enum TillAction: Hashable, Sendable {
    /// Something of the shop; never `tell` or `ask`, which the screens answer themselves.
    case shop(RegisterEffect)
    /// Compare a PIN; the answer is `TillNews.pin`.
    case checkPIN(PINAttempt)
    /// Find out what became of card legs of open tickets; the answers are `RegisterInput.leg`.
    case follow(legs: [String])
    /// Something about the reader.
    case reader(ReaderRequest)
    /// Ask the gateway again about all payments that nobody knows the outcome of, and list them anew.
    case askAgain
    /// A person has looked into a payment that no ticket waits for: list it no more.
    case acknowledge(intentID: String, by: String)
    /// Forward what is stored offline, now.
    case forwardOffline
    /// The simulated customer, reader or network does something.
    case customer(CustomerAct)
    /// The terminal shows something else than it should: write all of it anew.
    case redraw
    /// Something needs eyes that are not on the screen: ring the terminal's bell.
    case bell
    /// The program ends.
    case quit
}

/// What the cashier wants of the reader.
public enum ReaderRequest: Hashable, Sendable {
    /// Look for readers.
    case discover
    /// Connect the reader with this id.
    case connect(id: String)
    /// Let go of the reader.
    case disconnect
    /// Find out what may be wrong.
    case diagnose
}

/// A PIN that somebody typed; only its length is ever seen.
public struct PINAttempt: Hashable, Sendable {
    /// What it is typed for.
    public enum Purpose: Hashable, Sendable {
        /// To work at the till.
        case signIn
        /// To allow something as a manager.
        case allow
        /// To unlock the till.
        case unlock
    }

    /// Whose PIN it should be.
    public let personID: String
    /// What it is typed for.
    public let purpose: Purpose
    /// The digits.
    public let pin: SecretBytes

    /// Describes an attempt.
    public init(personID: String, purpose: Purpose, pin: SecretBytes) {
        self.personID = personID
        self.purpose = purpose
        self.pin = pin
    }

    /// Hashes whose it is, and nothing of the PIN.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(personID)
        hasher.combine(purpose)
    }
}

/// What the strip beside the screen lets a simulated customer do, and what it breaks.
public enum CustomerAct: String, Hashable, Sendable, CaseIterable {
    /// Holds the card to the antenna.
    case tap
    /// Puts the card into the slot.
    case insert
    /// Pulls the card through the stripe reader.
    case swipe
    /// Takes the card out.
    case remove
    /// Takes the next card of the wallet.
    case nextCard = "card"
    /// Presses cancel on the reader.
    case cancel
    /// Pulls the reader's plug, or puts it back.
    case unplug
    /// Breaks the network, or mends it.
    case network
    /// Lets the gateway's next answer get lost on its way, and breaks the network then.
    case loseAnswer = "lose"

    /// The key in the strip.
    public var key: Character {
        switch self {
        case .tap: "t"
        case .insert: "i"
        case .swipe: "s"
        case .remove: "r"
        case .nextCard: "c"
        case .cancel: "x"
        case .unplug: "u"
        case .network: "n"
        case .loseAnswer: "l"
        }
    }
}
