import SimulatedCard
import SimulatedPayments
import Testing

@testable import SimulatedPages

/// What the pages show, with nothing, with much, and with texts that try to be more than text.
@Suite
struct DashboardPageTests {
    private static let hostile = "<script>alert(1)</script>\"'&</title></pre>"
    private static let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;&lt;/title&gt;&lt;/pre&gt;"

    private static let lists = DashboardSection.allCases.map { "/dashboard" + $0.path }

    @Test
    func everyPageOpensWithNothing() {
        var visitor = DashboardVisitor.signedIn()
        let statuses = Self.lists.map { visitor.get($0).status }
        #expect(statuses == Self.lists.map { _ in 200 })
        let page = visitor.body("/dashboard/refunds")
        #expect(page.contains("<a href=\"/dashboard/refunds\" aria-current=\"page\">Refunds</a>"))
        #expect(page.contains("<body class=\"wide\">"))
        #expect(page.contains("src=\"/assets/dashboard.js\""))
    }

    /// Every kind of object with a hostile text in every field that takes one: no page has it as markup.
    @Test
    func hostileNamesStayText() throws {
        var visitor = DashboardVisitor.signedIn()
        let text = Self.hostile
        let customer = visitor.api(
            "POST", "customers",
            [
                ("name", text), ("description", text), ("email", "\"<b>\"@shop.test"), ("metadata[a'<b>]", text),
            ]
        ).string("id")
        let payment = visitor.pay(
            2000,
            [
                ("customer", customer), ("description", text), ("metadata[\"><b>]", text), ("transfer_group", text),
                ("payment_method", "pm_card_createDispute"),
            ])
        let product = visitor.api("POST", "products", [("name", text), ("description", text)]).string("id")
        visitor.api("POST", "prices", [("product", product), ("currency", "usd"), ("unit_amount", "500")])
        let seller = visitor.seller(text)
        let reader = visitor.api(
            "POST", "terminal/readers",
            [("registration_code", "simulated-wpe"), ("label", text), ("metadata[x]", text)]
        ).string("id")
        visitor.api(
            "POST", "terminal/readers/\(reader)/set_reader_display",
            [
                ("type", "cart"), ("cart[currency]", "usd"), ("cart[total]", "500"),
                ("cart[line_items][0][description]", text), ("cart[line_items][0][amount]", "500"),
                ("cart[line_items][0][quantity]", "1"),
            ])
        visitor.api(
            "POST", "webhook_endpoints",
            [("url", "http://127.0.0.1:9/<b>\"'"), ("enabled_events[]", "*"), ("description", text)])
        let other = visitor.pay(700, [("description", text)])
        let event = visitor.api("GET", "events").elements("data").first?.string("id") ?? ""
        let dispute = visitor.api("GET", "disputes").elements("data").first?.string("id") ?? ""
        visitor.api("POST", "disputes/\(dispute)", [("evidence[uncategorized_text]", text), ("submit", "false")])
        let query = WebAddress.encoded(text)
        let pages =
            Self.lists + [
                "/dashboard/payments/\(payment)", "/dashboard/payments/\(other)", "/dashboard/disputes/\(dispute)",
                "/dashboard/accounts/\(seller)", "/dashboard/readers/\(reader)", "/dashboard/events/\(event)",
                "/dashboard/payments?id=\(query)", "/dashboard/payments?customer=\(customer)",
            ]
        var wrong: [String] = []
        for address in pages {
            let response = visitor.get(address)
            let body = String(decoding: response.body, as: UTF8.self)
            if body.contains("&lt;p") || body.contains("HTML(") { wrong.append("\(address): markup as text") }
            if body.contains("<script>") || body.contains("<b>") || body.contains("\"'&") { wrong.append(address) }
            if ![200, 404].contains(response.status) { wrong.append("\(address): \(response.status)") }
        }
        #expect(wrong == [])
        let showing = [
            "/dashboard/customers", "/dashboard/payments", "/dashboard/products", "/dashboard/accounts",
            "/dashboard/readers", "/dashboard/webhooks", "/dashboard/payments/\(payment)",
            "/dashboard/readers/\(reader)", "/dashboard/disputes/\(dispute)", "/dashboard/balance",
        ].filter { !visitor.body($0).contains(Self.escaped) }
        #expect(showing == [])
        let hostileQueries = ["status", "type", "starting_after", "done", "customer", "account"].map { name in
            visitor.body("/dashboard/payments?\(name)=\(query)").contains("<script>")
        }
        #expect(hostileQueries == hostileQueries.map { _ in false })
    }

    /// The way to a row's own page is in its first column, and no word of the API stands where people read.
    @Test
    func tablesBeginWithTheirLink() {
        var visitor = DashboardVisitor.signedIn()
        let customer = visitor.api("POST", "customers", [("name", "Ada")]).string("id")
        let held = visitor.pay(2000, [("customer", customer), ("capture_method", "automatic_async")])
        visitor.api("POST", "refunds", [("payment_intent", held)])
        _ = visitor.pay(2000, [("payment_method", "pm_card_createDispute")])
        _ = visitor.seller()
        visitor.api("POST", "terminal/readers", [("registration_code", "simulated-wpe")])
        visitor.api("POST", "webhook_endpoints", [("url", "http://127.0.0.1:9/"), ("enabled_events[]", "*")])
        let sections: [DashboardSection] = [
            .payments, .refunds, .disputes, .customers, .accounts, .readers, .events, .webhooks,
        ]
        let wrong = sections.filter { section in
            let page = visitor.body("/dashboard" + section.path)
            guard let row = page.firstRange(of: "<tr role=\"row\"><td ")?.upperBound else { return true }
            return !page[row...].drop { $0 != ">" }.hasPrefix("><a href=\"/dashboard/")
        }
        #expect(wrong == [])
        #expect(visitor.body("/dashboard/balance").contains("<a href=\"/dashboard/payments?id=ch_"))
        let shown = visitor.body("/dashboard/payments/\(held)") + visitor.body("/dashboard/readers")
        let words = ["automatic async", "simulated wisepos e", ">visa ", "automatic_async"]
        #expect(words.filter { shown.contains($0) } == [])
        #expect(shown.contains("<dt>Captured</dt><dd>automatically</dd>"))
        #expect(shown.contains("Visa •••• 4242"))
    }

    /// Forwards, backwards and by state, each payment is on one page.
    @Test
    func pagesFollowTheCursor() {
        var visitor = DashboardVisitor.signedIn()
        var ids: [String] = []
        for number in 0..<60 {
            let more = number.isMultiple(of: 3) ? [("capture_method", "manual")] : []
            ids.insert(visitor.pay(100 + Int64(number), more), at: 0)
        }
        let forward = walk(&visitor, "/dashboard/payments")
        #expect(forward.map(\.count) == [25, 25, 10])
        #expect(forward.flatMap(\.self) == ids)
        let back = visitor.body("/dashboard/payments?ending_before=\(ids[25])")
        #expect(Self.payments(on: back) == Array(ids[..<25]))
        #expect(!back.contains(">Newer</a>"))
        let held = walk(&visitor, "/dashboard/payments?status=requires_capture")
        let expected = ids.enumerated().filter { (59 - $0.offset).isMultiple(of: 3) }.map(\.element)
        #expect(held.flatMap(\.self) == expected)
        #expect(Self.payments(on: visitor.body("/dashboard/payments?status=canceled")) == [])
    }

    private func walk(_ visitor: inout DashboardVisitor, _ start: String) -> [[String]] {
        var pages: [[String]] = []
        var address: String? = start
        while let next = address, pages.count < 10 {
            let body = visitor.body(next)
            pages.append(Self.payments(on: body))
            address = Self.link("Older", on: body)
        }
        return pages
    }

    private static func link(_ label: String, on body: String) -> String? {
        guard let end = body.firstRange(of: "\">\(label)</a>")?.lowerBound else { return nil }
        let parts: [Substring] = body[..<end].split(separator: "\"" as Character)
        return parts.last.map { String($0).replacing("&amp;", with: "&") }
    }

    private static func payments(on body: String) -> [String] {
        body.ranges(of: "\">pi_").map { "pi_" + body[$0.upperBound...].prefix { $0 != "<" } }
    }

    @Test
    func onePaymentIsFoundByWhatBelongsToIt() {
        var visitor = DashboardVisitor.signedIn()
        let id = visitor.pay(2000)
        let charge = visitor.api("GET", "payment_intents/\(id)").string("latest_charge")
        let refund = visitor.api("POST", "refunds", [("payment_intent", id)]).string("id")
        let found = [id, charge, refund].map { visitor.get("/dashboard/payments?id=\($0)").header("location") }
        #expect(found == [String?](repeating: "/dashboard/payments/\(id)", count: 3))
    }

    /// Somebody else was faster: the form is not there any more, and what was wrong with it is said all the same.
    @Test
    func aRefusalIsSaidWithoutItsForm() {
        var visitor = DashboardVisitor.signedIn()
        let (held, paid) = (visitor.pay(2000, [("capture_method", "manual")]), visitor.pay(2000))
        visitor.api("POST", "payment_intents/\(held)/cancel")
        visitor.api("POST", "refunds", [("payment_intent", paid)])
        let cases = [(held, "capture", "amount_to_capture"), (held, "cancel", "x"), (paid, "refund", "amount")]
        for (id, action, field) in cases {
            let page = "/dashboard/payments/\(id)"
            let refused = visitor.post(page + "/" + action, [(field, "20.00")], from: page)
            let text = String(decoding: refused.body, as: UTF8.self)
            #expect(refused.status == 400, "\(action)")
            #expect(text.contains("<title>Error: "), "\(action)")
            #expect(text.ranges(of: "role=\"alert\" id=\"\(action)-error\" tabindex=\"-1\" autofocus>").count == 1)
        }
    }

    @Test
    func aRefundIsMadeOnceHoweverOftenItIsSent() {
        var visitor = DashboardVisitor.signedIn()
        let id = visitor.pay(2000)
        let page = "/dashboard/payments/\(id)"
        let seen = visitor.api("GET", "events", [("limit", "1")]).elements("data").first?.string("id") ?? ""
        let wrong = visitor.post(page + "/refund", [("amount", "20.01")], from: page)
        let text = String(decoding: wrong.body, as: UTF8.self)
        #expect(wrong.status == 400)
        #expect(text.contains("role=\"alert\""))
        #expect(text.contains("aria-invalid=\"true\""))
        #expect(text.contains("value=\"20.01\""))
        let nothing = ["", "x", "1.234", "-1", "1e3", "99999999999999999999"].map {
            visitor.post(page + "/refund", [("amount", $0)], from: page).status
        }
        #expect(nothing == [400, 400, 400, 400, 400, 400])
        let form = [("amount", "5.00"), ("reason", "duplicate"), ("seen", seen)]
        let twice = [0, 1].map { _ in visitor.post(page + "/refund", form, from: page).status }
        #expect(twice == [303, 303])
        let refunds = { (visitor: inout DashboardVisitor) in
            visitor.api("GET", "refunds").elements("data").map { $0.integer("amount") }
        }
        #expect(refunds(&visitor) == [500])
        // A form from a page that shows the first refund makes another.
        visitor.post(page + "/refund", [("amount", "5,00")], from: page)
        #expect(refunds(&visitor) == [500, 500])
        #expect(visitor.body(page + "?done=refunded").contains("The refund was made."))
    }

    @Test
    func holdsAreCapturedAndCanceled() {
        var visitor = DashboardVisitor.signedIn()
        let ids = [0, 1].map { _ in visitor.pay(2000, [("capture_method", "manual")]) }
        let pages = ids.map { "/dashboard/payments/\($0)" }
        visitor.post(pages[0] + "/capture", [("amount_to_capture", "15.00")], from: pages[0])
        visitor.post(pages[1] + "/cancel", [("cancellation_reason", "duplicate")], from: pages[1])
        let states = ids.map { visitor.api("GET", "payment_intents/\($0)") }
        #expect(states.map { $0.string("status") } == ["succeeded", "canceled"])
        #expect(states[0].integer("amount_received") == 1500)
        let late = visitor.post(pages[1] + "/capture", [("amount_to_capture", "1.00")], from: "/dashboard/payments")
        #expect(late.status == 400)
    }

    /// The worked example: 10.00 with a fee of 1.23 gives 8.77 to the seller and 0.64 to the platform.
    @Test
    func thePictureShowsWhereTheMoneyWent() {
        var visitor = DashboardVisitor.signedIn()
        let seller = visitor.seller()
        let sharing = [("transfer_data[destination]", seller), ("application_fee_amount", "123")]
        let id = visitor.pay(1000, sharing)
        let page = visitor.body("/dashboard/payments/\(id)")
        let label = """
            aria-label="Where the money went. Paid by the customer: $10.00; Processing fee: -$0.59; \
            Transfer to \(seller): -$10.00; Application fee from \(seller): $1.23; \
            Kept by this account: $0.64; Kept by \(seller): $8.77"
            """
        #expect(page.contains("<svg viewBox=\"0 0 360 264\" role=\"img\" \(label)>"))
        #expect(
            page.contains(
                "<th scope=\"row\" class=\"long\">Kept by this account</th><td class=\"number\">$0.64</td>"))
        let refund = [("amount", "10.00"), ("reverse_transfer", "true"), ("refund_application_fee", "true")]
        visitor.post("/dashboard/payments/\(id)/refund", refund, from: "/dashboard/payments/\(id)")
        let after = visitor.body("/dashboard/payments/\(id)")
        #expect(after.contains("Kept by this account: -$0.59; Kept by \(seller): $0.00"))
        let direct = visitor.pay(1000, [("application_fee_amount", "100")], for: seller)
        let own = visitor.body("/dashboard/payments/\(direct)?account=\(seller)")
        #expect(own.contains("Application fee to the platform: -$1.00; Kept by this account: $8.41\""))
    }

    /// What an account keeps by the picture of its only payment is what its balance says.
    @Test
    func thePictureAgreesWithTheBalance() {
        var wrong: [String] = []
        for (card, part) in [("pm_card_visa", "3.21"), ("pm_card_createDispute", nil), ("pm_card_visa", nil)] {
            for (fee, isDirect) in [(0, false), (150, false), (150, true)] {
                var visitor = DashboardVisitor.signedIn()
                let seller = visitor.seller()
                let account = isDirect ? seller : nil
                let sharing = isDirect ? [] : [("transfer_data[destination]", seller)]
                let id = visitor.pay(
                    4000, sharing + [("application_fee_amount", "\(fee)"), ("payment_method", card)], for: account)
                let address = "/dashboard/payments/\(id)" + (isDirect ? "?account=\(seller)" : "")
                if let part {
                    visitor.post("/dashboard/payments/\(id)/refund", [("amount", part)], from: address)
                }
                let balance = visitor.api("GET", "balance", for: account)
                let total = ["available", "pending"].flatMap { balance.elements($0) }
                    .reduce(0) { $0 + $1.integer("amount") }
                let expected = "Kept by this account: \(AmountText.text(total, "usd"))"
                if !visitor.body(address).contains(expected) { wrong.append("\(card) \(fee) \(isDirect): \(expected)") }
            }
        }
        #expect(wrong == [])
    }

    @Test
    func disputesAreWonLostAndAccepted() {
        var visitor = DashboardVisitor.signedIn()
        for _ in 0..<3 { _ = visitor.pay(2000, [("payment_method", "pm_card_createDispute")]) }
        let ids = visitor.api("GET", "disputes").elements("data").map { $0.string("id") }
        let forms = [("evidence", "winning_evidence"), ("evidence", "losing_evidence"), ("close", "")]
        for (id, form) in zip(ids, forms) {
            let page = "/dashboard/disputes/\(id)"
            visitor.post("\(page)/\(form.0)", [("evidence", form.1)], from: page)
        }
        #expect(ids.map { visitor.api("GET", "disputes/\($0)").string("status") } == ["won", "lost", "lost"])
        #expect(visitor.body("/dashboard/disputes").contains("<span class=\"tag good\">won</span>"))
    }

    @Test
    func aSellerIsSentALink() throws {
        var visitor = DashboardVisitor.signedIn()
        let wanted = [("type", "express"), ("capabilities[transfers][requested]", "true")]
        let seller = visitor.api("POST", "accounts", wanted).string("id")
        let page = "/dashboard/accounts/\(seller)"
        #expect(visitor.body(page).contains("<li>business type</li>"))
        let made = visitor.post(page + "/onboarding", from: page)
        let body = String(decoding: made.body, as: UTF8.self)
        let start = try #require(body.firstRange(of: "<a href=\"http://127.0.0.1/setup")).lowerBound
        let address = body[start...].dropFirst("<a href=\"http://127.0.0.1".count).prefix { $0 != "\"" }
        #expect([200, 303].contains(visitor.get(String(address)).status))
        #expect(visitor.post("/dashboard/accounts/acct_1/onboarding", from: page).status == 404)
    }

    @Test
    func moneyIsPaidOut() {
        var visitor = DashboardVisitor.signedIn()
        _ = visitor.pay(10_000, [("payment_method", "pm_card_bypassPending")])
        let page = "/dashboard/payouts"
        let seen = visitor.api("GET", "events", [("limit", "1")]).elements("data").first?.string("id") ?? ""
        let form = [("amount", "50.00"), ("currency", "usd"), ("seen", seen)]
        let answers = [0, 1].map { _ in visitor.post(page, form, from: page).status }
        #expect(answers == [303, 303])
        #expect(visitor.api("GET", "payouts").elements("data").map { $0.integer("amount") } == [5000])
        let tooMuch = visitor.post(page, [("amount", "9999"), ("currency", "usd")], from: page)
        #expect(tooMuch.status == 400)
        #expect(visitor.post(page, [("amount", "1"), ("currency", "xyz")], from: page).status == 400)
    }
}
