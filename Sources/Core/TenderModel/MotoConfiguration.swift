/// Keyed entry: the card's number is typed on the reader, for an order by mail or telephone.
///
/// Only a reader that is certified for it takes such a card; see `KeyedEntryReader`.
public struct MotoConfiguration: Hashable, Sendable, Codable {
    /// Whether the reader does not ask for the security code.
    public var skipsCVC: Bool

    /// Creates a configuration.
    public init(skipsCVC: Bool = false) { self.skipsCVC = skipsCVC }
}
