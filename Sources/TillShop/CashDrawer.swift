public import TenderModel
public import TenderSale

/// The notes and coins of a currency.
public enum CashDrawer {
    private static let known: [Currency: [Int64]] = [
        .eur: [50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
        .usd: [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1],
        .gbp: [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
    ]
    private static let usual: [Int64] = [
        1_000_000, 500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2,
        1,
    ]

    /// Those that are counted, the largest first.
    public static func denominations(of currency: Currency) -> [Amount] {
        (known[currency] ?? usual).map { Amount(minorUnits: $0, currency: currency) }
    }

    /// What lies in a drawer at the beginning of a demonstration: ten of each of the five middle ones.
    public static func demoFloat(_ currency: Currency) throws(AmountError) -> CashCount {
        let all = denominations(of: currency)
        let start = max(0, all.count / 2 - 2)
        let rows = all[start..<min(all.count, start + 5)].map { CashCount.Row(denomination: $0, count: 10) }
        return try CashCount(rows, currency: currency)
    }
}
