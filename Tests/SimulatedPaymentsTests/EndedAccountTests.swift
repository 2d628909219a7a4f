@testable import SimulatedPayments
import Testing

/// What is left to do with payments whose account was closed or deleted after it had its part.
@Suite struct EndedAccountTests {
    private static let both: JSONValue = ["applied_configurations": ["merchant", "recipient"]]
    private typealias End = (String, @Sendable (inout Shop, String) -> Int)

    private static let ends: [End] = [
        ("deleted", { shop, id in shop.delete("accounts/\(id)").status }),
        ("closed", { shop, id in shop.v2("POST", "accounts/\(id)/close", both).status }),
    ]
    private static let rejection: [End] = [
        ("rejected", { shop, id in shop.post("accounts/\(id)/reject", [("reason", "fraud")]).status })
    ]

    /// Pays a seller 90.00 of 100.00 dollars, which are paid out.
    private func payOut(_ shop: inout Shop, to seller: String, _ payment: (inout Shop) -> String) -> String {
        let id = payment(&shop)
        _ = shop.acting(for: seller) { $0.post("payouts", [("amount", "9000"), ("currency", "usd")]) }
        shop.now += 3 * 24 * 3600
        return id
    }

    private func charge(_ shop: inout Shop, for seller: String) -> String {
        shop.charge(
            10_000, Shop.destination(seller, fee: 1000) + [("payment_method", "pm_card_bypassPending")]
        ).id
    }

    private func money(of account: String, _ shop: Shop) -> Int64 {
        (shop.payments.context.funds[account] ?? [:]).values.reduce(0) { $0 + $1.available + $1.pending }
    }

    @Test func nothingIsTakenFromOrGivenToAnAccountThatIsOver() {
        var wrong: [String] = []
        for (name, end) in Self.ends {
            var shop = Shop()
            let seller = shop.seller()
            let paid = payOut(&shop, to: seller) { charge(&$0, for: seller) }
            let ended = end(&shop, seller)
            let fee = shop.get("application_fees").ids.first ?? ""
            let transfer = shop.get("transfers").ids.first ?? ""
            let (before, events) = (shop.total(), shop.get("events").ids)
            let back: Form = [("payment_intent", paid), ("reverse_transfer", "true")]
            let seen = [
                shop.post("application_fees/\(fee)/refunds", [("amount", "400")]),
                shop.post("transfers/\(transfer)/reversals", [("amount", "1000")]),
                shop.post("transfers/\(transfer)/reversals", [("refund_application_fee", "true")]),
                shop.post("refunds", back), shop.post("refunds", back + [("refund_application_fee", "true")]),
            ].map { "\($0.state) \($0["error", "message"]?.text?.contains("is closed or was deleted") ?? false)" }
            let refused = Array(repeating: "HTTP 400 - true", count: 5)
            if ended != 200 || seen != refused { wrong.append("\(name): \(seen)") }
            if shop.total() != before || shop.get("events").ids != events { wrong.append("\(name): moved") }
            // The platform can still give its own money back.
            let refund = shop.post("refunds", [("payment_intent", paid), ("amount", "2500")])
            if refund.state != "succeeded" || shop.total() != before - 2500 { wrong.append("\(name): \(refund.body)") }
            if money(of: seller, shop) != 0 { wrong.append("\(name): \(money(of: seller, shop))") }
        }
        #expect(wrong == [])
    }

    /// Whose account ends while the customer looks for the card has nothing taken back when the card is presented.
    @Test func aReaderTakesNothingBackFromAnAccountThatIsOver() {
        let seen = Self.ends.map { _, end in
            var shop = Shop()
            let (seller, reader) = (shop.seller(), shop.register())
            let bank: Form = [
                ("object", "bank_account"), ("country", "US"), ("currency", "cad"), ("routing_number", "110000000"),
                ("account_number", "000123456789"),
            ]
            _ = shop.post("accounts/\(seller)/external_accounts", bank.map { ("external_account[\($0.0)]", $0.1) })
            let paid = shop.sellToInterac(10_000, on: reader, Shop.destination(seller, amount: 9000))
            // Long enough for all that the seller has to be paid out.
            shop.now += 13 * 24 * 3600
            let form: Form = [("payment_intent", paid), ("reverse_transfer", "true")]
            let early = shop.tell(reader, "refund_payment", form).action
            let ended = end(&shop, seller)
            let failed = shop.present(on: reader).action
            let late = shop.tell(reader, "refund_payment", form).action
            return "\(early), \(ended), \(failed), \(late), \(money(of: seller, shop))"
        }
        let expected = "refund_payment in_progress, 200, refund_payment failed invalid_request_error, HTTP 400 -, 0"
        #expect(seen == [expected, expected])
    }

    /// The cardholder's bank asks nobody: the platform bears what it takes, and has what it gives back.
    @Test func aDisputeIsThePlatformsAlone() {
        let seen = Self.ends.map { _, end in
            var shop = Shop()
            let seller = shop.seller()
            let form = Shop.destination(seller, amount: 0) + [("payment_method", "pm_card_createDispute")]
            _ = shop.charge(5000, form)
            let (ended, before) = (end(&shop, seller), shop.total())
            let dispute = shop.get("disputes").ids.first ?? ""
            let won = shop.post("disputes/\(dispute)", [("evidence[uncategorized_text]", "winning_evidence")])
            return "\(ended), \(won.state), \(shop.total() - before), \(money(of: seller, shop))"
        }
        #expect(seen == ["200, won, 5000, 0", "200, won, 5000, 0"])
    }

    /// Who does not speak of the account is not told of it, and the money stays with the platform.
    @Test func paymentsThatNameAnAccountThatIsOverGoOn() {
        var wrong: [String] = []
        for (name, end) in Self.ends + Self.rejection {
            var shop = Shop()
            let seller = shop.seller()
            let named = Shop.destination(seller, fee: 100) + [("on_behalf_of", seller)]
            let paid = payOut(&shop, to: seller) { charge(&$0, for: seller) }
            let held = shop.charge(2000, named + [("capture_method", "manual")]).id
            let legacy = shop.post(
                "charges",
                [("amount", "3000"), ("currency", "usd"), ("source", "tok_visa"), ("capture", "false")] + named)
            let open = shop.post("payment_intents", [("amount", "900"), ("currency", "usd")] + named).id
            let (ended, before) = (end(&shop, seller), shop.total())
            let note: Form = [("metadata[note]", "x")]
            let seen = [
                "\(ended)", shop.post("payment_intents/\(paid)", note).state,
                shop.post("payment_intents/\(held)", note).state, shop.post("payment_intents/\(open)", note).state,
                shop.post("payment_intents/\(open)", Shop.destination(seller)).param,
                shop.post("payment_intents/\(open)/confirm", [("payment_method", "pm_card_visa")]).param,
                shop.post("payment_intents/\(held)/capture", [("application_fee_amount", "50")]).param,
                shop.post("payment_intents/\(held)/capture").state, shop.post("charges/\(legacy.id)/capture").state,
                "\(shop.get("transfers").ids.count)", "\(shop.total() - before)", "\(money(of: seller, shop))",
            ]
            let refused = "transfer_data[destination]"
            let expected = [
                "200", "succeeded", "requires_capture", "requires_payment_method", refused,
                refused, refused, "succeeded", "succeeded", "1", "\(5000 - 88 - 117)", "0",
            ]
            if seen != expected { wrong.append("\(name): \(seen)") }
        }
        #expect(wrong == [])
    }
}
