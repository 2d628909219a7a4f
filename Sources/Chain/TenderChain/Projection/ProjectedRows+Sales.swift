import FoundationEssentials
import TenderModel
public import TenderSale

extension ProjectedRows {
    /// Adds a finished ticket with its lines, taxes and payments.
    mutating func add(_ ticket: TicketRecord, of event: ShopEvent, at sequence: Int64) {
        add(
            .sales,
            [
                .integer(sequence), .words(ticket.id), .integer(Int64(ticket.number)), .text(ticket.kind.rawValue),
                .optional(ticket.original), .words(ticket.cashier), .time(event.time), .key(event.businessDate),
                .optional(event.shift.map(Int64.init)), .text(ticket.total.currency.code),
                .integer(ticket.total.minorUnits), .integer(ticket.rounding.minorUnits), .flag(ticket.isTraining),
            ])
        for (place, line) in ticket.lines.enumerated() {
            add(
                .saleLines,
                [
                    .integer(sequence), .integer(Int64(place)), .optional(line.code), .words(line.name),
                    .words(line.department), .integer(line.quantity.thousandths), .integer(line.unitPrice.minorUnits),
                    .integer(line.discount.minorUnits), .integer(line.amount.minorUnits), .words(line.taxClass),
                    .optional(line.seller?.account),
                ])
        }
        for (place, row) in ticket.taxes.enumerated() {
            add(
                .saleTaxes,
                [
                    .integer(sequence), .integer(Int64(place)), .words(row.taxClass), .integer(row.rate.thousandths),
                    .flag(row.isIncluded), .integer(row.net.minorUnits), .integer(row.tax.minorUnits),
                ])
        }
        for (place, leg) in ticket.legs.enumerated() {
            add(
                .tenders,
                [
                    .integer(sequence), .integer(Int64(place)), .words(leg.method.name),
                    .integer(leg.amount.minorUnits),
                    .integer(leg.tip.minorUnits), .optional(leg.tendered?.minorUnits),
                    .optional(leg.change?.minorUnits), .optional(leg.intentID), .optional(leg.refundID),
                    .text(leg.standing.name),
                ])
        }
    }

    /// Adds the figures of a day.
    mutating func add(_ day: DayReport, _ currency: Currency) throws(AmountError) {
        func row(_ kind: TicketRecord.Kind) -> ShiftReport.Row? { day.tickets.first { $0.name == kind.rawValue } }
        let zero = Amount(minorUnits: 0, currency: currency)
        var (net, tax) = (zero, zero)
        for row in day.taxes {
            net = try net.adding(row.net)
            tax = try tax.adding(row.tax)
        }
        let (sales, refunds) = (row(.sale), row(.refund))
        add(
            .laneDays,
            [
                .key(day.businessDate), .text(currency.code), .flag(day.isOpen), .flag(day.isClean),
                .integer(Int64(sales?.count ?? 0)), .integer(sales?.amount.minorUnits ?? 0),
                .integer(Int64(refunds?.count ?? 0)), .integer(refunds?.amount.minorUnits ?? 0),
                .integer(net.minorUnits), .integer(tax.minorUnits), .integer(day.difference.minorUnits),
            ])
    }
}

extension ShiftReport {
    /// The stored form; `nil` if it holds what JSON cannot.
    var text: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads a report from its stored form.
    public init?(text: String) {
        guard let report = try? JSONDecoder().decode(ShiftReport.self, from: Data(text.utf8)) else { return nil }
        self = report
    }
}

extension LegRecord.Standing {
    fileprivate var name: String {
        switch self {
        case .settled: "settled"
        case .offline: "offline"
        case .accepted: "accepted"
        }
    }
}
