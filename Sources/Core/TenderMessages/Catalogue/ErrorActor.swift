/// Who must act before the work goes on.
public enum ErrorActor: String, Hashable, Sendable, Codable, CaseIterable {
    /// The developer of the shop's program.
    case developer
    /// Whoever set up the till and its account.
    case administrator
    /// The cashier.
    case cashier
    /// The customer, with the card.
    case customer
    /// Nobody: it passes by itself.
    case nobody
}
