package import TenderModel
package import TenderSale

/// A till of the tests: it writes events with ids and times of its own, and counts what lies in its drawer by hand.
package struct TestTill {
    package var book = ShopBook(currency: .eur)
    package var events: [ShopEvent] = []
    /// What lies in the drawer: notes and coins handed over less those handed back, whatever they were for.
    package var drawer: Int64 = 0
    package var time: Int64 = 1_795_000_000_000

    package init() {}

    package static let day = "2026-11-21"

    package mutating func write(_ kind: ShopEvent.Kind, by cashier: String? = "ann") throws(ShopError) {
        time += 1000
        let event = ShopEvent(
            id: "e\(events.count + 1)", time: time, businessDate: book.shift?.businessDate ?? Self.day,
            shift: book.shift?.number, cashier: cashier, kind: kind)
        try book.take(event)
        events.append(event)
    }

    /// Why an event is refused now; nil when it is taken, or when a refusal changed the book all the same.
    package func refusal(_ kind: ShopEvent.Kind, by cashier: String? = "ann") -> ShopError? {
        var copy = self
        do throws(ShopError) {
            try copy.write(kind, by: cashier)
            return nil
        } catch {
            return copy.book == book ? error : nil
        }
    }

    package mutating func open(float: Int64 = 10_000, on day: String = day) throws(ShopError) {
        time += 1000
        let event = try book.opening(
            id: "e\(events.count + 1)", at: time, businessDate: day, by: "ann", float: CashCount(total: .eur(float)))
        try book.take(event)
        events.append(event)
        drawer = float
    }

    package mutating func end(openTickets: [String] = []) throws(ShopError) {
        let event = try book.ending(id: "e\(events.count + 1)", at: time, by: "ann", openTickets: openTickets)
        try book.take(event)
        events.append(event)
    }

    @discardableResult
    package mutating func close(
        counted: Int64? = nil, unresolved: [String] = [], reason: String? = nil
    ) throws(ShopError) -> ShiftReport {
        time += 1000
        let event = try book.closing(
            id: "e\(events.count + 1)", at: time, by: "bob", counted: CashCount(total: .eur(counted ?? drawer)),
            unresolved: unresolved, reason: reason)
        try book.take(event)
        events.append(event)
        return try x(book.closed.last)
    }

    private func x(_ report: ShiftReport?) throws(ShopError) -> ShiftReport {
        guard let report else { throw .reportDiffers }
        return report
    }

    package func x() throws(ShopError) -> ShiftReport { try book.report(at: time, by: "ann") }

    /// Finishes a ticket, and moves its cash through the drawer.
    @discardableResult
    package mutating func finish(_ ticket: TicketRecord) throws(ShopError) -> TicketRecord {
        try write(.ticketFinished(ticket))
        guard !ticket.isTraining else { return ticket }
        for leg in ticket.legs where leg.method == .cash {
            let stays = leg.amount.minorUnits + leg.tip.minorUnits
            drawer += (leg.tendered?.minorUnits ?? stays) - (leg.change?.minorUnits ?? 0)
        }
        return ticket
    }

    /// A ticket of one line, with the next number.
    package func ticket(
        _ total: Int64, kind: TicketRecord.Kind = .sale, of original: String? = nil, rounding: Int64 = 0,
        legs: [LegRecord], line: Int = 1, quantity: Int64? = nil, isTraining: Bool = false
    ) -> TicketRecord {
        let net = total / 119 * 100
        let quantity = Quantity(thousandths: quantity ?? (kind == .sale ? 1000 : -1000)) ?? .one
        return TicketRecord(
            id: "t\(book.nextTicketNumber)", number: book.nextTicketNumber, kind: kind, original: original,
            cashier: "ann",
            lines: [
                SoldLine(
                    number: line, name: "Tea", department: "Drinks", quantity: quantity,
                    unitPrice: .eur(abs(total)), discount: .eur(0), amount: .eur(total), taxClass: "A")
            ],
            taxes: [
                TaxRow(
                    taxClass: "A", rate: Percentage(thousandths: 19_000) ?? .zero, isIncluded: true,
                    net: .eur(net), tax: .eur(total - net))
            ],
            total: .eur(total), rounding: .eur(rounding), legs: legs, isTraining: isTraining)
    }
}

extension Amount {
    package static func eur(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }
}

extension LegRecord {
    package static func cash(
        _ amount: Int64, tip: Int64 = 0, tendered: Int64? = nil, change: Int64? = nil, id: String = "c"
    ) -> LegRecord {
        LegRecord(
            id: id, method: .cash, amount: .eur(amount), tip: .eur(tip), tendered: tendered.map { .eur($0) },
            change: change.map { .eur($0) })
    }

    package static func card(
        _ amount: Int64, _ intentID: String, tip: Int64 = 0, id: String = "k", standing: Standing = .settled
    ) -> LegRecord {
        LegRecord(
            id: id, method: .card, amount: .eur(amount), tip: .eur(tip), intentID: intentID, standing: standing)
    }

    package static func other(_ name: String, _ amount: Int64, id: String = "o") -> LegRecord {
        LegRecord(id: id, method: .external(name), amount: .eur(amount), tip: .eur(0))
    }
}

extension [ShiftReport.Row] {
    /// The sum of a row; nil when there is none.
    package subscript(_ name: String) -> Int64? { first { $0.name == name }?.amount.minorUnits }
}
