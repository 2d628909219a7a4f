public import TenderModel

/// What is taken off a line or a ticket.
public enum Discount: Hashable, Sendable, Codable {
    /// A share, rounded half away from zero.
    case percent(Percentage)
    /// A sum, or all there is where that is less.
    case amount(Amount)

    /// What is taken off a sum that is not negative.
    func reduction(of sum: Int64) -> Int64 {
        switch self {
        case .percent(let share): Shares.part(share, of: sum)
        case .amount(let amount): min(amount.minorUnits, sum)
        }
    }
}
