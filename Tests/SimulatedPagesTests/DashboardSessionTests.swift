import SimulatedPayments
import TenderBytes
import Testing

@testable import SimulatedPages

/// Who gets in at the dashboard, and what a form must show to be done.
@Suite
struct DashboardSessionTests {
    @Test
    func aKeyOpensItsAccountAndIsNotKept() throws {
        var visitor = DashboardVisitor()
        let door = visitor.body("/dashboard")
        let response = visitor.signIn("sk_test_shop")
        let cookie = try #require(response.header("set-cookie"))
        // Browsers tell a form's origin under no stricter policy.
        #expect(visitor.get("/dashboard").header("referrer-policy") == "same-origin")
        #expect(door.contains("name=\"key\""))
        #expect(response.header("location") == "/dashboard/payments")
        #expect(cookie.hasSuffix("; Path=/dashboard; HttpOnly; SameSite=Strict"))
        #expect(!cookie.contains("sk_test"))
        let account = visitor.api("GET", "account").string("id")
        let page = visitor.body("/dashboard/payments")
        #expect(page.contains("<code>\(account)</code>"))
        #expect(!page.contains("sk_test"))
        #expect(visitor.get("/").header("location") == "/dashboard")
        #expect(visitor.get("/dashboard").header("location") == "/dashboard/payments")
        visitor.post("/dashboard/sign-out", from: "/dashboard/payments")
        #expect(visitor.get("/dashboard/payments").header("location") == "/dashboard")
    }

    @Test
    func otherKeysStayOutside() {
        let keys = ["", "pk_test_shop", "sk_live_shop", "sk_test_", "sk_test_a b", "<b>", "ek_test_1", "sk_test_ü"]
        var wrong: [String] = []
        for key in keys {
            var visitor = DashboardVisitor()
            let response = visitor.signIn(key)
            let page = String(decoding: response.body, as: UTF8.self)
            let isRefused = response.status == 401 && visitor.cookie == nil && page.contains("role=\"alert\"")
            if !isRefused || page.contains("<b>") { wrong.append(key) }
        }
        #expect(wrong == [])
    }

    @Test
    func forgedSessionsAreNone() throws {
        var visitor = DashboardVisitor.signedIn()
        let real = try #require(visitor.cookie)
        let other = try #require(DashboardVisitor.signedIn("sk_test_other").cookie)
        let account = real.dropFirst("tender_dashboard=".count).prefix { $0 != "." }
        let signature = real.split(separator: ".").last ?? ""
        let foreign = other.dropFirst("tender_dashboard=".count).prefix { $0 != "." }
        let forged = [
            "", "tender_dashboard", "tender_dashboard=", "tender_dashboard=.", "tender_dashboard=\(account)",
            "tender_dashboard=\(account).", "tender_dashboard=\(account).00",
            "tender_dashboard=\(foreign).\(signature)",
            "tender_dashboard=.\(signature)", "tender=\(account).\(signature)", real + "0", real.uppercased(),
        ]
        let statuses = forged.map { visitor.get("/dashboard/payments", ["cookie": $0]).status }
        #expect(statuses == forged.map { _ in 303 })
        let beside = visitor.get("/dashboard/payments", ["cookie": "a=b; \(real); c=d"]).status
        #expect(beside == 200)
        // The token of a form is no session.
        visitor.cookie = nil
        let token = visitor.pages.tokens.token("dashboard form \(account)")
        #expect(visitor.get("/dashboard/payments", ["cookie": "tender_dashboard=\(account).\(token)"]).status == 303)
    }

    /// Every form that changes something, sent without a token, with a wrong one, with another account's, from another
    /// site and by nobody: nothing is done.
    @Test
    func formsFromElsewhereDoNothing() {
        var visitor = DashboardVisitor.signedIn()
        let id = visitor.pay(1000)
        let forms = PageRoute.dashboard.filter { $0.method == "POST" }.map { route in
            "/" + route.path.map { $0.hasPrefix(":") ? id[...] : $0 }.joined(separator: "/")
        }.filter { $0 != "/dashboard/sign-in" }
        let foreign = visitor.pages.tokens.token("dashboard form acct_other")
        let before = visitor.api("GET", "events", [("limit", "1")])
        var wrong: [String] = []
        for path in forms {
            var statuses = [
                visitor.post(path, from: nil).status,
                visitor.post(path, [("_token", "00")], from: nil).status,
                visitor.post(path, [("_token", foreign)], from: nil).status,
                visitor.post(path, from: "/dashboard/payments", ["origin": "http://evil.test"]).status,
                visitor.post(path, from: "/dashboard/payments", ["sec-fetch-site": "cross-site"]).status,
            ]
            let cookie = visitor.cookie
            visitor.cookie = nil
            statuses.append(visitor.post(path, from: "/dashboard/payments").status)
            visitor.cookie = cookie
            if statuses != [403, 403, 403, 403, 403, 401] { wrong.append("\(path): \(statuses)") }
        }
        #expect(wrong == [])
        #expect(forms.count > 10)
        #expect(visitor.api("GET", "events", [("limit", "1")]) == before)
        #expect(visitor.post("/dashboard/sign-in", [("key", "sk_test_x")], from: nil).status == 403)
    }

    /// Nobody sees what is another's: neither by its id nor as a connected account.
    @Test
    func accountsDoNotSeeEachOther() {
        var visitor = DashboardVisitor.signedIn("sk_test_other")
        visitor.key = "sk_test_shop"
        let seller = visitor.seller()
        let payment = visitor.pay(1000)
        let event = visitor.api("GET", "events").elements("data").first?.string("id") ?? ""
        let reader = visitor.api("POST", "terminal/readers", [("registration_code", "simulated-wpe")]).string("id")
        let own = visitor.api("GET", "account").string("id")
        let addresses = [
            "/payments/\(payment)", "/payments?id=\(payment)", "/events/\(event)", "/readers/\(reader)",
            "/accounts/\(seller)", "/payments?account=\(seller)", "/balance?account=\(own)",
            "/payments?account=\(seller)%2Fpersons", "/payments?account=", "/payments?account=%2E%2E",
            "/payments?starting_after=\(payment)",
        ]
        let statuses = addresses.map { visitor.get("/dashboard" + $0).status }
        #expect(statuses == [404, 404, 404, 404, 404, 404, 404, 404, 200, 404, 400])
        let refund = visitor.post(
            "/dashboard/payments/\(payment)/refund", [("amount", "10")], from: "/dashboard/readers")
        #expect(refund.status == 404)
        #expect(visitor.api("GET", "refunds").elements("data") == [])
    }

    @Test
    func aPlatformLooksAtItsAccounts() {
        var visitor = DashboardVisitor.signedIn()
        let seller = visitor.seller("Ada's shop")
        let payment = visitor.pay(5000, for: seller)
        let page = visitor.body("/dashboard/payments?account=\(seller)")
        #expect(page.contains(payment))
        #expect(page.contains("Back to your own account"))
        #expect(page.contains("/dashboard/payments/\(payment)?account=\(seller)"))
        #expect(!visitor.body("/dashboard/payments").contains(payment))
        let address = "/dashboard/payments/\(payment)?account=\(seller)"
        let refund = visitor.post("/dashboard/payments/\(payment)/refund", [("amount", "12.34")], from: address)
        #expect(refund.header("location") == "/dashboard/payments/\(payment)?account=\(seller)&done=refunded")
        let amounts = visitor.api("GET", "refunds", for: seller).elements("data").map { $0.integer("amount") }
        #expect(amounts == [1234])
    }

    @Test
    func tricksWithPathsLeadNowhere() {
        var visitor = DashboardVisitor.signedIn()
        let id = visitor.pay(1000)
        let paths = [
            "/dashboard/", "/dashboard/nothing", "/dashboard/payments/", "/dashboard//payments",
            "/dashboard/payments/../balance", "/dashboard/payments/%2e%2e", "/dashboard/payments/\(id)/refund",
            "/dashboard/payments/\(id)%2Frefund", "/dashboard/payments/\(id)\u{0}", "/dashboard/payments/search",
            "/dashboard/events/x", "/dashboard/disputes/x", "/dashboard/accounts/x", "/dashboard/readers/x",
            "/Dashboard/payments", "/dashboard/sign-in",
        ]
        let statuses = paths.map { visitor.get($0).status }
        #expect(statuses == paths.map { _ in 404 })
    }

    /// Whatever stands in paths, queries and forms, there is an answer that is none of a broken server.
    @Test
    func garbageIsAnsweredInOrder() {
        var visitor = DashboardVisitor.signedIn()
        let id = visitor.pay(2000, [("capture_method", "manual")])
        let reader = visitor.api("POST", "terminal/readers", [("registration_code", "simulated-wpe")]).string("id")
        let pieces = [
            "", "0", "-1", "1.5", "9223372036854775808", "true", "[]", "a[b]", "%00", "%zz", "%f0%28%8c%28", "ü",
            "\u{202E}", "pi_",
            "<", "&", "=", "#", "?", "/", "..", String(repeating: "9", count: 5000), id, reader, "none", "usd", "visa",
        ]
        let names = [
            "amount", "amount_to_capture", "currency", "account", "status", "id", "type", "starting_after",
            "ending_before",
            "customer", "done", "seen", "after", "evidence", "advance", "unit", "effect", "endpoint", "count", "more",
            "fault", "card", "amount_tip", "skips", "label", "registration_code", "key", "limit",
        ]
        let page = "/dashboard/payments/\(id)"
        var state: UInt64 = 42
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var wrong: [String] = []
        for route in PageRoute.dashboard {
            for _ in 0..<20 {
                let path = route.path.map {
                    $0.hasPrefix(":") ? [id, reader, pieces[next(pieces.count)]][next(3)] : String($0)
                }
                let address = "/" + path.joined(separator: "/")
                let fields = (0..<next(5)).map { _ in (names[next(names.count)], pieces[next(pieces.count)]) }
                let query = fields.map { $0.0 + "=" + $0.1 }.joined(separator: "&")
                let isForm = route.method == "POST"
                let cookie = visitor.cookie
                let response = isForm ? visitor.post(address, fields, from: page) : visitor.get(address + "?" + query)
                visitor.cookie = cookie
                if !(200..<500).contains(response.status) { wrong.append("\(response.status) \(address)?\(query)") }
            }
        }
        #expect(wrong == [])
    }
}
