import TenderModel
import Testing

@Suite struct IdempotencyKeyTests {
    @Test func aRoundComesBackAndStrangeOnesCountAsTheFirst() {
        let cases: [(String, Int)] = [
            ("k/1/cancel", 1), ("k/1/cancel.2", 2), ("k/1/cancel.1000000", 1_000_000), ("k/1/cancel.1000001", 1),
            ("k/1/cancel.9223372036854775807", 1), ("k/1/cancel.-9223372036854775808", 1), ("k/1/cancel.-1", 1),
            ("k/1/cancel.0", 1), ("k/1/cancel.", 1), ("k/1/cancel.99999999999999999999", 1), ("a.7/b", 1), ("", 1),
        ]
        var wrong: [String] = []
        for (text, round) in cases where IdempotencyKey(text).round != round {
            wrong.append("\(text): \(IdempotencyKey(text).round)")
        }
        #expect(wrong == [])
        #expect(IdempotencyKey("k/1/cancel.2").isRound(of: IdempotencyKey("k/1/cancel.31")))
        #expect(!IdempotencyKey("k/1/cancel.9223372036854775807").isRound(of: IdempotencyKey("k/1/cancel")))
    }
}
