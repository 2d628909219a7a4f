/// An event for a till: keys and scans, answers to its requests, and news of the outside world.
public enum TillEvent: Hashable, Sendable {
    /// The terminal sent an input.
    case input(ConsoleEvent)
    /// There is an input for the register: an event is durable, a card's outcome is known, or tickets were restored.
    case register(RegisterEvent)
    /// Something outside has changed.
    case news(TillNews)
    /// Nothing but time passed.
    case tick
}
