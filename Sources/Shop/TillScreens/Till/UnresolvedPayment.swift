public import TenderSale

/// A payment that somebody has to look at.
public enum UnresolvedPayment: Hashable, Sendable {
    /// A leg of an open ticket whose outcome is unknown; the label is that of a parked ticket.
    case leg(TicketLeg, ticket: String, label: String?)
    /// One that a manager accepted on a finished ticket, and whose outcome somebody has yet to learn.
    case accepted(AcceptedPayment)
    /// One that no open ticket waits for.
    case other(PendingPayment)
}

extension Till {
    /// The payments with an unknown outcome, then those that no ticket waits for.
    public var unresolvedPayments: [UnresolvedPayment] {
        let open = (register.ticket.map { [$0] } ?? []) + register.parked
        let legs = open.flatMap { ticket in
            ticket.legs.filter(isUnresolved).map {
                UnresolvedPayment.leg($0, ticket: ticket.id, label: Register.label(of: ticket))
            }
        }
        return legs + register.book.accepted.map(UnresolvedPayment.accepted)
            + pendingElsewhere.map(UnresolvedPayment.other)
    }

    /// The payments of the journal that no ticket reports by itself.
    var pendingElsewhere: [PendingPayment] {
        let own = Set(register.unknownLegs + register.book.accepted.map(\.id))
        return pending.filter { $0.leg.map { !own.contains($0) } ?? true }
    }

    /// Returns whether a leg is unknown, even while the current card is queried.
    private func isUnresolved(_ leg: TicketLeg) -> Bool {
        switch leg.state {
        case .unknown, .refunding: return true
        case .running:
            guard charge?.leg == leg.id, case .asking? = charge?.phase else { return false }
            return true
        default: return false
        }
    }
}
