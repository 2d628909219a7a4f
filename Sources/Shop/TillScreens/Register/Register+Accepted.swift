public import TenderModel
import TenderSale

/// Payments that no open ticket waits for: those that a manager accepted, which belong to their receipts, and orphans.
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
        case .giveBackOrphan(let orphan)?: orphan.amount
        case .giveBackPayment(let id)?:
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

    // MARK: - Orphans

    /// Asks for approval to refund a payment that no ticket counts.
    mutating func requestOrphan(_ orphan: RegisterOrphan, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        try admit(orphan)
        return try request(.giveBackOrphan(orphan), .resolvePayment, time)
    }

    /// Checks that no ticket counts the payment: money that one counts, finished or not, is refunded only through that
    /// ticket.
    private func admit(_ orphan: RegisterOrphan) throws(RegisterRefusal) {
        guard orphan.amount.minorUnits > 0 else { throw .shop(.notPositive(orphan.amount)) }
        let open = (ticket.map { [$0] } ?? []) + parked
        let isOpen = open.contains { ticket in
            ticket.legs.contains { $0.mayPay && ($0.id == orphan.leg || $0.intentID == orphan.intentID) }
        }
        guard !isOpen, !book.isCounted(intentID: orphan.intentID), orphan.leg.map(book.isCounted(leg:)) != true else {
            throw .shop(.paymentCountedTwice(intentID: orphan.intentID))
        }
    }

    /// Refunds an orphan; the refund is booked once, before it is sent, and a repeated request has the same key.
    mutating func giveBack(
        _ orphan: RegisterOrphan, _ reason: String, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        try admit(orphan)
        if let booked = book.orphansGivenBack[orphan.intentID] {
            return [.shop(.refundOrphan(RegisterOrphan(intentID: orphan.intentID, leg: orphan.leg, amount: booked)))]
        }
        let kind = ShopEvent.Kind.orphanGivenBack(
            intentID: orphan.intentID, leg: orphan.leg, amount: orphan.amount, reason: reason)
        return try record(event(kind, time), then: .orphan(orphan))
    }

    mutating func keep(orphan intentID: String, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        guard let amount = book.orphansGivenBack[intentID] else { return [] }
        return try record(event(.orphanKept(intentID: intentID, amount: amount), time), then: .told(nil))
    }
}

/// A payment that no ticket counts.
public struct RegisterOrphan: Hashable, Sendable {
    /// The PaymentIntent.
    public let intentID: String
    /// The leg that it was made for; `nil` for somebody else's payment.
    public let leg: String?
    /// The paid amount.
    public let amount: Amount

    /// Creates an orphan.
    public init(intentID: String, leg: String?, amount: Amount) {
        self.intentID = intentID
        self.leg = leg
        self.amount = amount
    }
}
