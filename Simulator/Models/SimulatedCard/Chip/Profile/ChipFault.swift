/// Something that goes wrong at a command, counted from 1 since the card was powered.
public enum ChipFault: Hashable, Sendable {
    /// The card executes the command and does not answer.
    case silence(at: Int)
    /// The answer ends in its middle.
    case torn(at: Int)
    /// The card is taken out before the command reaches it, and answers no more until it is put back in.
    case removal(at: Int)

    /// The number of the command.
    public var command: Int {
        switch self {
        case .silence(let command), .torn(let command), .removal(let command): command
        }
    }
}
