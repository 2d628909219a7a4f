import TenderModel
import TenderReaders
import Testing

/// When a stripe may be read at a reader with a slot: every service code, after every sequence of failed attempts.
@Suite struct FallbackRuleTests {
    private typealias Failure = FallbackRule.ChipFailure

    /// Every sequence of up to three failures.
    private static let sequences: [[Failure]] = (0..<3).reduce([[]]) { all, _ in
        all + all.filter { $0.count == all.map(\.count).max() }.flatMap { one in Failure.allCases.map { one + [$0] } }
    }

    private static let threeTimes = [Failure](repeating: .unusable, count: 3)

    @Test func theFirstDigitOfAServiceCodeTellsWhetherThereIsAChip() {
        let wrong = (0..<1000).filter { number in
            let digits = [number / 100, number / 10 % 10, number % 10].map { UInt8($0 + 0x30) }
            let expected: ChipMark =
                [2, 6].contains(number / 100) ? .chip : [1, 5, 7, 9].contains(number / 100) ? .noChip : .unknown
            return ChipMark(serviceCode: digits) != expected
        }
        #expect(wrong == [])
        let hidden = ["", "2", "20", "2012", "2*1", "**1", "=01", "20:"].filter {
            ChipMark(serviceCode: $0.utf8) != .unknown
        }
        #expect(hidden == [])
    }

    @Test func aChipCardIsSwipedOnlyAfterThreeChipsThatCannotBeUsed() {
        #expect(Self.sequences.count == 1 + 3 + 9 + 27)
        var wrong: [String] = []
        for hasStripe in [true, false] {
            for sequence in Self.sequences {
                var rule = FallbackRule(hasStripe: hasStripe)
                var next: [FallbackRule.Next] = []
                for failure in sequence { next.append(rule.chipFailed(failure)) }
                let mayFallBack = hasStripe && sequence == Self.threeTimes
                let last: FallbackRule.Next = mayFallBack ? .swipe : .end
                let expected = (1...3).prefix(sequence.count).map { $0 < 3 ? FallbackRule.Next.insert : last }
                let methods = ChipMark.allCases.map(rule.readMethod)
                let fallback: ReadMethod? = mayFallBack ? .magneticStripeFallback : nil
                if next != expected || methods != [fallback, .magneticStripeTrack2, fallback] {
                    wrong.append("\(hasStripe) \(sequence): \(next) \(methods)")
                }
            }
        }
        #expect(wrong == [])
    }
}
