import TenderModel
import TenderSale

/// The keys and lines that pages handle themselves.
extension Till {
    /// Handles a key while the line is empty, or returns `nil` when the page leaves it to the console.
    mutating func pressOnPage(_ key: Key) -> [TillAction]? {
        switch key {
        case .escape: return leave()
        case .enter: return choose()
        case .up: return move(-1)
        case .down: return move(1)
        case .pageUp: return move(-pageStep)
        case .pageDown: return move(pageStep)
        case .home: return move(-Self.farthest)
        case .end: return move(Self.farthest)
        default: return nil
        }
    }

    private static let farthest = 1_000_000
    private var pageStep: Int { max(1, TillLayout(console.size).body.height - 2) }

    /// Goes back one step; asks a running charge to stop.
    mutating func leave() -> [TillAction] {
        if acknowledgeScans() { return [] }
        console.clearMessage()
        switch page {
        case .starting, .signIn: return []
        case .card where charge?.saving != nil, .applications where charge?.saving != nil: return stopSaving()
        case .card, .applications: return tell(.command(.plain(.clear)))
        case .sale: return tell(.command(.plain(.clear)))
        case .tender where register.ticket?.namedTip != nil: return tell(.command(.plain(.clear)))
        case .count(let entry) where entry.purpose == .opening && register.book.shift == nil:
            go(.sale)
            return []
        default:
            goHome()
            return []
        }
    }

    /// Moves the pointer, or the text, of a page; returns `nil` on pages that have neither.
    mutating func move(_ steps: Int) -> [TillAction]? {
        switch page {
        case .count(var entry):
            entry.selected = Self.place(entry.selected, steps, of: entry.rows.count)
            page = .count(entry)
        case .refund(var entry):
            entry.selected = Self.place(entry.selected, steps, of: entry.left.lines.count)
            page = .refund(entry)
        case .products(let found, let place):
            page = .products(found, selected: Self.place(place, steps, of: found.count))
        case .parked(let place): page = .parked(selected: Self.place(place, steps, of: register.parked.count))
        case .tickets(let place): page = .tickets(selected: Self.place(place, steps, of: sales.count))
        case .tips(let asked, let place):
            page = .tips(asked, selected: Self.place(place, steps, of: asked.choices.count + 1))
        case .applications(let question, let place):
            page = .applications(question, selected: Self.place(place, steps, of: question.answers.count))
        case .unresolved(let place):
            page = .unresolved(selected: Self.place(place, steps, of: unresolvedPayments.count))
        case .offline(let place): page = .offline(selected: Self.place(place, steps, of: offline.entries.count))
        case .reader(let place): page = .reader(selected: Self.place(place, steps, of: foundReaders.count))
        case .reports(let place):
            page = .reports(selected: Self.place(place, steps, of: register.book.closed.count + (hasSellers ? 2 : 1)))
        case .paper(let receipt, let top):
            let last = max(0, PaperPage.lines(receipt, self).count - PaperPage.height(console.size))
            page = .paper(receipt, top: min(max(0, top + min(steps, last)), last))
        case .result where steps > 0:
            guard let paper else { return nil }
            page = .paper(paper, top: 0)
        case .sale: return steps.magnitude == 1 ? tell(.command(steps < 0 ? .up(1) : .down(1))) : nil
        default: return nil
        }
        return []
    }

    private static func place(_ place: Int, _ steps: Int, of count: Int) -> Int {
        min(max(0, place + min(max(steps, -farthest), farthest)), max(0, count - 1))
    }

    /// Handles Enter on an empty line: takes the item at the pointer, or returns `nil` on pages without one.
    private mutating func choose() -> [TillAction]? {
        switch page {
        case .count: return move(1)
        case .products(let found, let place):
            guard found.indices.contains(place) else { return [] }
            go(.sale)
            return tell(.command(.item(code: found[place].code, quantity: .one)))
        case .parked(let place):
            guard register.parked.indices.contains(place) else { return [] }
            return tell(.command(.recall(Register.label(of: register.parked[place]))))
        case .tickets(let place):
            return sales.indices.contains(place) ? lookUp(sales[place].number) : []
        case .refund(var entry):
            guard entry.left.lines.indices.contains(entry.selected) else { return [] }
            entry.chosen.formSymmetricDifference([entry.selected])
            page = .refund(entry)
            return []
        case .tips(let asked, let place): return take(tip: place, of: asked)
        case .applications(let question, let place): return take(application: place, of: question)
        case .unresolved:
            let accepted = register.acceptedLegs
            return [.shop(.askAgain)] + (accepted.isEmpty ? [] : [.shop(.follow(legs: accepted))])
        case .unknown: return [.shop(.askAgain)]
        case .offline: return [.shop(.forwardOffline)]
        case .reader(let place):
            return foundReaders.indices.contains(place) ? [.shop(.reader(.connect(id: foundReaders[place].id)))] : []
        case .reports(let place): return report(place)
        case .paper, .result, .saved:
            goHome()
            return []
        default: return nil
        }
    }

    /// Selects the person whose PIN is requested next.
    mutating func choosePerson(_ line: String) -> [TillAction]? {
        guard !isForEverybody(line) else { return nil }
        console.clearLine()
        guard let person = Self.person(line, of: setup.register.people) else {
            show(.bad, PageText.chooseNumber)
            return []
        }
        pin = PINEntry(personID: person.id, purpose: .signIn)
        return []
    }

    /// Returns whether a line is allowed before anybody signs in.
    private func isForEverybody(_ line: String) -> Bool {
        switch try? LineCommand(parsing: line, currency: register.book.currency) {
        case .plain(.quit), .plain(.help): true
        default: false
        }
    }

    /// The articles with a number, in the order of their numbers.
    var someArticles: [Product] {
        func order(_ product: Product) -> (Int, String) {
            let number = product.plu ?? ""
            return (number.count, number)
        }
        return setup.register.catalogue.products.filter { $0.plu != nil }.sorted { order($0) < order($1) }
    }

    // MARK: - Counting

    /// Counts the selected row (`12`) or another one (`3*0.50`); returns `nil` for anything else.
    func counted(_ line: String, _ entry: CountEntry) -> CountEntry? {
        var entry = entry
        let parts = line.split(separator: "*", omittingEmptySubsequences: false).map {
            $0.split(separator: " ").joined()
        }
        guard let count = parts.first.flatMap({ Int($0) }), (0...1_000_000).contains(count) else { return nil }
        switch parts.count {
        case 1:
            guard entry.rows.indices.contains(entry.selected) else { return nil }
            entry.isAsked = false
            entry.rows[entry.selected].count = count
            entry.selected = min(entry.selected + 1, entry.rows.count - 1)
        case 2:
            let sum = Self.amount(parts[1], register.book.currency)
            guard let place = entry.rows.firstIndex(where: { $0.denomination == sum }) else { return nil }
            entry.isAsked = false
            entry.rows[place].count = count
            entry.selected = place
        default: return nil
        }
        return entry
    }

    static func amount(_ text: String, _ currency: Currency) -> Amount? {
        guard let number = try? TypedNumber(text) else { return nil }
        // In a count, 20 is the note and not twenty cents.
        guard let units = try? number.scaled(decimals: currency.exponent) else { return nil }
        return Amount(minorUnits: units, currency: currency)
    }

    /// Returns the count as it was left, or a new one.
    func count(_ purpose: CountEntry.Purpose) -> CountEntry {
        if case .count(let entry) = page, entry.purpose == purpose { return entry }
        if let keptCount, keptCount.purpose == purpose { return keptCount }
        if purpose == .closing, let standing = register.book.shift?.counted { return entry(of: standing) }
        return CountEntry(purpose: purpose, rows: setup.denominations.map { CashCount.Row(denomination: $0, count: 0) })
    }

    /// Returns the entry of a recorded count.
    func entry(of standing: CashCount) -> CountEntry {
        var entry = CountEntry(
            purpose: .closing, rows: setup.denominations.map { CashCount.Row(denomination: $0, count: 0) })
        for row in standing.rows {
            guard let place = entry.rows.firstIndex(where: { $0.denomination == row.denomination }) else { continue }
            entry.rows[place].count = row.count
        }
        return entry
    }

    mutating func submit(_ entry: CountEntry) -> [TillAction] {
        guard let count = try? CashCount(entry.rows.filter { $0.count > 0 }, currency: register.book.currency) else {
            return []
        }
        switch entry.purpose {
        case .opening:
            let offset = min(max(setup.register.receipts.time.offsetMinutes, -1440), 1440) * 60
            return tell(.openShift(count, businessDate: BusinessDate.text(milliseconds: now, offset: offset) ?? ""))
        case .closing: return close(entry, count)
        }
    }

    /// Shows the difference first; an ended shift does not open again.
    private mutating func close(_ entry: CountEntry, _ count: CashCount) -> [TillAction] {
        guard entry.isAsked else {
            var asked = entry
            asked.isAsked = true
            page = .count(asked)
            let found = register.mayReadReport ? difference(count) : nil
            show(.warning, PageText.closeQuestion(found, counted: count.total, unresolvedPayments.count, language))
            return []
        }
        guard register.book.shift?.stage == .open else { return close(count) }
        closing = count
        return tell(.endShift)
    }

    mutating func close(_ count: CashCount) -> [TillAction] {
        closing = nil
        return tell(
            .closeShift(count, unresolved: pendingElsewhere.filter { !$0.state.isHold && !$0.state.isSaving }.map(\.id))
        )
    }

    private func difference(_ count: CashCount) -> Amount? {
        let report = try? register.book.report(at: now, by: register.person?.id, unresolved: [])
        return report.flatMap { try? count.total.subtracting($0.expectedCash) }
    }

    // MARK: - Refunds

    /// The sales that may be refunded, latest first.
    var sales: [TicketRecord] { register.book.tickets.reversed().filter { $0.kind == .sale } }

    mutating func lookUp(_ number: Int) -> [TillAction] {
        do throws(RegisterRefusal) {
            page = .refund(RefundEntry(number: number, left: try register.refundable(number)))
        } catch {
            show(.bad, PageText.refusal(error))
        }
        return []
    }

    /// Selects a line (`2`), or refunds a sum (`5.00`).
    mutating func refund(_ line: String, _ entry: RefundEntry) -> [TillAction]? {
        guard let number = Self.number(line) else {
            guard isGoods(line) else { return nil }
            console.clearLine()
            show(.bad, PageText.noSuchLine)
            return []
        }
        console.clearLine()
        guard let digits = number.digits else {
            guard let amount = try? number.amount(register.book.currency) else { return [] }
            return tell(.refund(RegisterRefund(number: entry.number, extent: .amount(amount))))
        }
        guard let place = entry.left.lines.firstIndex(where: { String($0.sold.number) == digits }) else {
            let most = entry.left.lines.map(\.sold.number).max() ?? 0
            if digits.count > 2, let amount = try? number.amount(register.book.currency),
                amount.minorUnits > Int64(most)
            {
                return tell(.refund(RegisterRefund(number: entry.number, extent: .amount(amount))))
            }
            show(.bad, PageText.noSuchLine)
            return []
        }
        var changed = entry
        changed.chosen.formSymmetricDifference([place])
        changed.selected = place
        page = .refund(changed)
        return []
    }

    mutating func submit(_ entry: RefundEntry) -> [TillAction] {
        let choices = entry.chosen.sorted().map { place in
            Refundable.Choice(line: entry.left.lines[place].sold.number, quantity: entry.left.lines[place].quantity)
        }
        let extent = choices.isEmpty ? RegisterRefund.Extent.everything : .lines(choices)
        return tell(.refund(RegisterRefund(number: entry.number, extent: extent)))
    }

    // MARK: - Reports

    /// Whether goods are sold for other sellers.
    var hasSellers: Bool { !setup.register.catalogue.sellers.isEmpty }

    /// Shows a report: the X first, the sellers where there are any, then the Z reports, latest first.
    private mutating func report(_ place: Int) -> [TillAction] {
        guard place > 0 else { return tell(.command(.plain(.readX))) }
        guard place > 1 || !hasSellers else { return tell(.command(.plain(.readSellers))) }
        let place = place - (hasSellers ? 1 : 0)
        let closed = register.book.closed
        guard closed.indices.contains(closed.count - place) else { return [] }
        let report = closed[closed.count - place]
        go(.paper(Receipt(report: report, context: register.context(report.madeAt)), top: 0))
        return []
    }
}
