import TenderModel
@testable import TenderSale
import Testing

@Suite struct ReceiptFormatTests {
    @Test func amountsAreWrittenAsTheLocaleDoes() {
        let amounts = [123_456_789, -5, 0, 99_999].map { ReceiptFixtures.euro($0) }
        let written = ["de-DE", "de_CH.UTF-8", "en", "fr", "fr-CH", "zh-TW"].map { code in
            amounts.map(ReceiptFormat(ReceiptLocale(code)).number)
        }
        #expect(
            written == [
                ["1.234.567,89", "-0,05", "0,00", "999,99"],
                ["1'234'567.89", "-0.05", "0.00", "999.99"],
                ["1,234,567.89", "-0.05", "0.00", "999.99"],
                ["1\u{A0}234\u{A0}567,89", "-0,05", "0,00", "999,99"],
                ["1\u{A0}234\u{A0}567.89", "-0.05", "0.00", "999.99"],
                ["1,234,567.89", "-0.05", "0.00", "999.99"],
            ])
    }

    @Test func theCurrencyHasItsDecimalsAndItsPlace() {
        let yen = Amount(minorUnits: 1234, currency: .jpy)
        let dinar = Amount(minorUnits: 1234, currency: .kwd)
        #expect(ReceiptFormat(ReceiptLocale("en")).money(yen) == "JPY\u{A0}1,234")
        #expect(ReceiptFormat(ReceiptLocale("fr")).money(dinar) == "1,234\u{A0}KWD")
        #expect(ReceiptFormat(ReceiptLocale("de")).moneyMagnitude(ReceiptFixtures.euro(-7)) == "0,07\u{A0}EUR")
    }

    @Test func sharesAndQuantitiesHaveNoNeedlessDecimals() {
        let format = ReceiptFormat(ReceiptLocale("de"))
        let shares = [19_000, 8_875, 0, 5_500].compactMap { Percentage(thousandths: $0) }.map(format.percentage)
        #expect(shares == ["19\u{A0}%", "8,875\u{A0}%", "0\u{A0}%", "5,5\u{A0}%"])
        let quantities = [3000, 345, -1500, 1_000_000_000].compactMap { Quantity(thousandths: $0) }.map(format.quantity)
        #expect(quantities == ["3", "0,345", "-1,5", "1.000.000"])
    }

    @Test func timesAreLocalAndTheCalendarIsRight() {
        let times = [
            (0, 0), (-1, 0), (951_782_399_000, 0), (951_782_400_000, 0), (1_795_283_045_000, 60),
            (4_107_542_400_000, -60),
        ].map { ReceiptFormat(ReceiptLocale("en")).time(ReceiptTime(milliseconds: $0.0, offsetMinutes: $0.1)) }
        #expect(
            times == [
                "1970-01-01 00:00:00", "1969-12-31 23:59:59", "2000-02-28 23:59:59", "2000-02-29 00:00:00",
                "2026-11-21 18:44:05", "2100-02-28 23:00:00",
            ])
    }

    @Test func aTimeBeyondAllMeasureIsWrittenSomehow() {
        let times = [Int64.min, .max].flatMap { moment in
            [Int.min, .max].map { ReceiptTime(milliseconds: moment, offsetMinutes: $0).local.month }
        }
        #expect(times.allSatisfy { (1...12).contains($0) })
    }

    @Test func datesHaveTheOrderOfTheCountry() {
        let time = ReceiptTime(milliseconds: 1_795_283_045_000, offsetMinutes: 0)
        let written = ["de", "fr", "fr-CH", "en-US", "en-GB", "en-ZA"].map {
            ReceiptFormat(ReceiptLocale($0)).time(time).prefix(10)
        }
        #expect(written == ["21.11.2026", "21/11/2026", "21.11.2026", "11/21/2026", "21/11/2026", "2026-11-21"])
    }

    @Test func aLocaleIsReadFromManyForms() {
        let codes = ["de", "DE-at", "fr_FR.UTF-8", "en_US@euro", "zh-Hant-TW", "", "-", "de-Latn-CH"]
        let read = codes.map { ReceiptLocale($0).code }
        #expect(read == ["de", "de-AT", "fr-FR", "en-US", "en-TW", "en", "en", "de-CH"])
    }
}
