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
    /// Creates the leg that a payment's records describe; `nil` if nothing was ever taken for it.
    public init?(_ history: PaymentHistory) {
        let id = history.offline?.approvedAs ?? history.intentID
        guard !history.isUnresolved else {
            self.init(id, history.isReversalOwed ? .givingBack(history.standing) : .unknown)
            return
        }
        if history.refunds.contains(where: \.isUnresolved) {
            self.init(id, .givingBack(history.standing))
        } else if history.standing > 0 {
            self.init(id, .approved(history.standingForOrder))
        } else if history.approval != nil {
            self.init(id, .givenBack)
        } else {
            return nil
        }
    }
}

extension PaymentHistory {
    /// What is held or captured for the order, in minor units: neither a tip nor a surcharge pays it.
    fileprivate var standingForOrder: Int64 {
        max(0, standing.subtracting(approval?.tip ?? 0).subtracting(approval?.surcharge ?? 0))
    }

    /// What is held or captured and was not refunded, in minor units.
    fileprivate var standing: Int64 {
        guard let approval else { return 0 }
        let taken =
            (approval.status == .succeeded ? approval.received : approval.capturable) ?? approval.amount.minorUnits
        let kept = refunds.filter { $0.result == .succeeded }.reduce(taken) { kept, refund in
            kept.subtracting(refund.parameters.amount?.minorUnits ?? taken)
        }
        return max(0, kept)
    }
}
