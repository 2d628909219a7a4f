import TenderModel

/// A finished ticket as it lies in a record: its currency once, sums in minor units, lines and taxes as short rows.
///
/// Most of a journal are tickets: named fields and currencies for each sum would make it three times as large, and reading
/// it five times as slow (measured).
struct StoredTicket: Codable {
    private var id: String
    private var number: Int
    private var kind: TicketRecord.Kind
    private var original: String?
    private var cashier: String
    private var currency: Currency
    private var lines: [StoredLine]
    private var taxes: [StoredTax]
    private var total: Int64
    private var rounding: Int64
    private var legs: [StoredLeg]
    private var isTraining: Bool?

    /// - Throws: `AmountError.currenciesDiffer` for a ticket in several currencies.
    init(_ ticket: TicketRecord) throws(AmountError) {
        let currency = ticket.total.currency
        for amount in ticket.amounts where amount.currency != currency {
            throw .currenciesDiffer(currency, amount.currency)
        }
        id = ticket.id
        number = ticket.number
        kind = ticket.kind
        original = ticket.original
        cashier = ticket.cashier
        self.currency = currency
        lines = ticket.lines.map(StoredLine.init)
        taxes = ticket.taxes.map(StoredTax.init)
        total = ticket.total.minorUnits
        rounding = ticket.rounding.minorUnits
        legs = ticket.legs.map(StoredLeg.init)
        isTraining = ticket.isTraining ? true : nil
    }

    /// The ticket.
    var ticket: TicketRecord {
        let amounts = AmountMaker(currency: currency)
        return TicketRecord(
            id: id, number: number, kind: kind, original: original, cashier: cashier,
            lines: lines.map { $0.line(amounts) }, taxes: taxes.map { $0.row(amounts) }, total: amounts(total),
            rounding: amounts(rounding), legs: legs.map { $0.leg(amounts) }, isTraining: isTraining == true)
    }
}

/// Makes the amounts of one ticket.
private struct AmountMaker {
    let currency: Currency

    func callAsFunction(_ minorUnits: Int64) -> Amount { Amount(minorUnits: minorUnits, currency: currency) }
}

/// Number, code, name, department, quantity, unit price, list price, discount, amount, tax class.
private struct StoredLine: Codable {
    private let number: Int
    private let code: String?
    private let name: String
    private let department: String
    private let quantity: Quantity
    private let unitPrice: Int64
    private let listPrice: Int64?
    private let discount: Int64
    private let amount: Int64
    private let taxClass: String

    init(_ line: SoldLine) {
        number = line.number
        code = line.code
        name = line.name
        department = line.department
        quantity = line.quantity
        unitPrice = line.unitPrice.minorUnits
        listPrice = line.listPrice?.minorUnits
        discount = line.discount.minorUnits
        amount = line.amount.minorUnits
        taxClass = line.taxClass
    }

    func line(_ amounts: AmountMaker) -> SoldLine {
        SoldLine(
            number: number, code: code, name: name, department: department, quantity: quantity,
            unitPrice: amounts(unitPrice), listPrice: listPrice.map { amounts($0) }, discount: amounts(discount),
            amount: amounts(amount), taxClass: taxClass)
    }

    init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        number = try row.decode(Int.self)
        code = try row.decodeIfPresent(String.self)
        name = try row.decode(String.self)
        department = try row.decode(String.self)
        quantity = try row.decode(Quantity.self)
        unitPrice = try row.decode(Int64.self)
        listPrice = try row.decodeIfPresent(Int64.self)
        discount = try row.decode(Int64.self)
        amount = try row.decode(Int64.self)
        taxClass = try row.decode(String.self)
        try row.expectEnd()
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(number)
        try row.encode(code)
        try row.encode(name)
        try row.encode(department)
        try row.encode(quantity)
        try row.encode(unitPrice)
        try row.encode(listPrice)
        try row.encode(discount)
        try row.encode(amount)
        try row.encode(taxClass)
    }
}

/// Class, rate, whether it is included, net, tax.
private struct StoredTax: Codable {
    private let taxClass: String
    private let rate: Percentage
    private let isIncluded: Bool
    private let net: Int64
    private let tax: Int64

    init(_ row: TaxRow) {
        taxClass = row.taxClass
        rate = row.rate
        isIncluded = row.isIncluded
        net = row.net.minorUnits
        tax = row.tax.minorUnits
    }

    func row(_ amounts: AmountMaker) -> TaxRow {
        TaxRow(taxClass: taxClass, rate: rate, isIncluded: isIncluded, net: amounts(net), tax: amounts(tax))
    }

    init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        taxClass = try row.decode(String.self)
        rate = try row.decode(Percentage.self)
        isIncluded = try row.decode(Bool.self)
        net = try row.decode(Int64.self)
        tax = try row.decode(Int64.self)
        try row.expectEnd()
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(taxClass)
        try row.encode(rate)
        try row.encode(isIncluded)
        try row.encode(net)
        try row.encode(tax)
    }
}

/// A payment; what is usual is left out: no tip, and settled.
private struct StoredLeg: Codable {
    private enum Method: String, Codable {
        case cash, card, external
    }

    private let id: String
    private let method: Method
    private let name: String?
    private let amount: Int64
    private let tip: Int64?
    private let tendered: Int64?
    private let change: Int64?
    private let intentID: String?
    private let refundID: String?
    private let card: CardDetails?
    private let reference: String?
    private let standing: LegRecord.Standing?

    init(_ leg: LegRecord) {
        id = leg.id
        (method, name) =
            switch leg.method {
            case .cash: (.cash, nil)
            case .card: (.card, nil)
            case .external(let name): (.external, name)
            }
        amount = leg.amount.minorUnits
        tip = leg.tip.minorUnits == 0 ? nil : leg.tip.minorUnits
        tendered = leg.tendered?.minorUnits
        change = leg.change?.minorUnits
        intentID = leg.intentID
        refundID = leg.refundID
        card = leg.card
        reference = leg.reference
        standing = leg.standing == .settled ? nil : leg.standing
    }

    func leg(_ amounts: AmountMaker) -> LegRecord {
        let method: LegRecord.Method =
            switch self.method {
            case .cash: .cash
            case .card: .card
            case .external: .external(name ?? "")
            }
        return LegRecord(
            id: id, method: method, amount: amounts(amount), tip: amounts(tip ?? 0),
            tendered: tendered.map { amounts($0) }, change: change.map { amounts($0) }, intentID: intentID,
            refundID: refundID, card: card, reference: reference, standing: standing ?? .settled)
    }
}

extension UnkeyedDecodingContainer {
    /// A row with more than this version knows is none that it wrote.
    fileprivate func expectEnd() throws {
        guard !isAtEnd else { return }
        throw DecodingError.dataCorruptedError(in: self, debugDescription: "the row is too long")
    }
}
