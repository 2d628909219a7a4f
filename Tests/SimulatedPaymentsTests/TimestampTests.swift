import Foundation
import Testing

@testable import SimulatedPayments

@Suite struct TimestampTests {
    @Test func timesAreWrittenAndReadBack() {
        let table: [(Int64, String)] = [
            (0, "1970-01-01T00:00:00.000Z"), (1_800_000_000, "2027-01-15T08:00:00.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.000Z"),
            (253_402_300_799, "9999-12-31T23:59:59.000Z"), (-62_167_219_200, "0000-01-01T00:00:00.000Z"),
        ]
        #expect(table.map { Timestamp($0.0).text } == table.map(\.1))
        #expect(table.map { Timestamp($0.1)?.seconds } == table.map(\.0))
        #expect([Timestamp(.max).text, Timestamp(.min).text] == [table[4].1, table[5].1])
        let formatter = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var random = Pseudorandom(state: 7)
        let wrong = (0..<2000).map { _ in Int64(random.next() % 8_000_000_000) - 2_000_000_000 }.filter {
            Timestamp($0).text != Date(timeIntervalSince1970: Double($0)).formatted(formatter)
                || Timestamp(Timestamp($0).text)?.seconds != $0
        }
        #expect(wrong == [])
    }

    @Test func otherFormsAreReadAndDamagedOnesAreNot() {
        let same = [
            "2027-01-15T08:00:00Z", "2027-01-15t08:00:00.9z", "2027-01-15T10:30:00+02:30", "2027-01-15T07:00:00-01:00",
        ]
        #expect(same.map { Timestamp($0)?.seconds } == same.map { _ in 1_800_000_000 })
        let bad = [
            "", "2027-01-15", "2027-01-15T08:00:00", "2027-02-29T08:00:00Z", "2027-13-01T08:00:00Z",
            "2027-00-01T08:00:00Z", "2027-01-00T08:00:00Z", "2027-01-15T24:00:00Z", "2027-01-15T08:00:00.Z",
            "2027-01-15T08:00:00Zx", "2027-01-15T08:00:00+2:30", "2027-01-15T08:00:00+25:00", "+027-01-15T08:00:00Z",
            "2027-01-15T08:00:00+\u{e9}\u{e9}\u{e9}", String(repeating: "9", count: 30),
        ]
        #expect(bad.filter { Timestamp($0) != nil } == [])
    }
}
