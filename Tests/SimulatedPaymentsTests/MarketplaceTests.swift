import Testing

@testable import SimulatedPayments

/// Who has what after a payment on a marketplace: the worked examples of the public guides, to the cent.
@Suite struct MarketplaceTests {
    /// What the platform and the seller have in the end.
    private struct Outcome: Equatable {
        let platform: Int64
        let seller: Int64
    }

    private static func outcome(_ body: (inout Shop, String) -> Void) -> Outcome {
        var shop = Shop()
        let seller = shop.seller()
        body(&shop, seller)
        return Outcome(platform: shop.total(), seller: shop.total(of: seller))
    }

    private static func refunded(_ amount: Int64, fee: Int64, _ more: Form, part: Int64? = nil) -> Outcome {
        outcome { shop, seller in
            let paid = shop.charge(amount, Shop.destination(seller, fee: fee))
            _ = shop.post(
                "refunds",
                [("payment_intent", paid.id)] + more + (part.map { [("amount", "\($0)")] } ?? []))
        }
    }

    private static let both: Form = [("reverse_transfer", "true"), ("refund_application_fee", "true")]

    @Test func theWorkedExamplesHold() {
        let found: [(String, Outcome, Outcome)] = [
            (
                "destination with a fee",
                Self.outcome { _ = $0.charge(1000, Shop.destination($1, fee: 123)) }, Outcome(platform: 64, seller: 877)
            ),
            (
                "destination with an amount",
                Self.outcome { _ = $0.charge(1000, Shop.destination($1, amount: 877)) },
                Outcome(platform: 64, seller: 877)
            ),
            ("refund alone", Self.refunded(1000, fee: 123, []), Outcome(platform: -936, seller: 877)),
            (
                "refund with the transfer", Self.refunded(1000, fee: 123, [("reverse_transfer", "true")]),
                Outcome(platform: 64, seller: -123)
            ),
            ("refund with both", Self.refunded(1000, fee: 123, Self.both), Outcome(platform: -59, seller: 0)),
            (
                "half a refund with both", Self.refunded(1000, fee: 100, Self.both, part: 500),
                Outcome(platform: 41 - 50, seller: 900 - 450)
            ),
            (
                "another fee before the capture",
                Self.outcome { shop, seller in
                    let held = shop.charge(
                        1000, Shop.destination(seller, fee: 123) + [("capture_method", "manual")])
                    _ = shop.post("payment_intents/\(held.id)", [("application_fee_amount", "80")])
                    _ = shop.post("payment_intents/\(held.id)/capture", [("amount_to_capture", "800")])
                }, Outcome(platform: 27, seller: 720)
            ),
            (
                "another part before the capture",
                Self.outcome { shop, seller in
                    let held = shop.charge(
                        1000, Shop.destination(seller, amount: 500) + [("capture_method", "manual")])
                    _ = shop.post("payment_intents/\(held.id)", [("transfer_data[amount]", "400")])
                    _ = shop.post("payment_intents/\(held.id)/capture")
                }, Outcome(platform: 541, seller: 400)
            ),
            (
                "another fee with a larger hold",
                Self.outcome { shop, seller in
                    let raisable: Form = [
                        ("capture_method", "manual"),
                        ("payment_method_options[card][request_incremental_authorization]", "if_available"),
                    ]
                    let held = shop.charge(1000, Shop.destination(seller, fee: 100) + raisable)
                    _ = shop.post(
                        "payment_intents/\(held.id)/increment_authorization",
                        [("amount", "2000"), ("application_fee_amount", "1500")])
                    _ = shop.post("payment_intents/\(held.id)/capture")
                }, Outcome(platform: 1412, seller: 500)
            ),
            (
                "captured in part with another fee",
                Self.outcome { shop, seller in
                    let held = shop.charge(
                        1000, Shop.destination(seller, fee: 123) + [("capture_method", "manual")])
                    _ = shop.post(
                        "payment_intents/\(held.id)/capture",
                        [("amount_to_capture", "800"), ("application_fee_amount", "80")])
                }, Outcome(platform: 27, seller: 720)
            ),
            (
                "direct",
                Self.outcome { _ = $0.charge(1000, [("application_fee_amount", "123")], for: $1) },
                Outcome(platform: 123, seller: 818)
            ),
            (
                "direct, refunded with the fee",
                Self.outcome { shop, seller in
                    let paid = shop.charge(1000, [("application_fee_amount", "123")], for: seller)
                    _ = shop.acting(for: seller) {
                        $0.post("refunds", [("payment_intent", paid.id), ("refund_application_fee", "true")])
                    }
                }, Outcome(platform: 0, seller: 818 - 1000 + 123)
            ),
        ]
        #expect((found + Self.otherExamples).filter { $0.1 != $0.2 }.map(\.0) == [])
    }

    /// Those of separate transfers and of disputes.
    private static var otherExamples: [(String, Outcome, Outcome)] {
        let contested: Form = [("payment_method", "pm_card_createDispute")]
        return [
            (
                "separate",
                outcome { shop, seller in
                    let charge = shop.charge(10000)["latest_charge"]?.text ?? ""
                    for amount in ["7000", "2000"] {
                        let form: Form = [("amount", amount), ("currency", "usd"), ("destination", seller)]
                        _ = shop.post("transfers", form + [("source_transaction", charge)])
                    }
                }, Outcome(platform: 680, seller: 9000)
            ),
            (
                "dispute of a destination charge",
                outcome { _ = $0.charge(1000, Shop.destination($1, fee: 123) + contested) },
                Outcome(platform: 64 - 2500, seller: 877)
            ),
            (
                "dispute, the transfer taken back",
                outcome { shop, seller in
                    _ = shop.charge(1000, Shop.destination(seller, fee: 123) + contested)
                    _ = shop.post("transfers/\(shop.get("transfers").ids.first ?? "")/reversals")
                }, Outcome(platform: 64 - 1500, seller: -123)
            ),
            (
                "dispute of a direct charge",
                outcome { _ = $0.charge(1000, [("application_fee_amount", "123")] + contested, for: $1) },
                Outcome(platform: 123, seller: 818 - 2500)
            ),
        ]
    }

    /// Refunds in parts take back as much as one of their sum, and nothing for those that were not to.
    @Test func partsOfRefundsAddUp() {
        let found: [(String, [(Int64?, Form)], Outcome)] = [
            ("thirds", [(333, Self.both), (333, Self.both), (nil, Self.both)], Outcome(platform: -59, seller: 0)),
            ("the second half", [(500, []), (nil, Self.both)], Outcome(platform: 64 - 500 - 62, seller: 877 - 438)),
            ("the first half", [(500, Self.both), (nil, [])], Outcome(platform: 64 - 62 - 500, seller: 877 - 438)),
            (
                "the transfer alone", [(500, [("reverse_transfer", "true")]), (nil, Self.both)],
                Outcome(platform: 64 - 62, seller: -123 + 62)
            ),
        ]
        var wrong: [String] = []
        for (name, refunds, expected) in found {
            let outcome = Self.outcome { shop, seller in
                let paid = shop.charge(1000, Shop.destination(seller, fee: 123))
                for (amount, flags) in refunds {
                    let part = amount.map { [("amount", "\($0)")] } ?? []
                    _ = shop.post("refunds", [("payment_intent", paid.id)] + part + flags)
                }
            }
            if outcome != expected { wrong.append("\(name): \(outcome)") }
        }
        #expect(wrong == [])
    }

    @Test func thePlatformPaysTheFeesWhereItSaidSo() {
        var shop = Shop()
        let seller = shop.sellerWithoutFees()
        let payment = shop.charge(1000, [("application_fee_amount", "123")], for: seller)
        #expect(shop.total() == 123 - 59)
        #expect(shop.total(of: seller) == 877)
        let source = [("source", payment["latest_charge"]?.text ?? "")]
        let types = [Form(), source].map { shop.get("balance_transactions", $0)["data"]?.elements.map { $0["type"] } }
        #expect(types == [["application_fee", "stripe_fee"], ["stripe_fee"]])
    }

    @Test func separateTransfersLeaveTheRest() {
        var shop = Shop()
        let sellers = [shop.seller(), shop.seller()]
        let paid = shop.charge(10000)
        let charge = paid["latest_charge"]?.text ?? ""
        for (seller, amount) in zip(sellers, ["7000", "2000"]) {
            let form: Form = [
                ("amount", amount), ("currency", "usd"), ("destination", seller), ("source_transaction", charge),
            ]
            #expect(shop.post("transfers", form)["transfer_group"] == .string("group_\(paid.id)"))
        }
        #expect(shop.total() == 680)
        #expect(shop.total(of: sellers[0]) == 7000)
        #expect(shop.total(of: sellers[1]) == 2000)
        let more: Form = [("amount", "1001"), ("currency", "usd"), ("destination", sellers[0])]
        #expect(shop.post("transfers", more + [("source_transaction", charge)]).param == "amount")
        #expect(shop.post("transfers", more).code == "balance_insufficient")
        #expect(shop.get("charges/\(charge)")["transfer_group"] == .string("group_\(paid.id)"))
        shop.now += SimulatedPayments.settlementDelay
        #expect(
            shop.post("transfers", [("amount", "680"), ("currency", "usd"), ("destination", sellers[0])]).status == 200)
        #expect(shop.total() == 0)
    }

    @Test func aTransferAndItsPaymentAreDescribed() {
        var shop = Shop()
        let seller = shop.seller()
        let manual: Form = [
            ("capture_method", "manual"), ("transfer_data[description]", "for May"),
            ("transfer_data[metadata][a]", "1"), ("transfer_data[metadata][b]", "2"),
            ("transfer_data[payment_data][description]", "from the shop"),
            ("transfer_data[payment_data][metadata][c]", "3"),
        ]
        let held = shop.charge(1000, Shop.destination(seller) + manual)
        #expect(held["transfer_data", "metadata"] == ["a": "1", "b": "2"])
        #expect(held["transfer_data", "payment_data"] == ["description": "from the shop", "metadata": ["c": "3"]])
        let changed = shop.post(
            "payment_intents/\(held.id)",
            [("transfer_data[metadata][a]", ""), ("transfer_data[payment_data][metadata]", "")])
        #expect(changed["transfer_data", "metadata"] == ["b": "2"])
        #expect(changed["transfer_data", "payment_data"] == ["description": "from the shop"])
        let long = ("transfer_data[metadata][a]", String(repeating: "x", count: 501))
        #expect(shop.post("payment_intents/\(held.id)", [long]).status == 400)
        let paid = shop.post("payment_intents/\(held.id)/capture", [("expand[]", "latest_charge.transfer")])
        let charge = paid["latest_charge"]
        #expect(charge?["transfer_data"] == ["amount": nil, "destination": .string(seller)])
        let transfer = charge?["transfer"]
        #expect(transfer?["description"] == "for May")
        #expect(transfer?["metadata"] == ["b": "2"])
        let payment = transfer?["destination_payment"]?.text ?? ""
        let seen = shop.acting(for: seller) { $0.get("charges/\(payment)") }
        #expect(seen["description"] == "from the shop")
        #expect(seen["metadata"] == [:])
    }

    @Test func bothSidesSeeADestinationCharge() {
        var shop = Shop()
        let seller = shop.seller()
        let paid = shop.charge(1000, Shop.destination(seller, fee: 123) + [("expand[]", "latest_charge.transfer")])
        let charge = paid["latest_charge"] ?? .null
        let transfer = charge["transfer"] ?? .null
        let fee = charge["application_fee"]?.text ?? ""
        #expect(charge["transfer_data"] == ["amount": nil, "destination": .string(seller)])
        #expect(transfer["amount"] == 1000)
        #expect(transfer["source_transaction"] == charge["id"])
        #expect(paid["transfer_group"] == transfer["transfer_group"])
        #expect(transfer["reversals"]?["data"] == [])
        let payment = transfer["destination_payment"]?.text ?? ""
        let seen = shop.acting(for: seller) {
            ($0.get("charges/\(payment)"), $0.get("charges"), $0.get("balance_transactions"))
        }
        #expect(seen.0["source_transfer"] == transfer["id"])
        #expect(seen.0["application_fee"] == .string(fee))
        #expect(seen.0["payment_method_details", "type"] == "stripe_account")
        #expect(seen.1.ids == [payment])
        let movement = seen.2["data"]?.elements.first
        #expect(movement?["type"] == "payment")
        #expect(movement?["fee"] == 123)
        #expect(movement?["net"] == 877)
        #expect(movement?["fee_details"]?.elements.map { $0["type"]?.text } == ["application_fee"])
        let path = "destination_payment.balance_transaction"
        let expanded = shop.get("transfers/\(transfer["id"]?.text ?? "")", [("expand[]", path)])
        #expect(expanded["destination_payment", "balance_transaction"]?["id"] == movement?["id"])
        let kept = shop.get("application_fees/\(fee)")
        #expect(kept["account"] == .string(seller))
        #expect(kept["originating_transaction"] == charge["id"])
        #expect(kept["charge"] == .string(payment))
        #expect(kept["refunds"]?["data"] == [])
        let types = shop.get("balance_transactions")["data"]?.elements.compactMap { $0["type"]?.text }
        #expect(types == ["application_fee", "transfer", "charge"])
    }

    @Test func aGroupIsNamedOnce() {
        var shop = Shop()
        let form: Form = [("amount", "1000"), ("currency", "usd")]
        let intent = shop.post("payment_intents", form).id
        let charge = shop.charge(1000, [])["latest_charge"]?.text ?? ""
        for path in ["payment_intents/\(intent)", "charges/\(charge)"] {
            #expect(shop.get(path)["transfer_group"] == .null)
            for (group, status) in [("order 1", 200), ("order 1", 200), ("order 2", 400)] {
                let answer = shop.post(path, [("transfer_group", group)])
                #expect(answer.status == status)
                #expect((status == 200 || answer.param == "transfer_group"))
            }
            #expect(shop.get(path)["transfer_group"] == "order 1")
        }
    }

    @Test func aChangedRefundOfAFeeIsToldOnce() {
        var shop = Shop()
        let seller = shop.seller()
        let paid = shop.charge(1000, Shop.destination(seller, fee: 100) + [("expand[]", "latest_charge")])
        let path = "application_fees/\(paid["latest_charge"]?["application_fee"]?.text ?? "")/refunds"
        let refund = shop.post(path, [("amount", "40"), ("metadata[why]", "late")])
        for reason in ["late", "sold out", "sold out"] {
            #expect(shop.post("\(path)/\(refund.id)", [("metadata[why]", reason)]).status == 200)
        }
        let events = shop.get("events", [("type", "application_fee.refund.updated")])["data"]?.elements ?? []
        #expect(events.map { $0["data"]?["previous_attributes"] } == [["metadata": ["why": "late"]]])
        #expect(events.first?["data"]?["object"]?["metadata"] == ["why": "sold out"])
    }

    @Test func transfersAreTakenBackInParts() {
        var shop = Shop()
        let seller = shop.seller()
        let paid = shop.charge(1000, Shop.destination(seller, fee: 100) + [("expand[]", "latest_charge")])
        let transfer = paid["latest_charge"]?["transfer"]?.text ?? ""
        let path = "transfers/\(transfer)/reversals"
        let part = shop.post(path, [("amount", "400"), ("refund_application_fee", "true")])
        #expect(part["object"] == "transfer_reversal")
        #expect(shop.total(of: seller) == 900 - 400 + 40)
        #expect(shop.post(path, [("amount", "601")]).param == "amount")
        #expect(shop.post(path)["amount"] == 600)
        #expect(shop.post(path).status == 400)
        let whole = shop.get("transfers/\(transfer)")
        #expect(whole["reversed"] == true)
        #expect(whole["amount_reversed"] == 1000)
        #expect(whole["reversals", "data"]?.elements.count == 2)
        #expect(shop.get(path).ids.count == 2)
        let fee = paid["latest_charge"]?["application_fee"]?.text ?? ""
        #expect(shop.post("application_fees/\(fee)/refunds")["amount"] == 60)
        #expect(shop.post("application_fees/\(fee)/refunds").status == 400)
        #expect(shop.get("application_fees/\(fee)")["refunded"] == true)
        #expect(shop.total(of: seller) == 0)
        #expect(shop.post(path, [("amount", "9223372036854775807")]).status == 400)
    }

    /// A reversal refunds what is left of the fee, and no fee of nothing.
    @Test func aFeeIsNotRefundedTwice() {
        var shop = Shop()
        let seller = shop.seller()
        let paid = shop.charge(1000, Shop.destination(seller, fee: 100) + [("expand[]", "latest_charge")])
        let fee = paid["latest_charge"]?["application_fee"]?.text ?? ""
        let path = "transfers/\(paid["latest_charge"]?["transfer"]?.text ?? "")/reversals"
        _ = shop.post("application_fees/\(fee)/refunds", [("amount", "70")])
        let amounts = ["500", "400", "100"].map { amount in
            _ = shop.post(path, [("amount", amount), ("refund_application_fee", "true")])
            return shop.get("application_fees/\(fee)/refunds")["data"]?.elements.compactMap { $0["amount"]?.number }
        }
        #expect(amounts == [[30, 70], [30, 70], [30, 70]])
        #expect(shop.total(of: seller) == 0)
    }

    @Test func whatCannotBeSharedIsRefused() {
        var shop = Shop()
        let seller = shop.seller()
        let idle = shop.post("accounts").id
        let plain = shop.charge(1000).id
        let shared = shop.charge(1000, Shop.destination(seller, fee: 100)).id
        let refusals: [(Form, String)] = [
            ([("application_fee_amount", "10")], "- application_fee_amount"),
            (Shop.destination(seller, fee: 1001), "- application_fee_amount"),
            (Shop.destination(seller, amount: 1001), "- transfer_data[amount]"),
            (Shop.destination(seller, fee: 1, amount: 1), "parameters_exclusive transfer_data[amount]"),
            (Shop.destination("acct_none"), "resource_missing transfer_data[destination]"),
            (Shop.destination(idle), "insufficient_capabilities_for_transfer transfer_data[destination]"),
            ([("transfer_data[amount]", "5")], "parameter_missing transfer_data[destination]"),
            ([("on_behalf_of", idle)], "- on_behalf_of"),
            ([("on_behalf_of", "acct_none")], "resource_missing on_behalf_of"),
        ]
        var wrong: [String] = []
        for (form, expected) in refusals {
            let answer = shop.charge(1000, form)
            if answer.status != 400 || "\(answer.code) \(answer.param)" != expected {
                wrong.append("\(form): \(answer.code) \(answer.param)")
            }
        }
        let refunds: [(String, Form, String)] = [
            (plain, [("reverse_transfer", "true")], "reverse_transfer"),
            (plain, [("refund_application_fee", "true")], "refund_application_fee"),
            (shared, [("refund_application_fee", "true")], "refund_application_fee"),
        ]
        for (intent, form, expected) in refunds {
            let answer = shop.post("refunds", [("payment_intent", intent)] + form)
            if answer.status != 400 || answer.param != expected { wrong.append("\(form): \(answer.param)") }
        }
        #expect(wrong == [])
        #expect(shop.total() == 941 + 41)
        #expect(shop.total(of: seller) == 900)
    }
}
