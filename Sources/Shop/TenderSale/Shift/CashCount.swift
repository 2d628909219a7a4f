public import TenderModel

/// The counted notes and coins.
public struct CashCount: Hashable, Sendable, Codable {
    /// The count of one note or coin.
    public struct Row: Hashable, Sendable, Codable {
        /// The value of one.
        public var denomination: Amount
        /// The number of them.
        public var count: Int

        /// Creates a row.
        public init(denomination: Amount, count: Int) {
            self.denomination = denomination
            self.count = count
        }
    }

    /// The rows, the largest denomination first.
    public var rows: [Row]
    /// The value of all of it.
    public var total: Amount

    /// Creates a count of a sum only, where nobody counted by denomination.
    public init(total: Amount) {
        rows = []
        self.total = total
    }

    /// Adds up the rows.
    ///
    /// - Throws: `AmountError` for another currency, or a sum that is too large.
    public init(_ rows: [Row], currency: Currency) throws(AmountError) {
        var total = Amount(minorUnits: 0, currency: currency)
        for row in rows { total = try total.adding(row.denomination.multiplied(by: Int64(row.count))) }
        self.rows = rows.sorted { $0.denomination.minorUnits > $1.denomination.minorUnits }
        self.total = total
    }
}
