import TenderModel
import TenderSale

/// Refunds of payments that no ticket counts.
extension Register {
    /// Asks for approval to refund a payment that no ticket counts.
    mutating func requestOrphan(_ orphan: RegisterOrphan, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        try admit(orphan)
        return try request(.refundOrphan(orphan), .resolvePayment, time)
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
    mutating func refund(
        _ orphan: RegisterOrphan, _ reason: String, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        try admit(orphan)
        if let booked = book.refundedOrphans[orphan.intentID] {
            return [.shop(.refundOrphan(RegisterOrphan(intentID: orphan.intentID, leg: orphan.leg, amount: booked)))]
        }
        let kind = ShopEvent.Kind.orphanGivenBack(
            intentID: orphan.intentID, leg: orphan.leg, amount: orphan.amount, reason: reason)
        return try record(event(kind, time), then: .orphan(orphan))
    }

    mutating func keep(orphan intentID: String, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        guard let amount = book.refundedOrphans[intentID] else { return [] }
        return try record(event(.orphanKept(intentID: intentID, amount: amount), time), then: .told(nil))
    }
}
