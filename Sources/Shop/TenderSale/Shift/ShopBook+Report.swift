import TenderModel

/// The reports: the X report, and the Z report that closes a shift.
extension ShopBook {
    /// Returns the figures of the open shift: an X report without `counted`, and with it the Z report that may close
    /// the shift.
    ///
    /// - Parameters:
    ///   - time: When it is made, in milliseconds since 1970, UTC.
    ///   - person: The person who makes it.
    ///   - counted: The cash counted in the drawer.
    ///   - unresolved: The payments whose outcome is unknown, which nobody claimed, or which are held.
    ///   - reason: The reason for the drawer's difference or for the parked tickets.
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

    /// Returns the event that ends the open shift, after which nothing is sold in it.
    ///
    /// - Parameter openTickets: The tickets with lines that are neither finished, parked nor canceled.
    /// - Throws: What `admitEnd` throws.
    public func ending(
        id: String, at time: Int64, by cashier: String, openTickets: [String] = []
    ) throws(ShopError) -> ShopEvent {
        try admitEnd(openTickets: openTickets)
        return try event(id: id, at: time, by: cashier, .shiftEnded)
    }

    /// Returns the event that closes the shift, with its Z report.
    ///
    /// Parked tickets are carried over, and payments with an unknown outcome stay on the list: the report names both.
    ///
    /// - Parameters:
    ///   - counted: The cash counted in the drawer.
    ///   - unresolved: As for `report`.
    ///   - reason: As for `report`.
    /// - Throws: `ShopError`; nothing changes then, and it can be retried.
    public func closing(
        id: String, at time: Int64, by cashier: String, counted: CashCount, unresolved: [String] = [],
        reason: String? = nil
    ) throws(ShopError) -> ShopEvent {
        let report = try report(at: time, by: cashier, counted: counted, unresolved: unresolved, reason: reason)
        let event = try event(id: id, at: time, by: cashier, .shiftClosed(report))
        try admit(event)
        return event
    }

    /// Returns an event of the open shift, on its day.
    ///
    /// - Throws: `ShopError.noShiftOpen`.
    public func event(
        id: String, at time: Int64, by cashier: String?, _ kind: ShopEvent.Kind
    ) throws(ShopError) -> ShopEvent {
        guard let shift else { throw .noShiftOpen }
        return ShopEvent(
            id: id, time: time, businessDate: shift.businessDate, shift: shift.number, cashier: cashier, kind: kind)
    }

    /// Returns the event that opens the next shift.
    ///
    /// - Throws: What `admit` throws.
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
    /// Whether nothing is left to look into: every payment is known, and none was accepted without proof or waits to be
    /// authorized.
    public var isClean: Bool { unresolved.isEmpty && accepted.isEmpty && offline.count == 0 }
}
