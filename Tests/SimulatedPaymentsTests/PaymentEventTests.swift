import SimulatedPayments
import Testing

/// Which events a payment makes.
@Suite struct PaymentEventTests {
    private static func types(_ shop: Shop, since count: Int = 0) -> [String] {
        var copy = shop
        let all = copy.payments.takeChanges().filter { $0.kind == .event }.compactMap { record in
            record.content.flatMap { try? JSONValue(parsing: $0) }?["type"]?.text
        }
        return Array(all.dropFirst(count))
    }

    @Test func everyStepOfAPaymentIsTold() throws {
        var shop = Shop()
        let held = try shop.pay(1000, [("capture_method", "manual")]).id
        _ = shop.post("payment_intents/\(held)/capture")
        _ = shop.post("refunds", [("payment_intent", held)])
        #expect(
            Self.types(shop) == [
                "payment_intent.created", "charge.succeeded", "payment_intent.amount_capturable_updated",
                "charge.captured", "payment_intent.succeeded", "refund.created", "charge.refunded",
            ])
    }

    @Test func moneyThatIsBookedLaterIsToldOfLater() throws {
        let booked = ["charge.succeeded", "payment_intent.succeeded"]
        let table: [(String?, [String])] = [
            ("automatic", booked), ("automatic_async", booked + ["charge.updated"]), (nil, booked + ["charge.updated"]),
            ("manual", ["charge.succeeded", "payment_intent.amount_capturable_updated"]),
        ]
        for (method, types) in table {
            var shop = Shop()
            let form: Form = [
                ("amount", "2000"), ("currency", "usd"), ("confirm", "true"), ("payment_method", "pm_card_visa"),
                ("payment_method_types[]", "card"),
            ]
            let paid = shop.post("payment_intents", form + (method.map { [("capture_method", $0)] } ?? []))
            #expect(paid.status == 200)
            #expect(Self.types(shop) == ["payment_intent.created"] + types)
            let events = shop.get("events", [("type", "charge.*")])["data"]?.elements ?? []
            let movements = events.reversed().map { $0["data"]?["object"]?["balance_transaction"]?.text != nil }
            #expect(movements == (types.count == 3 ? [false, true] : [method == "automatic"]))
            if types.count == 3 {
                #expect(events.first?["data"]?["previous_attributes"] == ["balance_transaction": nil])
            }
        }
    }

    @Test func declinesCancellationsAndExpiriesAreTold() throws {
        var shop = Shop()
        _ = try shop.pay(1001)
        let canceled = try shop.pay(1000, [("capture_method", "manual")]).id
        _ = shop.post("payment_intents/\(canceled)/cancel")
        _ = try shop.pay(1000, [("capture_method", "manual")])
        shop.now += SimulatedPayments.holdLifetime
        _ = shop.get("balance")
        let types = Self.types(shop)
        #expect(types.prefix(3) == ["payment_intent.created", "charge.failed", "payment_intent.payment_failed"])
        #expect(types.dropFirst(6).prefix(2) == ["charge.refunded", "payment_intent.canceled"])
        #expect(types.suffix(2) == ["charge.expired", "payment_intent.canceled"])
    }

    @Test func whatIsRefusedIsNoEvent() throws {
        var shop = Shop()
        let id = try shop.pay(1000).id
        let before = Self.types(shop).count
        _ = shop.post("payment_intents/\(id)/capture")
        _ = shop.post("payment_intents/\(id)/cancel")
        _ = shop.post("refunds", [("payment_intent", id), ("amount", "2000")])
        #expect(Self.types(shop).count == before)
    }
}
