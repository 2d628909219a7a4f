/// The ways in which a reader will take a card now.
public struct ReaderInputOptions: OptionSet, Hashable, Sendable, Codable {
    /// One bit a way.
    public let rawValue: Int

    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Swipe the magnetic stripe.
    public static let swipeCard = ReaderInputOptions(rawValue: 1)
    /// Insert the chip.
    public static let insertCard = ReaderInputOptions(rawValue: 2)
    /// Tap the card or a phone.
    public static let tapCard = ReaderInputOptions(rawValue: 4)
}

extension ReaderInputOptions: CustomStringConvertible {
    /// The ways in English, such as `Swipe / Insert / Tap`.
    public var description: String {
        let names = [(Self.swipeCard, "Swipe"), (.insertCard, "Insert"), (.tapCard, "Tap")]
        let chosen = names.filter { contains($0.0) }.map(\.1)
        return chosen.isEmpty ? "None" : chosen.joined(separator: " / ")
    }
}
