import SimulatedGateway
import SimulatedPayments
import TenderBytes
import Testing

@Suite struct RateLimitTests {
    @Test func requestsAboveTheRateAreRefusedUntilTheClockGoesOn() throws {
        let time = Guarded<Int64>(0)
        let gateway = try SimulatedGateway(
            configuration: .init(requestsPerSecond: 2, millisecondClock: { time.withLock { $0 } }))
        var client = Client(gateway)
        let id = try client.create()
        #expect(try client.get("payment_intents/\(id)")?.status == 200)
        let refused = try #require(try client.confirm(id, idempotency: "k"))
        #expect(refused.status == 429)
        #expect(refused.errorCode == "rate_limit")
        #expect(refused.headers["retry-after"] == "1")
        #expect(refused.headers["stripe-rate-limited-reason"] == "global-rate")
        client.key = "sk_test_other"
        #expect(try client.get("payment_intents")?.status == 200)
        client.key = "sk_test_shop"
        time.withLock { $0 = 500 }
        let confirmed = try #require(try client.confirm(id, idempotency: "k"))
        #expect(confirmed["status"] == "succeeded")
        #expect(confirmed.headers["idempotent-replayed"] == nil)
        #expect(try client.get("payment_intents")?.status == 429)
        gateway.advanceClock(by: 1)
        #expect(try client.get("payment_intents")?.status == 200)
        #expect(gateway.requests(.confirm) == 2)
    }

    @Test func aRefusedRequestUsesUpNoFault() throws {
        let gateway = try SimulatedGateway(
            configuration: .init(
                faults: [Fault(.status(503), endpoint: .list, count: 1)], requestsPerSecond: 1, millisecondClock: { 0 })
        )
        let client = Client(gateway)
        let first = try client.get("payment_intents/none")?.status
        let second = try client.get("payment_intents")?.status
        gateway.advanceClock(by: 1)
        #expect(try [first, second, client.get("payment_intents")?.status] == [404, 429, 503])
    }
}
