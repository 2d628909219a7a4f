public import TenderModel

/// Cash, which settles as it is handed over.
extension Ticket {
    /// Takes cash for a sale: all that no other payment asks for yet, rounded, or part of it.
    ///
    /// - Parameters:
    ///   - id: The leg's id, new on the ticket.
    ///   - tendered: The cash tendered.
    ///   - tip: The part of it that is a tip.
    /// - Returns: The leg, with the change.
    /// - Throws: `TicketError.nothingDue`, or `.tipOutOfRange` when the cash does not cover the amount due and the tip.
    @discardableResult
    public mutating func payCash(
        id: String, tendered: Amount, tip: Amount? = nil
    ) throws(TicketError) -> TicketLeg {
        try expectNew(id)
        guard kind == .sale else { throw .notASale }
        guard tendered.currency == currency else { throw .wrongCurrency(tendered.currency, ticket: currency) }
        guard unassignedUnits > 0 else { throw .nothingDue }
        guard (0...SaleLimits.money).contains(tendered.minorUnits), tendered.minorUnits > 0 || cashDueUnits == 0 else {
            throw .tenderedOutOfRange
        }
        let due = unassignedUnits
        var leg = TicketLeg(id: id, method: .cash, amount: unassigned)
        try leg.setTip(tip, .before)
        let isAll = Int128(tendered.minorUnits) >= cashDueUnits + Int128(leg.tip.minorUnits)
        guard isAll || leg.tip.minorUnits == 0 else { throw .tipOutOfRange }
        let paid = isAll ? cashDueUnits : min(Int128(tendered.minorUnits), due)
        leg.amount = amount(paid)
        leg.asked = leg.amount
        leg.rounding = amount(isAll ? paid - due : 0)
        leg.tendered = tendered
        leg.change = amount(Int128(tendered.minorUnits) - paid - Int128(leg.tip.minorUnits))
        leg.state = .settled
        legs.append(leg)
        return leg
    }

    /// Refunds in cash.
    ///
    /// - Parameters:
    ///   - id: The leg's id, new on the ticket.
    ///   - amount: The amount, negative; `nil` for all that no other payment refunds yet, rounded.
    /// - Returns: The leg.
    /// - Throws: `TicketError.amountOutOfRange` for more than is due.
    @discardableResult
    public mutating func refundCash(id: String, amount: Amount? = nil) throws(TicketError) -> TicketLeg {
        try expectNew(id)
        guard kind == .refund else { throw .notARefund }
        guard unassignedUnits < 0 else { throw .nothingDue }
        if let amount { try expect(amount, within: unassigned) }
        let isAll = amount == nil || amount == unassigned
        var leg = TicketLeg(id: id, method: .cash, amount: isAll ? cashDue : amount ?? unassigned)
        if isAll { leg.rounding = self.amount(cashDueUnits - unassignedUnits) }
        leg.state = .settled
        legs.append(leg)
        return leg
    }
}
