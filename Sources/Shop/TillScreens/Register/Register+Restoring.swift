import TenderSale

/// The state after a restart.
extension Register {
    mutating func restore(_ tickets: [Ticket], _ events: [ShopEvent]) throws(RegisterRefusal) -> [RegisterAction] {
        guard !hasBegun else { throw .alreadyBegun }
        hasBegun = true
        book = ShopBook(currency: setup.catalogue.currency, folding: events)
        var canceled: Set<String> = []
        var started: Set<String> = []
        for event in events {
            skip(event.id)
            switch event.kind {
            case .ticketCanceled(let id, _): canceled.insert(id)
            case .cardStarted(_, let leg, _, _):
                started.insert(leg)
                legTimes[leg] = event.time
                skip(leg)
            case .ticketFinished(let record):
                ticketTimes[record.number] = event.time
                skip(record.id)
                forgetTimes(record)
                record.legs.forEach { skip($0.id) }
            default: break
            }
        }
        let actions = tickets.flatMap { restore($0, canceled, started) }
        return actions + [.tell(.restored(tickets: parked.count + (ticket == nil ? 0 : 1)))]
    }

    private mutating func restore(
        _ kept: Ticket, _ canceled: Set<String>, _ started: Set<String>
    ) -> [RegisterAction] {
        skip(kept.id)
        kept.legs.forEach { skip($0.id) }
        if canceled.contains(kept.id) || book.ticket(id: kept.id) != nil { return [.shop(.forget(ticketID: kept.id))] }
        var restored = kept
        restored.restarted()
        for leg in kept.legs where leg.state == .running && kept.kind == .sale && !started.contains(leg.id) {
            // The card is charged after the event is written, and it was not.
            try? restored.resolve(leg.id, .canceled)
        }
        align(&restored)
        switch restored.phase {
        case .open where ticket == nil: ticket = restored
        case .open:
            try? restored.park(label: restored.id)
            parked.append(restored)
        case .parked: parked.append(restored)
        case .finished, .canceled: return [.shop(.forget(ticketID: kept.id))]
        }
        selectedLine = ticket?.cart.map(\.lines.count)
        return restored == kept ? [] : [.shop(.keep(restored))]
    }

    /// Follows the journal where the crash fell between an event and the ticket.
    private func align(_ restored: inout Ticket) {
        let told = book.parked.first { [id = restored.id] in $0.id == id }?.label
        switch (restored.phase, told) {
        case (.open, let label?): try? restored.park(label: label)
        case (.parked, nil): try? restored.recall()
        default: break
        }
    }

    /// Marks an id as used, so that it is not assigned again.
    private mutating func skip(_ id: String) {
        let head = setup.lane + "-"
        guard id.hasPrefix(head), let number = Int(id.dropFirst(head.count)), number < .max else { return }
        nextID = max(nextID, number + 1)
    }
}
