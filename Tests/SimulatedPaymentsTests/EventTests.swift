@testable import SimulatedPayments
import TenderModel
import Testing

@Suite struct EventTests {
    @Test func anEventTellsWhatHappenedToWhichObjectAndByWhichRequest() throws {
        var shop = Shop()
        let form: Form = [("amount", "1000"), ("currency", "eur")]
        let intent = shop.post("payment_intents", form, idempotency: "k1")
        let event = try #require(shop.events().first)
        #expect(event["object"] == "event")
        #expect(event["type"] == "payment_intent.created")
        #expect(event["livemode"] == false)
        #expect(event["id"]?.text?.hasPrefix("evt_") == true)
        #expect(event["created"]?.number == shop.now)
        #expect(event["data"] == ["object": intent.body])
        #expect(event["api_version"] == "2026-10-28.endive")
        #expect(event["pending_webhooks"] == 0)
        #expect(event["request"] == ["id": .optional(intent.header("Request-Id")), "idempotency_key": "k1"])
        #expect(shop.get("events/\(event["id"]?.text ?? "")").body == event)
        #expect(shop.post("payment_intents", form, idempotency: "k1").header("Idempotent-Replayed") == "true")
        #expect(shop.events().count == 1)
    }

    @Test func aSnapshotStaysAsItWas() throws {
        var shop = Shop()
        let (id, answer) = try shop.pay(1000, card: "chargeDeclined")
        #expect(answer.status == 402)
        _ = shop.post("payment_intents/\(id)/cancel")
        _ = shop.happen()
        let before = shop.events()
        #expect(before.contains { $0["data"]?["object"]?["last_payment_error"]?["payment_method"]?["id"] != nil })
        let method = try #require(
            answer["error", "payment_method", "id"]?.text.flatMap { shop.payments.context.paymentMethods[$0] })
        var other = PaymentMethodRow(
            id: method.id, account: method.account, created: 1, type: .interacPresent, card: method.card,
            fingerprint: "other", testCard: nil, hasPIN: false, amount: 1, currency: .eur)
        other.isUsed = true
        shop.payments.context.put(other)
        for id in before.compactMap({ $0["data"]?["object"]?["id"]?.text }) {
            _ = shop.post("payment_intents/\(id)", [("amount", "2000"), ("metadata[a]", "b")])
            _ = shop.post("payment_intents/\(id)/cancel")
        }
        #expect(shop.events().suffix(before.count) == before[...])
    }

    @Test func eventsAreListedByTypeTimeAndDelivery() {
        var shop = Shop()
        let first = shop.now
        let canceled = shop.happen()
        shop.now += 10
        _ = shop.post("payment_intents/\(canceled)/cancel")
        #expect(shop.listen().status == 200)
        shop.now += 10
        _ = shop.happen()
        let types = { (events: [JSONValue]) in events.compactMap { $0["type"]?.text } }
        let all = ["payment_intent.created", "payment_intent.canceled", "payment_intent.created"]
        #expect(types(shop.events()) == all)
        #expect(types(shop.events([("type", "payment_intent.canceled")])) == ["payment_intent.canceled"])
        #expect(types(shop.events([("type", "payment_intent.*")])) == all)
        #expect(shop.events([("type", "charge.*")]) == [])
        #expect(
            types(shop.events([("types[]", "payment_intent.canceled"), ("types[]", "charge.failed")])) == [
                "payment_intent.canceled"
            ])
        #expect(types(shop.events([("created[gt]", "\(first)"), ("created[lte]", "\(first + 10)")])).count == 1)
        #expect(shop.events([("delivery_success", "false")]).count == 1)
        #expect(shop.events([("delivery_success", "true")]).count == 2)
        let page = shop.get("events", [("limit", "2")])
        #expect(page["has_more"] == true)
        #expect(page["url"] == "/v1/events")
        #expect(page["object"] == "list")
        #expect(shop.get("events", [("type", "a.b"), ("types[]", "a.b")]).code == "parameters_exclusive")
        #expect(shop.get("events", (0..<21).map { ("types[\($0)]", "charge.failed") }).param == "types")
    }

    @Test func anotherAccountSeesNothing() throws {
        var shop = Shop()
        _ = shop.happen()
        let id = try #require(shop.events().first?["id"]?.text)
        #expect(shop.events(key: "sk_test_other") == [])
        let missing = shop.get("events/\(id)", key: "sk_test_other")
        #expect(missing.status == 404)
        #expect(missing.code == "resource_missing")
        #expect(missing.param == "id")
        #expect(shop.get("events", key: "pk_test_shop").code == "secret_key_required")
    }

    @Test func eventsAreForgottenAfterThirtyDays() throws {
        var shop = Shop()
        _ = shop.happen()
        let id = try #require(shop.events().first?["id"]?.text)
        shop.now += ResourceContext.eventLifetime - 1
        #expect(shop.get("events/\(id)").status == 200)
        #expect(shop.events().count == 1)
        shop.now += 1
        #expect(shop.get("events/\(id)").status == 404)
        #expect(shop.events() == [])
    }

    @Test(arguments: [
        ("charge.failed", "charge.failed", true), ("charge.failed", "charge.failed.x", false), ("*", "a.b", true),
        ("charge.*", "charge.failed", true), ("charge.*", "charge.dispute.created", true), ("*.created", "a.b", false),
        ("*.created", "customer.created", true), ("a.*.b", "a.b", false), ("a*a", "a", false),
    ])
    func aFilterTakesItsEvents(filter: String, type: String, isTaken: Bool) {
        #expect(EventTypes.filter(filter, takes: type) == isTaken)
    }

    @Test func theNamesAreThoseOfTheAPI() {
        #expect(EventTypes.all.count > 200)
        #expect(Set(EventTypes.all).count == EventTypes.all.count)
        let needed = [
            "account.updated", "charge.dispute.created", "checkout.session.completed", "payment_intent.succeeded",
            "payout.paid", "terminal.reader.action_failed", "transfer.reversed", "setup_intent.setup_failed",
        ]
        #expect(needed.filter { !EventTypes.all.contains($0) } == [])
    }

    @Test func anUpdateThatChangesNothingIsNoEvent() throws {
        var shop = Shop()
        let call = try Self.call(of: shop)
        var document = shop.payments.context.makeDocument(
            Resource("thing", prefix: "th"), ["a": "1", "b": ["c": "2", "d": "3"]], call)
        let old = document
        shop.payments.context.emit("customer.updated", document, was: old, by: call)
        #expect(shop.events() == [])
        document["b"] = ["c": "2", "d": "4", "e": "5"]
        shop.payments.context.put(document)
        shop.payments.context.emit("customer.updated", document, was: old, by: call)
        let event = try #require(shop.events().first)
        #expect(event["data"]?["previous_attributes"] == ["b": ["d": "3", "e": nil]])
        #expect(event["data"]?["object"]?["b"]?["d"] == "4")
    }

    private static func call(of shop: Shop) throws -> Call {
        let route = try #require(Route(.create))
        return try Call(
            name: "", key: nil, requestID: "req_1", route: route, credential: Credential(key: shop.key), version: nil,
            fields: [:], now: shop.now)
    }

    @Test func whatWasBeforeAppliedToWhatIsNowGivesWhatWas() {
        var dice = Dice(7)
        var wrong: [(JSONValue, JSONValue)] = []
        var changes = 0
        for _ in 0..<5_000 {
            let old = Self.object(&dice, depth: 3)
            let new = Self.changed(old, &dice)
            let previous = ResourceContext.changes(from: old, to: new)
            if previous != [:] { changes += 1 }
            let isLeast = (Self.withoutNulls(old) == Self.withoutNulls(new)) == (previous == [:])
            if Self.withoutNulls(Self.applied(previous, to: new)) != Self.withoutNulls(old) || !isLeast {
                wrong.append((old, new))
            }
            if ResourceContext.changes(from: old, to: old) != [:] { wrong.append((old, old)) }
        }
        #expect(wrong.count == 0, "\(wrong.first.map { "\($0)" } ?? "")")
        #expect(changes > 2_500)
    }

    /// Puts back what an update changed: null stands for a member that was not there, or was null.
    private static func applied(_ previous: JSONValue, to new: JSONValue) -> JSONValue {
        guard case .object(let before) = previous, case .object(var members) = new else { return previous }
        for (name, value) in before { members[name] = applied(value, to: members[name] ?? .null) }
        return .object(members)
    }

    private static func withoutNulls(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(members.filter { $0.value != .null }.mapValues(withoutNulls))
    }

    private static func value(_ dice: inout Dice, depth: Int) -> JSONValue {
        switch dice.roll(depth > 0 ? 7 : 4) {
        case 0: .null
        case 1: .bool(dice.roll(2) == 0)
        case 2: .integer(Int64(dice.roll(3)))
        case 3: .string("t\(dice.roll(3))")
        case 4: .array((0..<dice.roll(3)).map { _ in value(&dice, depth: depth - 1) })
        default: object(&dice, depth: depth - 1)
        }
    }

    private static func object(_ dice: inout Dice, depth: Int) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for _ in 0..<dice.roll(5) { members["m\(dice.roll(6))"] = value(&dice, depth: depth) }
        return .object(members)
    }

    private static func changed(_ value: JSONValue, _ dice: inout Dice) -> JSONValue {
        guard case .object(var members) = value else { return Self.value(&dice, depth: 2) }
        for name in members.keys.sorted() {
            switch dice.roll(4) {
            case 0: members[name] = nil
            case 1: members[name] = changed(members[name] ?? .null, &dice)
            default: break
            }
        }
        if dice.roll(2) == 0 { members["m\(dice.roll(8))"] = Self.value(&dice, depth: 2) }
        return .object(members)
    }
}
