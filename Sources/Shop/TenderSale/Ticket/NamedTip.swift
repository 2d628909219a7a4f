public import TenderModel

/// A tip that was named for a ticket's next payment.
public enum NamedTip: Hashable, Sendable, Codable {
    /// A sum.
    case amount(Amount)
    /// A percentage of the amount that no payment asks for yet.
    case share(Percentage)
}
