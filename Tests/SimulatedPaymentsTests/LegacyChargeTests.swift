import SimulatedPayments
import Testing

/// Charges that programs make without an intent.
@Suite struct LegacyChargeTests {
    private static func form(_ source: String = "tok_visa", _ more: Form = []) -> Form {
        [("amount", "1000"), ("currency", "usd"), ("source", source)] + more
    }

    private static let held: Form = form("tok_visa", [("capture", "false")])

    @Test func aTokenIsChargedAtOnce() {
        var shop = Shop()
        let charge = shop.post("charges", Self.form("tok_visa", [("metadata[a]", "b"), ("description", "d")]))
        #expect(charge.state == "succeeded")
        #expect(charge["captured"] == true)
        #expect(charge["payment_intent"] == .null)
        #expect(charge["source", "object"] == "card")
        #expect(charge["source", "last4"] == "4242")
        #expect(charge["payment_method"] == charge["source", "id"])
        #expect(charge["metadata"] == ["a": "b"])
        #expect(charge["balance_transaction"]?.text != nil)
        #expect(shop.total() == 941)
        #expect(shop.get("payment_intents")["data"]?.elements == [])
        #expect(shop.get("charges/\(charge.id)")["id"] == .string(charge.id))
    }

    @Test func aDescriptorIsTheSuffixWhereThereIsNone() {
        var shop = Shop()
        let forms: [Form] = [
            [("statement_descriptor", "SOCK SHOP")],
            [("statement_descriptor", "SOCK SHOP"), ("statement_descriptor_suffix", "PAIR")],
        ]
        let shown = forms.map { shop.post("charges", Self.form("tok_visa", $0))["calculated_statement_descriptor"] }
        #expect(shown == ["TENDER* SOCK SHOP", "TENDER* PAIR"])
    }

    @Test func aHoldIsCapturedOnceInWholeOrInPart() {
        var shop = Shop()
        let charge = shop.post("charges", Self.held)
        #expect(charge.state == "succeeded")
        #expect(charge["captured"] == false)
        #expect(shop.total() == 0)
        let path = "charges/\(charge.id)/capture"
        #expect(shop.post(path, [("amount", "1001")]).code == "amount_too_large")
        let captured = shop.post(path, [("amount", "600")])
        #expect(captured["captured"] == true)
        #expect(captured["amount_captured"] == 600)
        #expect(captured["amount_refunded"] == 400)
        #expect(captured["refunded"] == false)
        #expect(shop.post(path).code == "charge_already_captured")
        #expect(shop.total() == 553)
    }

    @Test func aHoldEndsByTimeOrByARefund() {
        var shop = Shop()
        let late = shop.post("charges", Self.held).id
        let returned = shop.post("charges", Self.held).id
        #expect(shop.post("refunds", [("charge", returned), ("amount", "500")]).param == "amount")
        #expect(shop.post("refunds", [("charge", returned)])["balance_transaction"] == .null)
        shop.now += 8 * 24 * 3600
        let states = [late, returned].map { shop.get("charges/\($0)")["refunded"] == true }
        #expect(states == [true, true])
        #expect(shop.total() == 0)
        #expect(shop.post("charges/\(late)/capture").code == "charge_expired_for_capture")
        #expect(shop.post("charges/\(returned)/capture").code == "charge_already_refunded")
        #expect(shop.post("refunds", [("charge", late)]).code == "charge_already_refunded")
        let types = shop.get("events", [("type", "charge.expired")])["data"]?.elements ?? []
        #expect(types.count == 1)
    }

    @Test func declinesLeaveTheirCharge() {
        let table = [
            ("tok_visa_chargeDeclined", "HTTP 402 card_declined", "generic_decline"),
            ("tok_chargeDeclinedExpiredCard", "HTTP 402 expired_card", "expired_card"),
            ("tok_threeDSecure2Required", "HTTP 402 authentication_required", "authentication_required"),
        ]
        var wrong: [String] = []
        for (source, state, declineCode) in table {
            var shop = Shop()
            let answer = shop.post("charges", Self.form(source))
            let charge = shop.get("charges/\(answer["error", "charge"]?.text ?? "")")
            if answer.state != state || answer.declineCode != declineCode || charge.state != "failed" {
                wrong.append("\(source): \(answer.state) \(charge.state)")
            }
        }
        #expect(wrong == [])
    }

    @Test func aCustomerIsChargedByTheCardOnFile() {
        var shop = Shop()
        let customer = shop.post("customers", [("source", "tok_mastercard")])
        let base: Form = [("amount", "1000"), ("currency", "usd"), ("customer", customer.id)]
        let charge = shop.post("charges", base)
        #expect(charge["source", "brand"] == "MasterCard")
        #expect(charge["customer"] == .string(customer.id))
        let card = customer["default_source"]?.text ?? ""
        #expect(shop.post("charges", base + [("source", card)]).state == "succeeded")
        let other = shop.post("customers").id
        let refused = [
            shop.post("charges", [("amount", "1000"), ("currency", "usd"), ("customer", other)]),
            shop.post("charges", [("amount", "1000"), ("currency", "usd"), ("customer", other), ("source", card)]),
            shop.post("charges", [("amount", "1000"), ("currency", "usd")]),
            shop.post("charges", Self.form("tok_nobody")), shop.post("charges", Self.form("tok_visa", [("foo", "1")])),
        ]
        #expect(
            refused.map(\.state) == [
                "HTTP 402 missing", "HTTP 400 missing", "HTTP 400 parameter_missing", "HTTP 400 resource_missing",
                "HTTP 400 parameter_unknown",
            ])
    }

    @Test func refundsGiveItBackInParts() {
        var shop = Shop()
        let charge = shop.post("charges", Self.form()).id
        #expect(shop.post("refunds", [("charge", charge), ("amount", "400")]).state == "succeeded")
        let rest = shop.post("charges/\(charge)/refunds")
        #expect(rest["amount"] == 600)
        #expect(shop.get("charges/\(charge)")["refunded"] == true)
        #expect(shop.get("charges/\(charge)/refunds/\(rest.id)")["id"] == .string(rest.id))
        #expect(shop.get("charges/\(charge)/refunds/re_x").status == 404)
        #expect(shop.total() == -59)
    }

    @Test func othersHaveTheirParts() {
        var shop = Shop()
        let seller = shop.seller()
        let charge = shop.post("charges", Self.form("tok_visa", Shop.destination(seller, fee: 123)))
        #expect(charge["transfer"]?.text != nil)
        #expect(charge["transfer_group"] == .string("group_\(charge.id)"))
        #expect(shop.total() == 64)
        #expect(shop.total(of: seller) == 877)
        let held = shop.post("charges", Self.held + Shop.destination(seller, fee: 123)).id
        _ = shop.post("charges/\(held)/capture", [("amount", "800"), ("application_fee_amount", "80")])
        #expect(shop.total() == 64 + 27)
        #expect(shop.total(of: seller) == 877 + 720)
    }

    @Test func anIntentsChargeIsCapturedWithIt() {
        var shop = Shop()
        let held = shop.charge(1000, [("capture_method", "manual")])
        let answer = shop.post("charges/\(held["latest_charge"]?.text ?? "")/capture")
        #expect(answer.status == 400)
        #expect(answer.param == "charge")
        #expect(shop.get("payment_intents/\(held.id)").state == "requires_capture")
    }
}
