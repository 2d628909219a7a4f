import TenderSale

/// Parked tickets.
extension Register {
    mutating func park(_ label: String?, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        var aside = try current()
        let label = label.map(CardNumbers.masked) ?? aside.id
        guard !parked.contains(where: { Self.label(of: $0) == label }) else { throw .ticketIsOpen }
        try Self.step { () throws(TicketError) in try aside.park(label: label) }
        return try record(
            event(.ticketParked(ticket: aside.id, label: label), time), then: .parked(aside, label: label))
    }

    mutating func park(_ aside: Ticket, _ label: String) -> [RegisterAction] {
        leaveTicket()
        parked.append(aside)
        return [.shop(.keep(aside)), .tell(.parked(label: label))]
    }

    mutating func recall(_ label: String?, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        guard ticket == nil else { throw .ticketIsOpen }
        try expectShift()
        let label = label.map(CardNumbers.masked) ?? (parked.count == 1 ? parked.first.flatMap(Self.label) : nil)
        guard let label else { return [.tell(.parkedTickets(parked))] }
        guard var taken = parked.first(where: { Self.label(of: $0) == label }) else { throw .nothingParked }
        try Self.step { () throws(TicketError) in try taken.recall() }
        // As far as the journal tells, a ticket that a crash left aside was never parked.
        guard book.parked.contains(where: { $0.id == taken.id }) else { return recall(taken, time) }
        return try record(event(.ticketRecalled(ticket: taken.id), time), then: .recalled(taken))
    }

    mutating func recall(_ taken: Ticket, _ time: Int64) -> [RegisterAction] {
        parked.removeAll { $0.id == taken.id }
        selectedLine = taken.cart.map(\.lines.count)
        return change(to: taken, .recalled(ticket: taken.id), time)
    }

    mutating func cancel(_ reason: String, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        var gone = try current()
        try Self.step { () throws(TicketError) in try gone.cancel(reason: reason) }
        return try record(
            event(.ticketCanceled(ticket: gone.id, reason: reason), time), then: .canceled(ticketID: gone.id))
    }

    mutating func canceled(_ id: String) -> [RegisterAction] {
        leaveTicket()
        return [.shop(.forget(ticketID: id)), .tell(.canceled)]
    }

    static func label(of ticket: Ticket) -> String? {
        guard case .parked(let label) = ticket.phase else { return nil }
        return label
    }
}
