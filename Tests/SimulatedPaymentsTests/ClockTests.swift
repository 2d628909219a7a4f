import SimulatedPayments
import Testing

/// Time that is let pass by a request, for programs that see the gateway from outside alone.
@Suite struct ClockTests {
    private static let day: Int64 = 24 * 3600
    private var shop = Shop()

    private mutating func advance(_ seconds: Int64, idempotency: String? = nil) -> Shop.Answer {
        shop.post("_tender/clock", [("advance", "\(seconds)")], idempotency: idempotency)
    }

    @Test mutating func timeBringsWhatItBrings() throws {
        let (held, _) = try shop.pay(1000, [("capture_method", "manual")])
        let paid = shop.post(
            "payment_intents",
            [
                ("amount", "1000"), ("currency", "usd"), ("payment_method_types[]", "card"), ("confirm", "true"),
                ("payment_method", "pm_card_pendingRefund"),
            ])
        let refund = shop.post("refunds", [("payment_intent", paid.id), ("amount", "1")])
        let reader = shop.register()
        let collected = shop.create(1000).id
        _ = shop.tell(reader, "collect_payment_method", [("payment_intent", collected)])
        _ = shop.present(on: reader)
        let key = shop.ephemeralKey(for: shop.customer())["secret"]?.text ?? ""

        _ = advance(SimulatedPayments.collectionLifetime - 1)
        #expect(shop.intent(collected).state == "requires_confirmation")
        _ = advance(1)
        #expect(shop.intent(collected).state == "requires_payment_method")
        #expect(refund.state == "pending")
        #expect(shop.get("refunds/\(refund.id)").state == "pending")
        _ = advance(SimulatedPayments.refundDelay)
        #expect(shop.get("refunds/\(refund.id)").state == "succeeded")
        _ = advance(3600)
        #expect(shop.get("payment_methods", key: key).refusal == "401 api_key_expired")
        _ = advance(Self.day)
        #expect(shop.intent(held).state == "requires_capture")
        #expect(shop.get("balance")["available"]?.elements.first?["amount"] == 0)
        _ = advance(Self.day)
        #expect(shop.intent(held).state == "canceled")
        #expect(shop.ledger(held).released == 1000)
        #expect(shop.get("balance")["available"]?.elements.first?["amount"] == 940)
    }

    @Test mutating func aKeyIsNewAfterADay() {
        let form: Form = [("amount", "1000"), ("currency", "usd")]
        let first = shop.post("payment_intents", form, idempotency: "k").id
        _ = advance(Self.day - 1)
        #expect(shop.post("payment_intents", form, idempotency: "k").id == first)
        _ = advance(1)
        #expect(shop.post("payment_intents", form, idempotency: "k").id != first)
    }

    @Test mutating func aRepeatedRequestMovesTheTimeOnce() {
        let answers = (0..<3).map { _ in advance(3 * Self.day, idempotency: "k") }
        #expect(
            answers.map { $0["advanced"] } == [.integer(3 * Self.day), .integer(3 * Self.day), .integer(3 * Self.day)])
        #expect(answers[0]["now"] == .integer(shop.now + 3 * Self.day))
        #expect(shop.create(1000)["created"] == .integer(shop.now + 3 * Self.day))
    }

    @Test mutating func anotherAttemptOfAnEventIsMadeAtItsTime() throws {
        _ = shop.listen()
        _ = shop.happen()
        let first = try #require(shop.takeDeliveries().first)
        shop.handBack(first, .failed)
        #expect(shop.takeDeliveries().isEmpty)
        #expect(shop.payments.nextDelivery == shop.now + 1)
        _ = advance(1)
        #expect(shop.payments.hasDueDelivery(now: shop.now))
        #expect(shop.takeDeliveries().map(\.id) == [first.id])
        shop.handBack(first, .failed)
        #expect(shop.payments.nextDelivery == shop.now + 2)
    }

    @Test mutating func theTimeStaysAfterARestart() throws {
        _ = advance(100)
        _ = advance(Self.day)
        var rows = Rows()
        rows.save(shop.payments.takeChanges())
        shop.payments = try rows.restored()
        #expect(advance(1)["advanced"] == .integer(Self.day + 101))
        #expect(shop.create(1000)["created"] == .integer(shop.now + Self.day + 101))
    }

    @Test mutating func timeGoesForwardAndAtTheWordOfTheAccountAlone() {
        let refused: [Form] = [
            [], [("advance", "0")], [("advance", "-1")], [("advance", "x")], [("advance", "1.5")], [("advance", "")],
            [("advance", "\(SimulatedPayments.longestAdvance + 1)")], [("advance", "\(Int64.max)")],
            [("advance", "1"), ("now", "1")], [("advance[a]", "1")],
        ]
        #expect(refused.map { shop.post("_tender/clock", $0).status } == refused.map { _ in 400 })
        let key = shop.ephemeralKey(for: shop.customer())["secret"]?.text ?? ""
        let keys = ["pk_test_shop", "sk_live_shop", key]
        #expect(keys.map { shop.post("_tender/clock", [("advance", "1")], key: $0).status } == [401, 401, 403])
        #expect(shop.create(1000)["created"] == .integer(shop.now))
    }

    @Test mutating func itEndsInAHundredYears() {
        var answers: [Int] = []
        for _ in 0..<101 { answers.append(advance(SimulatedPayments.longestAdvance).status) }
        #expect(answers == Array(repeating: 200, count: 100) + [400])
    }
}
