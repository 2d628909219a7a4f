public import TenderModel

/// The ways in which a NEO reader accepts a card (tag DFEF37).
public struct NEOInterfaces: OptionSet, Hashable, Sendable {
    /// The byte of the data object.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Swipe the stripe.
    public static let swipe = NEOInterfaces(rawValue: 1)
    /// Tap.
    public static let tap = NEOInterfaces(rawValue: 2)
    /// Insert the chip.
    public static let insert = NEOInterfaces(rawValue: 4)
    /// All ways.
    public static let all: NEOInterfaces = [.swipe, .tap, .insert]

    /// The same set, as shown to the customer.
    public var options: ReaderInputOptions {
        let pairs: [(NEOInterfaces, ReaderInputOptions)] = [
            (.swipe, .swipeCard), (.tap, .tapCard), (.insert, .insertCard),
        ]
        return pairs.reduce(into: []) { if contains($1.0) { $0.insert($1.1) } }
    }
}
