public import TenderModel
public import TenderSale

/// The notes and coins of a currency.
public enum CashDrawer {
    /// The values in the smallest units, from the central banks' lists of what is issued or still common.
    private static let known: [String: [Int64]] = [
        "aud": [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5],
        "cad": [10_000, 5000, 2000, 1000, 500, 200, 100, 25, 10, 5],
        "chf": [100_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5],
        "czk": [500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100],
        "dkk": [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50],
        "eur": [50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
        "gbp": [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
        "huf": [2_000_000, 1_000_000, 500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500],
        "jpy": [10_000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1],
        "nok": [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 100],
        "nzd": [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10],
        "pln": [50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
        "sek": [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100],
        "usd": [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1],
    ]
    /// Returns values for an unknown currency: ones, twos and fives, from the smallest unit up to a thousand whole
    /// ones.
    private static func usual(_ currency: Currency) -> [Int64] {
        var piece: Int64 = 1
        var pieces: [Int64] = []
        for _ in 0..<(3 + currency.exponent) {
            pieces += [piece, 2 * piece, 5 * piece]
            piece *= 10
        }
        return (pieces + [piece]).reversed()
    }

    /// Returns the values to count, the largest first.
    public static func denominations(of currency: Currency) -> [Amount] {
        (known[currency.code] ?? usual(currency)).map { Amount(minorUnits: $0, currency: currency) }
    }

    /// Returns the float at the start of a demonstration: ten of each of the five middle values.
    public static func demoFloat(_ currency: Currency) throws(AmountError) -> CashCount {
        let all = denominations(of: currency)
        let start = max(0, all.count / 2 - 2)
        let rows = all[start..<min(all.count, start + 5)].map { CashCount.Row(denomination: $0, count: 10) }
        return try CashCount(rows, currency: currency)
    }
}
