public import TenderModel

/// A tip that was named for the next payment of a ticket.
public enum NamedTip: Hashable, Sendable, Codable {
    /// A sum.
    case amount(Amount)
    /// A share of what no payment asks for yet.
    case share(Percentage)
}
