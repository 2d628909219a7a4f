@testable import SimulatedPayments
import Testing

/// Our own endpoints for those who watch an account.
@Suite struct InspectionTests {
    /// Rare payments among many: no request looks further than it may, and each says how to go on.
    @Test func paymentsInAStateAreFoundInSteps() {
        var shop = Shop()
        let rare = shop.create(100).id
        _ = shop.post("payment_intents/\(rare)/cancel")
        for _ in 0..<ResourceContext.searchWidth { _ = shop.create(100) }
        let newer = shop.create(100).id
        _ = shop.post("payment_intents/\(newer)/cancel")
        let path = "_tender/payment_intents"
        let first = shop.get(path, [("status", "canceled")])
        #expect(first["data"]?.elements.map { $0["id"]?.text } == [newer])
        #expect(first["has_more"] == false)
        let cursor = first["searched_to"]?.text ?? ""
        let second = shop.get(path, [("status", "canceled"), ("starting_after", cursor)])
        #expect(second["data"]?.elements.map { $0["id"]?.text } == [rare])
        #expect(second["searched_to"] == .null)
        let back = shop.get(path, [("status", "canceled"), ("ending_before", rare)])
        #expect(back["data"]?.elements.isEmpty == true)
        #expect(back["searched_to"]?.text != nil)
        let wrong = [("starting_after", "pi_x"), ("ending_before", "pi_x"), ("limit", "101"), ("customer", "x")]
            .map { shop.get(path, [("status", "canceled"), $0]).status }
        #expect(wrong == [400, 400, 400, 400])
        #expect(shop.get(path).param == "status")
    }

    /// The events of a payment are those whose object is it or belongs to it, also after a restart.
    @Test func eventsOfAPaymentAreKnown() throws {
        var shop = Shop()
        let ids = try [1000, 2000].map { try shop.pay($0).id }
        _ = shop.post("refunds", [("payment_intent", ids[0])])
        let seen = { (shop: inout Shop) in
            ids.map { id in
                (shop.get("_tender/events", [("payment_intent", id)])["data"]?.elements ?? []).reversed()
                    .compactMap { $0["type"]?.text }
            }
        }
        let before = seen(&shop)
        #expect(before[0].first == "payment_intent.created")
        #expect(before[0].last == "charge.refunded")
        #expect(before[1] == Array(before[0].dropLast(2)))
        #expect(before[1].count == 3)
        shop.payments = try SimulatedPayments(seed: [9], records: shop.payments.takeChanges())
        #expect(seen(&shop) == before)
        shop.key = "sk_test_other"
        #expect(seen(&shop) == [[], []])
    }

    @Test func timeIsTold() {
        var shop = Shop()
        #expect(
            shop.get("_tender/clock").body == [
                "object": "tender.clock", "advanced": 0, "livemode": false, "now": 1_800_000_000,
            ])
        _ = shop.post("_tender/clock", [("advance", "60")])
        #expect(shop.get("_tender/clock")["now"] == 1_800_000_060)
    }

    @Test func faultsSayWhatTheyAre() throws {
        let texts = [
            "drop-request:create:1", "drop-answer:any:2", "delay:confirm:3:250ms", "status:capture:4:503",
            "status-after:any:5:500", "close-mid-body:refund:6", "html:customers.create:7",
        ]
        var shop = Shop()
        let planned = shop.post("_tender/faults", texts.map { ("faults[]", $0) })
        #expect(planned["faults"]?.elements.compactMap(\.text) == texts)
        let many = shop.post("_tender/faults", (0..<94).map { _ in ("faults[]", "html:any:1") })
        #expect(many.param == "faults")
        #expect(shop.payments.faults.faults.count == 7)
    }
}
