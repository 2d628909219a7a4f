import TenderModel
import TenderSale

/// The ticket, and its payments.
extension PageView {
    func drawSale(on grid: inout Grid, in area: Area) {
        guard let ticket = till.register.ticket else { return drawWelcome(on: &grid, in: area) }
        let rows = goods(ticket) + payments(ticket) + namedTip(ticket)
        let selected = ticket.cart == nil ? nil : till.register.selectedLine.map { $0 - 1 }
        drawTable(goodsColumns, rows, selected: selected, empty: PageText.nothingYet, on: &grid, in: area)
    }

    private var goodsColumns: [Table.Column] {
        [
            column(PageText.line, .number, minimum: 3),
            column(PageText.article, minimum: 12, weight: 1, importance: 3),
            column(PageText.quantity, .number, minimum: 6, importance: 1),
            column(PageText.price, .number, minimum: 8),
            column(PageText.sum, .number, minimum: 9, importance: 4),
        ]
    }

    private func goods(_ ticket: Ticket) -> [Table.Row] {
        switch ticket.goods {
        case .sale(let cart):
            var rows = cart.lines.map { row($0, cart.totals[line: $0.number]) }
            if cart.totals.ticketDiscount.minorUnits != 0 {
                let name = PageText.ticketDiscount.text(language)
                rows.append(Table.Row(["", name, "", "", "-" + number(cart.totals.ticketDiscount)], style: .warning))
            }
            for tax in cart.totals.taxes where !tax.isIncluded {
                rows.append(
                    Table.Row(
                        ["", "\(tax.taxClass) \(format.percentage(tax.rate))", "", "", number(tax.tax)], style: .dim))
            }
            return rows
        case .refund(let plan):
            return plan.lines.map { line in
                Table.Row([
                    "\(line.number)", line.name, format.quantity(line.quantity), number(line.unitPrice),
                    number(line.amount),
                ])
            }
        }
    }

    private func row(_ line: CartLine, _ totals: CartTotals.Line?) -> Table.Row {
        guard let totals, !line.isVoided else {
            let word = PageText.voided.text(language)
            return Table.Row(["\(line.number)", "\(line.name) (\(word))", "", "", ""], style: .dim)
        }
        let isReduced = totals.lineDiscount.minorUnits != 0 || line.override != nil
        let mark = isReduced ? " %" : ""
        return Table.Row([
            "\(line.number)", line.name + mark, format.quantity(line.quantity), number(totals.unitPrice),
            // The ticket discount has a row of its own.
            number((try? totals.amount.adding(totals.ticketDiscount)) ?? totals.amount),
        ])
    }

    /// Returns the payments of a ticket as rows below its goods.
    func payments(_ ticket: Ticket) -> [Table.Row] {
        ticket.legs.flatMap { leg in
            let mark = PageText.state(leg)
            let name = "\(PageText.method(leg).text(language)): \(mark.word.text(language))"
            let shown = leg.mayPay ? leg.amount : leg.asked
            let row = Table.Row(["", name, "", "", number(shown)], style: mark.style)
            guard leg.tip.minorUnits != 0 else { return [row] }
            return [
                row,
                Table.Row(
                    ["", "  " + PageText.tipOfPayment.text(language), "", "", number(leg.tip)], style: mark.style),
            ]
        }
    }

    /// Returns the tip for the next payment, as a row below the others.
    private func namedTip(_ ticket: Ticket) -> [Table.Row] {
        guard ticket.tipDue.minorUnits != 0 else { return [] }
        return [Table.Row(["", PageText.tipOfPayment.text(language), "", "", number(ticket.tipDue)], style: .warning)]
    }

    private func drawWelcome(on grid: inout Grid, in area: Area) {
        guard till.register.book.shift?.stage == .open else {
            draw([(PageText.openShiftFirst, .warning)], on: &grid, in: area)
            return
        }
        if let stop = till.register.sellingStop {
            draw(
                [(PageText.sentence(stop.message), .bad), (PageText.sellingStopped(stop), .normal)], on: &grid, in: area
            )
            return
        }
        let used = draw([(PageText.nextCustomer.text(language), .heading), ("", .normal)], on: &grid, in: area)
        let room = area.rows(from: used, count: area.height - used).columns(from: 0, count: Self.widthOfArticles)
        let articles = till.someArticles
        drawTable(
            [
                column(PageText.number, minimum: 7),
                column(PageText.someArticles, minimum: 12, weight: 1, importance: 2),
                column(PageText.price, .number, minimum: 8, importance: 1),
            ],
            articles.prefix(min(8, max(0, room.height - 1))).map {
                Table.Row([$0.plu ?? "", $0.name, $0.price.map(number) ?? ""], style: .dim)
            }, selected: nil, empty: PageText.nothingYet, on: &grid, in: room)
    }

    /// Narrow enough for the eye to find the price beside the name.
    private static let widthOfArticles = 50

    func number(_ amount: Amount) -> String { format.number(amount) }
    var format: ReceiptFormat { ReceiptFormat(till.setup.register.receipts.locale) }

    // MARK: - Paying

    func drawTender(on grid: inout Grid, in area: Area) {
        guard let ticket = till.register.ticket else { return drawWelcome(on: &grid, in: area) }
        let isSale = ticket.kind == .sale
        let due = ticket.remainingWithTips
        var parts: [(text: String, style: CellStyle)] = [
            ("\((isSale ? PageText.due : PageText.toRefund).text(language))  \(positive(due))", .heading)
        ]
        let cash = (try? ticket.cashDue.adding(ticket.tipDue)) ?? ticket.cashDue
        if cash != due, isSale { parts.append(("\(PageText.inCash.text(language))  \(text(cash))", .dim)) }
        if let tip = ticket.namedTip {
            parts.append(("\(PageText.tip.text(language))  \(text(tip, ticket))", .warning))
        }
        parts += payments(ticket).map { row in ("\(row.cells[1])  \(row.cells[4])", row.style) }
        parts.append(("", .normal))
        parts += (isSale ? PageText.waysToPay : PageText.waysBack).map { ($0.text(language), .normal) }
        for card in ticket.refund?.cards ?? [] {
            let name =
                card.card.map { [$0.brand?.displayName, $0.last4].compactMap { $0 }.joined(separator: " ") } ?? ""
            parts.append(("   \(name)  \(PageText.atMost.text(language)) \(text(card.left))", .dim))
        }
        draw(parts, on: &grid, in: area)
    }

    private func text(_ tip: NamedTip, _ ticket: Ticket) -> String {
        switch tip {
        case .amount: text(ticket.tipDue)
        case .share(let share): "\(format.percentage(share))  \(text(ticket.tipDue))"
        }
    }

    /// Returns a sum whose sign the words beside it express.
    func positive(_ amount: Amount) -> String {
        let units = amount.minorUnits == .min ? .max : abs(amount.minorUnits)
        return text(Amount(minorUnits: units, currency: amount.currency))
    }

    func drawCard(on grid: inout Grid, in area: Area) {
        guard let charge = till.charge else { return drawSale(on: &grid, in: area) }
        let seconds = max(0, till.now - charge.began) / 1000
        guard charge.method == .card || charge.isRefund else { return drawLink(charge, on: &grid, in: area) }
        let title = charge.isRefund ? PageText.moneyBackToCard : PageText.cardPays
        let heading =
            charge.saving.map { PageText.saveCard($0.owner).text(language) }
            ?? "\(title.text(language))  \(positive(charge.amount))"
        var parts: [(text: String, style: CellStyle)] = [(heading, .heading), phase(charge)]
        if let display = charge.display {
            parts.append(
                (
                    "\(PageText.forCustomer.text(language)) \(PageText.display(display).text(language))",
                    PageText.style(display)
                ))
        } else if charge.phase == .waiting, !charge.options.isEmpty {
            parts.append(
                ("\(PageText.readerTakes.text(language)) \(PageText.ways(charge.options).text(language))", .normal))
        }
        if let card = charge.card { parts.append(("\(PageText.card.text(language)) \(card)", .normal)) }
        parts.append(("\(PageText.elapsed.text(language)) \(seconds) s", .dim))
        parts.append(("", .normal))
        parts.append((PageText.whatCancelDoes(charge).text(language), .normal))
        if till.setup.hasCustomer, Self.width(till) == till.console.size.width {
            let isChip = till.customer?.acts.contains(.enterPIN) == true
            parts.append(((isChip ? PageText.chipStripKeys : PageText.stripKeys).text(language), .key))
        }
        draw(parts, on: &grid, in: area)
    }

    /// Returns the text and style of a charge's phase; a question mark means an unknown outcome, and so does not appear
    /// while waiting for a card.
    func phase(_ charge: CardPanel) -> (text: String, style: CellStyle) {
        let word = PageText.phase(charge).text(language)
        switch charge.phase {
        case .preparing, .waiting, .showing: return ("\(glyphs.pointer) \(word)", .warning)
        case .processing, .asking: return (StateMark(.unknown, word).text(glyphs), .unknown)
        }
    }

    func draw(_ result: ResultPanel, on grid: inout Grid, in area: Area) {
        let mark = PageText.mark(result, language)
        var parts: [(text: String, style: CellStyle)] = [(mark.text(glyphs), mark.style)]
        if let amount = result.amount {
            let isBack = amount.minorUnits < 0
            parts.append((isBack ? "\(PageText.refunded.text(language))  \(positive(amount))" : text(amount), .normal))
        }
        if let tip = result.tip, tip.minorUnits != 0 {
            parts.append(("\(PageText.tipOfPayment.text(language))  \(text(tip))", .normal))
        }
        for payment in result.payments {
            let name = PageText.method(payment.method).text(language)
            let stored = payment.isOffline ? PageText.storedWord.text(language) : nil
            parts.append(
                (
                    [name, payment.card, positive(payment.amount), stored].compactMap(\.self).joined(separator: "  "),
                    payment.isOffline ? .warning : .normal
                ))
        }
        if let card = result.card { parts.append(("\(PageText.card.text(language)) \(card)", .normal)) }
        if case .declined(let reason) = result.kind { parts.append((DeclineWords.text(reason).text(language), .bad)) }
        if case .canceled(let cause) = result.kind { parts.append((PageText.why(cause).text(language), .warning)) }
        if let change = result.change {
            parts += [("", .normal), ("\(PageText.change.text(language))  \(text(change))", .heading)]
        }
        if let remaining = result.remaining {
            let word = remaining.minorUnits < 0 ? PageText.toRefund : PageText.stillDue
            parts += [("", .normal), ("\(word.text(language))  \(positive(remaining))", .heading)]
        }
        if till.hasCardToRemove {
            let words = "\(PageText.forCustomer.text(language)) \(PageText.display(.removeCard).text(language))"
            parts += [("", .normal), (words, .warning)]
        }
        draw(parts, on: &grid, in: area)
    }

    func drawUnknown(_ leg: String, on grid: inout Grid, in area: Area) {
        guard let leg = till.register.ticket?.leg(leg) else { return drawSale(on: &grid, in: area) }
        let title = StateMark(.unknown, PageText.unknownTitle.text(language))
        let parts: [(text: String, style: CellStyle)] = [
            (title.text(glyphs), .unknown), ("\(text(leg.askedWithTip))  \(leg.id)", .normal), ("", .normal),
        ]
        let known = leg.method == .link ? PageText.knownOfLink : PageText.knownOfCard
        let facts = parts + ([known] + PageText.unknownFacts).map { ($0.text(language), .normal) }
        let hasRoom = broken(facts, area.width).count <= area.height
        draw(hasRoom ? facts : parts + [(PageText.unknownShortly.text(language), .normal)], on: &grid, in: area)
    }
}
