import SimulatedPayments
import Testing

@Suite struct IdempotencyTests {
    private let form: Form = [("amount", "1000"), ("currency", "eur"), ("payment_method_types[]", "card_present")]

    @Test func aRepeatedRequestGetsTheAnswerOfThen() throws {
        var shop = Shop()
        let first = shop.post("payment_intents", form, idempotency: "k")
        #expect(first.header("Idempotent-Replayed") == nil)
        #expect(first.header("Idempotency-Key") == "k")
        _ = shop.post("payment_intents/\(first.id)/cancel")
        let again = shop.post("payment_intents", form.reversed(), idempotency: "k")
        #expect(again.bytes == first.bytes)
        #expect(again.header("Idempotent-Replayed") == "true")
        #expect(again.header("Original-Request") == first.header("Request-Id"))
        #expect(again.header("Request-Id") != first.header("Request-Id"))
    }

    @Test func aRepeatedConfirmChargesOnce() throws {
        var shop = Shop()
        let id = shop.create(1000).id
        let card = try shop.present("visa", 1000)
        let answers = (0..<3).map { _ in shop.post("payment_intents/\(id)/confirm", card, idempotency: "k") }
        #expect(answers.allSatisfy { $0.state == "succeeded" })
        #expect(shop.ledger(id).authorizations == 1)
    }

    @Test func aKeyBelongsToItsParametersAndPath() {
        var shop = Shop()
        let first = shop.post("payment_intents", form, idempotency: "k")
        let changed = shop.post("payment_intents", [("amount", "1001")] + form.dropFirst(), idempotency: "k")
        let moved = shop.post("payment_intents/\(first.id)/cancel", [], idempotency: "k")
        for answer in [changed, moved] {
            #expect(answer.status == 400)
            #expect(answer["error", "type"] == "idempotency_error")
        }
        #expect(
            moved["error", "message"]?.text
                == "Keys for idempotent requests can only be used for the same endpoint they were first used for "
                + "('/v1/payment_intents/\(first.id)/cancel' vs '/v1/payment_intents'). Try using a key other than 'k' "
                + "if you meant to execute a different request.")
        #expect(shop.get("payment_intents/\(first.id)").state == "requires_payment_method")
        #expect(shop.get("payment_intents")["data"]?.elements.count == 1)
    }

    /// What is kept under a key must not tell by trial which card it was: a hash of few unknown digits would.
    @Test func ofACardTheEndAloneIsKept() {
        var shop = Shop()
        func method(_ number: String, _ code: String) -> [(String, String)] {
            [
                ("type", "card"), ("card[number]", number), ("card[exp_month]", "12"), ("card[exp_year]", "2034"),
                ("card[cvc]", code),
            ]
        }
        let answers = [
            method("4242424242424242", "123"), method("4242424242424242", "321"), method("5555555555554444", "123"),
        ].map { form in shop.post("payment_methods", form, idempotency: "k") }
        #expect(answers.map(\.status) == [200, 200, 400])
        #expect(answers[0].bytes == answers[1].bytes)
    }

    @Test func declinesAndStateErrorsAreStoredAndValidationIsNot() throws {
        var shop = Shop()
        let id = shop.create(1001).id
        let card = try shop.present("visa", 1001)
        let declined = shop.post("payment_intents/\(id)/confirm", card, idempotency: "decline")
        let repeated = shop.post("payment_intents/\(id)/confirm", card, idempotency: "decline")
        #expect(repeated.status == 402)
        #expect(repeated.bytes == declined.bytes)
        #expect(shop.ledger(id).declines == 1)
        let state = shop.post("payment_intents/\(id)/capture", [], idempotency: "state")
        _ = shop.post("payment_intents/\(id)/cancel")
        let again = shop.post("payment_intents/\(id)/capture", [], idempotency: "state")
        #expect(state.bytes == again.bytes)
        #expect(again.header("Idempotent-Replayed") == "true")
        #expect(shop.post("payment_intents", [("amount", "x")], idempotency: "corrected").status == 400)
        #expect(shop.post("payment_intents", form, idempotency: "corrected", key: "sk_bad").status == 401)
        #expect(shop.post("payment_intents/nowhere/cancel", [], idempotency: "corrected").status == 404)
        #expect(shop.post("payment_intents", form, idempotency: "corrected").status == 200)
    }

    @Test func aKeyInUseIsRefusedUntilItsRequestIsAnswered() throws {
        var shop = Shop()
        let request = shop.request("POST", "payment_intents", form, idempotency: "k")
        guard case .held(let held) = shop.payments.hold(request) else { throw Shop.Missing() }
        #expect(shop.payments.hold(request) == .inUse)
        let busy = Shop.Answer(shop.payments.handle(request, now: shop.now))
        #expect(busy.status == 409)
        #expect(busy.code == "idempotency_key_in_use")
        let other = shop.post("payment_intents", form, idempotency: "k", key: "sk_test_other")
        #expect(other.status == 200)
        guard case .answer(let late) = shop.payments.handle(request, fault: nil, held: held, now: shop.now) else {
            throw Shop.Missing()
        }
        let again = shop.post("payment_intents", form, idempotency: "k")
        #expect(late.status == 200)
        #expect(again.bytes == late.body)
        #expect(shop.get("payment_intents")["data"]?.elements.count == 1)
    }

    @Test func aKeyIsNewAfterADay() {
        var shop = Shop()
        let first = shop.post("payment_intents", form, idempotency: "k").id
        shop.now += SimulatedPayments.keyLifetime - 1
        #expect(shop.post("payment_intents", form, idempotency: "k").id == first)
        shop.now += 1
        #expect(shop.post("payment_intents", form, idempotency: "k").id != first)
    }

    @Test func keysHaveALength() {
        var shop = Shop()
        let statuses = ["", "x", String(repeating: "x", count: 255), String(repeating: "x", count: 256)].map {
            shop.post("payment_intents", form, idempotency: $0).status
        }
        #expect(statuses == [400, 200, 200, 400])
    }

    @Test func theKeyOfAReadHasNoEffect() {
        var shop = Shop()
        let id = shop.create(1000).id
        var request = shop.request("GET", "payment_intents/\(id)", idempotency: "k")
        _ = shop.payments.handle(request, now: shop.now)
        _ = shop.post("payment_intents/\(id)/cancel")
        #expect(Shop.Answer(shop.payments.handle(request, now: shop.now)).state == "canceled")
        request.method = "POST"
        request.path += "/capture"
        #expect(shop.payments.handle(request, now: shop.now).header("Idempotent-Replayed") == nil)
    }
}
