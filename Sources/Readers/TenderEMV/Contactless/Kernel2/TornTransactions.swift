import TenderBytes

/// The latest torn transactions, which a machine is handed and hands out again.
///
/// They hold card data, and are therefore never encoded.
public struct TornTransactions: Sendable {
    /// How many are kept; a newer one takes the place of the oldest.
    public static let most = 4

    private var entries: [TornTransaction] = []

    /// Creates an empty log.
    public init() {}

    /// How many there are.
    public var count: Int { entries.count }

    mutating func add(_ torn: TornTransaction) {
        take(number: torn.number, sequenceNumber: torn.sequenceNumber)
        if entries.count == Self.most { entries.removeFirst() }
        entries.append(torn)
    }

    /// Takes out the transaction of a card.
    @discardableResult
    mutating func take(number: SecretBytes, sequenceNumber: SecretBytes?) -> TornTransaction? {
        let place = entries.firstIndex { $0.number == number && $0.sequenceNumber == sequenceNumber }
        return place.map { entries.remove(at: $0) }
    }
}
