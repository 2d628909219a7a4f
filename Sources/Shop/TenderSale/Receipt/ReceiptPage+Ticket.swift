import TenderModel

extension ReceiptPage {
    mutating func addGoods() {
        guard !receipt.lines.isEmpty else { return }
        for line in receipt.lines { addLine(line) }
        lines.append(.rule)
    }

    private mutating func addLine(_ line: SoldLine) {
        let mark = receipt.taxes.contains { $0.taxClass == line.taxClass } ? " " + line.taxClass : ""
        addRow(line.name, format.number(line.amount) + mark)
        if line.quantity != .one {
            add("\(format.quantity(line.quantity)) x \(format.number(line.unitPrice))", indent: 2)
        }
        if let list = line.listPrice { add(texts[.insteadOf] + " " + format.number(list), indent: 2) }
        if line.discount.minorUnits != 0 {
            add("\(texts[.discount]) \(format.magnitude(line.discount))", indent: 2)
        }
    }

    mutating func addTotals() {
        let added = receipt.taxes.filter { !$0.isIncluded }
        let tip = tipInTotal
        if let subtotal = receipt.subtotal, subtotal != receipt.total || !added.isEmpty || tip != nil {
            addRow(texts[.subtotal], format.number(subtotal))
        }
        for row in added { addTax(row, .taxOn) }
        if let tip { addRow(texts[.tip], format.number(tip)) }
        if let total = receipt.total { addTotal(tip.flatMap { try? total.adding($0) } ?? total) }
        for row in receipt.taxes where row.isIncluded { addTax(row, .includedTaxOn) }
        addPayable()
    }

    /// The tips of a sale, which are part of its total; `nil` without any.
    private var tipInTotal: Amount? {
        switch receipt.kind {
        case .sale, .offline: Receipt.sum(receipt.legs.compactMap(\.tip))
        // The slip of a ticket has lines; that of a single payment has the tip in it.
        case .pending: receipt.lines.isEmpty ? nil : Receipt.sum(receipt.legs.compactMap(\.tip))
        case .declined, .void, .refund, .xReport, .zReport, .dayReport, .paidIn, .paidOut, .link, .sellerReport: nil
        }
    }

    private mutating func addTotal(_ total: Amount) {
        switch receipt.kind {
        case .sale, .offline, .xReport, .zReport, .dayReport, .sellerReport:
            addRow(texts[.total], format.money(total), [.bold, .double])
        case .declined:
            addRow(texts[.attempted], format.money(total))
            addRow(texts[.approved], format.money(Amount(minorUnits: 0, currency: total.currency)), .bold)
        case .link:
            addRow(texts[.toPay], format.money(total), [.bold, .double])
        case .pending:
            addRow(texts[.attempted], format.money(total), .bold)
        case .void:
            addRow(texts[.reversed], format.moneyMagnitude(total), [.bold, .double])
        case .refund:
            addRow(texts[.returned], format.moneyMagnitude(total), [.bold, .double])
        case .paidIn, .paidOut:
            addRow(texts[.amount], format.moneyMagnitude(total), [.bold, .double])
        }
    }

    private mutating func addTax(_ row: TaxRow, _ phrase: Translation) {
        // The shop's own letter, as on X and Z reports.
        addRow(
            "\(row.taxClass) \(format.percentage(row.rate)) \(texts[phrase]) \(format.number(row.net))",
            format.number(row.tax))
    }

    /// Adds what rounding and tips make of the total, where there are any.
    private mutating func addPayable() {
        guard receipt.kind != .declined, let total = receipt.total else { return }
        let tips = receipt.legs.compactMap(\.tip)
        let isInTotal = tipInTotal != nil
        guard receipt.rounding != nil || !(tips.isEmpty || isInTotal) else { return }
        if let rounding = receipt.rounding { addRow(texts[.rounding], format.number(rounding)) }
        if !isInTotal, let tip = Receipt.sum(tips) { addRow(texts[.tip], format.number(tip)) }
        if let payable = Receipt.sum([total] + tips + (receipt.rounding.map { [$0] } ?? [])) {
            let isBack = receipt.kind == .refund || receipt.kind == .void
            let money = isBack ? format.moneyMagnitude(payable) : format.money(payable)
            addRow(texts[isBack ? .returned : .toPay], money, .bold)
        }
    }

    mutating func addSlips() {
        if receipt.kind == .declined { add(texts[.noMoneyMoved]) }
        if receipt.kind == .link { add(texts[.scanToPay], .center) }
        if receipt.kind == .offline { add(texts[.notAuthorized], .center, .bold) }
        if receipt.kind == .pending {
            add(texts[.outcomeUnknown])
            add(texts[.doNotPayAgain], .left, .bold)
        }
        if let note = receipt.note { addRow(texts[.reason], words(note)) }
        addPlaceToSign()
    }

    /// Returns the reason of a decline, or of moved cash, as people say it.
    private func words(_ note: String) -> String {
        receipt.kind == .declined
            ? texts[DeclineWords.text(note)] : ReasonCode.words(ofStored: note, in: texts.language)
    }

    private mutating func addPlaceToSign() {
        guard layout.copy == .merchant else { return }
        if receipt.asksForTip, receipt.kind == .sale, receipt.legs.contains(where: { $0.card != nil }) {
            addPlace(.writeTip)
            addPlace(.writeTotal)
        }
        guard receipt.kind == .sale || receipt.kind == .offline || receipt.kind == .pending else { return }
        if receipt.legs.contains(where: { $0.card?.verification?.needsSignature == true }) { addPlace(.signHere) }
    }

    private mutating func addPlace(_ phrase: Translation) {
        lines.append(.blank)
        let name = texts[phrase] + ":"
        lines.append(.text(name + String(repeating: "_", count: max(4, layout.width - name.count)), .left, []))
    }

    /// Adds a text indented from the left, broken within its own width.
    mutating func add(_ text: String, indent: Int) {
        let blanks = String(repeating: " ", count: indent)
        for row in TextWrap.rows(text, width: layout.width - indent) { lines.append(.text(blanks + row, .left, [])) }
    }
}
