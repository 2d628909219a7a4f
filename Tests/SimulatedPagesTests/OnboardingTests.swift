import SimulatedPayments
import Testing

@testable import SimulatedPages

@Suite struct OnboardingTests {
    /// Clicks through with the public test data until the review, and gives the titles of the pages.
    private func clickThrough(_ visitor: inout SetupVisitor, _ path: String) -> [String] {
        var titles: [String] = []
        for _ in 0..<10 {
            let page = visitor.get(path)
            titles.append(SetupVisitor.title(page))
            if titles.last == "Review and agree" { break }
            let filled = visitor.post(path, SetupVisitor.form(page, action: "fill"))
            let saved = visitor.post(path, SetupVisitor.form(filled))
            if saved.status != 303 { return titles + ["\(saved.status) \(SetupVisitor.html(saved))"] }
        }
        return titles
    }

    @Test func whoLooksWhereALinkLeadsDoesNotOpenIt() {
        var visitor = SetupVisitor()
        let link = visitor.link(to: visitor.account())
        #expect(visitor.head(link).status == 303)
        let opened = visitor.get(link).header("location") ?? ""
        #expect(visitor.get(opened).status == 200)
        for over in [visitor.head(link), visitor.get(link)] {
            #expect(over.status == 303)
            #expect(over.header("location") == SetupVisitor.refresh)
        }
    }

    @Test func aPersonComesThroughWithTestData() {
        var visitor = SetupVisitor()
        let account = visitor.account()
        let path = visitor.enter(account)
        #expect(path.hasPrefix("/setup/w/ses_"))
        let titles = clickThrough(&visitor, path)
        #expect(
            titles == [
                "About you", "What you sell", "Who you are", "Where you live", "Where your money goes",
                "Review and agree",
            ])
        let review = visitor.get(path)
        let refused = visitor.post(path, SetupVisitor.form(review))
        #expect(refused.status == 422)
        #expect(SetupVisitor.html(refused).contains("role=\"alert\""))
        let done = visitor.post(path, SetupVisitor.form(review) + [("agree", "yes")])
        #expect(done.onward == SetupVisitor.back)
        let json = visitor.api("GET", "/v1/accounts/\(account)")
        #expect(json["charges_enabled"] == true)
        #expect(json["payouts_enabled"] == true)
        #expect(json["details_submitted"] == true)
        #expect(json["capabilities"] == ["card_payments": "active", "transfers": "active"])
        let types = Set(
            visitor.api("GET", "/v1/events", [("limit", "100")]).elements("data").compactMap { $0["type"]?.text })
        let theirs = visitor.payments.handle(
            APIRequest(method: "GET", path: "/v1/events", query: "limit=100"), for: account, now: visitor.now)
        let events = (try? JSONValue(parsing: theirs.body))?.elements("data").compactMap { $0["type"]?.text } ?? []
        let wanted: Set = [
            "account.updated", "capability.updated", "person.created", "person.updated",
            "account.external_account.created",
        ]
        #expect(wanted.subtracting(types).subtracting(events) == [])
        let after = visitor.get(path)
        #expect(after.status == 303)
        #expect(after.header("location") == SetupVisitor.refresh)
    }

    /// Where people end whose platform has no pages of its own.
    @Test func theGatewayHasPagesForTheEndOfALink() {
        var visitor = SetupVisitor()
        let pages = ["/setup/left", "/setup/over"].map { visitor.get($0) }
        #expect(pages.map(\.status) == [200, 410])
        #expect(pages.map(SetupVisitor.title) == ["Thank you", "This link was used"])
    }

    @Test func aCompanyTellsWhoSpeaksForIt() {
        var visitor = SetupVisitor()
        let account = visitor.account([("type", "express"), ("business_type", "company")])
        let path = visitor.enter(account)
        let titles = clickThrough(&visitor, path)
        #expect(
            titles == [
                "What you sell", "Your company", "Who you are", "Where you live", "Where your money goes",
                "Review and agree",
            ])
        _ = visitor.post(path, SetupVisitor.form(visitor.get(path)) + [("agree", "yes")])
        let json = visitor.api("GET", "/v1/accounts/\(account)")
        #expect(json["charges_enabled"] == true)
        #expect(json["company"]?["tax_id_provided"] == true)
    }

    /// Whoever told most already is asked for the rest alone.
    @Test func onlyWhatIsMissingIsAsked() {
        var visitor = SetupVisitor()
        let account = visitor.account([
            ("type", "express"), ("business_type", "individual"), ("business_profile[mcc]", "5734"),
            ("business_profile[url]", "https://seller.test"), ("individual[first_name]", "Jenny"),
            ("individual[email]", "j@seller.test"), ("individual[phone]", "0000000000"), ("individual[dob][day]", "1"),
            ("individual[dob][month]", "1"), ("individual[dob][year]", "1901"), ("individual[ssn_last_4]", "0000"),
        ])
        let path = visitor.enter(account)
        let names = SetupVisitor.form(visitor.get(path)).map(\.0)
        #expect(names == ["_token", "step", "last_name", "action"])
        let all = SetupVisitor.form(visitor.get(path, "step=person")).filter { !$0.0.hasPrefix("_") }.map {
            "\($0)=\($1)"
        }
        #expect(
            all == [
                "step=person", "first_name=Jenny", "last_name=", "email=j@seller.test", "phone=0000000000", "dob.day=1",
                "dob.month=1", "dob.year=1901", "ssn_last_4=", "action=save",
            ])
    }

    @Test func outsideTheUnitedStatesOtherThingsAreAsked() {
        var visitor = SetupVisitor()
        let account = visitor.account([("type", "express"), ("country", "DE"), ("business_type", "individual")])
        let path = visitor.enter(account)
        #expect(clickThrough(&visitor, path).last == "Review and agree")
        let json = visitor.api("GET", "/v1/accounts/\(account)")
        let bank = json["external_accounts"]?.elements("data").first
        #expect(bank?["currency"] == "eur")
        #expect(bank?["country"] == "DE")
        #expect(json["individual"]?["address"]?["state"] == .null)
    }

    /// Each answer that is none gets a sentence beside its field, and nothing is saved.
    @Test func wrongAnswersAreExplained() {
        let table: [(step: String, field: String, text: String)] = [
            ("kind", "business_type", "club"), ("kind", "business_type", ""), ("business", "mcc", "1"),
            ("business", "url", "javascript:alert(1)"), ("business", "url", "x"), ("person", "first_name", ""),
            ("person", "email", "nobody"), ("person", "phone", "call me"), ("person", "dob.day", "32"),
            ("person", "dob.month", "0"), ("person", "dob.year", "20000"), ("person", "dob.year", "2099"),
            ("person", "ssn_last_4", "12345"), ("address", "address.city", " "),
            ("person", "last_name", String(repeating: "x", count: 600)), ("bank", "routing_number", "12"),
            ("bank", "account_number", "a b"), ("bank", "account_number", "1"),
        ]
        var wrong: [String] = []
        for row in table {
            var visitor = SetupVisitor()
            let account = visitor.account([("type", "express"), ("business_type", "individual")])
            let path = visitor.enter(account)
            let filled = visitor.post(path, SetupVisitor.form(visitor.get(path, "step=\(row.step)"), action: "fill"))
            let before = visitor.api("GET", "/v1/accounts/\(account)")
            let form = SetupVisitor.form(filled).map { $0.0 == row.field ? (row.field, row.text) : $0 }
            let page = visitor.post(path, form.contains { $0.0 == row.field } ? form : form + [(row.field, row.text)])
            let html = SetupVisitor.html(page)
            let isExplained =
                page.status == 422 && html.contains("id=\"e-\(row.field)\"") && html.contains("aria-invalid=\"true\"")
                && html.contains("e-\(row.field)\"") && html.contains("role=\"alert\"")
            if !isExplained || visitor.api("GET", "/v1/accounts/\(account)") != before { wrong.append("\(row)") }
        }
        #expect(wrong == [])
    }

    @Test func thereIsNo30thOfFebruary() {
        var visitor = SetupVisitor()
        let path = visitor.enter(visitor.account([("type", "express"), ("business_type", "individual")]))
        let filled = visitor.post(path, SetupVisitor.form(visitor.get(path, "step=person"), action: "fill"))
        let form = SetupVisitor.form(filled).map { field in
            ["dob.day": "30", "dob.month": "2"][field.0].map { (field.0, $0) } ?? field
        }
        let page = visitor.post(path, form)
        #expect(page.status == 422)
        #expect(SetupVisitor.html(page).contains("That month has no such day."))
    }

    /// Whatever stands in a field comes back as text, and nothing trips.
    @Test func hostileAnswersAreText() {
        let hostile = [
            "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='x", "&lt;", "\u{202e}x",
            "{{7*7}}", "../../etc/passwd", "%00", "a\r\nSet-Cookie: x=1", "[][]=x",
            String(repeating: "\u{1f600}", count: 400),
        ]
        var wrong: [String] = []
        for step in ["kind", "business", "person", "address", "bank"] {
            var visitor = SetupVisitor()
            let path = visitor.enter(visitor.account([("type", "express"), ("business_type", "individual")]))
            for text in hostile {
                let page = visitor.get(path, "step=\(step)")
                let form = SetupVisitor.form(page).map {
                    ["_token", "step", "action"].contains($0.0) ? $0 : ($0.0, text)
                }
                let answer = visitor.post(path, form)
                let shown = SetupVisitor.html(answer) + SetupVisitor.html(visitor.get(path, "step=review"))
                if ![303, 422].contains(answer.status) || shown.contains("<script>") || shown.contains("<img src=x")
                    || shown.contains("' onfocus")
                {
                    wrong.append("\(step) \(text): \(answer.status)")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func formsNeedTheirTokenAndStepsTheirName() {
        var visitor = SetupVisitor()
        let (first, second) = (visitor.account(), visitor.account())
        let (path, other) = (visitor.enter(first), visitor.enter(second))
        let foreign = SetupVisitor.form(visitor.get(other)).filter { $0.0 != "business_type" }
        let own = SetupVisitor.form(visitor.get(path)).filter { $0.0 != "business_type" }
        let statuses = [
            visitor.post(path, foreign + [("business_type", "individual")]).status,
            visitor.post(path, own.filter { $0.0 != "_token" } + [("business_type", "individual")]).status,
            visitor.post(path, own.map { $0.0 == "step" ? ("step", "x") : $0 }).status,
            visitor.post(path, own.map { $0.0 == "step" ? ("step", "company") : $0 }).status,
            visitor.get(path, "step=%FF").status, visitor.get(path, "step=<x>").status,
            visitor.get(path, "step=company").status,
        ]
        #expect(statuses == [403, 403, 400, 400, 400, 200, 200])
        #expect(visitor.api("GET", "/v1/accounts/\(first)")["business_type"] == .null)
    }

    @Test func linksAreWorthNothingTwice() {
        var visitor = SetupVisitor()
        let account = visitor.account()
        let link = visitor.link(to: account)
        let opened = [visitor.get(link), visitor.get(link)]
        #expect(opened.map(\.status) == [303, 303])
        #expect(opened[1].header("location") == SetupVisitor.refresh)
        let late = visitor.link(to: account)
        visitor.now += 300
        #expect(visitor.get(late).header("location") == SetupVisitor.refresh)
        let paths = [
            "/setup/s/x", "/setup/s/", "/setup/w/x", "/setup/w/lnk_x", "/setup/s/\u{0}",
            "/setup/w/" + link.dropFirst(9),
            "/seller/s/x", "/seller/w/x", "/setup/s/%00",
        ]
        #expect(paths.map { visitor.get(String($0)).status } == paths.map { _ in 404 })
    }

    /// Who told everything before comes to change something: what is known is kept where nothing else is said.
    @Test func whatWasToldCanBeChanged() {
        var visitor = SetupVisitor()
        let account = visitor.account([("type", "custom"), ("business_type", "individual")])
        let first = visitor.enter(account)
        _ = clickThrough(&visitor, first)
        _ = visitor.post(first, SetupVisitor.form(visitor.get(first)) + [("agree", "yes")])
        let link = visitor.link(to: account, type: "account_update")
        let path = visitor.get(link).header("location") ?? ""
        #expect(SetupVisitor.title(visitor.get(path)) == "Review and agree")
        let form = SetupVisitor.form(visitor.get(path, "step=person")).map {
            $0.0 == "last_name" ? ("last_name", "O'Neil") : $0
        }
        let saved = visitor.post(path, form)
        #expect(saved.status == 303)
        #expect(SetupVisitor.html(visitor.get(path)).contains("O&#39;Neil"))
        let done = visitor.post(path, SetupVisitor.form(visitor.get(path)))
        let json = visitor.api("GET", "/v1/accounts/\(account)")
        #expect(done.onward == SetupVisitor.back)
        #expect(json["individual"]?["last_name"] == "O'Neil")
        #expect(json["individual"]?["ssn_last_4_provided"] == true)
        #expect(json["charges_enabled"] == true)
    }

    @Test func nobodySetsUpAnAccountThatIsGone() {
        var visitor = SetupVisitor()
        let account = visitor.account()
        let path = visitor.enter(account)
        let form = SetupVisitor.form(visitor.get(path)) + [("business_type", "individual")]
        let gone = visitor.api("DELETE", "/v1/accounts/\(account)")
        #expect(gone["deleted"] == true)
        #expect([visitor.get(path).status, visitor.post(path, form).status] == [404, 404])
    }

    @Test func whoLeavesGoesBackAndCannotGoOn() {
        var visitor = SetupVisitor()
        let path = visitor.enter(visitor.account())
        let form = SetupVisitor.form(visitor.get(path), action: "leave")
        let left = visitor.post(path, form)
        #expect(left.onward == SetupVisitor.back)
        #expect(visitor.post(path, form).onward == SetupVisitor.refresh)
        let second = visitor.enter(visitor.account())
        visitor.now += 3600
        #expect(visitor.get(second).header("location") == SetupVisitor.refresh)
    }

    @Test func theDashboardOfASellerShowsWhatIsThere() {
        var visitor = SetupVisitor()
        let account = visitor.account()
        let path = visitor.enter(account)
        _ = clickThrough(&visitor, path)
        _ = visitor.post(path, SetupVisitor.form(visitor.get(path)) + [("agree", "yes")])
        _ = visitor.api(
            "POST", "/v1/payment_intents",
            [
                ("amount", "1000"), ("currency", "usd"), ("payment_method", "pm_card_visa"),
                ("payment_method_types[]", "card"), ("confirm", "true"), ("transfer_data[destination]", account),
                ("application_fee_amount", "123"),
            ])
        let url = visitor.api("POST", "/v1/accounts/\(account)/login_links")["url"]?.text ?? ""
        let opened = visitor.get(String(url.dropFirst(visitor.payments.publicURL.count)))
        let page = visitor.get(opened.header("location") ?? "")
        let html = SetupVisitor.html(page)
        #expect(page.status == 200)
        #expect(html.contains("$8.77"))
        #expect(html.contains("$10.00"))
        #expect(html.contains("Nothing was paid out yet."))
        let again = visitor.get(String(url.dropFirst(visitor.payments.publicURL.count)))
        #expect(again.status == 410)
    }
}
