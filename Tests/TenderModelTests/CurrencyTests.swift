import TenderModel
import Testing

@Suite struct CurrencyTests {
    @Test(arguments: [("isk", 0), ("ugx", 0), ("mga", 2), ("huf", 2), ("twd", 2), ("kwd", 3), ("jpy", 0), ("clf", 4)])
    func decimalsAreTheStandards(code: String, exponent: Int) {
        #expect(Currency(code)?.exponent == exponent)
    }

    @Test func codesAreFoundInEitherCase() {
        #expect(Currency("EUR") == .eur)
        #expect(Currency.eur.description == "EUR")
        #expect(Currency.eur.number == "978")
        #expect(Currency.eur.name == "Euro")
    }

    @Test(arguments: ["", "eu", "euro", "zzz", "xau", "xxx"])
    func otherCodesAreRefused(code: String) {
        #expect(Currency(code) == nil)
    }

    @Test func theTableIsTheWholeList() {
        #expect(Currency.all.count == 170)
        #expect(Set(Currency.all.map(\.code)).count == 170)
    }
}
