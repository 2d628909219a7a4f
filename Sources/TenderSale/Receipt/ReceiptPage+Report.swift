import TenderModel

extension ReceiptPage {
    mutating func addReport(_ report: ShiftReport) {
        addRow(texts[.shift], String(report.shift))
        addRow(texts[.businessDate], report.businessDate)
        addRow(texts[.openedAt], time(report.openedAt))
        addRow(texts[.openedBy], report.openedBy)
        addRow(texts[.madeAt], time(report.madeAt))
        addSection(.tickets, report.tickets)
        addSection(.departments, report.departments)
        addTaxes(report.taxes)
        addSection(.payments, report.payments)
        addSection(.tips, report.tips)
        addCash(report)
        addSection(.audit, report.audit)
        addSection(.accepted, report.accepted)
        addOpen(report)
    }

    mutating func addDay(_ day: DayReport) {
        addRow(texts[.businessDate], day.businessDate)
        addRow(texts[.shifts], String(day.shifts))
        addRow(texts[.zNumbers], day.numbers.map(String.init).joined(separator: ", "))
        if day.isOpen { add(texts[.shiftIsOpen], .left, .bold) }
        addSection(.tickets, day.tickets)
        addSection(.departments, day.departments)
        addTaxes(day.taxes)
        addSection(.payments, day.payments)
        addSection(.tips, day.tips)
        addTitle(.cashDrawer)
        addReportRow(texts[.paidIn], day.paidIn)
        addReportRow(texts[.paidOut], day.paidOut)
        addRow(texts[.rounding], format.money(day.rounding))
        addReportRow(texts[.discount], day.discounts)
        addRow(texts[.difference], format.money(day.difference), .bold)
        if !day.isClean { add(texts[.isNotClean], .left, .bold) }
    }

    private func time(_ milliseconds: Int64) -> String {
        format.time(ReceiptTime(milliseconds: milliseconds, offsetMinutes: receipt.time.offsetMinutes))
    }

    private mutating func addSection(_ phrase: ReceiptTexts.Phrase, _ rows: [ShiftReport.Row]) {
        guard !rows.isEmpty else { return }
        addTitle(phrase)
        for row in rows { addReportRow(row.name, row) }
    }

    private mutating func addTitle(_ phrase: ReceiptTexts.Phrase) {
        lines.append(.rule)
        add(texts[phrase], .left, .bold)
    }

    private mutating func addReportRow(_ name: String, _ row: ShiftReport.Row) {
        addRow("\(CardNumbers.masked(name)) (\(row.count))", format.money(row.amount))
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
        addReportRow(texts[.paidIn], report.paidIn)
        addReportRow(texts[.paidOut], report.paidOut)
        addRow(texts[.rounding], format.money(report.rounding))
        addReportRow(texts[.discount], report.discounts)
        addRow(texts[.drawerOpenings], String(report.drawerOpenings))
        addRow(texts[.expectedCash], format.money(report.expectedCash), .bold)
        for row in report.counted?.rows ?? [] {
            addRow("\(row.count) x \(format.number(row.denomination))", product(row), indent: 2)
        }
        if let counted = report.counted { addRow(texts[.counted], format.money(counted.total), .bold) }
        if let difference = report.difference { addRow(texts[.difference], format.money(difference), .bold) }
    }

    private func product(_ row: CashCount.Row) -> String {
        (try? row.denomination.multiplied(by: Int64(row.count))).map(format.number) ?? "?"
    }

    private mutating func addOpen(_ report: ShiftReport) {
        lines.append(.rule)
        addReportRow(texts[.offlinePayments], report.offline)
        addRow(texts[.parked], String(report.parked))
        guard !report.unresolved.isEmpty else { return }
        addTitle(.unresolved)
        for payment in report.unresolved { add(CardNumbers.masked(payment)) }
    }
}
