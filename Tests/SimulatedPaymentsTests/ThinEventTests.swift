import TenderBytes
import TenderCrypto
import Testing

@testable import SimulatedPayments

@Suite struct ThinEventTests {
    private static func destination(_ types: [JSONValue]) -> JSONValue {
        [
            "name": "mine", "type": "webhook_endpoint", "event_payload": "thin", "enabled_events": .array(types),
            "webhook_endpoint": ["url": "https://shop.test/hook"], "include": ["webhook_endpoint.signing_secret"],
        ]
    }

    private func types(_ shop: inout Shop, query: String = "") -> [String] {
        (shop.v2("GET", "events", query: "limit=100&" + query)["data"]?.elements ?? []).reversed()
            .compactMap { $0["type"]?.text }
    }

    @Test func whatHappensIsNamedOncePerPart() {
        var shop = Shop()
        let id = shop.v2("POST", "accounts", Shop.seller2).id
        #expect(types(&shop) == ["v2.core.account_person.created", "v2.core.account.created"])
        shop.now += 10
        _ = shop.post("accounts/\(id)", Shop.bank)
        let after = "created[gt]=2027-01-15T08:00:00Z"
        let capabilities = ["merchant", "recipient"].map {
            "v2.core.account[configuration.\($0)].capability_status_updated"
        }
        #expect(types(&shop, query: after) == ["v2.core.account[requirements].updated"] + capabilities)
        #expect(types(&shop, query: "types[]=v2.core.account.created&object_id=\(id)") == ["v2.core.account.created"])
        #expect(types(&shop, query: "object_id=acct_x") == [])
        shop.now += 10
        _ = shop.v2(
            "POST", "accounts/\(id)", ["display_name": "New", "identity": ["individual": ["surname": "Smith"]]])
        #expect(
            types(&shop, query: "created[gte]=2027-01-15T08:00:20Z") == [
                "v2.core.account_person.updated", "v2.core.account.updated", "v2.core.account[identity].updated",
            ])
        let listed = shop.v2("GET", "events", query: "limit=1")
        let event = listed["data"]?.elements.first ?? .null
        #expect(event["related_object"]?["url"] == .string("/v2/core/accounts/\(id)"))
        #expect(event["context"] == .null)
        #expect(shop.v2("GET", "events/\(event["id"]?.text ?? "")").body == event)
        #expect(shop.get("events").body.at("data") == [])
        #expect(shop.v2("GET", "events/evt_x").code == "not_found")
        #expect(shop.v2("GET", "events", query: "created[gt]=soon").code == "invalid_timestamp")
        shop.now += ResourceContext.eventLifetime
        #expect(types(&shop) == [])
    }

    @Test func destinationsGetWhatTheyAskedForSigned() throws {
        var shop = Shop()
        let made = shop.v2("POST", "event_destinations", Self.destination(["v2.core.account.created"]))
        let secret = made["webhook_endpoint", "signing_secret"]?.text ?? ""
        #expect(made["object"] == "v2.core.event_destination")
        #expect(secret.hasPrefix("whsec_"))
        #expect(made["webhook_endpoint", "url"] == .null)
        let account = shop.v2("POST", "accounts", Shop.seller2).id
        let deliveries = shop.payments.takeDueDeliveries(now: shop.now, signedAt: shop.now, limit: 10)
        let delivery = try #require(deliveries.first)
        let event = try JSONValue(parsing: delivery.body)
        #expect(deliveries.count == 1)
        #expect(delivery.url == "https://shop.test/hook")
        #expect(event["type"] == "v2.core.account.created")
        #expect(event["related_object"]?["id"] == .string(account))
        #expect(event["data"] == nil)
        #expect(event["object"] == "v2.core.event")
        let signature = delivery.headers.first { $0.name == "Stripe-Signature" }?.value
        let expected = WebhookSignature.sign(
            payload: delivery.body, timestamp: shop.now, secrets: [SecretBytes(utf8: secret)])
        #expect(signature == expected)
        shop.payments.delivered(delivery.id, .answered(500), now: shop.now)
        let again = shop.payments.takeDueDeliveries(now: shop.now + 60, signedAt: shop.now, limit: 10)
        #expect(again.map(\.id) == [delivery.id])
        shop.payments.delivered(delivery.id, .answered(200), now: shop.now)
        #expect(shop.payments.takeDueDeliveries(now: shop.now + 600, signedAt: shop.now, limit: 10).isEmpty)
    }

    @Test func destinationsAndEndpointsKeepApart() {
        var shop = Shop()
        _ = shop.post("webhook_endpoints", [("url", "https://shop.test/one"), ("enabled_events[]", "*")])
        let made = shop.v2("POST", "event_destinations", Self.destination(["*"])).id
        _ = shop.post("customers")
        _ = shop.v2("POST", "accounts", [:])
        func urls(_ shop: inout Shop) -> [String] {
            var urls: [String] = []
            while true {
                let taken = shop.payments.takeDueDeliveries(now: shop.now, signedAt: shop.now, limit: 10)
                if taken.isEmpty { return urls }
                urls += taken.map(\.url)
                taken.forEach { shop.payments.delivered($0.id, .answered(200), now: shop.now) }
            }
        }
        #expect(urls(&shop).sorted() == ["https://shop.test/hook", "https://shop.test/one"])
        #expect(shop.get("webhook_endpoints").ids.count == 1)
        #expect(shop.v2("GET", "event_destinations").ids == [made])
        #expect(shop.v2("POST", "event_destinations/\(made)/disable")["status"] == "disabled")
        _ = shop.v2("POST", "accounts", [:])
        #expect(urls(&shop) == [])
        let enabled = shop.v2("POST", "event_destinations/\(made)/enable")
        let moved = shop.v2(
            "POST", "event_destinations/\(made)",
            ["webhook_endpoint": ["url": "https://shop.test/two"], "include": ["webhook_endpoint.url"]])
        #expect(enabled["status"] == "enabled")
        #expect(moved["webhook_endpoint", "url"] == "https://shop.test/two")
        _ = shop.v2("POST", "accounts", [:])
        #expect(urls(&shop) == ["https://shop.test/two"])
        #expect(shop.v2("DELETE", "event_destinations/\(made)")["id"] == .string(made))
        #expect(shop.v2("GET", "event_destinations/\(made)").code == "not_found")
        #expect(shop.v2("GET", "event_destinations").ids == [])
    }

    /// What waits to be sent is sent by the gateway that goes on with the rows.
    @Test func deliveriesOutliveARestart() throws {
        var shop = Shop()
        _ = shop.v2("POST", "event_destinations", Self.destination(["v2.core.account.created"]))
        let account = shop.v2("POST", "accounts", Shop.seller2).id
        var later = try SimulatedPayments(seed: [5], records: shop.payments.takeChanges())
        let delivery = try #require(later.takeDueDeliveries(now: shop.now, signedAt: shop.now, limit: 10).first)
        #expect(try JSONValue(parsing: delivery.body)["related_object"]?["id"] == .string(account))
    }

    @Test func wrongDestinationsAreRefused() {
        var shop = Shop()
        let good = Self.destination(["v2.core.account.created"])
        let wrong: [JSONValue] = [
            good.setting("webhook_endpoint.url", to: "nowhere"), good.setting("enabled_events", to: ["charge.x"]),
            good.setting("type", to: "amazon_eventbridge"), good.setting("event_payload", to: "snapshot"),
            good.setting("name", to: nil), good.setting("include", to: ["secret"]),
        ]
        #expect(wrong.map { shop.v2("POST", "event_destinations", $0).status } == wrong.map { _ in 400 })
        let made = (0..<17).map { _ in shop.v2("POST", "event_destinations", good).status }
        #expect(made == Array(repeating: 200, count: 16) + [400])
    }

    @Test func secretsOfDestinationsAreNotInStoredAnswers() {
        var shop = Shop()
        let made = shop.v2("POST", "event_destinations", Self.destination(["*"]), key: "k")
        let secret = made["webhook_endpoint", "signing_secret"]?.text ?? "-"
        let stored = shop.payments.takeChanges().filter { $0.kind == .answer }
        #expect(stored.filter { String(decoding: $0.content ?? [], as: UTF8.self).contains(secret) }.isEmpty)
    }
}
