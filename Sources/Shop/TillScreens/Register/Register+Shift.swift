import TenderModel
import TenderSale

/// People, the drawer and the shift.
extension Register {
    mutating func signIn(_ id: String, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        guard person == nil else { throw .signedInAlready }
        guard let person = setup.person(id) else { throw .unknownPerson }
        return try record(event(.signedIn, time, by: id), then: .signedIn(person))
    }

    mutating func signOut(_ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        guard person != nil else { throw .nobodySignedIn }
        if let leg = ticket?.runningLeg { throw .ticket(.legIsRunning(leg.id)) }
        forgetQuestion()
        return try record(event(.signedOut, time), then: .signedOut)
    }

    mutating func requestMove(
        _ amount: Amount, isIn: Bool, _ reason: String?, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        try expectShift()
        try expectSmall([amount])
        return isIn
            ? try request(.payIn(amount), .payIn, reason: reason, time)
            : try request(.payOut(amount), .payOut, reason: reason, time)
    }

    mutating func move(
        _ amount: Amount, isIn: Bool, _ reason: String, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        var context = context(time)
        context.cashier = person?.name
        let slip =
            isIn
            ? Receipt(paidIn: amount, reason: reason, context: context)
            : Receipt(paidOut: amount, reason: reason, context: context)
        let kind = isIn ? ShopEvent.Kind.paidIn(amount, reason: reason) : .paidOut(amount, reason: reason)
        return try record(event(kind, time), then: .moved(slip))
    }

    mutating func openShift(
        _ float: CashCount, _ date: String, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        guard let person else { throw .nobodySignedIn }
        let id = newID()
        let opening = try Self.shop { () throws(ShopError) in
            try book.opening(id: id, at: time, businessDate: date, by: person.id, float: float)
        }
        return try record(opening, then: .shiftOpened)
    }

    mutating func readReport(_ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        let report = try Self.shop { () throws(ShopError) in
            try book.report(at: time, by: person?.id, unresolved: unresolvedLegs)
        }
        return [.shop(.print(Receipt(report: report, context: context(time)), isReprint: false))]
    }

    /// Requests the sellers' figures, which follow from the journal: it knows the transfers.
    func readSellers() throws(RegisterRefusal) -> [RegisterAction] {
        [.shop(.readSellers(businessDate: try reportedDate()))]
    }

    /// Returns the day of the shift, or of the last one.
    func reportedDate() throws(RegisterRefusal) -> String {
        guard let day = book.shift?.businessDate ?? book.closed.last?.businessDate else { throw .shop(.noShiftOpen) }
        return day
    }

    /// Checks whether tickets keep the shift from ending; parked ones do not.
    func admitEnd() throws(RegisterRefusal) {
        let aside = parked.map(\.id).filter { id in !book.parked.contains { $0.id == id } }
        let open = (ticket.map { [$0.id] } ?? []) + aside
        try Self.shop { () throws(ShopError) in try book.admitEnd(openTickets: open) }
    }

    mutating func endShift(_ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        try admitEnd()
        return try record(event(.shiftEnded, time), then: .shiftEnded)
    }

    mutating func closeShift(
        _ counted: CashCount, _ unresolved: [String], reason: String?, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        guard let person else { throw .nobodySignedIn }
        guard ticket == nil else { throw .ticketIsOpen }
        let own = unresolvedLegs
        let all = own + unresolved.filter { !own.contains($0) }
        let id = newID()
        let closing = try Self.shop { () throws(ShopError) in
            try book.closing(id: id, at: time, by: person.id, counted: counted, unresolved: all, reason: reason)
        }
        guard case .shiftClosed(let report) = closing.kind else { throw .shop(.reportDiffers) }
        return try record(closing, then: .shiftClosed(report))
    }

    /// Returns whether a Z report with this count needs an explanation: too large a difference, or parked tickets.
    func takesReason(_ counted: CashCount, _ time: Int64) throws(RegisterRefusal) -> Bool {
        let report = try Self.shop { () throws(ShopError) in
            try book.report(at: time, by: person?.id, counted: counted)
        }
        guard let most = setup.largestDifference, let difference = report.difference else { return report.parked > 0 }
        return report.parked > 0 || difference.minorUnits.magnitude > most.minorUnits.magnitude
    }

    /// Asks for the reason of a difference; the question reveals it, so a person who counted blind cannot recount until
    /// it fits.
    mutating func askWhy(
        _ counted: CashCount, _ request: RegisterRequest, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        let question = RegisterQuestion.reason(request.permission, choices: setup.reasons(for: request.permission))
        guard book.shift?.counted != counted else { return ask(question, request) }
        return try record(event(.drawerCounted(counted), time), then: .counted(request, question))
    }

    /// Checks that the count is the recorded one; only another person may change it: one who may read the X report, and
    /// so learns nothing from the difference.
    func expectCount(_ counted: CashCount) throws(RegisterRefusal) {
        guard let standing = book.shift?.counted, standing != counted, !mayReadReport else { return }
        throw .countStands
    }

    /// Whether the person signed in may see what should be in the drawer.
    var mayReadReport: Bool { person.map { setup.permissions.allows($0.role, .readReport) } ?? false }

    /// What the open question wants explained; `nil` for another question.
    var countAsked: (difference: Amount?, parked: Int)? {
        guard case .closeShift(let counted, _)? = request?.action, case .reason? = question else { return nil }
        let report = try? book.report(at: 0, by: nil, counted: counted)
        return (report?.difference, book.parked.count)
    }

    /// The payments on tickets, open and finished, that somebody has to look at.
    private var unresolvedLegs: [String] { unknownLegs + book.accepted.map(\.id) }

    func closed(_ report: ShiftReport, _ time: Int64) -> [RegisterAction] {
        [
            .shop(.print(Receipt(report: report, context: context(time)), isReprint: false)),
            .tell(.shiftClosed(zNumber: report.number ?? 0)),
        ]
    }
}
