import TenderModel
import Testing
import TillShop

/// What is counted is what lies in a drawer of the country.
@Suite struct CashDrawerTests {
    @Test(
        arguments: [
            ("chf", [100_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5]),
            ("sek", [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100]),
            ("jpy", [10_000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1]),
            ("cad", [10_000, 5000, 2000, 1000, 500, 200, 100, 25, 10, 5]),
        ] as [(String, [Int64])])
    func theNotesAndCoinsAreThoseOfTheCurrency(code: String, units: [Int64]) throws {
        let currency = try #require(Currency(code))
        #expect(CashDrawer.denominations(of: currency).map(\.minorUnits) == units)
    }

    /// Where nothing is known of a currency, there are no notes of ten thousand.
    @Test func anUnknownCurrencyHasNoLargerNoteThanAThousandUnits() throws {
        let currency = try #require(Currency("mad"))
        #expect(CashDrawer.denominations(of: currency).map(\.minorUnits).max() == 100_000)
    }
}
