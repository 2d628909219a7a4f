import TenderModel
import Testing

@Suite struct AmountTests {
    private func amount(_ text: String, _ code: String) throws -> Amount {
        try Amount(parsing: text, currency: #require(Currency(code)))
    }

    @Test(arguments: [
        ("10.99", "eur", Int64(1099)), ("10.9", "eur", 1090), ("10", "eur", 1000), ("0.01", "eur", 1),
        ("-1.50", "eur", -150),
        ("500", "jpy", 500), ("1.234", "kwd", 1234), ("1.5", "kwd", 1500), ("92233720368547758.07", "eur", .max),
    ])
    func decimalsAreRead(text: String, code: String, units: Int64) throws {
        #expect(try amount(text, code).minorUnits == units)
    }

    @Test(arguments: ["", ".", "-", "1.", ".5", "1,5", "1e3", "0x10", "+1", " 1", "1 ", "1.2.3", "١", "NaN"])
    func whatIsNoDecimalIsRefused(text: String) {
        #expect(throws: AmountError.notANumber(text)) { try amount(text, "eur") }
    }

    @Test func tooManyDecimalsAreRefused() {
        #expect(throws: AmountError.tooPrecise("10.999", .eur)) { try amount("10.999", "eur") }
        #expect(throws: AmountError.tooPrecise("1.0", .jpy)) { try amount("1.0", "jpy") }
        #expect(throws: AmountError.tooPrecise("1.2345", .kwd)) { try amount("1.2345", "kwd") }
    }

    @Test func overflowIsAnErrorNotATrap() {
        let most = Amount(minorUnits: .max, currency: .eur)
        let least = Amount(minorUnits: .min, currency: .eur)
        let one = Amount(minorUnits: 1, currency: .eur)
        #expect(throws: AmountError.tooLarge("92233720368547758.08")) { try amount("92233720368547758.08", "eur") }
        #expect(throws: AmountError.overflow) { try most.adding(one) }
        #expect(throws: AmountError.overflow) { try least.subtracting(one) }
        #expect(throws: AmountError.overflow) { try most.multiplied(by: 2) }
        #expect(least.decimal == "-92233720368547758.08")
    }

    @Test func currenciesDoNotMix() {
        #expect(throws: AmountError.currenciesDiffer(.eur, .usd)) {
            try Amount(minorUnits: 1, currency: .eur).adding(Amount(minorUnits: 1, currency: .usd))
        }
    }

    @Test func everyCurrencyWritesWhatItReads() throws {
        var wrong: [String] = []
        for currency in Currency.all {
            for units in [Int64(0), 1, 9, 10, 99, 100, 101, 12345, -1, -12345] {
                let amount = Amount(minorUnits: units, currency: currency)
                if try Amount(parsing: amount.decimal, currency: currency) != amount {
                    wrong.append(amount.description)
                }
            }
        }
        #expect(wrong == [])
    }
}
