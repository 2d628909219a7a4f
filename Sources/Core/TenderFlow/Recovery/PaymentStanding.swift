public import TenderModel

/// What became of a payment's money, as its records say.
///
/// Whoever counts several payments together decides by it: an order that several cards pay, and a till's ticket.
public enum PaymentStanding: Hashable, Sendable {
    /// Nothing was taken, and nothing can be any more; with the decline, if there was one.
    case nothing(Decline?)
    /// Whether the card paid is not known (money rule 4), so no other card is asked for (money rule 7).
    case unknown
    /// An approval is owed back, and at most `left` of it stands.
    case reversing(left: Int64)
    /// An approval stands; `left` is what refunds have left of it, in minor units.
    case approved(IntentFacts, left: Int64)
    /// All of an approval was given back.
    case refunded
}

extension PaymentHistory {
    /// What became of the payment's money; a refund counts once it is known to have succeeded.
    public var standing: PaymentStanding {
        if let approval, isReversalOwed { return .reversing(left: left(of: approval)) }
        if isUnresolved || terminal?.undecided != nil { return .unknown }
        if let approval {
            let left = left(of: approval)
            return left > 0 ? .approved(approval, left: left) : .refunded
        }
        switch conclusion {
        case .unknown: return .unknown
        case .declined(let decline, _): return .nothing(decline)
        case nil: return hasSentConfirm ? .unknown : .nothing(nil)
        case .approved, .canceled, .notExecuted, .journalUnavailable: return .nothing(nil)
        }
    }

    private func left(of approval: IntentFacts) -> Int64 {
        let taken = approval.heldOrCaptured
        let left = refunds.filter { $0.result == .succeeded }.reduce(taken) { left, refund in
            left.subtracting(refund.parameters.amount?.minorUnits ?? taken)
        }
        return max(0, left)
    }
}

extension IntentFacts {
    /// What an approval holds or has captured, in minor units.
    public var heldOrCaptured: Int64 { (status == .succeeded ? received : capturable) ?? amount.minorUnits }

    /// Returns what money of an approval pays of what is sold, in minor units: what the gateway knows as a tip or a
    /// surcharge pays nothing of it.
    public func paidForGoods(of money: Int64) -> Int64 { max(0, money.subtracting(tip).subtracting(surcharge)) }
}
