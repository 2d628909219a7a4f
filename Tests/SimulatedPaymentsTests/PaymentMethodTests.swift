import SimulatedPayments
import Testing

@Suite struct PaymentMethodTests {
    @Test func tokensNumbersAndNamesMakeMethods() {
        var shop = Shop()
        let named = shop.get("payment_methods/pm_card_visa")
        let token = shop.method([("card[token]", "tok_visa"), ("metadata[a]", "b")])
        let typed = shop.method(
            Shop.typed + [("billing_details[name]", "Ada"), ("billing_details[address][line1]", "1")])
        let other = shop.method([("card[token]", "tok_mastercard")])
        let prints = [named, token, typed, other].map { $0["card", "fingerprint"]?.text ?? "" }
        #expect(Set(prints[..<3]).count == 1)
        #expect(prints[3] != prints[0])
        #expect(prints[0].count == 16)
        #expect(token["metadata"] == ["a": "b"])
        #expect(token["card", "checks", "cvc_check"] == .null)
        #expect(typed["card", "exp_year"] == 2031)
        #expect(typed["card", "checks", "cvc_check"] == "unchecked")
        #expect(typed["billing_details", "name"] == "Ada")
        #expect(typed["billing_details", "address", "city"] == .null)
        #expect(shop.get("payment_methods/\(typed.id)").body == typed.body)
        #expect(shop.get("payment_methods/pm_card_visa").id != named.id)
        shop.key = "sk_test_other"
        #expect(shop.method()["card", "fingerprint"]?.text != prints[0])
    }

    @Test func whatIsTypedIsChecked() {
        let table: [(Form, String)] = [
            ([("card[number]", "4242424242424241")], "402 incorrect_number number"),
            ([("card[number]", "4242")], "402 incorrect_number number"),
            ([("card[number]", "x")], "402 incorrect_number number"),
            ([("card[number]", "4111111111111111")], "402 card_declined -"),
            ([("card[exp_month]", "13")], "402 invalid_expiry_month exp_month"),
            ([("card[exp_month]", "0")], "402 invalid_expiry_month exp_month"),
            ([("card[exp_year]", "2026")], "402 invalid_expiry_year exp_year"),
            ([("card[exp_year]", "2100")], "402 invalid_expiry_year exp_year"),
            // The shop's clock stands in January 2027.
            ([("card[exp_year]", "27"), ("card[exp_month]", "1")], "200 - -"),
            ([("card[exp_year]", "26"), ("card[exp_month]", "12")], "402 invalid_expiry_year exp_year"),
            ([("card[cvc]", "12")], "402 invalid_cvc cvc"), ([("card[cvc]", "12a")], "402 invalid_cvc cvc"),
            ([("card[cvc]", "1234")], "402 invalid_cvc cvc"),
            ([("card[cvc]", "1234"), ("card[number]", "3782 822463-10005")], "200 - -"),
            ([("card[exp_month]", "x")], "400 parameter_invalid_integer card[exp_month]"),
            ([("card[foo]", "x")], "400 parameter_unknown card[foo]"),
            ([("card[token]", "tok_visa")], "400 parameters_exclusive card[token]"),
            ([("type", "sofa")], "400 - type"), ([("type", "card_present")], "400 - type"),
            ([("allow_redisplay", "x")], "400 - allow_redisplay"),
            ([("billing_details[email]", "x")], "400 email_invalid billing_details[email]"),
        ]
        var wrong: [String] = []
        for (form, expected) in table {
            var shop = Shop()
            let kept = Shop.typed.filter { pair in !form.contains { $0.0 == pair.0 } }
            let answer = shop.post("payment_methods", [("type", "card")] + kept + form)
            let found = "\(answer.refusal) \(answer.param)"
            if found != expected { wrong.append("\(form): \(found)") }
        }
        #expect(wrong == [])
        var shop = Shop()
        let missing = ["number", "exp_month", "exp_year"].map { name in
            shop.method(Shop.typed.filter { $0.0 != "card[\(name)]" }).param
        }
        #expect(missing == ["card[number]", "card[exp_month]", "card[exp_year]"])
        #expect(shop.post("payment_methods", Shop.typed).param == "type")
        #expect(shop.method([]).param == "card")
    }

    @Test func nothingTypedIsStored() {
        var shop = Shop()
        let customer = shop.customer()
        _ = shop.post("payment_methods", [("type", "card")] + Shop.typed, idempotency: "k")
        _ = shop.post("tokens", Shop.typed, idempotency: "l")
        let source = Shop.typed.map { ($0.0.replacing("card[", with: "source["), $0.1) }
        _ = shop.post("customers/\(customer)/sources", source, idempotency: "m")
        _ = shop.method([("card[number]", "4242424242424241"), ("card[exp_month]", "1"), ("card[exp_year]", "2030")])
        let records = shop.payments.takeChanges()
        let text = records.map { String(decoding: $0.content ?? [], as: UTF8.self) }.joined()
        #expect(records.count > 8)
        #expect(["4242424242424242", "4242424242424241", "\"314\""].filter(text.contains) == [])
    }

    @Test func attachingAsksTheIssuer() {
        let table: [(String, String)] = [
            ("visa", "200 - -"), ("chargeCustomerFail", "200 - -"), ("authenticationRequired", "200 - -"),
            ("radarBlock", "200 - -"), ("visa_chargeDeclined", "402 card_declined generic_decline"),
            ("chargeDeclined", "402 card_declined generic_decline"),
            ("visa_chargeDeclinedInsufficientFunds", "402 card_declined insufficient_funds"),
            ("chargeDeclinedExpiredCard", "402 expired_card expired_card"),
            ("chargeDeclinedIncorrectCvc", "402 incorrect_cvc incorrect_cvc"),
            ("chargeDeclinedProcessingError", "402 processing_error processing_error"),
            ("nothing", "404 resource_missing -"),
        ]
        var shop = Shop()
        let customer = shop.customer()
        var wrong: [String] = []
        for (name, expected) in table {
            let answer = shop.post("payment_methods/pm_card_\(name)/attach", [("customer", customer)])
            let found = "\(answer.refusal) \(answer.declineCode)"
            if found != expected { wrong.append("\(name): \(found)") }
        }
        #expect(wrong == [])
        #expect(shop.methods(of: customer).count == 4)
    }

    @Test func aMethodHasOneCustomerAndThenNone() throws {
        var shop = Shop()
        let (first, second) = (shop.customer(), shop.customer())
        let method = shop.method(Shop.typed).id
        _ = try shop.newEvents()
        let attached = shop.post("payment_methods/\(method)/attach", [("customer", first)])
        #expect(attached["customer"]?.text == first)
        #expect(attached["card", "checks", "cvc_check"] == "pass")
        #expect(shop.post("payment_methods/\(method)/attach", [("customer", first)]).status == 200)
        let code = "400 payment_method_unexpected_state"
        #expect(shop.post("payment_methods/\(method)/attach", [("customer", second)]).refusal == code)
        #expect(shop.get("customers/\(first)/payment_methods/\(method)").id == method)
        #expect(shop.get("customers/\(second)/payment_methods/\(method)").status == 404)
        #expect(shop.post("payment_methods/\(method)/detach")["customer"] == .null)
        #expect(shop.post("payment_methods/\(method)/detach").refusal == code)
        #expect(shop.post("payment_methods/\(method)/attach", [("customer", first)]).refusal == "400 -")
        let events = try shop.newEventObjects()
        #expect(events.compactMap { $0["type"]?.text } == ["payment_method.attached", "payment_method.detached"])
        #expect(events.last?["previous"] == ["customer": .string(first)])
    }

    @Test func aCardInAReaderIsNotSaved() throws {
        var shop = Shop()
        let method = try shop.pay(1000).answer["payment_method"]?.text ?? ""
        let refused = shop.post("payment_methods/\(method)/attach", [("customer", shop.customer())])
        #expect(refused.status == 400)
    }

    @Test func onlySavedMethodsAreUpdated() throws {
        var shop = Shop()
        let method = shop.method().id
        let form: Form = [
            ("metadata[a]", "b"), ("billing_details[name]", "Bob"), ("card[exp_year]", "2040"),
            ("allow_redisplay", "always"), ("card[networks][preferred]", "visa"),
        ]
        #expect(shop.post("payment_methods/\(method)", form).refusal == "400 payment_method_unexpected_state")
        _ = shop.post("payment_methods/\(method)/attach", [("customer", shop.customer())])
        _ = try shop.newEvents()
        let changed = shop.post("payment_methods/\(method)", form)
        #expect(changed["metadata"] == ["a": "b"])
        #expect(changed["card", "exp_year"] == 2040)
        #expect(changed["allow_redisplay"] == "always")
        #expect(changed["card", "networks", "preferred"] == "visa")
        #expect(
            shop.post("payment_methods/\(method)", [("card[exp_month]", "13")]).refusal == "402 invalid_expiry_month")
        _ = shop.post("payment_methods/\(method)", [("billing_details[name]", "Bob")])
        let events = try shop.newEventObjects()
        #expect(events.compactMap { $0["type"]?.text } == ["payment_method.updated"])
        #expect(events.first?["previous"]?["card"]?["exp_year"] == 2034)
    }

    @Test func listsAreOfACustomerAndAType() {
        var shop = Shop()
        let (customer, other) = (shop.customer(), shop.customer())
        let methods = ["pm_card_visa", "pm_card_amex", "pm_card_jcb"].map { shop.save($0, for: customer) }
        _ = shop.save(for: other)
        let newest = Array(methods.reversed())
        let table: [(String, Form, [String], Bool)] = [
            ("payment_methods", [("customer", customer)], newest, false),
            ("payment_methods", [("customer", customer), ("type", "card")], newest, false),
            ("payment_methods", [("customer", customer), ("type", "sepa_debit")], [], false),
            ("customers/\(customer)/payment_methods", [("limit", "2")], Array(newest[..<2]), true),
            ("customers/\(customer)/payment_methods", [("starting_after", newest[1])], [newest[2]], false),
            ("customers/\(customer)/payment_methods", [("ending_before", newest[2])], Array(newest[..<2]), false),
            ("customers/\(customer)/payment_methods", [("allow_redisplay", "always")], [], false),
        ]
        var wrong: [String] = []
        for (path, form, ids, hasMore) in table {
            let answer = shop.get(path, form)
            if answer.ids != ids || answer["has_more"] != .bool(hasMore) {
                wrong.append("\(path) \(form): \(answer.ids)")
            }
        }
        #expect(wrong == [])
        #expect(shop.get("payment_methods", [("limit", "100")]).ids.count == 4)
        #expect(shop.get("payment_methods", [("customer", "cus_nobody")]).refusal == "400 resource_missing")
    }

    @Test func shapesAreThoseOfTheSchemas() throws {
        var shop = Shop()
        let customer = shop.customer([("source", "tok_visa")])
        _ = shop.save("pm_card_gb_debit", for: customer)
        let answers = [
            shop.method(Shop.typed + [("billing_details[address][line1]", "1")]),
            shop.get("payment_methods", [("customer", customer), ("expand[]", "data.customer")]),
            shop.get("customers/\(customer)/sources", [("expand[]", "data.customer")]), shop.post("tokens", Shop.typed),
            shop.remove("customers/\(customer)"),
        ]
        let checker = try SchemaChecker()
        #expect(answers.flatMap { checker.problems(inside: $0.body) } == [])
    }

    @Test func listsKnowTheTypesThatThereAre() {
        var shop = Shop()
        let customer = shop.customer()
        _ = shop.post("payment_methods/pm_card_visa/attach", [("customer", customer)])
        for path in ["payment_methods", "customers/\(customer)/payment_methods"] {
            let form: Form = path.hasPrefix("customers") ? [] : [("customer", customer)]
            let lists = ["card", "sepa_debit"].map { shop.get(path, form + [("type", $0)])["data"]?.elements.count }
            #expect(lists == [1, 0])
            let refused = shop.get(path, form + [("type", "foo")])
            let said = refused["error", "message"]?.text ?? ""
            #expect(refused.status == 400)
            #expect(refused.param == "type")
            #expect(said.hasPrefix("Invalid type: must be one of acss_debit, affirm, "))
        }
    }
}
