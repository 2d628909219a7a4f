import SimulatedPayments
import Testing

@Suite struct CaptureTests {
    private let manual: Form = [("capture_method", "manual")]

    @Test func aHoldIsCapturedOnce() throws {
        var shop = Shop()
        let (id, held) = try shop.pay(1000, manual)
        #expect(held.state == "requires_capture")
        #expect(held["amount_capturable"]?.number == 1000)
        #expect(shop.ledger(id).captured == 0)
        let captured = shop.post("payment_intents/\(id)/capture")
        #expect(captured.state == "succeeded")
        #expect(captured["amount_capturable"]?.number == 0)
        let again = shop.post("payment_intents/\(id)/capture")
        #expect(again.code == "payment_intent_unexpected_state")
        #expect(shop.ledger(id).captured == 1000)
    }

    @Test func aPartialCaptureReleasesTheRest() throws {
        var shop = Shop()
        let (id, _) = try shop.pay(1000, manual)
        let answer = shop.post(
            "payment_intents/\(id)/capture", [("amount_to_capture", "600"), ("expand[]", "latest_charge")])
        #expect(answer["amount"]?.number == 1000)
        #expect(answer["amount_received"]?.number == 600)
        #expect(answer["latest_charge", "amount_captured"]?.number == 600)
        #expect(answer["latest_charge", "amount_refunded"]?.number == 400)
        #expect(answer["latest_charge", "refunded"] == false)
        let ledger = shop.ledger(id)
        #expect(ledger.captured == 600)
        #expect(ledger.released == 400)
    }

    @Test func aTipMayGoOverTheHoldWhereTheCardAllowsIt() throws {
        // The limit is half as much again or fifty units more, whichever is larger.
        let table: [(String, Int64, Int64, Bool)] = [
            ("visa", 4000, 9000, true), ("visa", 4000, 9001, false), ("visa", 20000, 30000, true),
            ("visa", 20000, 30001, false), ("jcb", 4000, 4001, false), ("jcb", 4000, 4000, true),
            ("visa", 4000, 0, false), ("visa", 4000, -1, false),
        ]
        var wrong: [String] = []
        for (card, held, captured, isAllowed) in table {
            var shop = Shop()
            let (id, _) = try shop.pay(held, card: card, manual)
            let answer = shop.post("payment_intents/\(id)/capture", [("amount_to_capture", "\(captured)")])
            let charge = shop.get("payment_intents/\(id)", [("expand[]", "latest_charge")])["latest_charge"]
            let authorized = charge?["payment_method_details"]?["card_present"]?["amount_authorized"]?.number
            let isRight =
                isAllowed
                ? answer["amount"]?.number == captured && shop.ledger(id).captured == captured && authorized == held
                : answer.status == 400 && shop.ledger(id).captured == 0
            if !isRight { wrong.append("\(card) \(held) \(captured): \(answer.state)") }
        }
        #expect(wrong == [])
    }

    @Test func aCancelReleasesTheHold() throws {
        var shop = Shop()
        let (id, _) = try shop.pay(1000, manual)
        let answer = shop.post(
            "payment_intents/\(id)/cancel",
            [("cancellation_reason", "requested_by_customer"), ("expand[]", "latest_charge")])
        #expect(answer.state == "canceled")
        #expect(answer["cancellation_reason"] == "requested_by_customer")
        #expect(answer["latest_charge", "refunded"] == true)
        #expect(answer["latest_charge", "captured"] == false)
        #expect(shop.ledger(id).released == 1000)
        #expect(shop.ledger(id).captured == 0)
        #expect(shop.post("payment_intents/\(id)/cancel", [("cancellation_reason", "expired")]).status == 400)
    }

    @Test func aHoldExpiresAfterTwoDays() throws {
        var shop = Shop()
        let (id, held) = try shop.pay(1000, manual + [("expand[]", "latest_charge")])
        _ = held
        let charge = shop.get("payment_intents/\(id)", [("expand[]", "latest_charge")])["latest_charge"]
        let limit = charge?["payment_method_details"]?["card_present"]?["capture_before"]?.number
        #expect(limit == shop.now + SimulatedPayments.holdLifetime)
        shop.now += SimulatedPayments.holdLifetime - 1
        #expect(shop.get("payment_intents/\(id)").state == "requires_capture")
        shop.now += 1
        let late = shop.post("payment_intents/\(id)/capture")
        #expect(late.code == "payment_intent_unexpected_state")
        #expect(late["error", "payment_intent", "cancellation_reason"] == "automatic")
        #expect(shop.ledger(id).released == 1000)
        #expect(shop.ledger(id).captured == 0)
    }

    @Test func schemesDecideHowTheyAreCaptured() throws {
        let preferred: Form = [("payment_method_options[card_present][capture_method]", "manual_preferred")]
        let table: [(String, String, Form, String)] = [
            ("interac", "cad", manual, "succeeded"), ("interac", "cad", [], "succeeded"),
            ("visa", "cad", manual, "requires_capture"), ("visa", "aud", preferred, "requires_capture"),
            ("eftposAuDebit", "aud", preferred, "succeeded"), ("eftposAuDebit", "aud", [], "succeeded"),
            ("eftposAuDebit", "aud", manual, "HTTP 402 card_declined"),
            ("eftposAuVisaDebit", "aud", manual, "requires_capture"),
        ]
        var wrong: [String] = []
        for (card, currency, more, expected) in table {
            var shop = Shop()
            let types: Form =
                currency == "cad"
                ? [("payment_method_types[0]", "card_present"), ("payment_method_types[1]", "interac_present")] : []
            let (id, answer) = try shop.pay(1000, currency, card: card, types + more)
            let captured = expected == "succeeded" ? Int64(1000) : 0
            if answer.state != expected || shop.ledger(id).captured != captured {
                wrong.append("\(card): \(answer.state)")
            }
        }
        #expect(wrong == [])
    }

    @Test func interacNeedsItsTypeAndItsCurrency() throws {
        var shop = Shop()
        let (_, answer) = try shop.pay(1000, "cad", card: "interac")
        #expect(answer.status == 400)
        #expect(answer.code == "payment_intent_incompatible_payment_method")
        #expect(shop.create(1000, "eur", [("payment_method_types[]", "interac_present")]).param == "currency")
    }
}
