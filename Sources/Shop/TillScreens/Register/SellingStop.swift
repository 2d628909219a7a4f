import TenderMessages

/// The reason that no new ticket is begun, while everything else goes on.
public enum SellingStop: Hashable, Sendable {
    /// Head office has blocked this till.
    case blocked
    /// The journal lacks records that head office has.
    case behind

    /// The sentence for the cashier.
    var message: CashierMessage {
        switch self {
        case .blocked: .laneBlocked
        case .behind: .recordsMissing
        }
    }
}
