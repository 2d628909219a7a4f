import SimulatedPayments
import Testing

/// Accounts that cannot take payments yet, or not any more, and money that was on its way to them.
@Suite struct UnpayableAccountTests {
    private static let debit = Shop.debit() + Shop.mandate
    private static let both: JSONValue = ["applied_configurations": ["merchant", "recipient"]]

    /// Debits an account in Austria 20.00 euros, which its bank pays some seconds later.
    private func debit(_ shop: inout Shop, _ more: Form, for seller: String? = nil) -> Shop.Answer {
        shop.acting(for: seller) { $0.payFromBank("sepa_debit", 2000, Self.debit, more) }
    }

    @Test func anAccountWithoutItsCapabilityTakesNoPayments() {
        let changes: [(String, Form)] = [
            ("accounts/%/capabilities/card_payments", [("requested", "false")]),
            ("accounts/%", [("business_profile[url]", "")]), ("accounts/%/reject", [("reason", "fraud")]),
        ]
        let refused = changes.map { path, form in
            var shop = Shop()
            let seller = shop.seller()
            let open = shop.acting(for: seller) {
                $0.post("payment_intents", [("amount", "900"), ("currency", "usd")])
            }
            let before = shop.charge(1000, for: seller)
            _ = shop.post(path.replacing("%", with: seller), form)
            let confirmed = shop.acting(for: seller) {
                $0.post(
                    "payment_intents/\(open.id)/confirm",
                    [("payment_method", "pm_card_visa"), ("return_url", "https://shop.test")])
            }
            let after = shop.charge(1000, for: seller)
            let merchant = shop.charge(1000, [("on_behalf_of", seller)])
            let legacy = shop.acting(for: seller) {
                $0.post("charges", [("amount", "900"), ("currency", "usd"), ("source", "tok_visa")])
            }
            let still = shop.acting(for: seller) { $0.get("payment_intents/\(open.id)") }
            return [before, confirmed, after, merchant, legacy, still].map(\.state).joined(separator: ", ")
        }
        let none = "HTTP 400 -"
        #expect(
            refused
                == Array(
                    repeating: "succeeded, \(none), \(none), \(none), \(none), requires_payment_method",
                    count: changes.count)
        )
    }

    @Test func aReaderChargesNothingForAnAccountThatTakesNoPayments() {
        var shop = Shop()
        let seller = shop.post("accounts", [("type", "express")]).id
        let seen = shop.acting(for: seller) { shop in
            let reader = shop.register()
            let intent = shop.post(
                "payment_intents",
                [("amount", "900"), ("currency", "usd"), ("payment_method_types[]", "card_present")])
            return ["process_payment_intent", "collect_payment_method"].map {
                shop.post("terminal/readers/\(reader)/\($0)", [("payment_intent", intent.id)]).status
            }
        }
        #expect(seen == [400, 400])
    }

    /// Who has only other methods of payment takes those.
    @Test func aMethodOfPaymentOtherThanCardsIsEnough() {
        var shop = Shop()
        let form = AccountTests.individual.filter { !$0.0.hasPrefix("capabilities") }
        let seller = shop.post("accounts", form + [("capabilities[sepa_debit_payments][requested]", "true")])
        #expect(seller["charges_enabled"] == true)
        #expect(debit(&shop, [], for: seller.id).state == "processing")
    }

    @Test func aDebitThatIsPaidTooLateStaysWithThePlatform() {
        let ends: [(String, (inout Shop, String) -> Int)] = [
            ("deleted", { shop, id in shop.delete("accounts/\(id)").status }),
            ("closed", { shop, id in shop.v2("POST", "accounts/\(id)/close", Self.both).status }),
            ("rejected", { shop, id in shop.post("accounts/\(id)/reject", [("reason", "fraud")]).status }),
        ]
        var wrong: [String] = []
        for (name, end) in ends {
            var shop = Shop()
            let seller = shop.seller()
            let paid = debit(&shop, Shop.destination(seller, fee: 100))
            if end(&shop, seller) != 200 { wrong.append("\(name): not ended") }
            shop.now += 60
            let charge = shop.charge(of: paid.id)
            if charge["transfer"] != nil || charge["application_fee"] != .null {
                wrong.append("\(name): \(charge.body)")
            }
            let transfers = shop.get("transfers").ids + shop.get("application_fees").ids
            if charge.state != "succeeded" || transfers != [] { wrong.append("\(name): \(charge.state) \(transfers)") }
            if shop.total() != 2000 - 46 { wrong.append("\(name): \(shop.total())") }
        }
        #expect(wrong == [])
    }

    /// An account whose own money is on its way can be given up when it has come, and is gone.
    @Test func anAccountIsKeptUntilItsMoneyHasCome() {
        var shop = Shop()
        let (debited, paidOut) = (shop.seller(), shop.seller())
        _ = debit(&shop, [], for: debited)
        _ = shop.charge(1000, [("payment_method", "pm_card_bypassPending")], for: paidOut)
        let payout = shop.acting(for: paidOut) { $0.post("payouts", [("amount", "941"), ("currency", "usd")]) }
        let early = [debited, paidOut].flatMap { id in
            [shop.delete("accounts/\(id)").status, shop.v2("POST", "accounts/\(id)/close", Self.both).status]
        }
        #expect(payout.status == 200)
        #expect(early == [400, 400, 400, 400])
        shop.now += 3 * 24 * 3600
        #expect(shop.delete("accounts/\(debited)").status == 400)
        #expect(shop.total(of: paidOut) == 0)
        #expect(shop.delete("accounts/\(paidOut)").status == 200)
    }

    @Test func nothingIsPaidOutOfLessThanNothing() {
        var shop = Shop()
        let seller = shop.seller()
        let paid = shop.charge(3000, for: seller)
        _ = shop.acting(for: seller) { $0.post("refunds", [("payment_intent", paid.id)]) }
        shop.now += 10 * 24 * 3600
        let seen = shop.acting(for: seller) { shop in
            [
                shop.post("payouts", [("amount", "1"), ("currency", "usd")]).state,
                shop.post("payouts", [("amount", "1"), ("currency", "usd"), ("method", "instant")]).state,
                "\(shop.get("payouts").ids)",
                "\(shop.get("balance")["instant_available"]?.elements.first?["amount"] ?? 1)",
            ]
        }
        let refused = "HTTP 400 balance_insufficient"
        #expect(seen.prefix(3) == [refused, refused, "[]"])
        #expect(shop.total(of: seller) == -117)
    }
}
