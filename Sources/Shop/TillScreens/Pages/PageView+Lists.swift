import TenderModel
import TenderSale

/// The pages that are lists.
extension PageView {
    func draw(_ entry: CountEntry, on grid: inout Grid, in area: Area) {
        let title = entry.purpose == .opening ? PageText.countToOpen : PageText.countToClose
        let list = below(title, on: &grid, in: area)
        let rows = entry.rows.map { row in
            let sum = (try? row.denomination.multiplied(by: Int64(row.count))).map(number) ?? ""
            return Table.Row([number(row.denomination), "\(row.count)", sum])
        }
        let total = (try? CashCount(entry.rows, currency: till.register.book.currency))?.total
        drawTable(
            [
                column(PageText.piece, .number, minimum: 9), column(PageText.count, .number, minimum: 8),
                column(PageText.sum, .number, minimum: 11, importance: 1),
            ], rows, selected: entry.selected, empty: PageText.nothingYet, on: &grid,
            in: list.rows(from: 0, count: list.height - 1))
        guard let total else { return }
        let line = "\(PageText.counted.text(language))  \(text(total))"
        grid.put(line, column: list.column, row: list.endRow - 1, style: .heading, in: list)
    }

    func draw(_ receipt: Receipt, top: Int, on grid: inout Grid, in area: Area) {
        let lines = PaperPage.lines(receipt, till)
        let window = ListWindow(count: lines.count, height: area.height, top: top)
        for (offset, index) in window.range.enumerated() {
            grid.put(lines[index], column: area.column, row: area.row + offset, in: area)
        }
        window.drawMarks(
            on: &grid, in: area.columns(from: 0, count: min(area.width, PaperPage.width(till) + 2)), glyphs: glyphs)
    }

    func draw(_ products: [Product], _ place: Int, on grid: inout Grid, in area: Area) {
        drawTable(
            [
                column(PageText.number, minimum: 13), column(PageText.article, minimum: 12, weight: 1, importance: 2),
                column(PageText.price, .number, minimum: 8, importance: 1),
            ],
            products.map { Table.Row([$0.plu ?? $0.code, $0.name, $0.price.map(number) ?? ""]) }, selected: place,
            empty: PageText.nothingFound, hasCodes: true, on: &grid,
            in: below(PageText.foundArticles, on: &grid, in: area))
    }

    func draw(_ asked: TippingConfiguration, _ place: Int, on grid: inout Grid, in area: Area) {
        let choices = asked.choices.enumerated().map { index, choice in
            Table.Row(["\(index + 1)", choice.percentage.map { "\($0) %" } ?? "", number(choice.amount)])
        }
        let none = Table.Row(["\(choices.count + 1)", PageText.noTip.text(language), ""])
        drawTable(
            [
                column(PageText.number, minimum: 3), column(PageText.tipOfPayment, minimum: 12, weight: 1),
                column(PageText.sum, .number, minimum: 10, importance: 1),
            ], choices + [none], selected: place, empty: PageText.noTip, on: &grid,
            in: below(PageText.tipChoices, on: &grid, in: area))
    }

    func draw(_ question: ApplicationQuestion, _ place: Int, on grid: inout Grid, in area: Area) {
        let rows = question.answers.enumerated().map { index, answer in
            Table.Row(["\(index + 1)", answer?.name ?? PageText.anotherCard.text(language)])
        }
        drawTable(
            [
                column(PageText.line, minimum: 3),
                column(PageText.application, minimum: ApplicationQuestion.longestName, weight: 1),
            ], rows, selected: place, empty: PageText.nothingYet, on: &grid,
            in: below(PageText.question(question), on: &grid, in: area))
    }

    func drawParked(_ place: Int, on grid: inout Grid, in area: Area) {
        drawTable(
            [
                column(PageText.label, minimum: 12, weight: 1, importance: 2),
                column(PageText.state, minimum: 12, weight: 1),
                column(PageText.due, .number, minimum: 10, importance: 1),
            ],
            till.register.parked.map { ticket in
                let state = PageText.state(ofParked: ticket)
                return Table.Row(
                    [
                        Register.label(of: ticket) ?? ticket.id, state.word.text(language),
                        number(ticket.remainingWithTips),
                    ],
                    style: state.style)
            }, selected: place, empty: PageText.nothingParked, on: &grid,
            in: below(PageText.parkedTickets, on: &grid, in: area))
    }

    func drawSales(_ place: Int, on grid: inout Grid, in area: Area) {
        let sales = till.sales
        // A day has thousands, and a screen shows only some.
        let shown = ListWindow(count: sales.count, height: area.height, selected: place).range
        drawTable(
            [
                column(PageText.number, .number, minimum: 6, importance: 2),
                column(PageText.article, minimum: 12, weight: 1),
                column(PageText.paidBy, minimum: 12, weight: 1),
                column(PageText.sum, .number, minimum: 10, importance: 1),
            ],
            sales.indices.map { shown.contains($0) ? row(sales[$0]) : Table.Row([]) }, selected: place,
            empty: PageText.noSales, on: &grid,
            in: below(PageText.salesToRefund, on: &grid, in: area))
    }

    private func row(_ sale: TicketRecord) -> Table.Row {
        let ways = sale.legs.map { leg in
            leg.card.flatMap { $0.last4 } ?? PageText.method(leg.method).text(language)
        }
        let names = sale.lines.map(\.name).joined(separator: ", ")
        return Table.Row(["\(sale.number)", names, ways.joined(separator: ", "), number(sale.total)])
    }

    func draw(_ entry: RefundEntry, on grid: inout Grid, in area: Area) {
        let list = below(PageText.refundOf(entry.number), on: &grid, in: area)
        drawTable(
            [
                column(PageText.chosen, minimum: 3), column(PageText.line, .number, minimum: 3),
                column(PageText.article, minimum: 12, weight: 1, importance: 2),
                column(PageText.quantity, .number, minimum: 6),
                column(PageText.sum, .number, minimum: 9, importance: 1),
            ],
            entry.left.lines.enumerated().map { index, line in
                Table.Row([
                    entry.chosen.contains(index) ? "[x]" : "[ ]", "\(line.sold.number)", line.sold.name,
                    format.quantity(line.quantity), number(line.amount),
                ])
            }, selected: entry.selected, empty: PageText.nothingLeft, on: &grid,
            in: list.rows(from: 0, count: list.height - 1))
        let line = "\(PageText.left.text(language))  \(text(entry.left.total))"
        grid.put(line, column: list.column, row: list.endRow - 1, style: .heading, in: list)
    }

    func drawUnresolved(_ place: Int, on grid: inout Grid, in area: Area) {
        drawTable(
            [
                column(PageText.state, minimum: 14, weight: 1, importance: 2),
                column(PageText.ticket, minimum: 10, weight: 1), column(PageText.since, minimum: 10),
                column(PageText.sum, .number, minimum: 10, importance: 1),
            ], till.unresolvedPayments.map(row), selected: place,
            empty: till.knowsPending ? PageText.allKnown : PageText.lookingForPayments, on: &grid,
            in: below(PageText.unresolvedPayments, on: &grid, in: area))
    }

    private func row(_ payment: UnresolvedPayment) -> Table.Row {
        switch payment {
        case .leg(let leg, let ticket, let label):
            let began = till.register.legTimes[leg.id] ?? till.pending.first { $0.leg == leg.id }?.began
            return Table.Row(
                [
                    PageText.state(leg).word.text(language), label ?? ticket, began.map(time) ?? "",
                    number(leg.askedWithTip),
                ], style: .unknown)
        case .accepted(let payment):
            let isLost = payment.state != .unknown
            return Table.Row(
                [
                    (isLost ? PageText.neverPaid : PageText.acceptedUnknown).text(language),
                    PageText.receipt(payment.receipt).text(language), time(payment.time),
                    number(isLost ? payment.missing : payment.amount),
                ], style: isLost ? .bad : .unknown)
        case .other(let payment):
            let word = PageText.pending(payment.state).text(language)
            return Table.Row(
                [word, label(payment), time(payment.began), payment.amount.map(number) ?? ""],
                style: payment.state == .lost ? .bad : .warning)
        }
    }

    /// Payments for goods already handed over are found by their receipt.
    private func label(_ payment: PendingPayment) -> String {
        guard let leg = payment.leg else { return payment.id }
        guard payment.state == .lost else { return leg }
        let sale = till.register.book.tickets.last { $0.legs.contains { $0.id == leg } }
        return sale.map { PageText.receipt($0.number).text(language) } ?? leg
    }

    func drawOffline(_ place: Int, on grid: inout Grid, in area: Area) {
        drawTable(
            [
                column(PageText.card, minimum: 12, weight: 1), column(PageText.state, minimum: 12, weight: 1),
                column(PageText.since, minimum: 10), column(PageText.sum, .number, minimum: 10, importance: 1),
            ],
            till.offline.entries.map {
                Table.Row([
                    $0.card, PageText.offlineState($0.state).text(language), time($0.storedAt), number($0.amount),
                ])
            },
            selected: place, empty: PageText.nothingOffline, on: &grid,
            in: below(PageText.network(till.offline.isOnline), on: &grid, in: area))
    }

    func drawReader(_ place: Int, on grid: inout Grid, in area: Area) {
        var parts: [(text: String, style: CellStyle)] = [
            (PageText.theReader.text(language), .heading),
            (
                [till.reader.name, PageText.reader(till.reader.status).text(language)].compactMap { $0 }
                    .joined(separator: ": "), till.reader.status == .connected ? .good : .warning
            ),
        ]
        if let battery = till.reader.battery {
            let isNominal = BatteryStatus(level: battery) == .nominal
            parts.append(("\(PageText.battery.text(language)) \(battery) %", isNominal ? .normal : .warning))
        }
        if let problem = till.reader.problem { parts.append((problem, .warning)) }
        parts += till.diagnosis.map { ($0, .normal) }
        parts.append(("", .normal))
        let rowsOfList = min(till.foundReaders.count, 3) + 1
        let used = draw(parts, on: &grid, in: area.rows(from: 0, count: area.height - rowsOfList))
        drawTable(
            [column(PageText.foundReaders, minimum: 16, weight: 1)],
            till.foundReaders.map { reader in
                Table.Row(
                    ["\(reader.name)\(reader.problem.map { ": \($0)" } ?? "")"],
                    style: reader.problem == nil ? .normal : .warning)
            }, selected: place, empty: PageText.noReaderFound, on: &grid,
            in: area.rows(from: used, count: area.height - used))
    }

    func drawReports(_ place: Int, on grid: inout Grid, in area: Area) {
        let closed = till.register.book.closed.reversed().map { report in
            Table.Row(["Z \(report.number ?? 0)", report.businessDate, number(Self.sales(report))])
        }
        let sellers = till.hasSellers ? [Table.Row(["SR", PageText.sellersToday.text(language), ""])] : []
        drawTable(
            [
                column(PageText.report, minimum: 8, importance: 1), column(PageText.day, minimum: 10, weight: 1),
                column(PageText.sum, .number, minimum: 11),
            ], [Table.Row(["X", PageText.shiftSoFar.text(language), ""])] + sellers + closed, selected: place,
            empty: PageText.nothingYet, on: &grid, in: below(PageText.reports, on: &grid, in: area))
    }

    private static func sales(_ report: ShiftReport) -> Amount {
        report.tickets.reduce(Amount(minorUnits: 0, currency: report.float.currency)) { sum, row in
            (try? sum.adding(row.amount)) ?? sum
        }
    }
}
