import SimulatedPayments
import Testing

@Suite struct RefundTests {
    @Test func refundsNeverExceedWhatWasCaptured() throws {
        var shop = Shop()
        let (id, _) = try shop.pay(1000)
        let part = shop.post(
            "refunds",
            [("payment_intent", id), ("amount", "600"), ("reason", "requested_by_customer"), ("metadata[a]", "b")])
        #expect(part.state == "succeeded")
        #expect(part["reason"] == "requested_by_customer")
        #expect(part["metadata"] == ["a": "b"])
        let over = shop.post("refunds", [("payment_intent", id), ("amount", "401")])
        #expect(over.status == 400)
        #expect(over.param == "amount")
        let message = over["error", "message"]?.text
        #expect(message == "Refund amount (€4.01) is greater than unrefunded amount on charge (€4.00)")
        let rest = shop.post("refunds", [("charge", part["charge"]?.text ?? "")])
        #expect(rest["amount"]?.number == 400)
        #expect(shop.post("refunds", [("payment_intent", id)]).code == "charge_already_refunded")
        #expect(shop.ledger(id).refunded == 1000)
        let charge = shop.get("refunds/\(rest.id)", [("expand[]", "charge")])["charge"]
        #expect(charge?["refunded"] == true)
        #expect(charge?["amount_refunded"]?.number == 1000)
        #expect(shop.get("payment_intents/\(id)").state == "succeeded")
    }

    @Test func aPartialCaptureBoundsItsRefunds() throws {
        var shop = Shop()
        let (id, _) = try shop.pay(1000, [("capture_method", "manual")])
        _ = shop.post("payment_intents/\(id)/capture", [("amount_to_capture", "600")])
        #expect(shop.post("refunds", [("payment_intent", id), ("amount", "601")]).status == 400)
        #expect(shop.post("refunds", [("payment_intent", id)])["amount"]?.number == 600)
        #expect(shop.ledger(id).refunded == 600)
    }

    @Test func aRefundToACardThatTakesNoneFailsLater() throws {
        var shop = Shop()
        let (id, _) = try shop.pay(1000, card: "refundFailed")
        let refund = shop.post("refunds", [("payment_intent", id)])
        #expect(refund.state == "succeeded")
        #expect(shop.ledger(id).refunded == 1000)
        shop.now += SimulatedPayments.refundDelay
        let failed = shop.get("refunds/\(refund.id)", [("expand[]", "charge")])
        #expect(failed.state == "failed")
        #expect(failed["failure_reason"] == "expired_or_canceled_card")
        #expect(failed["charge", "amount_refunded"]?.number == 0)
        #expect(shop.ledger(id).refunded == 0)
    }

    @Test func whatHasNoMoneyHasNoRefund() throws {
        var shop = Shop()
        let open = shop.create(1000).id
        let (held, _) = try shop.pay(1000, [("capture_method", "manual")])
        let (interac, _) = try shop.pay(1000, "cad", card: "interac", [("payment_method_types[]", "interac_present")])
        let (paid, _) = try shop.pay(1000)
        let table: [(Form, String)] = [
            ([("payment_intent", open)], "-"), ([("payment_intent", held)], "-"),
            ([("payment_intent", interac)], "charge_not_refundable"), ([], "parameter_missing"),
            ([("payment_intent", paid), ("charge", "ch_1")], "parameters_exclusive"),
            ([("payment_intent", "pi_1")], "resource_missing"), ([("charge", "ch_1")], "resource_missing"),
            ([("payment_intent", paid), ("amount", "0")], "parameter_invalid_integer"),
            ([("payment_intent", paid), ("reason", "boredom")], "-"),
        ]
        var wrong: [String] = []
        for (form, code) in table {
            let answer = shop.post("refunds", form)
            if answer.status != 400 || answer.code != code { wrong.append("\(form): \(answer.state)") }
        }
        #expect(wrong == [])
        #expect([held, interac, paid].map { shop.ledger($0).refunded } == [0, 0, 0])
    }

    @Test func aChargeListsItsRefunds() throws {
        var shop = Shop()
        let charges = try (0..<2).map { _ in try shop.pay(1000).answer["latest_charge"]?.text ?? "" }
        let made = [100, 200, 300].map { amount in
            shop.post("charges/\(charges[0])/refunds", [("amount", "\(amount)"), ("reason", "duplicate")])
        }
        #expect(made.map { $0["charge"]?.text } == Array(repeating: charges[0], count: 3))
        #expect(made.map { $0["amount"]?.number } == [100, 200, 300])
        #expect(made[0]["reason"] == "duplicate")
        _ = shop.post("refunds", [("charge", charges[1])])
        let path = "charges/\(charges[0])/refunds"
        let page = shop.get(path, [("limit", "2")])
        #expect(page["data"]?.elements.map { $0["id"]?.text } == [made[2].id, made[1].id])
        #expect(page["has_more"] == true)
        #expect(page["url"] == .string("/v1/" + path))
        let rest = shop.get(path, [("starting_after", made[1].id)])
        #expect(rest["data"]?.elements.map { $0["id"]?.text } == [made[0].id])
        #expect(rest["has_more"] == false)
        let shown = shop.get("charges/\(charges[0])", [("expand[]", "refunds")])
        #expect(shown["refunds", "url"] == .string("/v1/" + path))
        #expect(shown["amount_refunded"] == 600)
        let refused = [
            shop.get("charges/ch_x/refunds"), shop.post("charges/ch_x/refunds"),
            shop.post(path, [("amount", "401")]), shop.post(path, [("charge", charges[1])]),
            shop.get(path, [("starting_after", "re_x")]),
        ]
        #expect(refused.map(\.status) == [404, 404, 400, 400, 400])
    }
}
