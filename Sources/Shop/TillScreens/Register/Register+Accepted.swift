public import TenderModel
import TenderSale

/// Payments that no open ticket waits for: those that a manager accepted, which are their receipts', and those of nobody.
extension Register {
    /// What was learned about the leg of a ticket that is over, or of none.
    mutating func late(
        _ id: String, _ outcome: LegOutcome, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterEffect] {
        guard outcome != .unknown else { return [] }
        guard let accepted = book.accepted.first(where: { $0.id == id }) else {
            return isSettled(id, outcome) ? [] : [.tell(.unclaimed(leg: id, outcome))]
        }
        let intentID: String?
        let paid: Amount
        switch outcome {
        // Nobody has authorised it yet.
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
        // What does not fit what was accepted is for a person to look at.
        guard (try? book.admit(known)) != nil else { return [.tell(.unclaimed(leg: id, outcome))] }
        return try record(
            known,
            then: .told(
                .acceptedKnown(receipt: accepted.receipt, accepted.amount, isPaid: paid == accepted.amount)))
    }

    /// Whether a finished ticket counts the payment already, as it was told.
    private func isSettled(_ id: String, _ outcome: LegOutcome) -> Bool {
        let standing = book.tickets.lazy.flatMap(\.legs).first { $0.id == id }?.standing
        // The end of what was stored offline is written down once, and nothing else of it is news.
        if standing == .offline { return true }
        guard case .settled = outcome else { return false }
        return standing == .settled
    }

    /// The payments that were accepted, and of which nobody knows yet whether they were made.
    public var acceptedLegs: [String] { book.accepted.filter { $0.state == .unknown }.map(\.id) }

    /// What would go back, while somebody's word for it is asked for.
    var amountAsked: Amount? {
        switch request?.action {
        case .giveBackOrphan(let orphan)?: orphan.amount
        case .giveBackPayment(let id)?:
            ticket?.leg(id).map { (try? $0.amount.adding($0.tip)) ?? $0.amount }
        default: nil
        }
    }

    // MARK: - Losses

    mutating func requestLoss(_ leg: String, _ time: Int64) throws(RegisterRefusal) -> [RegisterEffect] {
        guard case .lost? = book.accepted.first(where: { $0.id == leg })?.state else {
            throw .shop(.notAccepted(leg: leg))
        }
        return try request(.acknowledgeLoss(leg), .resolvePayment, time)
    }

    // MARK: - Orphans

    /// Asks for the word that the money of a payment goes back which no ticket counts.
    mutating func requestOrphan(_ orphan: RegisterOrphan, _ time: Int64) throws(RegisterRefusal) -> [RegisterEffect] {
        try admit(orphan)
        return try request(.giveBackOrphan(orphan), .resolvePayment, time)
    }

    /// Money that a ticket counts, finished or not, goes back by that ticket alone.
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

    /// The money is booked before it leaves, once; asked for again it has the same key.
    mutating func giveBack(
        _ orphan: RegisterOrphan, _ reason: String, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterEffect] {
        try admit(orphan)
        if let booked = book.orphansGivenBack[orphan.intentID] {
            return [.refundOrphan(RegisterOrphan(intentID: orphan.intentID, leg: orphan.leg, amount: booked))]
        }
        let kind = ShopEvent.Kind.orphanGivenBack(
            intentID: orphan.intentID, leg: orphan.leg, amount: orphan.amount, reason: reason)
        return try record(event(kind, time), then: .orphan(orphan))
    }

    mutating func keep(orphan intentID: String, _ time: Int64) throws(RegisterRefusal) -> [RegisterEffect] {
        guard let amount = book.orphansGivenBack[intentID] else { return [] }
        return try record(event(.orphanKept(intentID: intentID, amount: amount), time), then: .told(nil))
    }
}

/// A payment that no ticket counts.
public struct RegisterOrphan: Hashable, Sendable {
    /// The PaymentIntent.
    public let intentID: String
    /// The leg that it was made for; nil for one of somebody else.
    public let leg: String?
    /// What was paid.
    public let amount: Amount

    /// Describes a payment.
    public init(intentID: String, leg: String?, amount: Amount) {
        self.intentID = intentID
        self.leg = leg
        self.amount = amount
    }
}
