import TenderBytes
import Foundation
import SimulatedGateway
import SimulatedPayments
import Testing

@Suite struct GatewayTests {
    private func gateway(_ faults: String...) throws -> SimulatedGateway {
        try SimulatedGateway(configuration: .init(faults: faults.map { try Fault(parsing: $0) }))
    }

    @Test func aSaleOverHTTPIsInTheLedger() throws {
        let gateway = try gateway()
        let client = Client(gateway)
        let id = try client.create()
        let answer = try #require(try client.confirm(id, idempotency: "k"))
        #expect(answer.status == 200)
        #expect(answer.isComplete)
        #expect(answer["status"] == "succeeded")
        #expect(answer.headers["content-type"] == "application/json")
        #expect(answer.headers["request-id"]?.hasPrefix("req_") == true)
        let replayed = try #require(try client.confirm(id, idempotency: "k"))
        #expect(replayed.headers["idempotent-replayed"] == "true")
        #expect(replayed.body == answer.body)
        #expect(gateway.ledger(paymentIntent: id)?.authorizations == 1)
        #expect(gateway.ledger(paymentIntent: id)?.captured == 1000)
        #expect(gateway.requests(.confirm) == 2)
        #expect(gateway.requests(.create) == 1)
        #expect(gateway.url == "http://127.0.0.1:\(gateway.port)")
    }

    @Test func queriesReachTheRules() throws {
        let gateway = try gateway()
        let client = Client(gateway)
        let ids = try [client.create(), client.create()]
        let list = try #require(
            try client.get("payment_intents?limit=1&expand[]=data.latest_charge&starting_after=\(ids[1])"))
        #expect(list.status == 200)
        #expect(String(decoding: list.body, as: UTF8.self).contains(ids[0]))
    }

    @Test func aDroppedRequestDoesNothing() throws {
        let gateway = try gateway("drop-request:confirm:1")
        let client = Client(gateway)
        let id = try client.create()
        #expect(try client.confirm(id) == nil)
        #expect(gateway.ledger(paymentIntent: id) == nil)
        #expect(try client.confirm(id)?["status"] == "succeeded")
    }

    @Test func aDroppedAnswerIsReplayed() throws {
        let gateway = try gateway("drop-answer:confirm:2")
        let client = Client(gateway)
        let id = try client.create()
        #expect(try client.confirm(id, idempotency: "k") == nil)
        #expect(try client.confirm(id, idempotency: "k") == nil)
        #expect(try client.confirm(id, idempotency: "k")?["status"] == "succeeded")
        #expect(gateway.ledger(paymentIntent: id)?.authorizations == 1)
        #expect(gateway.requests(.confirm) == 3)
    }

    @Test func halfAnAnswerBreaksOff() throws {
        let gateway = try gateway("close-mid-body:confirm:1")
        let client = Client(gateway)
        let id = try client.create()
        let half = try #require(try client.confirm(id, idempotency: "k"))
        let whole = try #require(try client.confirm(id, idempotency: "k"))
        #expect(half.status == 200)
        #expect(!half.isComplete)
        #expect(half.body == Array(whole.body[..<(whole.body.count / 2)]))
        #expect(half.headers["content-length"] == "\(whole.body.count)")
        #expect(whole.isComplete)
        #expect(gateway.ledger(paymentIntent: id)?.authorizations == 1)
    }

    @Test func statusesAndPagesReachTheClient() throws {
        let gateway = try gateway("status:confirm:1:503", "status-after:confirm:1:500", "html:retrieve:1")
        let client = Client(gateway)
        let id = try client.create()
        #expect(try client.confirm(id, idempotency: "k")?.status == 503)
        #expect(gateway.ledger(paymentIntent: id) == nil)
        #expect(try client.confirm(id, idempotency: "k")?.status == 500)
        let replayed = try #require(try client.confirm(id, idempotency: "k"))
        #expect(replayed.status == 500)
        #expect(replayed.headers["idempotent-replayed"] == "true")
        #expect(gateway.ledger(paymentIntent: id)?.authorizations == 1)
        let page = try #require(try client.get("payment_intents/\(id)"))
        #expect(page.status == 200)
        #expect(page.headers["content-type"] == "text/html")
        #expect(page.json == .null)
        #expect(try client.get("payment_intents/\(id)")?["status"] == "succeeded")
    }

    @Test func aDelayedRequestBlocksItsKeyAndNothingElse() async throws {
        // Longer than any test: the delayed request ends when the gateway stops.
        let gateway = try gateway("delay:confirm:1:3600s")
        let client = Client(gateway)
        let id = try client.create()
        let delayed = Thread.detached { try? client.confirm(id, idempotency: "k") }
        while gateway.requests(.confirm) == 0 { await Task.yield() }
        let busy = try #require(try client.confirm(id, idempotency: "k"))
        #expect(busy.status == 409)
        #expect(busy.errorCode == "idempotency_key_in_use")
        #expect(try client.get("payment_intents/\(id)")?["status"] == "requires_payment_method")
        #expect(try client.create().hasPrefix("pi_"))
        #expect(gateway.ledger(paymentIntent: id) == nil)
        gateway.stop()
        #expect(await delayed.value == nil)
        gateway.stop()
    }

    @Test func aShortDelayIsAnsweredInTheEnd() throws {
        let gateway = try gateway("delay:confirm:1:20ms")
        let client = Client(gateway)
        let id = try client.create()
        #expect(try client.confirm(id, idempotency: "k")?["status"] == "succeeded")
    }

    @Test func newFaultsReplaceTheOldOnes() throws {
        let gateway = try gateway("drop-request:any:100")
        gateway.setFaults([Fault(.status(500), endpoint: .retrieve, count: 1)])
        let client = Client(gateway)
        let id = try client.create()
        #expect(
            try [client.get("payment_intents/\(id)"), client.get("payment_intents/\(id)")].map { $0?.status } == [
                500, 200,
            ])
    }

    @Test func holdsExpireOnTheGatewaysClock() throws {
        let start = Guarded<Int64>(1_800_000_000)
        let gateway = try SimulatedGateway(configuration: .init(clock: { start.withLock { $0 } }))
        let client = Client(gateway)
        let id = try client.create([("capture_method", "manual")])
        #expect(try client.confirm(id)?["status"] == "requires_capture")
        gateway.advanceClock(by: SimulatedPayments.holdLifetime - 1)
        #expect(gateway.ledger(paymentIntent: id)?.released == 0)
        start.withLock { $0 += 1 }
        #expect(gateway.ledger(paymentIntent: id)?.released == 1000)
        #expect(try client.get("payment_intents/\(id)")?["cancellation_reason"] == "automatic")
    }

    @Test func twoKeysAreTwoAccountsAndIdsDifferBetweenRuns() throws {
        let gateway = try gateway()
        var client = Client(gateway)
        let id = try client.create()
        client.key = "sk_test_other"
        #expect(try client.get("payment_intents/\(id)")?.status == 404)
        client.key = "pk_test_shop"
        #expect(try client.get("payment_intents/\(id)")?.errorCode == "parameter_missing")
        #expect(try Client(self.gateway()).create() != id)
    }

    @Test func itListensWhereItIsTold() throws {
        var configuration = SimulatedGateway.Configuration()
        configuration.host = "0.0.0.0"
        configuration.publicURL = "http://shop.test:4242"
        let gateway = try SimulatedGateway(configuration: configuration)
        #expect(gateway.url == "http://127.0.0.1:\(gateway.port)")
        #expect(gateway.publicURL == "http://shop.test:4242")
        #expect(try Client(gateway).create().hasPrefix("pi_"))
        let loopback = ["127.0.0.1", "127.9.9.9", "::1", "0.0.0.0", "::", "192.168.1.5", "shop.test"]
        #expect(loopback.map(SimulatedGateway.isLoopback(host:)) == [true, true, true, false, false, false, false])
        configuration.host = "shop.test"
        #expect(throws: SimulatedGatewayError.self) { try SimulatedGateway(configuration: configuration) }
    }

    @Test func aTakenPortIsAnError() throws {
        let gateway = try gateway()
        #expect(throws: SimulatedGatewayError.self) {
            try SimulatedGateway(configuration: .init(port: gateway.port))
        }
    }

    @Test func manyClientsAtOnceLoseNothing() async throws {
        let gateway = try gateway()
        let client = Client(gateway)
        let threads = (0..<8).map { _ in
            Thread.detached { (0..<5).compactMap { _ in try? client.confirm(client.create())?["id"] } }
        }
        var ids: [String] = []
        for thread in threads { ids += await thread.value }
        #expect(Set(ids).count == 40)
        #expect(gateway.requests(.confirm) == 40)
        #expect(ids.filter { gateway.ledger(paymentIntent: $0)?.captured != 1000 } == [])
    }
}

extension Thread {
    /// Runs blocking work on a thread of its own.
    static func detached<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Task<Value, Never> {
        Task {
            await withCheckedContinuation { continuation in detachNewThread { continuation.resume(returning: body()) } }
        }
    }

    @Test func aHeadIsThatOfTheSameGet() throws {
        let client = Client(try SimulatedGateway())
        let key = "Authorization: Bearer sk_test_shop\r\n"
        let table = [
            ("/v1/customers", key, 200), ("/v1/nowhere", key, 404), ("/v1/customers", "", 401), ("/dashboard", "", 200),
            ("/nowhere", "", 404),
        ]
        for (path, more, status) in table {
            let answers = try ["GET", "HEAD"].compactMap { method in
                let lines = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(more)\r\n"
                return try client.exchange(Array(lines.utf8))
            }
            let heads = answers.map { [$0.headers["content-type"], $0.headers["content-length"]] }
            try #require(answers.map(\.status) == [status, status])
            #expect(heads[0] == heads[1])
            #expect(answers[1].body.isEmpty)
        }
    }

    @Test func aPageOfAnyOriginMayAsk() throws {
        let client = Client(try SimulatedGateway())
        let page = "Origin: https://shop.test\r\n"
        let asking = """
            OPTIONS /v1/payment_methods HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(page)\
            Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization, stripe-version\r\n\r\n
            """
        let allowed = try #require(try client.exchange(Array(asking.utf8)))
        #expect(allowed.status == 204)
        #expect(allowed.body.isEmpty)
        #expect(allowed.headers["access-control-allow-origin"] == "*")
        #expect(allowed.headers["access-control-allow-methods"] == "GET, POST, DELETE")
        #expect(allowed.headers["access-control-allow-headers"] == "authorization, stripe-version")
        for path in ["customers", "nowhere"] {
            let answer = try client.exchange(Array((client.head("GET", path) + page + "\r\n").utf8))
            #expect(answer?.headers["access-control-allow-origin"] == "*")
            #expect(answer?.headers["access-control-expose-headers"]?.contains("Request-Id") == true)
        }
        #expect(try client.get("customers")?.headers["access-control-allow-origin"] == nil)
    }
}
