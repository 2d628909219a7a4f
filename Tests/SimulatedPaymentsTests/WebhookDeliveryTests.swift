import Foundation
@testable import SimulatedPayments
import TenderBytes
import TenderCrypto
import Testing

@Suite struct WebhookDeliveryTests {
    private var shop = Shop()

    private struct Vector: Decodable {
        let secret: String
        let time: Int64
        let body: String
        let header: String
    }

    @Test func signaturesAreThoseOfAnotherProgram() throws {
        let url = try #require(
            Bundle.module.url(
                forResource: "webhook-signatures", withExtension: "json", subdirectory: "Resources"))
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: url))
        let signed = vectors.map {
            WebhookSignature.sign(
                payload: Array($0.body.utf8), timestamp: $0.time, secrets: [SecretBytes(utf8: $0.secret)])
        }
        #expect(signed == vectors.map(\.header))
        #expect(vectors.count == 4)
    }

    /// Attempts are remembered, the newest first and no more than a number; an event is sent again on demand.
    @Test mutating func attemptsAreRememberedAndEventsSentAgain() throws {
        let endpoint = shop.listen(to: "payment_intent.created").id
        _ = shop.happen()
        let event = shop.events()[0]["id"]?.text ?? ""
        let form: Form = [("webhook_endpoint", endpoint), ("event", event)]
        let path = "_tender/delivery_attempts"
        for (index, outcome) in [WebhookOutcome.failed, .answered(500), .answered(204)].enumerated() {
            if index > 0 { #expect(shop.post("_tender/deliveries", form)["attempts"]?.number == Int64(index)) }
            let delivery = try #require(shop.takeDeliveries().first)
            shop.handBack(delivery, outcome)
        }
        let attempts = shop.get(path, [("webhook_endpoint", endpoint)])["data"]?.elements ?? []
        #expect(attempts.map { $0["status"] } == [204, 500, 0])
        #expect(attempts.map { $0["number"] } == [3, 2, 1])
        #expect(attempts.map { $0["next_attempt"] == .null } == [true, false, false])
        for _ in 0..<150 {
            _ = shop.post("_tender/deliveries", form)
            for delivery in shop.takeDeliveries() { shop.handBack(delivery, .answered(200)) }
        }
        #expect(shop.events()[0]["pending_webhooks"] == 0)
        let all = shop.get(path, [("webhook_endpoint", endpoint), ("limit", "100")])
        #expect(all["data"]?.elements.count == 100)
        #expect(all["has_more"] == false)
        shop.key = "sk_test_other"
        #expect([shop.post("_tender/deliveries", form), shop.get(path, [form[0]])].map(\.status) == [400, 400])
    }

    @Test mutating func anEventIsDeliveredSignedToWhoAskedForIt() throws {
        let endpoint = shop.listen(to: "payment_intent.created", more: [("api_version", "2024-04-10")])
        _ = shop.listen("http://127.0.0.1:10/", to: "payment_intent.succeeded")
        _ = shop.listen("http://127.0.0.1:11/", to: "*", more: [("connect", "true")])
        shop.key = "sk_test_other"
        _ = shop.listen("http://127.0.0.1:12/", to: "*")
        shop.key = "sk_test_shop"
        let id = shop.happen()
        #expect(shop.events()[0]["pending_webhooks"] == 1)
        let deliveries = shop.takeDeliveries()
        let delivery = try #require(deliveries.first)
        #expect(deliveries.count == 1)
        #expect(delivery.url == "http://127.0.0.1:9/hook")
        #expect(delivery.header("Content-Type") == "application/json; charset=utf-8")
        #expect(delivery.header("User-Agent") == "Stripe/1.0 (+https://stripe.com/docs/webhooks)")
        #expect(delivery.event["data"]?["object"]?["id"]?.text == id)
        #expect(delivery.event["api_version"] == "2024-04-10")
        let secret = SecretBytes(utf8: endpoint["secret"]?.text ?? "")
        #expect(throws: Never.self) {
            try WebhookSignature.verify(
                payload: delivery.body, header: delivery.header("Stripe-Signature") ?? "", secret: secret, tolerance: 0,
                now: shop.now)
        }
        #expect(shop.takeDeliveries() == [])
        shop.handBack(delivery, .answered(204))
        #expect(shop.events()[0]["pending_webhooks"] == 0)
        #expect(shop.payments.nextDelivery == nil)
        #expect(shop.events([("delivery_success", "true")]).count == 1)
    }

    @Test mutating func eachAttemptIsSignedAnew() {
        _ = shop.listen()
        _ = shop.happen()
        let first = shop.takeDeliveries()
        first.forEach { shop.handBack($0, .answered(500)) }
        shop.now += 1
        let second = shop.takeDeliveries()
        #expect(second.map(\.id) == first.map(\.id))
        #expect(second.map(\.body) == first.map(\.body))
        #expect(second.count == 1)
        #expect(second[0].header("Stripe-Signature")?.hasPrefix("t=\(shop.now),v1=") == true)
    }

    @Test(arguments: [
        WebhookSchedule(), WebhookSchedule(maximumAttempts: 1), WebhookSchedule(maximumAttempts: 3, firstPause: 7),
        WebhookSchedule(maximumAttempts: 6, firstPause: 5, longestPause: 20),
        WebhookSchedule(maximumAttempts: 5, firstPause: 0),
        WebhookSchedule(maximumAttempts: 70, firstPause: 1, longestPause: 2),
    ])
    func attemptsComeAtTheirTimesAndEnd(schedule: WebhookSchedule) {
        var shop = Shop()
        shop.payments.webhookSchedule = schedule
        _ = shop.listen()
        _ = shop.happen()
        var times = [shop.now]
        var pause = schedule.firstPause
        while times.count < schedule.maximumAttempts {
            times.append(times[times.count - 1] + min(pause, schedule.longestPause))
            pause = min(2 * pause, schedule.longestPause)
        }
        var seen: [Int64] = []
        let outcomes: [WebhookOutcome] = [.answered(500), .failed, .answered(302), .answered(404)]
        for second in 0..<400 {
            let start = shop.now
            while let delivery = shop.takeDeliveries().first {
                seen.append(shop.now)
                shop.handBack(delivery, outcomes[second % outcomes.count])
            }
            shop.now = start + 1
        }
        #expect(seen == times)
        #expect(shop.events()[0]["pending_webhooks"] == 1)
        #expect(shop.payments.nextDelivery == nil)
    }

    @Test mutating func pausesNeverOverflow() {
        let schedule = WebhookSchedule(maximumAttempts: .max, firstPause: .max, longestPause: 9)
        #expect([1, 2, 62, 63, 64, 100_000].map { schedule.pause(after: $0) } == Array(repeating: 9, count: 6))
    }

    @Test mutating func aSlowEndpointHoldsUpItselfAlone() {
        let slow = shop.listen("http://127.0.0.1:1/", to: "*")
        let fast = shop.listen("http://127.0.0.1:2/", to: "*")
        #expect(slow.status == 200)
        #expect(fast.status == 200)
        let ids = (0..<5).map { _ in shop.happen() }
        var toFast: [String] = []
        while let delivery = shop.takeDeliveries().first(where: { $0.url.contains(":2/") }) {
            toFast += [delivery.event["data"]?["object"]?["id"]?.text ?? ""]
            shop.handBack(delivery, .answered(200))
        }
        #expect(toFast == ids)
        #expect(shop.events().map { $0["pending_webhooks"]?.number } == [1, 1, 1, 1, 1])
    }

    @Test(arguments: [true, false]) func anEndpointThatIsGoneGetsNothingMore(isDeleted: Bool) {
        var shop = Shop()
        let id = shop.listen().id
        for _ in 0..<3 { _ = shop.happen() }
        let sent = shop.takeDeliveries()
        if isDeleted {
            _ = shop.delete("webhook_endpoints/\(id)")
        } else {
            _ = shop.post("webhook_endpoints/\(id)", [("disabled", "true")])
        }
        _ = shop.happen()
        sent.forEach { shop.handBack($0, .failed) }
        shop.now += 1000
        #expect(sent.count == 1)
        #expect(shop.takeDeliveries() == [])
        #expect(shop.events()[0]["pending_webhooks"] == 0)
        #expect(shop.events()[1]["pending_webhooks"] == 1)
        guard !isDeleted else { return }
        _ = shop.post("webhook_endpoints/\(id)", [("disabled", "false")])
        _ = shop.happen()
        #expect(shop.takeDeliveries().count == 1)
    }

    @Test mutating func whatMayNotBeSentIsNotSentAgain() {
        _ = shop.listen()
        _ = shop.happen()
        shop.takeDeliveries().forEach { shop.handBack($0, .refused(reason: "far away")) }
        #expect(shop.payments.nextDelivery == nil)
        #expect(shop.events()[0]["pending_webhooks"] == 1)
    }

    /// What never arrives is no secret: it is listed with the reason, after a restart too, and not without end.
    @Test mutating func whatWasGivenUpIsListedWithTheReason() throws {
        func reasons() -> [String] {
            shop.get("_tender/deliveries", [("limit", "100")])["data"]?.elements.compactMap { $0["failure"]?.text }
                ?? []
        }
        shop.payments.webhookSchedule = WebhookSchedule(maximumAttempts: 1)
        let endpoint = shop.listen()
        _ = shop.happen()
        shop.takeDeliveries().forEach { shop.handBack($0, .failed) }
        #expect(reasons() == ["given up after attempt 1"])
        for _ in 0..<110 {
            _ = shop.happen()
            shop.takeDeliveries().forEach { shop.handBack($0, .refused(reason: "far away")) }
        }
        #expect(reasons() == Array(repeating: "far away", count: 100))
        var rows = Rows()
        rows.save(shop.payments.takeChanges())
        shop.payments = try rows.restored()
        #expect(reasons().count == 100)
        #expect(shop.takeDeliveries().isEmpty)
        #expect(shop.payments.nextDelivery == nil)
        _ = shop.delete("webhook_endpoints/\(endpoint.id)")
        #expect(reasons().isEmpty)
    }

    @Test mutating func anUnknownOutcomeChangesNothing() {
        _ = shop.listen()
        _ = shop.happen()
        _ = shop.payments.takeChanges()
        shop.payments.delivered("evt_x we_y", .answered(200), now: shop.now)
        #expect(shop.payments.takeChanges() == [])
        #expect(shop.takeDeliveries().count == 1)
    }

    /// Endpoints that fail at random, and a gateway that is killed at random: everything arrives.
    @Test(arguments: 0..<20) func nothingIsLostWhateverFails(seed: Int) throws {
        var dice = Dice(UInt64(seed))
        var shop = Shop()
        shop.payments.webhookSchedule.maximumAttempts = .max
        var rows = Rows()
        var sent: [WebhookDelivery] = []
        var taken: Set<String> = []
        for port in 1...3 { _ = shop.listen("http://127.0.0.1:\(port)/", to: "*") }
        var overlaps = 0
        for step in 0..<400 {
            switch step < 300 ? dice.roll(8) : 7 {
            case 0: _ = shop.happen()
            case 1:
                rows.save(shop.payments.takeChanges())
                shop.payments = try rows.restored()
                shop.payments.webhookSchedule.maximumAttempts = .max
                sent = []
            case 2: shop.now += Int64(dice.roll(3))
            case 3...5:
                guard !sent.isEmpty else { break }
                let delivery = sent.remove(at: dice.roll(sent.count))
                shop.handBack(delivery, [.answered(200), .answered(500), .failed][dice.roll(3)])
            case 6: sent += shop.takeDeliveries(limit: dice.roll(3))
            default:
                sent.forEach { shop.handBack($0, .answered(200)) }
                shop.now += 60
                sent = shop.takeDeliveries()
            }
            if Set(sent.map(\.url)).count != sent.count { overlaps += 1 }
            taken.formUnion(sent.map(\.id))
            rows.save(shop.payments.takeChanges())
        }
        let events = shop.events()
        #expect(events.allSatisfy { $0["pending_webhooks"] == 0 })
        #expect(events.count > 10)
        #expect(taken.count == 3 * events.count)
        #expect(overlaps == 0)
        #expect(shop.payments.nextDelivery == nil)
    }

    @Test mutating func attemptsAreCountedAcrossARestart() throws {
        shop.payments.webhookSchedule = WebhookSchedule(maximumAttempts: 3, firstPause: 5)
        _ = shop.listen()
        _ = shop.happen()
        var rows = Rows()
        var seen: [Int64] = []
        let start = shop.now
        for _ in 0..<30 {
            for delivery in shop.takeDeliveries() {
                seen.append(shop.now - start)
                shop.handBack(delivery, .failed)
            }
            rows.save(shop.payments.takeChanges())
            shop.payments = try rows.restored()
            shop.payments.webhookSchedule = WebhookSchedule(maximumAttempts: 3, firstPause: 5)
            shop.now += 1
        }
        #expect(seen == [0, 5, 15])
        #expect(shop.payments.nextDelivery == nil)
    }
}
