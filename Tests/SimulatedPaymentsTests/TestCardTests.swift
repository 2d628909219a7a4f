import TenderBytes
import Testing

@testable import SimulatedPayments

@Suite struct TestCardTests {
    @Test func everyNumberHasItsCheckDigit() {
        let wrong = TestCard.all.filter { card in
            let digits = card.number.withUnsafeBytes { $0.map { Int($0) - 0x30 } }
            let sum = digits.reversed().enumerated().map { $0.offset % 2 == 0 ? $0.element : $0.element * 2 }
                .map { $0 > 9 ? $0 - 9 : $0 }.reduce(0, +)
            return sum % 10 != 0 || TestCard.numbered(card.number)?.name != card.name
        }
        #expect(wrong.map(\.name) == [])
    }

    @Test func namesAreUnique() {
        let names = TestCard.all.flatMap { [$0.name] + $0.aliases }
        #expect(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
        #expect(names.allSatisfy { TestCard.method("pm_card_" + $0) != nil && TestCard.token("tok_" + $0) != nil })
        #expect(TestCard.method("pm_card_nothing") == nil && TestCard.token("visa") == nil)
    }

    @Test func monthsAreThoseOfTheCalendar() {
        let table: [(Int64, Int64, Int64)] = [
            (0, 1970, 1), (-1, 1969, 12), (951_782_400, 2000, 2), (951_868_800, 2000, 3), (1_709_164_800, 2024, 2),
            (1_709_251_200, 2024, 3), (1_800_000_000, 2027, 1), (4_102_444_799, 2099, 12), (4_102_444_800, 2100, 1),
        ]
        let wrong = table.filter { row in
            let month = CalendarMonth(containing: row.0)
            return month.year != row.1 || month.month != row.2
        }
        #expect(wrong.map(\.0) == [])
    }

    @Test func aNamedCardTakesLittleRoom() {
        #expect(MemoryLayout<PaymentMethodRow>.size <= 160)
    }
}
