import Testing

@testable import SimulatedPayments

/// Checkout Sessions: what they show, how they are paid, how they end.
@Suite struct CheckoutTests {
    private var shop = Shop()

    @Test mutating func aSessionIsPaidOnce() {
        let made = shop.checkout(1500, Shop.line(250, quantity: 3, 1))
        #expect(made.id.hasPrefix("cs_test_"))
        #expect(
            [made["status"], made["payment_status"], made["payment_intent"], made["line_items"], made["amount_total"]]
                == ["open", "unpaid", .null, nil, 2250])
        let paid = shop.pay(session: made.id)
        let intent = shop.get("payment_intents/\(paid["payment_intent"]?.text ?? "")", [("expand[]", "latest_charge")])
        #expect([paid["status"], paid["payment_status"], paid["url"]] == ["complete", "paid", .null])
        #expect(paid["customer_details", "email"] == "jenny@example.com")
        #expect(paid["customer_details", "address", "postal_code"] == "94107")
        #expect([intent["status"], intent["amount_received"]] == ["succeeded", 2250])
        let again = shop.pay(session: made.id)
        #expect(again.status == 400)
        #expect(shop.ledger(intent.id).captured == 2250)
        #expect(shop.eventTypes("checkout.session.*") == ["checkout.session.completed"])
        let lines = shop.get("checkout/sessions/\(made.id)/line_items")["data"]?.elements ?? []
        #expect(lines.map { $0["amount_total"] } == [1500, 750])
        #expect(lines.map { $0["price"]?["unit_amount"] } == [1500, 250])
    }

    @Test mutating func aDeclineLeavesItOpenForAnotherCard() {
        let made = shop.checkout(1500)
        let declined = shop.pay(session: made.id, card: "4000000000000002")
        let open = shop.get("checkout/sessions/\(made.id)")
        #expect([declined.status, declined.code == "card_declined" ? 1 : 0] == [402, 1])
        #expect([open["status"], open["payment_status"]] == ["open", "unpaid"])
        let wrong = shop.pay(session: made.id, card: "4242424242424241")
        #expect(wrong.code == "incorrect_number")
        let paid = shop.pay(session: made.id)
        #expect(paid.state == "complete")
        #expect(paid["payment_intent"] == open["payment_intent"])
        #expect(shop.ledger(paid["payment_intent"]?.text ?? "").captured == 1500)
    }

    @Test mutating func theSameAttemptIsMadeOnce() {
        let made = shop.checkout(1500)
        let first = shop.pay(session: made.id, idempotency: "a")
        let second = shop.pay(session: made.id, idempotency: "a")
        #expect(first.bytes == second.bytes)
        #expect(shop.get("charges")["data"]?.elements.count == 1)
    }

    @Test mutating func customersProveWhoTheyAre() {
        let made = shop.checkout(1500)
        let asked = shop.pay(session: made.id, card: "4000002760003184", [("expand[]", "payment_intent")])
        let action = asked["payment_intent", "next_action", "redirect_to_url"]
        #expect([asked.state, asked["payment_intent", "status"]?.text] == ["open", "requires_action"])
        #expect(action?["return_url"]?.text?.hasSuffix("/c/return/\(made.id)") == true)
        let intent = asked["payment_intent", "id"]?.text ?? ""
        let canceled = shop.post("payment_intents/\(intent)/cancel")
        #expect(canceled.code == "payment_intent_unexpected_state")
        _ = shop.post("_tender/authenticate", [("intent", intent), ("outcome", "fail")])
        let refused = shop.get("checkout/sessions/\(made.id)")
        #expect(refused.state == "open")
        _ = shop.pay(session: made.id, card: "4000002760003184")
        _ = shop.post("_tender/authenticate", [("intent", intent), ("outcome", "succeed")])
        let done = shop.get("checkout/sessions/\(made.id)")
        #expect([done.state, done["payment_status"]?.text] == ["complete", "paid"])
    }

    @Test mutating func sessionsEnd() {
        let early = shop.checkout(1500, [("expires_at", "\(shop.now + 1800)")])
        let long = shop.checkout(1500)
        _ = shop.pay(session: early.id, card: "4000000000000002")
        shop.now += 1800
        let ended = shop.get("checkout/sessions/\(early.id)")
        let intent = shop.get("payment_intents/\(ended["payment_intent"]?.text ?? "")")
        #expect([ended["status"], ended["url"]] == ["expired", .null])
        #expect([intent["status"], intent["cancellation_reason"]] == ["canceled", "expired"])
        let late = shop.pay(session: early.id)
        let open = shop.get("checkout/sessions/\(long.id)")
        let expired = shop.post("checkout/sessions/\(long.id)/expire")
        let twice = shop.post("checkout/sessions/\(long.id)/expire")
        #expect([late.status, open.status, expired.status, twice.status] == [400, 200, 200, 400])
        #expect([open.state, expired.state] == ["open", "expired"])
        #expect(shop.eventTypes("checkout.session.*").count == 2)
    }

    @Test mutating func laterSessionsEndAfterARestart() throws {
        let made = shop.checkout(1500)
        var again = try SimulatedPayments(seed: [9], records: shop.payments.takeChanges())
        again.settle(now: shop.now + 86_400)
        shop.payments = again
        let ended = shop.get("checkout/sessions/\(made.id)")
        #expect(ended.state == "expired")
    }

    @Test mutating func whatIsHeldIsUnpaidUntilItIsCaptured() {
        let made = shop.checkout(1500, [("payment_intent_data[capture_method]", "manual")])
        let held = shop.pay(session: made.id)
        #expect([held["status"], held["payment_status"]] == ["complete", "unpaid"])
        _ = shop.post("payment_intents/\(held["payment_intent"]?.text ?? "")/capture")
        let paid = shop.get("checkout/sessions/\(made.id)")
        #expect(paid["payment_status"] == "paid")
        #expect(shop.eventTypes("checkout.session.*") == ["checkout.session.completed"])
    }

    /// Whatever it is that takes its time: the session looks at its intent alone.
    @Test mutating func whatIsPaidLaterIsToldLater() throws {
        for (outcome, last) in [("succeed", "async_payment_succeeded"), ("fail", "async_payment_failed")] {
            let made = shop.checkout(1500)
            let asked = shop.pay(session: made.id, card: "4000002760003184")
            let intent = try #require(asked["payment_intent"]?.text.flatMap { shop.payments.context.intents[$0] })
            shop.payments.context.emit("payment_intent.processing", intent, by: nil, now: shop.now)
            let waiting = shop.get("checkout/sessions/\(made.id)")
            _ = shop.post("_tender/authenticate", [("intent", intent.id), ("outcome", outcome)])
            let final = shop.get("checkout/sessions/\(made.id)")
            #expect([waiting["status"], waiting["payment_status"]] == ["complete", "unpaid"])
            #expect(final["payment_status"]?.text == (outcome == "succeed" ? "paid" : "unpaid"))
            #expect(
                shop.eventTypes("checkout.session.*").suffix(2) == [
                    "checkout.session.completed", "checkout.session.\(last)",
                ])
        }
    }

    @Test mutating func debitsCompleteASessionUnpaid() {
        let data = "payment_method_data"
        let events = [
            "DE89370400440532013000": "async_payment_succeeded", "DE62370400440532013001": "async_payment_failed",
        ]
        for (iban, last) in events.sorted(by: { $0.key < $1.key }) {
            let line = Shop.line(1500).map { $0.1 == "usd" ? ($0.0, "eur") : $0 }
            let made = shop.post(
                "checkout/sessions",
                [
                    ("mode", "payment"), ("success_url", Shop.success), ("payment_method_types[]", "card"),
                    ("payment_method_types[]", "sepa_debit"),
                ] + line)
            let waiting = shop.post(
                "payment_pages/\(made.id)/confirm",
                [
                    (data + "[type]", "sepa_debit"), (data + "[sepa_debit][iban]", iban),
                    (data + "[billing_details][name]", "Jenny"), (data + "[billing_details][email]", "jo@example.com"),
                ])
            shop.now += 3600
            let final = shop.get("checkout/sessions/\(made.id)")
            #expect([waiting["status"], waiting["payment_status"]] == ["complete", "unpaid"])
            #expect(final["payment_status"]?.text == (last.hasSuffix("succeeded") ? "paid" : "unpaid"))
            #expect(shop.eventTypes("checkout.session.*").last == "checkout.session.\(last)")
        }
    }

    @Test mutating func moneyIsShared() {
        let seller = shop.seller()
        let data = "payment_intent_data"
        let sale = shop.checkout(
            1000, [(data + "[application_fee_amount]", "123"), (data + "[transfer_data][destination]", seller)])
        _ = shop.pay(session: sale.id)
        #expect([shop.total(), shop.total(of: seller)] == [64, 877])
        let fee = shop.checkout(1000, [(data + "[application_fee_amount]", "123")])
        let greedy = shop.checkout(
            1000, [(data + "[application_fee_amount]", "1001"), (data + "[transfer_data][destination]", seller)])
        let unknown = shop.checkout(1000, [(data + "[transfer_data][destination]", "acct_none")])
        #expect([fee.status, greedy.status, unknown.status] == [400, 400, 400])
        #expect(
            [fee.param, greedy.param, unknown.param]
                == [
                    data + "[application_fee_amount]", data + "[application_fee_amount]",
                    data + "[transfer_data][destination]",
                ])
        let direct = shop.acting(for: seller) { $0.checkout(1000, [(data + "[application_fee_amount]", "123")]) }
        _ = shop.acting(for: seller) { $0.pay(session: direct.id) }
        #expect([shop.total(), shop.total(of: seller)] == [64 + 123, 877 + 818])
        let foreign = shop.get("checkout/sessions/\(direct.id)")
        #expect(foreign.status == 404)
    }

    @Test mutating func anEarlierPagePaysNothingElse() {
        let more: Form = [
            ("[adjustable_quantity][enabled]", "true"), ("[adjustable_quantity][maximum]", "5"),
        ]
        let made = shop.post(
            "checkout/sessions", [("mode", "payment"), ("success_url", Shop.success)] + Shop.line(700, 0, more))
        let item = shop.get("checkout/sessions/\(made.id)/line_items")["data"]?.elements.first?["id"]?.text ?? ""
        func change(_ shop: inout Shop, _ quantity: String) -> Shop.Answer {
            shop.post(
                "payment_pages/\(made.id)", [("line_items[0][id]", item), ("line_items[0][quantity]", quantity)])
        }
        let three = change(&shop, "3")
        let wrong = ["6", "0", "-1", "9223372036854775807"].map { change(&shop, $0).status }
        #expect(three["amount_total"] == 2100)
        #expect(wrong == [400, 400, 400, 400])
        let old = shop.pay(session: made.id, [("expected_amount", "700")])
        let new = shop.pay(session: made.id, [("expected_amount", "2100")])
        #expect([old.param, new.state] == ["expected_amount", "complete"])
        #expect(shop.ledger(new["payment_intent"]?.text ?? "").captured == 2100)
    }

    /// Whoever stands at the bank's page with an order, and changes it in another window, is asked for the new sum.
    @Test mutating func anAuthenticationPaysForNoOtherOrder() {
        let more: Form = [("[adjustable_quantity][enabled]", "true")]
        let made = shop.post(
            "checkout/sessions", [("mode", "payment"), ("success_url", Shop.success)] + Shop.line(700, 0, more))
        let item = shop.get("checkout/sessions/\(made.id)/line_items")["data"]?.elements.first?["id"]?.text ?? ""
        let asked = shop.pay(session: made.id, card: "4000002760003184")
        let intent = asked["payment_intent"]?.text ?? ""
        let changed = shop.post(
            "payment_pages/\(made.id)", [("line_items[0][id]", item), ("line_items[0][quantity]", "9")])
        let late = shop.post("_tender/authenticate", [("intent", intent), ("outcome", "succeed")])
        let open = shop.get("checkout/sessions/\(made.id)")
        #expect([changed["amount_total"], shop.get("payment_intents/\(intent)")["amount"]] == [6300, 6300])
        #expect(late.status == 400)
        #expect(shop.ledger(intent).captured == 0)
        #expect([open["status"], open["payment_status"]] == ["open", "unpaid"])
        let paid = shop.pay(session: made.id)
        #expect([paid.state, paid["payment_intent"]?.text] == ["complete", intent])
        #expect(shop.ledger(intent).captured == 6300)
    }

    @Test mutating func goodsAreSent() {
        let option = "[shipping_rate_data]"
        let rates: Form = [("Slow", "500"), ("Fast", "1500")].enumerated().flatMap { index, rate in
            [
                ("display_name", rate.0), ("type", "fixed_amount"), ("fixed_amount][amount", rate.1),
                ("fixed_amount][currency", "usd"),
            ].map { ("shipping_options[\(index)]\(option)[\($0.0)]", $0.1) }
        }
        let made = shop.checkout(1000, rates + [("shipping_address_collection[allowed_countries][]", "DE")])
        #expect([made["amount_subtotal"], made["amount_total"]] == [1000, 1500])
        guard case .array(let options)? = made["shipping_options"], options.count == 2 else {
            Issue.record("there are not two options")
            return
        }
        _ = shop.post(
            "payment_pages/\(made.id)", [("shipping_rate", options[1]["shipping_rate"]?.text ?? "")])
        func address(_ country: String) -> Form {
            [
                ("shipping[name]", "Jenny"), ("shipping[address][line1]", "Allee 1"),
                ("shipping[address][country]", country),
            ]
        }
        let refused = [shop.pay(session: made.id), shop.pay(session: made.id, address("FR"))].map(\.param)
        let paid = shop.pay(session: made.id, address("DE"))
        let intent = shop.get("payment_intents/\(paid["payment_intent"]?.text ?? "")")
        #expect(refused == ["shipping", "shipping[address][country]"])
        #expect([paid["amount_total"], paid["total_details", "amount_shipping"]] == [2500, 1500])
        #expect(paid["collected_information", "shipping_details", "address", "country"] == "DE")
        #expect(intent["shipping", "name"] == "Jenny")
    }

    @Test mutating func cardsAreSaved() {
        let setup = shop.post(
            "checkout/sessions",
            [("mode", "setup"), ("success_url", Shop.success), ("currency", "usd"), ("customer_creation", "always")])
        #expect([setup["payment_status"], setup["amount_total"]] == ["no_payment_required", .null])
        let saved = shop.pay(session: setup.id)
        let customer = saved["customer"]?.text ?? ""
        let methods = shop.get("customers/\(customer)/payment_methods")["data"]?.elements.count
        #expect([saved.state, saved["payment_status"]?.text] == ["complete", "no_payment_required"])
        #expect(methods == 1)
        let sale = shop.checkout(1000, [("payment_intent_data[setup_future_usage]", "off_session")])
        let paid = shop.pay(session: sale.id)
        let kept = shop.get("customers/\(paid["customer"]?.text ?? "")/payment_methods")["data"]?.elements.count
        #expect(kept == 1)
    }

    @Test mutating func publishableKeysSeeLittle() {
        let made = shop.checkout(1000, [("metadata[secret]", "x"), ("client_reference_id", "x")])
        shop.key = "pk_test_shop"
        let paid = shop.pay(session: made.id)
        let refused = shop.get("checkout/sessions/\(made.id)")
        #expect([paid.status, refused.status] == [200, 401])
        #expect(
            [paid["metadata"], paid["client_reference_id"], paid["payment_intent", "metadata"]] == [nil, nil, nil])
        #expect(paid["payment_intent", "status"] == "succeeded")
    }

    @Test mutating func whatIsWrongIsNamed() {
        let cases: [(Form, String)] = [
            ([("mode", "subscription"), ("success_url", "https://a.test")], "mode"),
            ([("mode", "payment"), ("success_url", "https://a.test")], "line_items"),
            ([("mode", "payment")] + Shop.line(100), "success_url"),
            (Shop.session(100, [("return_url", "https://a.test")]), "return_url"),
            (Shop.session(100, [("ui_mode", "hosted")]), "ui_mode"),
            (Shop.session(100, [("expires_at", "\(shop.now + 1799)")]), "expires_at"),
            (Shop.session(100, [("expires_at", "\(shop.now + 86_401)")]), "expires_at"),
            (Shop.session(100, [("expires_at", "9223372036854775807")]), "expires_at"),
            (Shop.session(100, [("expires_at", "-9223372036854775808")]), "expires_at"),
            (Shop.session(10), "line_items"),
            (Shop.session(99_999_999, Shop.line(1, 1)), "line_items"),
            (Shop.session(100, Shop.line(99_999_999, quantity: 999_999, 1)), "line_items[1]"),
            (Shop.session(100, Shop.line(1, quantity: 1_000_000, 1)), "line_items[1][quantity]"),
            (Shop.session(100, [("line_items[0][price]", "price_x")]), "line_items[0][price_data]"),
            (Shop.session(100, [("line_items[1][quantity]", "1")]), "line_items[1][price]"),
            (
                Shop.session(100, [("line_items[1][price]", "x"), ("line_items[1][quantity]", "1")]),
                "line_items[1][price]"
            ),
            (
                Shop.session(
                    100,
                    [
                        ("line_items[0][adjustable_quantity][enabled]", "true"),
                        ("line_items[0][adjustable_quantity][minimum]", "2"),
                    ]),
                "line_items[0][adjustable_quantity]"
            ),
            (Shop.session(100, [("payment_method_types[]", "card_present")]), "payment_method_types"),
            (
                Shop.session(100, [("shipping_address_collection[allowed_countries][]", "<b>")]),
                "shipping_address_collection[allowed_countries]"
            ),
            (Shop.session(100, [("customer", "cus_x")]), "customer"),
            (Shop.session(100, [("customer_email", "nobody")]), "customer_email"),
            (Shop.session(100, [("automatic_tax[enabled]", "true")]), "automatic_tax[enabled]"),
            (Shop.session(100, [("discounts[0][coupon]", "x")]), "discounts"),
        ]
        let params = cases.map { shop.post("checkout/sessions", $0.0).param }
        #expect(params == cases.map(\.1))
        // Nothing of what was refused is left.
        #expect(
            ["products", "prices", "checkout/sessions", "payment_intents"].flatMap {
                shop.get($0)["data"]?.elements ?? []
            } == [])
    }

    @Test mutating func versionsHaveTheirNames() {
        func make(_ shop: inout Shop, _ mode: String, _ version: String) -> Shop.Answer {
            let form = [("mode", "payment"), ("ui_mode", mode), ("return_url", "https://a.test")] + Shop.line(500)
            var request = shop.request("POST", "checkout/sessions", form)
            request.headers["stripe-version"] = version
            return Shop.Answer(shop.payments.handle(request, now: shop.now))
        }
        let old = "2025-09-30.clover", new = "2026-03-25.dahlia"
        let modes = [
            make(&shop, "embedded", old), make(&shop, "custom", old), make(&shop, "embedded_page", new),
            make(&shop, "elements", new), make(&shop, "form", new), make(&shop, "embedded", new),
            make(&shop, "elements", old),
        ].map { $0["ui_mode"]?.text ?? $0.param }
        #expect(modes == ["embedded", "custom", "embedded_page", "elements", "form", "ui_mode", "ui_mode"])
    }

    @Test mutating func listsAreFiltered() {
        let open = shop.checkout(500), paid = shop.checkout(600)
        let intent = shop.pay(session: paid.id)["payment_intent"]?.text ?? ""
        let filters: [Form] = [
            [], [("status", "open")], [("payment_intent", intent)], [("customer_details[email]", "jenny@example.com")],
            [("payment_link", "plink_x")], [("created[gt]", "\(shop.now)")],
        ]
        let found = filters.map { shop.get("checkout/sessions", $0)["data"]?.elements.compactMap { $0["id"]?.text } }
        #expect(found == [[paid.id, open.id], [open.id], [paid.id], [paid.id], [], []])
        let items = shop.post(
            "checkout/sessions", Shop.session(100, (1...11).flatMap { Shop.line(100, $0) })
        ).id
        let first = shop.get("checkout/sessions/\(items)/line_items", [("limit", "5")])
        let cursor = first["data"]?.elements.last?["id"]?.text ?? ""
        let rest = shop.get("checkout/sessions/\(items)/line_items", [("starting_after", cursor), ("limit", "100")])
        let before = shop.get("checkout/sessions/\(items)/line_items", [("ending_before", cursor)])
        #expect([first, rest, before].map { $0["data"]?.elements.count } == [5, 7, 4])
        #expect([first, rest, before].map { $0["has_more"] } == [true, false, false])
        let shown = shop.get("checkout/sessions/\(items)", [("expand[]", "line_items.data.price.product")])
        #expect(shown["line_items", "data"]?.elements.first?["price"]?["product"]?["name"] == "Teapot")
    }
}
