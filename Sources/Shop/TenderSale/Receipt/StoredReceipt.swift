import TenderModel

/// A receipt in its stored form: its currency once, lines and taxes as short rows, and nothing empty.
struct StoredReceipt: Codable {
    private var kind: Receipt.Kind
    private var locale: ReceiptLocale
    private var merchant: ReceiptMerchant
    private var number: Int?
    private var time: ReceiptTime
    private var cashier: String?
    private var originalNumber: Int?
    private var currency: Currency?
    private var lines: [StoredLine]?
    private var taxes: [StoredTax]?
    private var subtotal: Int64?
    private var total: Int64?
    private var rounding: Int64?
    private var legs: [ReceiptLeg]?
    private var report: ShiftReport?
    private var day: DayReport?
    private var sellers: SellerReport?
    private var note: String?
    private var qrText: String?
    private var footer: [String]?
    private var asksForTip: Bool?
    private var isSimulated: Bool?
    private var isTraining: Bool?

    /// - Throws: `AmountError.currenciesDiffer` for a receipt with mixed currencies.
    init(_ receipt: Receipt) throws(AmountError) {
        kind = receipt.kind
        locale = receipt.locale
        merchant = receipt.merchant
        number = receipt.number
        time = receipt.time
        cashier = receipt.cashier
        originalNumber = receipt.originalNumber
        currency = try receipt.currency()
        lines = receipt.lines.isEmpty ? nil : receipt.lines.map(StoredLine.init)
        taxes = receipt.taxes.isEmpty ? nil : receipt.taxes.map(StoredTax.init)
        subtotal = receipt.subtotal?.minorUnits
        total = receipt.total?.minorUnits
        rounding = receipt.rounding?.minorUnits
        legs = receipt.legs.isEmpty ? nil : receipt.legs
        report = receipt.report
        day = receipt.day
        sellers = receipt.sellers
        note = receipt.note
        qrText = receipt.qrText
        footer = receipt.footer.isEmpty ? nil : receipt.footer
        asksForTip = receipt.asksForTip ? true : nil
        isSimulated = receipt.isSimulated ? true : nil
        isTraining = receipt.isTraining ? true : nil
    }

    /// Returns the receipt.
    ///
    /// - Throws: `DecodingError` for amounts without a currency.
    func receipt() throws -> Receipt {
        let context = ReceiptContext(
            merchant: merchant, time: time, locale: locale, cashier: cashier, footer: footer ?? [], qrText: qrText,
            isSimulated: isSimulated == true, isTraining: isTraining == true)
        var receipt = Receipt(kind, context)
        receipt.number = number
        receipt.originalNumber = originalNumber
        receipt.legs = legs ?? []
        receipt.report = report
        receipt.day = day
        receipt.sellers = sellers
        receipt.note = note.map(CardNumbers.masked)
        receipt.asksForTip = asksForTip == true
        if kind == .link { receipt.qrText = qrText }
        try addSums(to: &receipt)
        return receipt
    }

    private func addSums(to receipt: inout Receipt) throws {
        guard let currency else {
            guard lines == nil, taxes == nil, [subtotal, total, rounding] == [nil, nil, nil] else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "amounts without currency"))
            }
            return
        }
        let amounts = AmountMaker(currency: currency)
        receipt.lines = (lines ?? []).map { $0.line(amounts) }
        receipt.taxes = (taxes ?? []).map { $0.row(amounts) }
        receipt.subtotal = subtotal.map { amounts($0) }
        receipt.total = total.map { amounts($0) }
        receipt.rounding = rounding.map { amounts($0) }
    }
}

extension Receipt {
    /// Returns the one currency of its sums, lines and taxes; `nil` without any.
    fileprivate func currency() throws(AmountError) -> Currency? {
        var amounts = [subtotal, total, rounding].compactMap(\.self)
        for line in lines { amounts += [line.unitPrice, line.discount, line.amount, line.listPrice ?? line.amount] }
        for row in taxes { amounts += [row.net, row.tax] }
        guard let currency = amounts.first?.currency else { return nil }
        for amount in amounts where amount.currency != currency {
            throw .currenciesDiffer(currency, amount.currency)
        }
        return currency
    }
}
