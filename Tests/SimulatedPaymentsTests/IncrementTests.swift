import SimulatedPayments
import Testing

@Suite struct IncrementTests {
    private static let raisable: Form = [
        ("capture_method", "manual"),
        ("payment_method_options[card_present][request_incremental_authorization_support]", "true"),
    ]

    @Test func aHoldIsRaisedAndCapturedWhole() throws {
        var shop = Shop()
        let id = try shop.pay(1000, Self.raisable).id
        let raised = shop.post("payment_intents/\(id)/increment_authorization", [("amount", "1500")])
        #expect(raised["amount"] == 1500)
        #expect(raised["amount_capturable"] == 1500)
        #expect(raised.state == "requires_capture")
        #expect(shop.post("payment_intents/\(id)/capture")["amount_received"] == 1500)
        #expect(shop.ledger(id).captured == 1500)
        #expect(shop.ledger(id).authorized == 1500)
        #expect(shop.ledger(id).released == 0)
    }

    @Test func theBrandDecidesWhetherAHoldIsRaised() throws {
        let cards = ["visa", "mastercard", "amex", "discover", "diners", "jcb", "unionPay"]
        let states = try cards.map { card in
            var shop = Shop()
            let id = try shop.pay(1000, "eur", card: card, Self.raisable).id
            let raised = shop.post("payment_intents/\(id)/increment_authorization", [("amount", "1500")])
            return "\(raised.state) \(raised["amount"]?.number ?? 0)"
        }
        let refused = "HTTP 400 payment_intent_invalid_parameter 0"
        let accepted = Array(repeating: "requires_capture 1500", count: 4)
        #expect(states == accepted + Array(repeating: refused, count: 3))
    }

    @Test func aRefusedIncrementLeavesTheHold() throws {
        var shop = Shop()
        let id = try shop.pay(1000, Self.raisable).id
        let refused = shop.post(
            "payment_intents/\(id)/increment_authorization", [("amount", "1501"), ("description", "more")])
        let intent = shop.get("payment_intents/\(id)")
        #expect(refused.state == "HTTP 402 card_declined")
        #expect(refused.declineCode == "call_issuer")
        #expect(intent["amount"] == 1000)
        #expect(intent["amount_capturable"] == 1000)
        #expect(intent["description"] == .null)
    }

    @Test func whatIsSaidBesideTheAmountIsCheckedBeforeTheIssuerIsAsked() throws {
        var shop = Shop()
        let id = try shop.pay(1000, Self.raisable).id
        let forms: [Form] = [
            [("application_fee_amount", "10")], [("transfer_data[amount]", "10")],
            [("metadata[\(String(repeating: "k", count: 41))]", "v")],
        ]
        let states = forms.map {
            shop.post("payment_intents/\(id)/increment_authorization", [("amount", "1500")] + $0).status
        }
        #expect(states == [400, 400, 400])
        #expect(shop.get("payment_intents/\(id)")["amount"] == 1000)
        #expect(shop.ledger(id).authorized == 1000)
    }

    @Test func whoDidNotAskForItCannotRaise() throws {
        var shop = Shop()
        let plain = try shop.pay(1000, [("capture_method", "manual")]).id
        let open = shop.create(1000, "eur", Self.raisable).id
        let id = try shop.pay(1000, Self.raisable).id
        let states = [(plain, "1500"), (open, "1500"), (id, "1000"), (id, "900")].map { id, amount in
            shop.post("payment_intents/\(id)/increment_authorization", [("amount", amount)]).state
        }
        #expect(
            states == [
                "HTTP 400 payment_intent_invalid_parameter", "HTTP 400 payment_intent_unexpected_state",
                "HTTP 400 payment_intent_invalid_parameter", "HTTP 400 payment_intent_invalid_parameter",
            ])
    }

    @Test func tenAttemptsAreAllRefusalsIncluded() throws {
        var shop = Shop()
        let id = try shop.pay(1000, Self.raisable).id
        let states = (1...11).map { step in
            let amount = 1000 + step * 100 + (step % 2)
            return shop.post("payment_intents/\(id)/increment_authorization", [("amount", "\(amount)")]).status
        }
        #expect(states == [402, 200, 402, 200, 402, 200, 402, 200, 402, 200, 400])
    }

    @Test func aCaptureBeyondTheTipAsksForMore() throws {
        var shop = Shop()
        let id = try shop.pay(20000, Self.raisable).id
        // More than half as much again is no tip.
        let captured = shop.post("payment_intents/\(id)/capture", [("amount_to_capture", "40000")])
        #expect(captured["amount_received"] == 40000)
        #expect(shop.ledger(id).captured == 40000)
        let plain = try shop.pay(20000, [("capture_method", "manual")]).id
        let refused = shop.post("payment_intents/\(plain)/capture", [("amount_to_capture", "40000")])
        #expect(refused.state == "HTTP 400 amount_too_large")
        #expect(refused.param == "amount_to_capture")
    }
}
