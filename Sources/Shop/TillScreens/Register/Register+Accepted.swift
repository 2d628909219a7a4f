import TenderModel
import TenderSale

/// Payments that a manager accepted with an unknown outcome, which belong to their receipts.
extension Register {
    /// Handles news about a leg of a finished ticket, or of no ticket.
    mutating func late(
        _ id: String, _ outcome: LegOutcome, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        guard outcome != .unknown else { return [] }
        guard let accepted = book.accepted.first(where: { $0.id == id }) else {
            return isSettled(id, outcome) ? [] : [.tell(.unclaimed(leg: id, outcome))]
        }
        let intentID: String?
        let paid: Amount
        switch outcome {
        // Nobody has authorized it yet.
        case .unknown, .offline: return []
        case .declined, .canceled: (intentID, paid) = (nil, Amount(minorUnits: 0, currency: book.currency))
        case .settled(let money):
            (intentID, paid) = (money.intentID, (try? money.amount.adding(money.tip)) ?? money.amount)
        }
        if case .lost(let before) = accepted.state {
            return before == paid ? [] : [.tell(.unclaimed(leg: id, outcome))]
        }
        let known = event(
            .acceptedKnown(receipt: accepted.receipt, leg: accepted.leg, intentID: intentID, paid: paid), time)
        // An amount that does not match what was accepted needs a person to look.
        guard (try? book.admit(known)) != nil else { return [.tell(.unclaimed(leg: id, outcome))] }
        return try record(
            known,
            then: .told(
                .acceptedKnown(receipt: accepted.receipt, accepted.amount, isPaid: paid == accepted.amount)))
    }

    /// Returns whether a finished ticket already counts the payment as reported.
    private func isSettled(_ id: String, _ outcome: LegOutcome) -> Bool {
        let standing = book.tickets.lazy.flatMap(\.legs).first { $0.id == id }?.standing
        // The end of an offline payment is recorded once; no other news about it counts.
        if standing == .offline { return true }
        guard case .settled = outcome else { return false }
        return standing == .settled
    }

    /// The accepted payments whose outcome is still unknown.
    public var acceptedLegs: [String] { book.accepted.filter { $0.state == .unknown }.map(\.id) }

    /// The amount to refund, while somebody's approval is requested.
    var amountAsked: Amount? {
        switch request?.action {
        case .refundOrphan(let orphan)?: orphan.amount
        case .refundPayment(let id)?:
            ticket?.leg(id).map { (try? $0.amount.adding($0.tip)) ?? $0.amount }
        default: nil
        }
    }

    // MARK: - Losses

    mutating func requestLoss(_ leg: String, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        guard case .lost? = book.accepted.first(where: { $0.id == leg })?.state else {
            throw .shop(.notAccepted(leg: leg))
        }
        return try request(.acknowledgeLoss(leg), .resolvePayment, time)
    }
}
