import TenderModel
import TenderSale

/// The payments of a ticket.
extension Register {
    mutating func payCash(_ tendered: Amount?, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        try expectShift()
        var changed = try current()
        let id = newID()
        let tip = changed.takeTip()
        let due = try Self.sum(changed.cashDue, tip)
        let handed = tendered ?? due
        let isSale = changed.kind == .sale
        let back = isSale ? nil : try Self.back(tendered)
        let leg = try Self.step { () throws(TicketError) in
            isSale
                ? try changed.payCash(id: id, tendered: handed, tip: tip)
                : try changed.refundCash(id: id, amount: back)
        }
        return change(to: changed, .paid(leg, remaining: changed.remaining), time)
    }

    mutating func payExternal(_ amount: Amount?, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        try expectShift()
        var changed = try current()
        let id = newID()
        let tip = changed.takeTip()
        let amount = changed.kind == .sale ? amount : try Self.back(amount)
        try Self.step { () throws(TicketError) in
            try changed.addExternal(id: id, name: setup.externalName, amount: amount, tip: tip)
            try changed.settleExternal(id)
        }
        guard let leg = changed.leg(id) else { throw .ticket(.noSuchLeg(id)) }
        return change(to: changed, .paid(leg, remaining: changed.remaining), time)
    }

    mutating func payByCard(_ amount: Amount?, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        try expectShift()
        var changed = try current()
        guard changed.kind == .sale else { return try refundToCard(amount, changed, time) }
        let id = newID()
        let tip = changed.takeTip()
        try Self.step { () throws(TicketError) in try changed.addCard(id: id, amount: amount, tip: tip) }
        return try start(id, changed, time)
    }

    mutating func payByLink(_ amount: Amount?, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        try expectShift()
        var changed = try current()
        let id = newID()
        let tip = changed.takeTip()
        try Self.step { () throws(TicketError) in try changed.addLink(id: id, amount: amount, tip: tip) }
        return try start(id, changed, time)
    }

    /// Begins a payment: the ticket is saved, then its event is written, and only then is the gateway told.
    private mutating func start(
        _ id: String, _ added: Ticket, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        var changed = added
        try Self.step { () throws(TicketError) in try changed.start(id, intentID: id) }
        guard let leg = changed.leg(id) else { throw .ticket(.noSuchLeg(id)) }
        let kind = ShopEvent.Kind.cardStarted(ticket: changed.id, leg: id, intentID: id, amount: leg.asked)
        return [.shop(.keep(changed))] + (try record(event(kind, time), then: .charge(changed, leg: id)))
    }

    mutating func charge(_ started: Ticket, _ id: String) -> [RegisterAction] {
        ticket = started
        guard let leg = started.leg(id) else { return [] }
        guard leg.method == .card else {
            return [.tell(.charging(leg: id, amount: leg.asked)), .shop(.openLink(ticket: started.id, leg: leg))]
        }
        return [
            .tell(.charging(leg: id, amount: leg.asked)),
            .shop(.charge(ticket: started.id, leg: id, amount: leg.asked, tip: leg.tip)),
        ]
    }

    /// Handles news about a card, whichever ticket it is on.
    mutating func learn(
        _ id: String, _ outcome: LegOutcome, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        if outcome != .unknown { forgetAccepting(id) }
        if let leg = Self.payment(refundedAs: id) { return try learnOfRefund(leg, id, outcome, time) }
        if var changed = ticket, changed.leg(id) != nil {
            try Self.step { () throws(TicketError) in try changed.resolve(id, outcome) }
            guard changed != ticket else { return [] }
            return change(to: changed, .learned(leg: id, outcome), time) + slip(changed.leg(id), outcome, time)
        }
        guard let place = parked.firstIndex(where: { $0.leg(id) != nil }) else {
            if let stored = book.storedLegs.first(where: { $0.id == id }) { return try end(stored, outcome, time) }
            return try late(id, outcome, time)
        }
        var changed = parked[place]
        try Self.step { () throws(TicketError) in try changed.resolve(id, outcome) }
        guard changed != parked[place] else { return [] }
        parked[place] = changed
        return [.shop(.keep(changed)), .tell(.learned(leg: id, outcome))]
    }

    /// Returns what the customer gets besides the receipt: the slip of a declined card or an unknown outcome.
    private func slip(_ leg: TicketLeg?, _ outcome: LegOutcome, _ time: Int64) -> [RegisterAction] {
        guard let leg, leg.asked.minorUnits > 0 else { return [] }
        let amount = (try? leg.asked.adding(leg.tip)) ?? leg.asked
        var context = context(time)
        context.cashier = person?.name
        switch outcome {
        case .declined(let reason):
            let slip = Receipt(
                declined: amount, card: leg.card, trace: leg.id, reason: reason, method: leg.method, context: context)
            return [.shop(.print(slip, isReprint: false))]
        case .unknown:
            let slip = Receipt(
                pending: amount, card: leg.card, trace: leg.id, method: leg.method, context: context)
            return [.shop(.print(slip, isReprint: false))]
        case .settled, .canceled, .offline: return []
        }
    }

    /// Ends an offline payment of a finished sale; without an open shift, the outcome is requested again when the next
    /// one opens.
    private mutating func end(
        _ stored: LegRecord, _ outcome: LegOutcome, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        guard book.shift != nil else { return [] }
        func lost(_ reason: String?) -> ShopEvent.Kind {
            .offlineLost(leg: stored.id, amount: stored.amount, tip: stored.tip, reason: reason)
        }
        switch outcome {
        case .unknown, .offline: return []
        case .settled(let money):
            let intentID = money.intentID ?? stored.id
            let event = event(.offlineApproved(leg: stored.id, intentID: intentID), time)
            return try record(event, then: .offlineEnded(nil))
        case .declined(let reason): return try record(event(lost(reason), time), then: .offlineEnded(stored))
        case .canceled: return try record(event(lost(nil), time), then: .offlineEnded(stored))
        }
    }

    /// Reports goods that were lost; an approval needs no report.
    func offlineEnded(_ lost: LegRecord?) -> [RegisterAction] {
        guard let lost, let sale = book.tickets.last(where: { $0.legs.contains { $0.id == lost.id } }) else {
            return []
        }
        let amount = (try? lost.amount.adding(lost.tip)) ?? lost.amount
        return [.tell(.offlineLost(receipt: sale.number, amount))]
    }

    mutating func accept(
        _ leg: String, _ reference: String, _ request: RegisterRequest, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        var changed = try current()
        guard let manager = request.manager ?? person?.id else { throw .nobodySignedIn }
        try Self.step { () throws(TicketError) in
            try changed.accept(
                leg,
                Acceptance(by: manager, role: .manager, reason: request.words, reference: CardNumbers.masked(reference))
            )
        }
        return change(to: changed, .changed, time)
    }

    // MARK: - The end

    /// Finishes a ticket automatically once it is paid; the cashier finishes a ticket that costs nothing.
    mutating func finishIfPaid(_ time: Int64) -> [RegisterAction] {
        guard let ticket, ticket.remaining.minorUnits == 0, ticket.legs.contains(where: \.isPaid),
            !ticket.legs.contains(where: \.isPending)
        else { return [] }
        return told { (register) throws(RegisterRefusal) in try register.finish(time) }
    }

    mutating func finish(_ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        var done = try current()
        let number = book.nextTicketNumber
        let written = try Self.step { () throws(TicketError) in try done.finish(number: number) }
        let event = event(.ticketFinished(written), time, by: person?.id ?? done.cashier)
        return try record(event, then: .finished(written))
    }

    mutating func finished(_ record: TicketRecord, _ event: ShopEvent) -> [RegisterAction] {
        leaveTicket()
        ticketTimes[record.number] = event.time
        forgetTimes(record)
        let change = record.legs.reduce(Int128(0)) { $0 + Int128($1.change?.minorUnits ?? 0) }
        let paper = RegisterAction.shop(.print(receipt(record, event.time), isReprint: false))
        let drawer: [RegisterAction] =
            record.legs.contains { $0.method == .cash } ? [.shop(.openDrawer(eventID: event.id))] : []
        return [.shop(.forget(ticketID: record.id)), paper] + drawer
            + [
                .tell(
                    .finished(
                        number: record.number,
                        change: Amount(minorUnits: Int64(clamping: change), currency: book.currency)))
            ]
    }

    func receipt(_ record: TicketRecord, _ time: Int64) -> Receipt {
        var context = context(time)
        context.cashier = setup.person(record.cashier)?.name
        let original = record.original.flatMap { book.ticket(id: $0)?.number }
        return Receipt(record, originalNumber: original, context: context)
    }

    mutating func forgetTimes(_ record: TicketRecord) {
        for leg in record.legs { legTimes[leg.id] = nil }
    }

    mutating func leaveTicket() {
        ticket = nil
        selectedLine = nil
    }

    // MARK: - Tips

    /// Names the tip of the ticket's next payment, which is saved with the ticket.
    mutating func nameTip(_ tip: LineCommand.Discount) throws(RegisterRefusal) -> [RegisterAction] {
        try expectShift()
        var changed = try current()
        try Self.step { () throws(TicketError) in try changed.nameTip(tip.asTip) }
        ticket = changed
        return [.shop(.keep(changed)), .tell(.tip(changed.namedTip))]
    }

    mutating func dropTip() -> [RegisterAction] {
        guard var changed = ticket, changed.namedTip != nil, (try? changed.nameTip(nil)) != nil else { return [] }
        ticket = changed
        return [.shop(.keep(changed)), .tell(.tip(nil))]
    }

    // MARK: - Sums

    private static func sum(_ amount: Amount, _ tip: Amount?) throws(RegisterRefusal) -> Amount {
        guard let tip else { return amount }
        guard let sum = try? amount.adding(tip) else { throw .amountTooLarge }
        return sum
    }

    /// Returns a typed sum as a refund: negative.
    static func back(_ amount: Amount?) throws(RegisterRefusal) -> Amount? {
        guard let amount else { return nil }
        guard amount.minorUnits > 0 else { throw .shop(.notPositive(amount)) }
        return Amount(minorUnits: -amount.minorUnits, currency: amount.currency)
    }
}
