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
    /// Enters the card's PIN at the pad.
    case enterPIN = "pin"
    /// Enters another PIN.
    case enterWrongPIN = "wrong"
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

    /// The acts at a reader with a stripe, a slot and an antenna, and without a PIN pad.
    public static let atAnyReader: [CustomerAct] = [
        .tap, .insert, .swipe, .remove, .nextCard, .cancel, .unplug, .network, .loseAnswer,
    ]
    /// The acts at a reader with a slot and a PIN pad.
    public static let atChipReader: [CustomerAct] = [
        .insert, .remove, .enterPIN, .enterWrongPIN, .nextCard, .cancel, .unplug, .network, .loseAnswer,
    ]

    /// The key in the strip.
    public var key: Character {
        switch self {
        case .tap: "t"
        case .insert: "i"
        case .swipe: "s"
        case .remove: "r"
        case .enterPIN: "p"
        case .enterWrongPIN: "w"
        case .nextCard: "c"
        case .cancel: "x"
        case .unplug: "u"
        case .network: "n"
        case .loseAnswer: "l"
        }
    }
}
