/// What happens to a till: keys and scans, answers to what it asked for, and news of the world.
public enum TillEvent: Hashable, Sendable {
    /// Something came from the terminal.
    case input(TillInput)
    /// The register is told something: that an event is durable, what became of a card, what was kept.
    case register(RegisterInput)
    /// Something outside is otherwise than it was.
    case news(TillNews)
    /// Nothing but time passed.
    case tick
}
