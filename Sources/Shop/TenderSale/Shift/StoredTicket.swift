import TenderModel

/// A finished ticket in its stored form: its currency once, sums in minor units, lines and taxes as short rows.
///
/// Most of a journal is tickets: named fields, and a currency for each sum, would make it three times as large and five
/// times as slow to read (measured).
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

    /// - Throws: `AmountError.currenciesDiffer` for a ticket with mixed currencies.
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

    var ticket: TicketRecord {
        let amounts = AmountMaker(currency: currency)
        return TicketRecord(
            id: id, number: number, kind: kind, original: original, cashier: cashier,
            lines: lines.map { $0.line(amounts) }, taxes: taxes.map { $0.row(amounts) }, total: amounts(total),
            rounding: amounts(rounding), legs: legs.map { $0.leg(amounts) }, isTraining: isTraining == true)
    }
}

/// A payment; defaults are left out: no tip, and settled.
private struct StoredLeg: Codable {
    private enum Method: String, Codable {
        case cash, card, link, external
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
    private let sharing: LegSharing?
    private let standing: LegRecord.Standing?

    init(_ leg: LegRecord) {
        id = leg.id
        (method, name) =
            switch leg.method {
            case .cash: (.cash, nil)
            case .card: (.card, nil)
            case .link: (.link, nil)
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
        sharing = leg.sharing
        standing = leg.standing == .settled ? nil : leg.standing
    }

    func leg(_ amounts: AmountMaker) -> LegRecord {
        let method: LegRecord.Method =
            switch self.method {
            case .cash: .cash
            case .card: .card
            case .link: .link
            case .external: .external(name ?? "")
            }
        return LegRecord(
            id: id, method: method, amount: amounts(amount), tip: amounts(tip ?? 0),
            tendered: tendered.map { amounts($0) }, change: change.map { amounts($0) }, intentID: intentID,
            refundID: refundID, card: card, reference: reference, sharing: sharing,
            standing: standing ?? .settled)
    }
}
