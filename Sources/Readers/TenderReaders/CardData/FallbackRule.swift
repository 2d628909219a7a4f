public import TenderModel

/// Decides when the stripe of a card may be read at a reader that has a slot for its chip too, in one collection.
///
/// A card with a chip pays by its stripe only after its chip could not be used three times in a row: that is a fallback.
/// An attempt that the customer or the transaction broke off is no such failure, and whoever is declined, blocked or
/// canceled has no next attempt.
public struct FallbackRule: Hashable, Sendable {
    /// Why an attempt with a chip gave nothing, and may be repeated.
    public enum ChipFailure: Hashable, Sendable, CaseIterable {
        /// The chip does not answer by the rules, and had not yet begun to pay.
        case unusable
        /// The chip failed when it had begun to pay.
        case interrupted
        /// The customer took the card out.
        case removed
    }

    /// What follows a failed attempt.
    public enum Next: Hashable, Sendable {
        /// The card is inserted again.
        case insert
        /// The card is swiped.
        case swipe
        /// The card is not read.
        case end
    }

    /// The number of attempts with a chip.
    public static let attempts = 3

    /// Whether there is a stripe that works.
    public private(set) var hasStripe: Bool
    private var attempted = 0
    private var unusable = 0

    /// Begins a collection.
    public init(hasStripe: Bool) { self.hasStripe = hasStripe }

    /// Whether a card with a chip may be swiped now.
    public var isFallback: Bool { hasStripe && unusable >= Self.attempts }

    /// Counts a failed attempt, and returns what follows.
    public mutating func chipFailed(_ failure: ChipFailure) -> Next {
        attempted += 1
        if failure == .unusable { unusable += 1 }
        guard attempted >= Self.attempts else { return .insert }
        return isFallback ? .swipe : .end
    }

    /// Notes that the stripe's device has failed: the chip is left.
    public mutating func loseStripe() { hasStripe = false }

    /// How a card that is swiped now counts as read; `nil` if it must be inserted.
    ///
    /// A stripe that does not tell whether there is a chip is treated like one that says so.
    public func readMethod(_ mark: ChipMark) -> ReadMethod? {
        switch mark {
        case .noChip: .magneticStripeTrack2
        case .chip, .unknown: isFallback ? .magneticStripeFallback : nil
        }
    }
}
