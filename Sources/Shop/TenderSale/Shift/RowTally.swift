import TenderModel

/// A tally of counts and amounts by name, with rows ordered by key.
struct RowTally {
    private var rows: [String: ShiftReport.Row] = [:]

    /// - Parameter key: The key that identifies and orders the row; the name if `nil`.
    mutating func add(_ name: String, key: String? = nil, count: Int = 1, _ amount: Amount) throws(AmountError) {
        let key = key ?? name
        guard let row = rows[key] else {
            rows[key] = .init(name: name, count: count, amount: amount)
            return
        }
        let (count, overflow) = row.count.addingReportingOverflow(count)
        guard !overflow else { throw .overflow }
        rows[key] = .init(name: name, count: count, amount: try row.amount.adding(amount))
    }

    /// The rows, ordered by the bytes of their keys.
    var sorted: [ShiftReport.Row] {
        rows.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
    }
}

/// A tally of taxes by class, rate, and whether prices include them.
struct TaxTally {
    private struct Key: Hashable {
        var taxClass: String
        var rate: Percentage
        var isIncluded: Bool
    }

    private var rows: [Key: TaxRow] = [:]

    mutating func add(_ row: TaxRow) throws(AmountError) {
        let key = Key(taxClass: row.taxClass, rate: row.rate, isIncluded: row.isIncluded)
        guard var sum = rows[key] else {
            rows[key] = row
            return
        }
        sum.net = try sum.net.adding(row.net)
        sum.tax = try sum.tax.adding(row.tax)
        rows[key] = sum
    }

    /// The rows, ordered by class, rate, and whether prices include the tax.
    var sorted: [TaxRow] {
        rows.values.sorted { left, right in
            if left.taxClass != right.taxClass {
                return left.taxClass.utf8.lexicographicallyPrecedes(right.taxClass.utf8)
            }
            if left.rate != right.rate { return left.rate.thousandths < right.rate.thousandths }
            return left.isIncluded && !right.isIncluded
        }
    }
}
