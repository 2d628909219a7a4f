public import TenderBytes

/// An action that a till requests from the program around it, in order.
public enum TillAction: Hashable, Sendable {
    /// An effect of the shop; never `tell` or `ask`, which the screens answer themselves.
    case shop(RegisterEffect)
    /// Verify a PIN; the answer is `TillNews.pin`.
    case checkPIN(PINAttempt)
    /// Find out the outcomes of card legs of open tickets; the answers are `RegisterInput.leg`.
    case follow(legs: [String])
    /// Do something with the reader.
    case reader(ReaderRequest)
    /// Ask the gateway again about all payments with an unknown outcome, and list them again.
    case askAgain
    /// Unlist a payment that no ticket waits for, since a person has looked into it.
    case acknowledge(intentID: String, by: String)
    /// Forward the offline payments now.
    case forwardOffline
    /// Make the simulated customer, reader or network act.
    case customer(CustomerAct)
    /// Redraw the whole terminal, which shows something other than it should.
    case redraw
    /// Ring the terminal's bell, for eyes that are not on the screen.
    case bell
    /// End the program.
    case quit
}

/// A request to the reader.
public enum ReaderRequest: Hashable, Sendable {
    /// Search for readers.
    case discover
    /// Connect the reader with this id.
    case connect(id: String)
    /// Disconnect the reader.
    case disconnect
    /// Diagnose the reader.
    case diagnose
}

/// A typed PIN, of which only the length is ever seen.
public struct PINAttempt: Hashable, Sendable {
    /// The purpose of a PIN.
    public enum Purpose: Hashable, Sendable {
        /// To work at the till.
        case signIn
        /// To allow something as a manager.
        case allow
        /// To unlock the till.
        case unlock
    }

    /// The person whose PIN it should be.
    public let personID: String
    /// The purpose.
    public let purpose: Purpose
    /// The digits.
    public let pin: SecretBytes

    /// Creates an attempt.
    public init(personID: String, purpose: Purpose, pin: SecretBytes) {
        self.personID = personID
        self.purpose = purpose
        self.pin = pin
    }

    /// Hashes the person's id, and nothing of the PIN.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(personID)
        hasher.combine(purpose)
    }
}

/// An act of the simulated customer, or a fault, from the strip beside the screen.
public enum CustomerAct: String, Hashable, Sendable, CaseIterable {
    /// Holds the card to the antenna.
    case tap
    /// Inserts the card into the slot.
    case insert
    /// Swipes the card.
    case swipe
    /// Removes the card.
    case remove
    /// Takes the next card out of the wallet.
    case nextCard = "card"
    /// Presses cancel on the reader.
    case cancel
    /// Unplugs the reader, or plugs it in again.
    case unplug
    /// Breaks the network, or repairs it.
    case network
    /// Loses the gateway's next answer, and then breaks the network.
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
