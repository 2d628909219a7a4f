import TenderModel
import Testing

@testable import TenderFlow

@Suite struct PaymentPolicyTests {
    private let policy = PaymentPolicy(firstPause: .milliseconds(500), longestPause: .seconds(8))

    @Test func pausesDoubleUpToTheLongest() {
        let whole = (1...8).map { policy.pause($0, Jitter(permille: 1000)) }
        let milliseconds = [500, 1000, 2000, 4000, 8000, 8000, 8000, 8000]
        #expect(whole == milliseconds.map { .milliseconds($0) })
        #expect(policy.pause(0, .none) == policy.pause(1, .none))
    }

    @Test func jitterTakesUpToHalfOfAPauseAndKeepsTheOrder() {
        let wrong = (1...20).filter { count in
            let pauses = (0...1000).map { policy.pause(count, Jitter(permille: $0)) }
            let whole = policy.pause(count, Jitter(permille: 1000))
            return pauses.first != whole / 2 || pauses != pauses.sorted()
        }
        #expect(wrong.isEmpty)
    }

    @Test func jitterIsClamped() {
        #expect(
            [Int.min, -1, 0, 1000, 1001, .max].map { Jitter(permille: $0).permille } == [0, 0, 0, 1000, 1000, 1000])
    }
}
