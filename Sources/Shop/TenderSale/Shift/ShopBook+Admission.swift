import TenderModel

/// The rules for what may happen next.
extension ShopBook {
    /// Checks whether an event may be written now.
    ///
    /// One that was already taken is admitted, and changes nothing.
    ///
    /// - Throws: `ShopError`.
    public func admit(_ event: ShopEvent) throws(ShopError) { try check(event, isWritten: false) }

    /// Checks whether the shift may end.
    ///
    /// - Parameter openTickets: The tickets with lines that are neither finished, parked nor canceled; the events know
    ///   only those with a card.
    /// - Throws: `ShopError`; `ticketsAreOpen` with all of them.
    public func admitEnd(openTickets: [String] = []) throws(ShopError) {
        try expectOpen()
        let ids = running.map(\.id)
        let all = ids + openTickets.filter { !ids.contains($0) }
        guard all.isEmpty else { throw .ticketsAreOpen(all) }
    }

    /// - Parameter isWritten: Whether the event is already written: a printed report stays as it was, even if the sums
    ///   come out differently today.
    func check(_ event: ShopEvent, isWritten: Bool) throws(ShopError) {
        guard !hasTaken(event.id) else { return }
        guard !event.id.isEmpty else { throw .missingID }
        if event.cashier == nil, event.kind.needsCashier { throw .nobodySignedIn }
        if event.kind.reason?.isEmpty == true { throw .missingReason }
        if case .shiftOpened(let float) = event.kind { return try admit(opening: float, event) }
        try admitPlace(event)
        switch event.kind {
        case .shiftEnded: try admitEnd()
        case .drawerCounted(let count):
            try expectEnded()
            try admit(count)
        case .shiftClosed(let report): try admit(closing: report, event, isWritten: isWritten)
        case .ticketFinished(let ticket): try admit(ticket)
        case .paidIn(let amount, _), .paidOut(let amount, _):
            try expectOpen()
            try expectPositive(amount)
        case .lineVoided(let id, _, let amount, _):
            try expectUnfinished(id)
            try expectCurrency([amount])
        case .ticketCanceled(let id, _): try expectUnfinished(id, whileOpen: false)
        case .ticketParked(let id, _): try expectUnfinished(id)
        case .ticketRecalled(let id):
            try expectOpen()
            guard parked.contains(where: { $0.id == id }) else { throw .ticketIsNotParked(id) }
        case .cardStarted(let id, _, let intentID, let amount):
            try expectUnfinished(id)
            try expectPositive(amount)
            guard !isCounted(intentID: intentID) else { throw .paymentCountedTwice(intentID: intentID) }
        case .offlineApproved(let leg, _): _ = try stored(leg)
        case .offlineLost(let leg, let amount, let tip, _):
            let stored = try stored(leg)
            guard stored.amount == amount, stored.tip == tip else { throw .notStoredOffline(leg: leg) }
        case .acceptedKnown(let number, let leg, let intentID, let paid):
            try admit(known: leg, on: number, intentID, paid)
        case .lossAcknowledged(let leg, _):
            guard case .lost? = accepted.first(where: { $0.id == leg })?.state else { throw .notAccepted(leg: leg) }
        case .orphanGivenBack(let intentID, let leg, let amount, _):
            try expectPositive(amount)
            let isCounted = isCounted(intentID: intentID) || leg.map(isCounted(leg:)) ?? false
            guard !isCounted, refundedOrphans[intentID] == nil else { throw .paymentCountedTwice(intentID: intentID) }
        case .orphanKept(let intentID, let amount):
            guard refundedOrphans[intentID] == amount else { throw .paymentCountedTwice(intentID: intentID) }
        case .cardSavingStarted, .shiftOpened, .drawerOpened, .signedIn, .signedOut, .allowed, .reprinted: break
        }
    }

    /// Returns a stored payment that has not ended yet: a payment ends once.
    private func stored(_ leg: String) throws(ShopError) -> LegRecord {
        guard shift != nil else { throw .noShiftOpen }
        guard let stored = storedLegs.first(where: { $0.id == leg }) else { throw .notStoredOffline(leg: leg) }
        return stored
    }

    // MARK: - Payments without proof

    /// Checks the outcome of an accepted payment, which is recorded once and is at most what was accepted.
    private func admit(
        known leg: LegRecord, on number: Int, _ intentID: String?, _ paid: Amount
    ) throws(ShopError) {
        guard let own = accepted.first(where: { $0.id == leg.id && $0.receipt == number }), own.state == .unknown,
            own.leg == leg
        else { throw .notAccepted(leg: leg.id) }
        try expectCurrency([paid])
        let whole = own.amount.minorUnits
        guard (min(0, whole)...max(0, whole)).contains(paid.minorUnits) else { throw .notAccepted(leg: leg.id) }
        if leg.amount.minorUnits > 0, let intentID, intentID != leg.intentID, isCounted(intentID: intentID) {
            throw .paymentCountedTwice(intentID: intentID)
        }
    }

    // MARK: - The shift

    private func admit(opening float: CashCount, _ event: ShopEvent) throws(ShopError) {
        if let shift { throw .shiftIsOpen(shift.number) }
        guard event.shift == nextShiftNumber else { throw .wrongShift(expected: nextShiftNumber) }
        guard BusinessDate.isValid(event.businessDate) else { throw .badBusinessDate(event.businessDate) }
        try admit(float)
    }

    private func admit(
        closing report: ShiftReport, _ event: ShopEvent, isWritten: Bool
    ) throws(ShopError) {
        try expectEnded()
        guard let counted = report.counted, report.number == nextZNumber else { throw .reportDiffers }
        try admit(counted)
        guard !isWritten else { return }
        let due = try self.report(
            at: event.time, by: event.cashier, counted: counted, unresolved: report.unresolved, reason: report.reason)
        guard report == due else { throw .reportDiffers }
    }

    private func admit(_ count: CashCount) throws(ShopError) {
        try expectCurrency([count.total] + count.rows.map(\.denomination))
        guard count.total.minorUnits >= 0 else { throw .negativeCash(count.total) }
        guard !count.rows.isEmpty else { return }
        let isCounted = count.rows.allSatisfy { $0.count >= 0 && $0.denomination.minorUnits > 0 }
        guard isCounted, (try? CashCount(count.rows, currency: currency).total) == count.total else {
            throw .countDoesNotAddUp
        }
    }

    /// Checks that an event belongs to the open shift, and to its day.
    private func admitPlace(_ event: ShopEvent) throws(ShopError) {
        guard event.shift == shift?.number else {
            throw shift == nil ? .noShiftOpen : .wrongShift(expected: shift?.number)
        }
        if let shift, event.businessDate != shift.businessDate {
            throw .wrongBusinessDate(expected: shift.businessDate)
        }
        guard BusinessDate.isValid(event.businessDate) else { throw .badBusinessDate(event.businessDate) }
    }

    // MARK: - Expectations

    func expectOpen() throws(ShopError) {
        guard let shift else { throw .noShiftOpen }
        guard shift.stage == .open else { throw .shiftHasEnded(shift.number) }
    }

    private func expectEnded() throws(ShopError) {
        guard let shift else { throw .noShiftOpen }
        guard shift.stage == .ended else { throw .shiftHasNotEnded(shift.number) }
    }

    func expectCurrency(_ amounts: some Sequence<Amount>) throws(ShopError) {
        guard amounts.allSatisfy({ $0.currency == currency }) else { throw .wrongCurrency(expected: currency) }
    }

    private func expectPositive(_ amount: Amount) throws(ShopError) {
        try expectCurrency([amount])
        guard amount.minorUnits > 0 else { throw .notPositive(amount) }
    }

    /// Expects a ticket that is not finished; a parked one allows only its cancellation.
    private func expectUnfinished(_ id: String, whileOpen: Bool = true) throws(ShopError) {
        guard ticket(id: id) == nil else { throw .ticketIsFinished(id) }
        guard whileOpen else {
            guard shift != nil else { throw .noShiftOpen }
            return
        }
        try expectOpen()
        guard !parked.contains(where: { $0.id == id }) else { throw .ticketIsParked(id) }
    }
}

extension ShopEvent.Kind {
    /// Whether the event needs a responsible person.
    fileprivate var needsCashier: Bool {
        switch self {
        case .signedOut, .offlineApproved, .offlineLost, .acceptedKnown, .orphanKept: false
        default: true
        }
    }

    /// The required reason; `nil` where none is needed.
    fileprivate var reason: String? {
        switch self {
        case .ticketCanceled(_, let reason), .lineVoided(_, _, _, let reason), .paidIn(_, let reason),
            .paidOut(_, let reason), .drawerOpened(let reason), .allowed(_, _, let reason),
            .lossAcknowledged(_, let reason), .orphanGivenBack(_, _, _, let reason):
            reason
        case .shiftClosed(let report): report.reason
        default: nil
        }
    }
}
