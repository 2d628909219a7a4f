import TenderModel

/// What a NEO reader shows during a transaction (NEO 2 Interface Developer's Guide, "Asynchronous UI Message Event").
public enum NEOScreenEvent: Hashable, Sendable {
    /// The reader has found a card.
    case cardFound
    /// A message, by its number.
    case message(UInt8)
    /// A lamp or the buzzer.
    case other(UInt8, UInt8)

    /// Insert or swipe the card.
    public static let useChip = NEOScreenEvent.message(0x08)
    /// Present the card again.
    public static let tryAgain = NEOScreenEvent.message(0x09)
    /// Present only one card.
    public static let oneCardOnly = NEOScreenEvent.message(0x0A)
    /// The card and the reader are processing.
    public static let processing = NEOScreenEvent.message(0x03)

    private static let screen: UInt8 = 0x03

    /// Parses the data of an event: one byte, or pairs of a kind and a value.
    ///
    /// A leftover byte is ignored.
    static func list(_ data: [UInt8]) -> [NEOScreenEvent] {
        if data == [0x01] { return [.cardFound] }
        return zip(data.indices, data).filter { $0.0.isMultiple(of: 2) }.compactMap { index, kind in
            guard index + 1 < data.count else { return nil }
            let value = data[index + 1]
            return kind == screen ? .message(value) : .other(kind, value)
        }
    }

    /// The data of the event.
    public var data: [UInt8] {
        switch self {
        case .cardFound: [0x01]
        case .message(let number): [Self.screen, number]
        case .other(let kind, let value): [kind, value]
        }
    }

    /// The message for the customer.
    var message: ReaderDisplayMessage? {
        switch self {
        case .useChip: .insertOrSwipeCard
        case .tryAgain: .retryCard
        case .oneCardOnly: .multipleContactlessCardsDetected
        default: nil
        }
    }
}
