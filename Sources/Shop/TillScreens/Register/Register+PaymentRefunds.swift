import TenderModel
import TenderSale

/// Refunds of payments on an open ticket.
///
/// The ticket records that money is on its way back before the gateway is told; the refund has an id of its own, so
/// that it happens once however often it is requested.
extension Register {
    private static let mark = "-back"

    /// Returns the id of a payment's refund.
    static func refund(ofPayment leg: String) -> String { leg + mark }

    /// Returns the payment that a refund id refers to; `nil` for another id.
    public static func payment(refundedAs id: String) -> String? {
        id.hasSuffix(mark) ? String(id.dropLast(mark.count)) : nil
    }

    mutating func requestRefundOfPayment(_ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        let ticket = try current()
        guard ticket.kind == .sale, let leg = ticket.legs.last(where: { [.settled, .refunding].contains($0.state) })
        else { throw .nothingPaid }
        if leg.state == .refunding { return try askAgain(leg, ticket) }
        return try request(.refundPayment(leg.id), .voidSale, time)
    }

    mutating func refundPayment(
        _ id: String, _ reason: String, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        var changed = try current()
        guard let leg = changed.leg(id) else { throw .ticket(.noSuchLeg(id)) }
        guard leg.method.hasIntent else {
            try Self.step { () throws(TicketError) in try changed.refund(id) }
            guard leg.method == .cash else { return change(to: changed, .changed, time) }
            return try record(event(.drawerOpened(reason: reason), time), then: .changedFromDrawer(changed, .changed))
        }
        try Self.step { () throws(TicketError) in try changed.startRefund(id) }
        ticket = changed
        return [.shop(.keep(changed))] + (try askAgain(leg, changed))
    }

    private func askAgain(_ leg: TicketLeg, _ ticket: Ticket) throws(RegisterRefusal) -> [RegisterAction] {
        guard let intentID = leg.intentID, let back = try? leg.refund(id: Self.refund(ofPayment: leg.id)) else {
            throw .amountTooLarge
        }
        return [
            .tell(.refunding(leg: back.id, amount: back.asked)),
            leg.isCaptured
                ? .shop(.refundCard(ticket: ticket.id, leg: back.id, intentID: intentID, amount: back.asked))
                : .shop(.releaseCard(ticket: ticket.id, leg: back.id, intentID: intentID)),
        ]
    }

    mutating func learnOfRefund(
        _ leg: String, _ id: String, _ outcome: LegOutcome, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        let message = RegisterMessage.learned(leg: id, outcome)
        if let ticket, Self.isTold(outcome, of: ticket.leg(leg)) {
            guard let changed = try Self.learned(outcome, leg, ticket) else { return [.tell(message)] }
            return change(to: changed, message, time)
        }
        guard let place = parked.firstIndex(where: { Self.isTold(outcome, of: $0.leg(leg)) }),
            let changed = try Self.learned(outcome, leg, parked[place])
        else {
            // A payment that a finished ticket counts was refunded: somebody has to look.
            if case .settled = outcome, !isRefunded(leg) { return [.tell(.unclaimed(leg: id, outcome))] }
            return []
        }
        parked[place] = changed
        return [.shop(.keep(changed)), .tell(message)]
    }

    /// Returns whether an outcome is news for a leg; a refund is also news for one that was thought to stand.
    private static func isTold(_ outcome: LegOutcome, of leg: TicketLeg?) -> Bool {
        if case .settled = outcome, leg?.state == .settled { return true }
        return leg?.state == .refunding
    }

    private func isRefunded(_ leg: String) -> Bool {
        ((ticket.map { [$0] } ?? []) + parked).contains { ticket in
            if case .refunded? = ticket.leg(leg)?.state { true } else { false }
        }
    }

    /// Returns the ticket after the news; `nil` when there is none.
    private static func learned(
        _ outcome: LegOutcome, _ leg: String, _ ticket: Ticket
    ) throws(RegisterRefusal) -> Ticket? {
        var changed = ticket
        switch outcome {
        case .settled(let money):
            try step { () throws(TicketError) in try changed.refund(leg, refundID: money.refundID) }
        case .declined, .canceled: try step { () throws(TicketError) in try changed.keepPayment(leg) }
        case .unknown, .offline: return nil
        }
        return changed
    }
}
