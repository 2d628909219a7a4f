import TenderModel

extension Ticket {
    /// Returns the ticket in its recorded form.
    func record(number: Int) -> TicketRecord {
        TicketRecord(
            id: id, number: number, kind: kind, original: refund?.original, cashier: cashier, lines: soldLines,
            taxes: cart?.totals.taxes ?? refund?.taxes ?? [], total: total, rounding: rounding,
            legs: legs.compactMap(LegRecord.init), isTraining: isTraining)
    }

    private var soldLines: [SoldLine] {
        switch goods {
        case .refund(let plan): plan.lines
        case .sale(let cart):
            // Totals have the lines that were not voided, in the same order.
            zip(cart.lines.filter { !$0.isVoided }, cart.totals.lines).map { SoldLine($0, $1) }
        }
    }
}

extension SoldLine {
    fileprivate init(_ line: CartLine, _ totals: CartTotals.Line) {
        self.init(
            number: line.number, code: line.code, name: line.name, department: line.department,
            quantity: line.quantity, unitPrice: totals.unitPrice,
            listPrice: totals.unitPrice == line.listPrice ? nil : line.listPrice,
            discount: Amount(
                minorUnits: totals.marked.minorUnits - totals.amount.minorUnits, currency: totals.amount.currency),
            amount: totals.amount, taxClass: totals.taxClass, seller: line.seller)
    }
}

extension LegRecord {
    /// Creates the record of a leg that has money in it, or returns `nil` for another.
    fileprivate init?(_ leg: TicketLeg) {
        let standing: Standing
        switch leg.state {
        case .settled: standing = .settled
        case .offline: standing = .offline
        case .accepted(let acceptance): standing = .accepted(by: acceptance.by, reason: acceptance.reason)
        case .waiting, .running, .declined, .canceled, .unknown, .refunding, .refunded: return nil
        }
        guard leg.amount.minorUnits != 0 || leg.tip.minorUnits != 0 else { return nil }
        self.init(
            id: leg.id, method: leg.method, amount: leg.amount, tip: leg.tip, tendered: leg.tendered,
            change: leg.change, intentID: leg.intentID, refundID: leg.refundID, card: leg.card,
            reference: leg.reference, sharing: leg.sharing, standing: standing)
    }
}
