import TenderModel
import TenderSale

/// Refunds of earlier sales.
extension Register {
    /// Returns what can still be refunded of a sale.
    func refundable(_ number: Int) throws(RegisterRefusal) -> Refundable {
        try expectShift()
        guard ticket == nil else { throw .ticketIsOpen }
        guard let sale = book.ticket(number: number) else { throw .noSuchReceipt }
        let open = parked.compactMap(\.refund).filter { $0.original == sale.id }
        do throws(RefundError) {
            return try Refundable(sale, earlier: book.takenBack(ofTicket: sale.id), open: open)
        } catch {
            throw .refund(error)
        }
    }

    func plan(_ what: RegisterRefund) throws(RegisterRefusal) -> RefundPlan {
        let left = try refundable(what.number)
        do throws(RefundError) {
            switch what.extent {
            case .everything: return left.planOfEverything()
            case .lines(let choices): return try left.plan(lines: choices)
            case .amount(let amount): return try left.plan(amount: amount)
            case .void: return try left.planOfVoid()
            }
        } catch {
            throw .refund(error)
        }
    }

    mutating func refund(_ what: RegisterRefund) throws(RegisterRefusal) -> [RegisterAction] {
        let plan = try plan(what)
        guard let person else { throw .nobodySignedIn }
        let begun = Ticket(id: newID(), cashier: person.id, refund: plan, cashRounding: setup.cashRounding)
        ticket = begun
        return [.shop(.keep(begun)), .tell(.refundBegun(number: what.number, total: plan.total))]
    }

    /// Refunds to the first card of the sale that has something left.
    ///
    /// No event begins it: the saved ticket records it, and the leg's id makes it happen once.
    mutating func refundToCard(
        _ amount: Amount?, _ ticket: Ticket, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        guard let plan = ticket.refund, !plan.cards.isEmpty else { throw .refund(.notVoidable) }
        let id = newID()
        let back = try Self.back(amount)
        var refusal: RegisterRefusal?
        for card in plan.cards {
            if let unpaid = unpaid(card.leg) {
                refusal = refusal ?? unpaid
                continue
            }
            var changed = ticket
            do throws(RegisterRefusal) {
                try Self.step { () throws(TicketError) in
                    try changed.addCardRefund(id: id, of: card.leg, amount: back)
                    try changed.start(id)
                }
            } catch {
                refusal = refusal ?? error
                continue
            }
            legTimes[id] = time
            return refund(changed, id, card, isVoid: plan.kind == .void)
        }
        throw refusal ?? .ticket(.nothingDue)
    }

    /// Returns the reason that nothing can be refunded to a card: an offline payment was never paid, or not yet.
    private func unpaid(_ leg: String) -> RegisterRefusal? {
        if book.lostLegs.contains(leg) { return .neverPaid }
        return book.storedLegs.contains { $0.id == leg } ? .notYetPaid : nil
    }

    private mutating func refund(
        _ changed: Ticket, _ id: String, _ card: RefundPlan.Card, isVoid: Bool
    ) -> [RegisterAction] {
        guard let leg = changed.leg(id) else { return [] }
        ticket = changed
        let asked =
            isVoid
            ? RegisterAction.shop(.releaseCard(ticket: changed.id, leg: id, intentID: card.intentID))
            : .shop(.refundCard(ticket: changed.id, leg: id, intentID: card.intentID, amount: leg.asked))
        return [.shop(.keep(changed)), .tell(.refunding(leg: id, amount: leg.asked)), asked]
    }

    mutating func reprint(_ number: Int, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        guard let record = book.ticket(number: number) else { throw .noSuchReceipt }
        let receipt = receipt(record, ticketTimes[number] ?? time)
        return try self.record(event(.reprinted(number: number), time), then: .reprinted(receipt))
    }
}
