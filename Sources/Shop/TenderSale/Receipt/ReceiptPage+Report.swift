import TenderModel

extension ReceiptPage {
    mutating func addReport(_ report: ShiftReport) {
        addRow(texts[.shift], String(report.shift))
        addRow(texts[.businessDate], format.businessDate(report.businessDate))
        addRow(texts[.openedAt], time(report.openedAt))
        addRow(texts[.openedBy], report.openedBy)
        addRow(texts[.madeAt], time(report.madeAt))
        addNamed(.tickets, report.tickets)
        addSection(.departments, report.departments)
        addDiscounts(report.discounts)
        addTaxes(report.taxes)
        addNamed(.payments, report.payments)
        addNamed(.tips, report.tips)
        addCash(report)
        addAudit(report.audit)
        addSection(.accepted, report.accepted)
        addOpen(report)
    }

    mutating func addDay(_ day: DayReport) {
        addRow(texts[.businessDate], format.businessDate(day.businessDate))
        addRow(texts[.shifts], String(day.shifts))
        addRow(texts[.zNumbers], day.numbers.map(String.init).joined(separator: ", "))
        if day.isOpen { add(texts[.shiftIsOpen], .left, .bold) }
        addNamed(.tickets, day.tickets)
        addSection(.departments, day.departments)
        addDiscounts(day.discounts)
        addTaxes(day.taxes)
        addNamed(.payments, day.payments)
        addNamed(.tips, day.tips)
        addTitle(.cashDrawer)
        addReportRow(texts[.cashIn], day.paidIn)
        addReportRow(texts[.cashOut], day.paidOut)
        addRow(texts[.rounding], format.money(day.rounding))
        addRow(texts[.difference], format.money(day.difference), .bold)
        if !day.isClean { add(texts[.isNotClean], .left, .bold) }
    }

    private func time(_ milliseconds: Int64) -> String {
        format.time(ReceiptTime(milliseconds: milliseconds, offsetMinutes: receipt.time.offsetMinutes))
    }

    private mutating func addSection(_ phrase: Translation, _ rows: [ShiftReport.Row]) {
        guard !rows.isEmpty else { return }
        addTitle(phrase)
        for row in rows { addReportRow(row.name, row) }
    }

    /// Adds a section whose rows the till has named, in the receipt's language.
    private mutating func addNamed(_ phrase: Translation, _ rows: [ShiftReport.Row]) {
        addSection(phrase, rows.map { .init(name: name($0.name), count: $0.count, amount: $0.amount) })
    }

    private func name(_ row: String) -> String {
        switch row {
        case "sale": texts[.sales]
        case "refund": texts[.refunds]
        case "void": texts[.voids]
        case "cash": texts[.cash]
        case "card": texts[.card]
        case "link": texts[.link]
        case "offline declined": texts[.offlineDeclined]
        case "offline deleted": texts[.offlineDeleted]
        case "float differs from last count": texts[.floatDiffers]
        case "line voided": texts[.linesVoided]
        case "ticket canceled": texts[.ticketsCanceled]
        case "reprinted": texts[.reprints]
        case "never paid": texts[.neverPaid]
        case "accepted, paid after all": texts[.paidAfterAll]
        case "given back without a ticket": texts[.refundedWithoutTicket]
        case "loss acknowledged": texts[.lossesAcknowledged]
        case "training ticket": texts[.trainingTickets]
        case "external": texts[.otherPayment]
        case _ where row.hasPrefix("allowed: "): texts[.allowed] + ": " + permission(row.dropFirst("allowed: ".count))
        default: row
        }
    }

    private func permission(_ name: Substring) -> String {
        Permission(rawValue: String(name)).map { texts[$0.words] } ?? String(name)
    }

    private mutating func addDiscounts(_ row: ShiftReport.Row) {
        if row.count != 0 { addReportRow(texts[.discount], row) }
    }

    private mutating func addTitle(_ phrase: Translation) {
        lines.append(.rule)
        add(texts[phrase], .left, .bold)
    }

    private mutating func addReportRow(_ name: String, _ row: ShiftReport.Row) {
        addRow("\(CardNumbers.masked(name)) (\(row.count))", format.money(row.amount))
    }

    /// Adds the audit rows; one without an amount of its own, such as a permission, shows its count.
    private mutating func addAudit(_ rows: [ShiftReport.Row]) {
        guard !rows.isEmpty else { return }
        addTitle(.audit)
        for row in rows {
            if row.amount.minorUnits != 0 {
                addReportRow(name(row.name), row)
            } else {
                addRow(CardNumbers.masked(name(row.name)), String(row.count))
            }
        }
    }

    private mutating func addTaxes(_ taxes: [TaxRow]) {
        guard !taxes.isEmpty else { return }
        addTitle(.taxes)
        for row in taxes {
            addRow("\(row.taxClass) \(format.percentage(row.rate))", format.money(row.tax))
            addRow(texts[.net], format.money(row.net), indent: 2)
        }
    }

    private mutating func addCash(_ report: ShiftReport) {
        addTitle(.cashDrawer)
        addRow(texts[.float], format.money(report.float))
        addRow(texts[.cashSales], format.money(report.cashSales))
        addReportRow(texts[.cashIn], report.paidIn)
        addReportRow(texts[.cashOut], report.paidOut)
        addRow(texts[.rounding], format.money(report.rounding))
        addRow(texts[.drawerOpenings], String(report.drawerOpenings))
        addRow(texts[.expectedCash], format.money(report.expectedCash), .bold)
        for row in report.counted?.rows ?? [] {
            addRow("\(row.count) x \(format.number(row.denomination))", product(row), indent: 2)
        }
        if let counted = report.counted { addRow(texts[.counted], format.money(counted.total), .bold) }
        if let difference = report.difference { addRow(texts[.difference], format.money(difference), .bold) }
    }

    /// Adds the reason for the drawer's difference or for the parked tickets.
    private mutating func addReason(_ report: ShiftReport) {
        if let reason = report.reason {
            addRow(texts[.reason], ReasonCode.words(ofStored: CardNumbers.masked(reason), in: texts.language))
        }
    }

    private func product(_ row: CashCount.Row) -> String {
        (try? row.denomination.multiplied(by: Int64(row.count))).map(format.number) ?? "?"
    }

    private mutating func addOpen(_ report: ShiftReport) {
        lines.append(.rule)
        addReportRow(texts[.offlinePayments], report.offline)
        addRow(texts[.parked], String(report.parked))
        addReason(report)
        guard !report.unresolved.isEmpty else { return }
        addTitle(.unresolved)
        for payment in report.unresolved { add(CardNumbers.masked(payment)) }
    }
}
