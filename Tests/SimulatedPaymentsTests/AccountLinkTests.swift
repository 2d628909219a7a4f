import Testing

@testable import SimulatedPayments

@Suite struct AccountLinkTests {
    private static let addresses: Form = [
        ("refresh_url", "https://shop.test/again"), ("return_url", "https://shop.test/done"),
    ]

    private static func link(_ account: String, _ type: String = "account_onboarding") -> Form {
        [("account", account), ("type", type)] + addresses
    }

    private static func token(_ answer: Shop.Answer) -> String {
        answer["url"]?.text?.split(separator: "/").last.map(String.init) ?? ""
    }

    @Test func aLinkSaysHowLongItLasts() {
        var shop = Shop()
        shop.payments.publicURL = "http://127.0.0.1:4010"
        let account = shop.post("accounts", [("type", "express")]).id
        let link = shop.post("account_links", Self.link(account))
        #expect(link["object"] == "account_link")
        #expect(link["created"]?.number == shop.now)
        #expect(link["expires_at"]?.number == shop.now + 300)
        #expect(link["url"]?.text?.hasPrefix("http://127.0.0.1:4010/setup/s/lnk_") == true)
        #expect(link.body.members?.count == 4)
    }

    @Test func whatCannotBeLinkedIsRefused() {
        var shop = Shop()
        let accounts = ["standard", "express", "custom"].map { shop.post("accounts", [("type", $0)]).id }
        let updates = accounts.map { shop.post("account_links", Self.link($0, "account_update")).status }
        #expect(updates == [400, 400, 200])
        let table: [(Form, String)] = [
            (Self.link("acct_none"), "400 resource_missing account"), (Self.link(accounts[0], "x"), "400 - type"),
            (Self.addresses + [("type", "account_onboarding")], "400 parameter_missing account"),
            (Self.link(accounts[0]).filter { $0.0 != "refresh_url" }, "400 parameter_missing refresh_url"),
            (Self.link(accounts[0]).filter { $0.0 != "return_url" }, "400 parameter_missing return_url"),
            (Self.link(accounts[0]) + [("return_url", "javascript:alert(1)")], "400 url_invalid return_url"),
            (Self.link(accounts[0]) + [("refresh_url", "app://back")], "400 url_invalid refresh_url"),
            (Self.link(accounts[0]) + [("refresh_url", "https://u@shop.test")], "400 url_invalid refresh_url"),
            (
                Self.link(accounts[0]) + [
                    ("collect", "currently_due"), ("collection_options[fields]", "eventually_due"),
                ],
                "400 parameters_exclusive collection_options"
            ),
            (
                Self.link(accounts[0]) + [("collection_options[fields]", "all")],
                "400 - collection_options[fields]"
            ),
        ]
        let answers = table.map { shop.post("account_links", $0.0) }
        #expect(answers.map { "\($0.status) \($0.code) \($0.param)" } == table.map(\.1))
        let stranger = shop.post("account_links", Self.link(accounts[0]), key: "sk_test_other")
        #expect(stranger.refusal == "400 resource_missing")
    }

    @Test func aLinkOpensOnceAndNotForLong() {
        var shop = Shop()
        let account = shop.post("accounts", [("type", "express")]).id
        let token = Self.token(shop.post("account_links", Self.link(account)))
        guard case .session(let secret, .onboarding) = shop.payments.openLink(token, now: shop.now + 299) else {
            Issue.record("The link did not open.")
            return
        }
        let over = LinkOpening.over(refreshURL: "https://shop.test/again")
        let again = shop.payments.openLink(token, now: shop.now + 299)
        #expect(again == over)
        let late = Self.token(shop.post("account_links", Self.link(account)))
        let opened = shop.payments.openLink(late, now: shop.now + 300)
        #expect(opened == over)
        let unknown = ["", "lnk_", secret, late + "x", account].map { shop.payments.openLink($0, now: shop.now) }
        #expect(unknown == unknown.map { _ in .unknown })
        let visitor = shop.payments.linkVisitor(secret, now: shop.now)
        #expect(visitor?.account == account)
        #expect(visitor?.isOver == false)
        #expect(visitor?.returnURL == "https://shop.test/done")
        #expect(shop.payments.linkVisitor(secret, now: shop.now + 299 + 3600)?.isOver == true)
        #expect(shop.payments.linkVisitor(token, now: shop.now) == nil)
        shop.payments.endLinkSession(secret)
        #expect(shop.payments.linkVisitor(secret, now: shop.now)?.isOver == true)
    }

    /// No secret of a link is stored, not even by an idempotency key.
    @Test func secretsAreNotStored() {
        var shop = Shop()
        let account = shop.post("accounts", [("type", "express")]).id
        let token = Self.token(shop.post("account_links", Self.link(account), idempotency: "k"))
        guard case .session(let secret, _) = shop.payments.openLink(token, now: shop.now) else {
            Issue.record("The link did not open.")
            return
        }
        let stored = shop.payments.takeChanges().map { String(decoding: $0.content ?? [], as: UTF8.self) }
        #expect(stored.count >= 3)
        #expect(stored.filter { $0.contains(token) || $0.contains(secret) } == [])
    }

    @Test func loginLinksAreForSellersWithTheSimpleDashboard() throws {
        var shop = Shop()
        let (custom, express) = (shop.seller(), shop.post("accounts", [("type", "express")]).id)
        let early = shop.post("accounts/\(express)/login_links")
        let other = shop.post("accounts/\(custom)/login_links")
        #expect([early.status, other.status] == [400, 400])
        _ = shop.post("_tender/accounts/\(express)/submit", [("ip", "8.8.8.8")])
        let link = shop.post("accounts/\(express)/login_links")
        #expect(link["object"] == "login_link")
        #expect(link["created"]?.number == shop.now)
        #expect(link.body.members?.count == 3)
        let opened = shop.payments.openLink(Self.token(link), now: shop.now)
        guard case .session(_, .login) = opened else { throw Shop.Missing() }
    }

    @Test func handingInAgreesToTheTerms() throws {
        var shop = Shop()
        let form: Form =
            [("type", "express")] + AccountTests.individual.filter { $0.0 != "type" && !$0.0.hasPrefix("tos") }
        let made = shop.post("accounts", form)
        #expect(made["charges_enabled"] == false)
        _ = try shop.newEvents()
        let done = shop.post("_tender/accounts/\(made.id)/submit", [("ip", "8.8.8.8"), ("user_agent", "Test")])
        #expect(done["charges_enabled"] == true)
        #expect(done["details_submitted"] == true)
        #expect(done["tos_acceptance"]?["ip"] == "8.8.8.8")
        #expect(done["tos_acceptance"]?["user_agent"] == "Test")
        let events = try shop.newEvents()
        #expect(events == ["account.updated", "capability.updated", "capability.updated"])
        #expect(shop.post("_tender/accounts/acct_none/submit", [("ip", "8.8.8.8")]).status == 403)
    }
}
