import TenderModel

/// One card's part of an order that several cards pay.
public struct OrderLeg: Hashable, Sendable, Codable {
    /// The PaymentIntent.
    public var intentID: String
    /// What became of it.
    public var state: State

    /// What became of a leg; amounts are in minor units of the order's currency.
    public enum State: Hashable, Sendable, Codable {
        /// This much is held or captured.
        case approved(Int64)
        /// Nothing was taken, and nothing can be any more: declined, or canceled.
        case notPaid
        /// Whether the card paid is not known: no other card is asked for.
        case unknown
        /// It was approved, and all of it was given back.
        case givenBack
        /// It was to be given back, and nobody could tell yet whether it was: up to this much stands.
        case givingBack(Int64)
    }

    /// Creates a leg.
    public init(_ intentID: String, _ state: State) {
        self.intentID = intentID
        self.state = state
    }

    /// The money that counts for the order, in minor units.
    public var paid: Int64 { if case .approved(let amount) = state { amount } else { 0 } }
}

extension OrderLeg {
    /// Creates the leg of an approval.
    public init(_ approval: IntentFacts) {
        self.init(approval.id, .approved(approval.paidForGoods(of: approval.heldOrCaptured)))
    }

    /// Creates the leg that a payment's records describe; `nil` if nothing was ever taken for it.
    public init?(_ history: PaymentHistory) {
        let id = history.offline?.approvedAs ?? history.intentID
        switch history.standing {
        case .nothing: return nil
        case .unknown: self.init(id, .unknown)
        case .reversing(let left): self.init(id, .givingBack(left))
        case .approved(_, let left) where history.refunds.contains(where: \.isUnresolved):
            self.init(id, .givingBack(left))
        case .approved(let approval, let left): self.init(id, .approved(approval.paidForGoods(of: left)))
        case .refunded: self.init(id, .givenBack)
        }
    }
}
