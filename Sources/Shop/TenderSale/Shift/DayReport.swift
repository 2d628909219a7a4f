public import TenderModel

/// The shifts of one business date, added up.
public struct DayReport: Hashable, Sendable, Codable {
    /// The day.
    public let businessDate: String
    /// The numbers of the Z reports, in order; a running shift has none.
    public let numbers: [Int]
    /// The number of shifts.
    public let shifts: Int
    /// Whether one of the shifts is still running, so that the figures will change.
    public let isOpen: Bool
    /// Sales, refunds and voids: their counts, and their totals with tax.
    public let tickets: [ShiftReport.Row]
    /// The sales by department, after discounts, as marked.
    public let departments: [ShiftReport.Row]
    /// The taxes by class.
    public let taxes: [TaxRow]
    /// The discounts.
    public let discounts: ShiftReport.Row
    /// The takings by kind of payment, less refunds; tips apart.
    public let payments: [ShiftReport.Row]
    /// The tips by kind of payment.
    public let tips: [ShiftReport.Row]
    /// The effect of cash rounding.
    public let rounding: Amount
    /// The cash paid in.
    public let paidIn: ShiftReport.Row
    /// The cash paid out.
    public let paidOut: ShiftReport.Row
    /// The counted cash above what was expected, over all closed shifts.
    public let difference: Amount
    /// Whether nothing is left to look into.
    public let isClean: Bool

    /// Adds up the shifts of a day, ignoring those of other days.
    ///
    /// - Throws: `AmountError` for another currency, and for sums beyond 64 bits.
    public init(_ businessDate: String, of reports: [ShiftReport], currency: Currency) throws(AmountError) {
        let reports = reports.filter { $0.businessDate == businessDate }
        let zero = Amount(minorUnits: 0, currency: currency)
        self.businessDate = businessDate
        numbers = reports.compactMap(\.number)
        shifts = reports.count
        isOpen = reports.contains { $0.number == nil }
        isClean = reports.allSatisfy(\.isClean)
        tickets = try Self.merged(reports.map(\.tickets))
        departments = try Self.merged(reports.map(\.departments))
        payments = try Self.merged(reports.map(\.payments))
        tips = try Self.merged(reports.map(\.tips))
        var taxes = TaxTally()
        for row in reports.flatMap(\.taxes) { try taxes.add(row) }
        self.taxes = taxes.sorted
        discounts = try Self.sum(reports.map(\.discounts), "discounts", zero)
        paidIn = try Self.sum(reports.map(\.paidIn), "paid in", zero)
        paidOut = try Self.sum(reports.map(\.paidOut), "paid out", zero)
        rounding = try Self.sum(reports.map(\.rounding), zero)
        difference = try Self.sum(reports.compactMap(\.difference), zero)
    }

    /// Adds up rows by name, in the order in which the names first occur.
    private static func merged(_ reports: [[ShiftReport.Row]]) throws(AmountError) -> [ShiftReport.Row] {
        var tally = RowTally()
        for row in reports.joined() { try tally.add(row.name, count: row.count, row.amount) }
        let sums = tally.sorted
        var names: [String] = []
        for row in reports.joined() where !names.contains(row.name) { names.append(row.name) }
        return names.compactMap { name in sums.first { $0.name == name } }
    }

    private static func sum(
        _ rows: [ShiftReport.Row], _ name: String, _ zero: Amount
    ) throws(AmountError) -> ShiftReport.Row {
        var tally = RowTally()
        try tally.add(name, count: 0, zero)
        for row in rows { try tally.add(name, count: row.count, row.amount) }
        return tally.sorted.first ?? .init(name: name, count: 0, amount: zero)
    }

    private static func sum(_ amounts: [Amount], _ zero: Amount) throws(AmountError) -> Amount {
        var sum = zero
        for amount in amounts { sum = try sum.adding(amount) }
        return sum
    }
}
