import Foundation
import TenderSale
import Testing

@Suite struct BusinessDateTests {
    @Test func daysAreThoseOfTheCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        var wrong: [Int] = []
        for day in stride(from: -141_000, through: 200_000, by: 13) {
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            let text = [parts.year, parts.month, parts.day].compactMap { $0 }.map { $0 < 10 ? "0\($0)" : "\($0)" }
            let due = text.joined(separator: "-")
            let first = Int64(day) * 86_400_000
            let told = [first, first + 86_399_999].map { BusinessDate.text(milliseconds: $0, offset: 0) }
            if told != [due, due] || !BusinessDate.isValid(due) { wrong.append(day) }
        }
        #expect(wrong == [])
    }

    @Test func theShopsClockDecidesTheDayAndNoNumberTraps() {
        let beforeMidnight: Int64 = 1_795_305_599_999
        #expect(BusinessDate.text(milliseconds: beforeMidnight, offset: 0) == "2026-11-21")
        #expect(BusinessDate.text(milliseconds: beforeMidnight, offset: 3600) == "2026-11-22")
        #expect(BusinessDate.text(milliseconds: beforeMidnight + 1, offset: -3600) == "2026-11-21")
        #expect(BusinessDate.text(milliseconds: -1, offset: 0) == "1969-12-31")
        #expect(BusinessDate.text(milliseconds: 253_402_300_799_999, offset: 0) == "9999-12-31")
        let beyond = [(Int64.max, Int.max), (.min, .min), (.max, .min), (253_402_300_800_000, 0)]
        #expect(beyond.map { BusinessDate.text(milliseconds: $0.0, offset: $0.1) } == [nil, nil, nil, nil])
    }

    @Test func whatIsNoDayIsRefused() {
        let texts = [
            "", "2026-11-31", "2026-00-01", "2026-13-01", "2026-1-01", "2100-02-29", "2026-11-00", "2026-11-2a",
            "+026-11-21", "0000-01-01", "2026/11/21", "2026-11-21 ", "２026-11-21",
        ]
        #expect(texts.filter(BusinessDate.isValid) == [])
        #expect(["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"].allSatisfy(BusinessDate.isValid))
    }
}
