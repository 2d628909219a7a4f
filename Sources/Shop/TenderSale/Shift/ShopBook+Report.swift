import TenderModel

/// The reports: the X, and the Z that closes a shift.
extension ShopBook {
    /// What the open shift comes to: an X without `counted`, and with it the Z that may close the shift.
    ///
    /// - Parameters:
    ///   - time: when it is made, in milliseconds since 1970, UTC.
    ///   - person: who makes it.
    ///   - counted: what was counted in the drawer.
    ///   - unresolved: the payments whose outcome nobody knows, which nobody claimed, or which are held.
    ///   - reason: why the drawer differs, or tickets are left.
    /// - Throws: `ShopError.noShiftOpen`, and `amount` for sums beyond 64 bits.
    public func report(
        at time: Int64, by person: String?, counted: CashCount? = nil, unresolved: [String] = [],
        reason: String? = nil
    ) throws(ShopError) -> ShiftReport {
        guard let shift else { throw .noShiftOpen }
        return try Self.checked { () throws(AmountError) in
            let totals = try ShiftTotals(shift, currency: currency)
            let expected = try totals.expectedCash(float: shift.float.total)
            let difference: Amount? = if let counted { try counted.total.subtracting(expected) } else { nil }
            return ShiftReport(
                number: counted == nil ? nil : nextZNumber, shift: shift.number, businessDate: shift.businessDate,
                openedAt: shift.openedAt, madeAt: time, openedBy: shift.openedBy, madeBy: person,
                tickets: totals.tickets, departments: totals.departments.sorted, taxes: totals.taxes.sorted,
                discounts: totals.discounts, payments: totals.payments.sorted, tips: totals.tips.sorted,
                rounding: totals.rounding, float: shift.float.total, cashSales: totals.cashSales,
                paidIn: totals.paidIn, paidOut: totals.paidOut, expectedCash: expected, counted: counted,
                difference: difference,
                drawerOpenings: totals.drawerOpenings, audit: totals.audit.sorted, accepted: totals.accepted,
                offline: totals.offline, unresolved: unresolved, parked: parked.count, reason: reason)
        }
    }

    /// The event that ends the open shift: nothing is sold in it afterwards.
    ///
    /// - Parameter openTickets: the tickets with lines that are neither finished, parked nor canceled.
    /// - Throws: what `admitEnd` throws.
    public func ending(
        id: String, at time: Int64, by cashier: String, openTickets: [String] = []
    ) throws(ShopError) -> ShopEvent {
        try admitEnd(openTickets: openTickets)
        return try event(id: id, at: time, by: cashier, .shiftEnded)
    }

    /// The event that closes the shift, with its Z.
    ///
    /// Parked tickets are carried over, and payments that nobody knows the outcome of stay on the list: the report names
    /// both.
    ///
    /// - Parameters:
    ///   - counted: what was counted in the drawer.
    ///   - unresolved: as for `report`.
    ///   - reason: as for `report`.
    /// - Throws: `ShopError`; nothing is changed then, and it can be tried again.
    public func closing(
        id: String, at time: Int64, by cashier: String, counted: CashCount, unresolved: [String] = [],
        reason: String? = nil
    ) throws(ShopError) -> ShopEvent {
        let report = try report(at: time, by: cashier, counted: counted, unresolved: unresolved, reason: reason)
        let event = try event(id: id, at: time, by: cashier, .shiftClosed(report))
        try admit(event)
        return event
    }

    /// An event of the open shift, on its day.
    ///
    /// - Throws: `ShopError.noShiftOpen`.
    public func event(
        id: String, at time: Int64, by cashier: String?, _ kind: ShopEvent.Kind
    ) throws(ShopError) -> ShopEvent {
        guard let shift else { throw .noShiftOpen }
        return ShopEvent(
            id: id, time: time, businessDate: shift.businessDate, shift: shift.number, cashier: cashier, kind: kind)
    }

    /// The event that opens the next shift.
    ///
    /// - Throws: what `admit` throws.
    public func opening(
        id: String, at time: Int64, businessDate: String, by cashier: String, float: CashCount
    ) throws(ShopError) -> ShopEvent {
        let event = ShopEvent(
            id: id, time: time, businessDate: businessDate, shift: nextShiftNumber, cashier: cashier,
            kind: .shiftOpened(float: float))
        try admit(event)
        return event
    }
}

extension ShiftReport {
    /// Whether nothing is left for anybody to look into: every payment is known, and none was accepted without proof or
    /// waits to be authorised.
    public var isClean: Bool { unresolved.isEmpty && accepted.isEmpty && offline.count == 0 }
}
