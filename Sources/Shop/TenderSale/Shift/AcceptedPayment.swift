public import TenderModel

/// A payment of a finished ticket that a manager accepted with an unknown outcome, as long as somebody has to look at
/// it.
public struct AcceptedPayment: Hashable, Sendable, Identifiable {
    /// The knowledge about an accepted payment.
    public enum State: Hashable, Sendable {
        /// It is still unknown whether it was paid.
        case unknown
        /// It was not paid in full, and nobody has acknowledged that yet.
        case lost(paid: Amount)
    }

    /// The receipt number of the ticket that counts it.
    public let receipt: Int
    /// The payment, as the ticket counts it.
    public let leg: LegRecord
    /// When the ticket was finished, in milliseconds since 1970, UTC.
    public let time: Int64
    /// What is known of it.
    public internal(set) var state = State.unknown

    /// The id of the payment's leg.
    public var id: String { leg.id }
    /// The amount that the ticket counts, tip included; negative when money goes back.
    public var amount: Amount { leg.whole }

    /// The unpaid part.
    public var missing: Amount {
        guard case .lost(let paid) = state, let missing = try? amount.subtracting(paid) else {
            return Amount(minorUnits: 0, currency: amount.currency)
        }
        return missing
    }
}

extension LegRecord {
    /// The amount with the tip.
    var whole: Amount { (try? amount.adding(tip)) ?? amount }
}
