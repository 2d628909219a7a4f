public import SimulatedCard

/// The presentation of a card at a simulated device: which card, how, and when.
public struct CardPresentation: Hashable, Sendable {
    /// The ways to present a card.
    public enum Way: String, Hashable, Sendable, CaseIterable {
        /// Into the chip slot.
        case insert
        /// On the contactless antenna.
        case tap
        /// Through the stripe reader.
        case swipe
    }

    /// The card.
    public var card: SimulatedCard
    /// How it is presented.
    public var way: Way
    /// The delay from when the device is ready for it; `nil` when somebody at the counter presents it
    /// (`CounterEvent.presentCard`).
    public var delay: Duration?

    /// Creates a presentation.
    public init(_ card: SimulatedCard, _ way: Way = .tap, after delay: Duration? = .milliseconds(300)) {
        self.card = card
        self.way = way
        self.delay = delay
    }
}
