public import TenderModel

/// Notes and coins that were counted.
public struct CashCount: Hashable, Sendable, Codable {
    /// How many of one note or coin.
    public struct Row: Hashable, Sendable, Codable {
        /// What one is worth.
        public var denomination: Amount
        /// How many.
        public var count: Int

        /// Describes a row.
        public init(denomination: Amount, count: Int) {
            self.denomination = denomination
            self.count = count
        }
    }

    /// The rows, the largest denomination first.
    public var rows: [Row]
    /// What all of it is worth.
    public var total: Amount

    /// Counts nothing but a sum, where nobody counted by denomination.
    public init(total: Amount) {
        rows = []
        self.total = total
    }

    /// Adds up what was counted.
    ///
    /// - Throws: `AmountError` for another currency, or a sum that is too large.
    public init(_ rows: [Row], currency: Currency) throws(AmountError) {
        var total = Amount(minorUnits: 0, currency: currency)
        for row in rows { total = try total.adding(row.denomination.multiplied(by: Int64(row.count))) }
        self.rows = rows.sorted { $0.denomination.minorUnits > $1.denomination.minorUnits }
        self.total = total
    }
}
