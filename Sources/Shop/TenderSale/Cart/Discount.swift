public import TenderModel

/// A reduction of a line or a ticket.
public enum Discount: Hashable, Sendable, Codable {
    /// A percentage, rounded half away from zero.
    case percent(Percentage)
    /// A sum, limited to what there is to reduce.
    case amount(Amount)

    /// Returns the reduction of a sum that is not negative.
    func reduction(of sum: Int64) -> Int64 {
        switch self {
        case .percent(let share): Shares.part(share, of: sum)
        case .amount(let amount): min(amount.minorUnits, sum)
        }
    }
}
