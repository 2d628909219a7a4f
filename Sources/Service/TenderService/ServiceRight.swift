/// What a front end's token lets it do.
public enum ServiceRight: String, Hashable, Sendable, Codable, CaseIterable {
    /// Reads: status, payments, lists, events.
    case read
    /// Connects readers and shows text on them.
    case readers
    /// Makes payments, collects cards, captures and cancels, and saves cards.
    case sell
    /// Gives money back: refunds and voids.
    case refund
    /// Decides about what is pending or stored offline.
    case manage

    /// The right in a few words.
    public var summary: String {
        switch self {
        case .read: "read the status, payments, lists and events"
        case .readers: "connect readers and show text on them"
        case .sell: "make payments, collect cards, capture, cancel, and save cards"
        case .refund: "give money back"
        case .manage: "decide about what is pending or stored offline"
        }
    }
}
