import SimulatedPayments
import Testing

@testable import SimulatedPages

/// A customer's way through the pages of Checkout Sessions and payment links.
@Suite struct CheckoutPageTests {
    private typealias Form = [(String, String)]
    private static let success = "https://shop.test/done?session={CHECKOUT_SESSION_ID}"
    private var visitor = Visitor()

    private static func line(_ more: Form = [], name: String = "Teapot") -> Form {
        [
            ("[price_data][currency]", "usd"), ("[price_data][unit_amount]", "1500"), ("[quantity]", "1"),
            ("[price_data][product_data][name]", name),
        ].map { ("line_items[0]" + $0.0, $0.1) } + more
    }

    private mutating func session(_ more: Form = [], name: String = "Teapot") -> String {
        let form = [
            ("mode", "payment"), ("success_url", Self.success), ("cancel_url", "https://shop.test/basket"),
        ]
        return visitor.ask("POST", "checkout/sessions", form + Self.line(more, name: name))["id"]?.text ?? ""
    }

    /// What a person types, and what the form of the page holds.
    private mutating func form(_ id: String, number: String, in path: String? = nil) -> Form {
        let page = visitor.visit("GET", path ?? "/c/pay/\(id)")
        func hidden(_ name: String) -> String {
            let field = page.text.firstRange(of: "name=\"\(name)\" value=\"")
            return field.map { String(page.text[$0.upperBound...].prefix { $0 != "\"" }) } ?? ""
        }
        return [
            ("_token", page.token), ("attempt", hidden("attempt")), ("expected_amount", hidden("expected_amount")),
            ("action", "pay"), ("email", "jo@example.com"), ("number", number), ("expiry", "12 / 34"), ("cvc", "123"),
            ("name", "Jo Doe"), ("country", "US"), ("postal_code", "94107"), ("type", "card"),
        ]
    }

    private mutating func pay(_ id: String, number: String = "4242 4242 4242 4242", _ more: Form = []) -> Visitor.Answer
    {
        let form = form(id, number: number).filter { field in !more.contains { $0.0 == field.0 } }
        return visitor.visit("POST", "/c/pay/\(id)", form + more)
    }

    private mutating func state(_ id: String) -> String {
        let session = visitor.ask("GET", "checkout/sessions/\(id)")
        return "\(session["status"]?.text ?? "") \(session["payment_status"]?.text ?? "")"
    }

    private mutating func charges() -> [String] {
        guard case .array(let charges)? = visitor.ask("GET", "charges")["data"] else { return [] }
        return charges.compactMap { $0["status"]?.text }
    }

    /// A shop without pages of its own leads back to the session's page; one that followed its own link would never rest.
    @Test mutating func aPageThatIsItsOwnEndLeadsNowhere() {
        let own = visitor.payments.publicURL + "/c/pay/{CHECKOUT_SESSION_ID}"
        let endings = [own, own + "?paid=1", Self.success].map { address in
            let form = [("mode", "payment"), ("success_url", address)] + Self.line()
            let id = visitor.ask("POST", "checkout/sessions", form)["id"]?.text ?? ""
            _ = pay(id)
            let text = visitor.visit("GET", "/c/pay/\(id)").text
            return [text.contains("Your payment went through."), text.contains("data-continue")]
        }
        #expect(endings == [[true, false], [true, false], [true, true]])
    }

    /// What is bought says more than its name, whose shop it is, and what it comes to.
    @Test mutating func theOrderIsExplained() {
        let product = visitor.ask("POST", "products", [("name", "Teapot"), ("description", "Holds <two> cups")])
        let price = visitor.ask(
            "POST", "prices",
            [("product", product["id"]?.text ?? ""), ("currency", "usd"), ("unit_amount", "2499")])
        let form = [("mode", "payment"), ("success_url", Self.success), ("line_items[0][quantity]", "2")]
        let id = visitor.ask("POST", "checkout/sessions", form + [("line_items[0][price]", price["id"]?.text ?? "")])
        let address = "/c/pay/\(id["id"]?.text ?? "")"
        #expect(visitor.visit("GET", address).text.contains("Pay Simulated shop"))
        let named = visitor.ask("POST", "_tender/account", [("name", "Ada's teas")])
        #expect(named["business_profile"]?["name"] == "Ada's teas")
        let page = visitor.visit("GET", address).text
        let wanted = [
            "Pay Ada&#39;s teas", "Holds &lt;two&gt; cups", "<body class=\"split\">",
            "<th scope=\"row\">Total</th><td class=\"number\">$49.98</td>", "Pay $49.98",
        ]
        #expect(wanted.filter { !page.contains($0) } == [])
    }

    @Test mutating func aShopMayChooseTheLanguage() {
        let german = visitor.visit("GET", "/c/pay/\(session([("locale", "de")]))").text
        let wanted = [
            "<html lang=\"de\">", "Bei Simulated shop bezahlen", "15,00\u{A0}$ bezahlen", "Kartennummer", "Summe",
            "Keine echte Karte",
        ]
        #expect(wanted.filter { !german.contains($0) } == [])
        #expect(["Card number", "Total", "Simulated.", ">Pay "].filter { german.contains($0) } == [])
        let refused = pay(session([("locale", "de")]), [("cvc", "")])
        #expect(refused.text.contains("Geben Sie die Prüfziffer an."))
    }

    @Test mutating func aCustomerPays() {
        let id = session()
        let page = visitor.visit("GET", "/c/pay/\(id)")
        let wanted = [
            "Teapot", "$15.00", "autocomplete=\"cc-number\"", "autocomplete=\"cc-exp\"", "autocomplete=\"cc-csc\"",
            "autocomplete=\"email\"", "inputmode=\"numeric\"", "https://shop.test/basket", "Pay $15.00",
        ]
        #expect(wanted.filter { !page.text.contains($0) } == [])
        #expect(page.response.header("content-security-policy")?.contains("form-action 'self';") == true)
        let paid = pay(id)
        #expect(paid.onward == "https://shop.test/done?session=\(id)")
        let again = visitor.visit("GET", "/c/pay/\(id)")
        #expect(again.text.contains("Your payment went through."))
        #expect([state(id), charges().joined()] == ["complete paid", "succeeded"])
    }

    @Test mutating func whatIsWrongIsSaidAtTheField() {
        let id = session()
        let cases: [(Form, String)] = [
            ([("number", "4242424242424241")], "number"), ([("number", "")], "number"),
            ([("number", "4000000000000002")], "number"), ([("number", "<script>")], "number"),
            ([("expiry", "13/34")], "expiry"), ([("expiry", "")], "expiry"),
            ([("expiry", "1234567890123456789")], "expiry"),
            ([("expiry", "12/20")], "expiry"), ([("expiry", "١٢/٣٤")], "expiry"), ([("cvc", "12")], "cvc"),
            ([("cvc", "")], "cvc"), ([("email", "nobody")], "email"), ([("email", "")], "email"),
            ([("number", "4000000000000069")], "expiry"), ([("number", "4000000000000127")], "cvc"),
        ]
        var found: [String] = []
        for (wrong, _) in cases {
            let page = pay(id, wrong)
            let mark = page.text.firstRange(of: "aria-describedby=\"")
                .flatMap { _ in page.text.firstRange(of: "role=\"alert\" id=\"") }
            found.append(mark.map { String(page.text[$0.upperBound...].prefix { $0 != "-" }) } ?? "none")
            if page.text.ranges(of: " autofocus ").count != 1 { found.append("the focus is elsewhere") }
            if page.text.contains("4242424242424241") { found.append("the number is shown") }
        }
        #expect(found == cases.map(\.1))
        let last = visitor.visit("GET", "/c/pay/\(id)")
        #expect(last.text.contains("Nothing was paid. Your card&#39;s security code is incorrect."))
        #expect([pay(id).onward, state(id)] == ["https://shop.test/done?session=\(id)", "complete paid"])
        #expect(charges() == ["succeeded", "failed", "failed", "failed"])
    }

    @Test mutating func aDoublePressPaysOnce() {
        let id = session()
        let form = form(id, number: "4242424242424242")
        let ends = (0..<3).map { _ in visitor.visit("POST", "/c/pay/\(id)", form).onward }
        #expect(Set(ends) == ["https://shop.test/done?session=\(id)"])
        let other = session()
        let declined = self.form(other, number: "4000000000000002")
        _ = visitor.visit("POST", "/c/pay/\(other)", declined)
        let repeated = visitor.visit("POST", "/c/pay/\(other)", declined)
        let changed = visitor.visit(
            "POST", "/c/pay/\(other)", declined.map { $0.0 == "number" ? ("number", "4242424242424242") : $0 })
        #expect([repeated.status, changed.status] == [200, 200])
        #expect(changed.text.contains("This form was sent before"))
        #expect(charges() == ["failed", "succeeded"])
    }

    @Test mutating func banksAskWhoItIs() {
        let id = session()
        for (outcome, wanted) in [("fail", "open unpaid"), ("succeed", "complete paid")] {
            let sent = pay(id, number: "4000002760003184")
            let path = String(sent.onward?.trimmingPrefix("http://127.0.0.1") ?? "")
            #expect(path.hasPrefix("/authenticate/"))
            let bank = visitor.visit("GET", path)
            let answered = visitor.visit("POST", path, [("_token", bank.token), ("outcome", outcome)])
            let back = answered.onward.map { String($0.trimmingPrefix("http://127.0.0.1").prefix { $0 != "?" }) }
            #expect(back == "/c/return/\(id)")
            let returned = visitor.visit("GET", back ?? "")
            #expect(state(id) == wanted)
            let target = "href=\"https://shop.test/done?session=\(id)\" data-continue"
            #expect(outcome == "fail" ? returned.location == "/c/pay/\(id)" : returned.text.contains(target))
        }
    }

    @Test mutating func banksPayToo() {
        let types = ["card", "sepa_debit", "bancontact", "ideal"].map { ("payment_method_types[]", $0) }
        func make(_ visitor: inout Visitor) -> String {
            let line = Self.line().map { $0.1 == "usd" ? ($0.0, "eur") : $0 }
            let made = visitor.ask(
                "POST", "checkout/sessions", [("mode", "payment"), ("success_url", Self.success)] + types + line)
            return made["id"]?.text ?? ""
        }
        let debited = make(&visitor)
        let page = visitor.visit("GET", "/c/pay/\(debited)")
        #expect(["SEPA direct debit", "Bancontact", "iDEAL"].filter { !page.text.contains($0) } == [])
        let none = pay(debited, [("type", "sepa_debit")]),
            wrong = pay(debited, [("type", "sepa_debit"), ("iban", "DE0")])
        #expect([none, wrong].map { $0.text.contains("id=\"iban-error\"") } == [true, true])
        let sent = pay(debited, [("type", "sepa_debit"), ("iban", "DE89 3704 0044 0532 0130 00")])
        #expect([sent.onward, state(debited)] == ["https://shop.test/done?session=\(debited)", "complete unpaid"])
        let waiting = visitor.visit("GET", "/c/pay/\(debited)")
        #expect(waiting.text.contains("Your payment is on its way."))
        for type in ["bancontact", "ideal"] {
            let id = make(&visitor)
            let asked = pay(id, [("type", type)])
            let path = String(asked.onward?.trimmingPrefix("http://127.0.0.1") ?? "")
            let bank = visitor.visit("GET", path)
            _ = visitor.visit("POST", path, [("_token", bank.token), ("outcome", "succeed")])
            #expect(state(id) == "complete paid")
        }
    }

    @Test mutating func quantitiesChange() {
        let id = session([
            ("line_items[0][adjustable_quantity][enabled]", "true"),
            ("line_items[0][adjustable_quantity][maximum]", "4"),
        ])
        let old = form(id, number: "4242424242424242")
        let page = visitor.visit("GET", "/c/pay/\(id)")
        let name =
            page.text.firstRange(of: "name=\"quantity_")
            .map { "quantity_" + page.text[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
        func update(_ visitor: inout Visitor, _ quantity: String) -> Visitor.Answer {
            visitor.visit("POST", "/c/pay/\(id)", [("_token", page.token), ("action", "update"), (name, quantity)])
        }
        let three = update(&visitor, "3")
        let wrong = ["5", "x", "", "-1", "99999999999999999999"].map { update(&visitor, $0) }
        #expect([three.status, three.location == "/c/pay/\(id)" ? 1 : 0] == [303, 1])
        #expect(wrong.map { $0.text.contains("role=\"alert\"") } == [true, true, false, true, true])
        let stale = visitor.visit("POST", "/c/pay/\(id)", old)
        #expect(stale.text.contains("The amount due has changed."))
        #expect(stale.text.contains("Pay $45.00"))
        #expect([pay(id).onward == nil ? 0 : 1, charges().count] == [1, 1])
        let paid = visitor.ask("GET", "checkout/sessions/\(id)")
        #expect(paid["amount_total"] == 4500)
    }

    @Test mutating func whatIsOverTakesNoMoney() {
        let id = session()
        let form = form(id, number: "4242424242424242")
        visitor.now += 86_400
        let page = visitor.visit("GET", "/c/pay/\(id)")
        let sent = visitor.visit("POST", "/c/pay/\(id)", form)
        #expect([page.status, sent.status, charges().count] == [410, 410, 0])
        #expect(page.text.contains("https://shop.test/basket"))
    }

    @Test mutating func goodsAreSentWhereTheyMayBe() {
        let id = session([("shipping_address_collection[allowed_countries][]", "DE")])
        let page = visitor.visit("GET", "/c/pay/\(id)")
        #expect(page.text.contains("autocomplete=\"shipping address-line1\""))
        let address = [("shipping_name", "Jo"), ("shipping_line1", "Allee 1"), ("shipping_country", "DE")]
        let none = pay(id), foreign = pay(id, address.dropLast() + [("shipping_country", "FR")]),
            sent = pay(id, address)
        #expect([none, foreign, sent].map { $0.onward == nil } == [true, true, false])
        #expect(foreign.text.contains("id=\"shipping_country-error\""))
    }

    @Test mutating func framesStayInTheirPlace() {
        let form = [("mode", "payment"), ("ui_mode", "embedded_page"), ("return_url", Self.success)]
        let made = visitor.ask("POST", "checkout/sessions", form + Self.line())
        let id = made["id"]?.text ?? "", path = "/c/embed/\(made["client_secret"]?.text ?? "")"
        let page = visitor.visit("GET", path)
        #expect([page.status, page.response.header("x-frame-options") == nil ? 1 : 0] == [200, 1])
        let elsewhere = ["/c/pay/\(id)", "/c/embed/\(id)", "/c/embed/\(id)_secret_x"].map {
            visitor.visit("GET", $0).status
        }
        #expect(elsewhere == [404, 404, 404])
        let asked = visitor.visit("POST", path, self.form(id, number: "4000002760003184", in: path))
        let paid = visitor.visit("POST", path, self.form(id, number: "4242424242424242", in: path))
        #expect([asked, paid].map(\.status) == [200, 200])
        #expect(asked.text.contains("target=\"_top\""))
        #expect(paid.text.contains("href=\"https://shop.test/done?session=\(id)\" target=\"_top\""))
    }

    @Test mutating func linksLeadToPages() {
        func path(_ link: JSONValue) -> String { String(link["url"]?.text?.trimmingPrefix("http://127.0.0.1") ?? "") }
        let link = visitor.ask("POST", "payment_links", Self.line())
        let opened = visitor.visit("GET", path(link) + "?prefilled_email=jo%40example.com")
        let target = opened.location ?? ""
        #expect(opened.status == 303)
        let id = String(target.trimmingPrefix("/c/pay/"))
        let paid = pay(id)
        #expect(paid.text.contains("Your payment went through."))
        #expect(state(id) == "complete paid")
        _ = visitor.ask(
            "POST", "payment_links/\(link["id"]?.text ?? "")",
            [("active", "false"), ("inactive_message", "<b>Sold</b>")])
        let closed = visitor.visit("GET", path(link))
        #expect([closed.status, closed.text.contains("&lt;b&gt;Sold&lt;/b&gt;") ? 1 : 0] == [410, 1])
        let nowhere = visitor.visit("GET", "/b/test_nothing")
        #expect(nowhere.status == 404)
    }

    @Test mutating func hostileTextIsText() {
        let hostile = "\"><script>alert(1)</script>'"
        let id = session(
            [
                ("custom_text[submit][message]", hostile),
                ("line_items[0][adjustable_quantity][enabled]", "true"),
            ], name: hostile)
        #expect(id != "")
        let names = [
            "number", "expiry", "cvc", "email", "name", "country", "postal_code", "type", "attempt", "expected_amount",
            "phone", "shipping_name", "shipping_country", "iban", "action",
        ]
        var pages = [visitor.visit("GET", "/c/pay/\(id)?email=%22%3E%3Cscript%3E")]
        for name in names where name != "name" && name != "country" && name != "postal_code" {
            pages.append(
                pay(id, name == "action" ? [("action", "update"), ("shipping_rate", hostile)] : [(name, hostile)]))
        }
        #expect(
            pages.filter { $0.text.contains("<script>") || $0.text.contains("\"><") && $0.text.contains("alert(1)\"") }
                .count == 0)
        #expect(pages.filter { $0.status >= 500 }.count == 0)
        let forged = visitor.visit("POST", "/c/pay/\(id)", [("action", "pay"), ("number", "4242424242424242")])
        let strange = ["/c/pay/cs_test_x", "/c/pay/%00", "/c/return/x", "/c/embed/_secret_", "/b/%2e%2e"].map {
            visitor.visit("GET", $0).status
        }
        #expect([forged.status] + strange == [403, 404, 404, 404, 404, 404])
    }
}
