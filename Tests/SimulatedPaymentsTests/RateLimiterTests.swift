import SimulatedPayments
import Testing

@Suite struct RateLimiterTests {
    private func request(_ key: String) -> APIRequest {
        APIRequest(method: "GET", path: "/v1/payment_intents", headers: ["authorization": "Bearer \(key)"])
    }

    @Test func aFullBucketServesABurstAndThenTheRate() {
        var limiter = RateLimiter(perSecond: 4)
        let request = request("sk_test_a")
        let burst = (0..<6).map { _ in limiter.wait(for: request, now: 1000) }
        #expect(burst == [nil, nil, nil, nil, 250, 250])
        #expect(limiter.wait(for: request, now: 1249) == 1)
        #expect(limiter.wait(for: request, now: 1250) == nil)
        #expect(limiter.wait(for: request, now: 1250) == 250)
        let later = (0..<6).map { _ in limiter.wait(for: request, now: 9_000_000) }
        #expect(later == [nil, nil, nil, nil, 250, 250])
    }

    @Test func accountsDoNotShareABucketAndBothKeysOfOneDo() {
        var limiter = RateLimiter(perSecond: 1)
        #expect(limiter.wait(for: request("sk_test_a"), now: 0) == nil)
        #expect(limiter.wait(for: request("pk_test_a"), now: 0) == 1000)
        #expect(limiter.wait(for: request("sk_test_b"), now: 0) == nil)
    }

    @Test func aClockThatGoesBackRefillsNothing() {
        var limiter = RateLimiter(perSecond: 1)
        let waits = [5000, 4000, 5999, 4999].map { limiter.wait(for: request("sk_test_a"), now: $0) }
        #expect(waits[0] == nil)
        #expect(waits[1] == 1000)
    }

    @Test func requestsWithoutAKeyAreNotLimited() {
        var limiter = RateLimiter(perSecond: 1)
        let waits = (0..<3).map { _ in limiter.wait(for: request("wrong"), now: 0) }
        #expect(waits == [nil, nil, nil])
    }

    @Test func manyAccountsAreForgottenWhenTheirBucketsAreFull() {
        var limiter = RateLimiter(perSecond: 1)
        for number in 0..<10_000 { _ = limiter.wait(for: request("sk_test_\(number)"), now: 0) }
        #expect(limiter.wait(for: request("sk_test_1"), now: 500) == 500)
        #expect(limiter.wait(for: request("sk_test_new"), now: 999) == nil)
        #expect(limiter.wait(for: request("sk_test_1"), now: 1500) == nil)
        #expect(limiter.wait(for: request("sk_test_new"), now: 1500) == 499)
    }

    @Test func theAnswerSaysWhenToComeAgain() {
        var payments = SimulatedPayments(seed: [1])
        let answer = payments.rateLimited(request("sk_test_a"), waitMilliseconds: 1001, now: 0)
        #expect(answer.status == 429)
        #expect(answer.header("Retry-After") == "2")
        #expect(answer.header("Stripe-Rate-Limited-Reason") == "global-rate")
        #expect(answer.header("Request-Id")?.hasPrefix("req_") == true)
        let error = try? JSONValue(parsing: answer.body)["error"]
        #expect(error?["code"] == "rate_limit")
        #expect(error?["type"] == "invalid_request_error")
        #expect(error?["request_log_url"]?.text?.contains(answer.header("Request-Id") ?? "-") == true)
        #expect(answer.header("Stripe-Version") == "2026-10-28.endive")
    }
}
