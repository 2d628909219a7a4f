import SimulatedPayments
import Testing

@testable import SimulatedPages

@Suite
struct AuthenticationPageTests {
    private var visitor = Visitor()

    private mutating func pay(
        _ returnURL: String? = "https://shop.test/back?order=1#end", card: String = "pm_card_authenticationRequired",
        for account: String? = nil
    ) -> JSONValue {
        let form = [
            ("amount", "1234"), ("currency", "usd"), ("payment_method_types[]", "card"), ("confirm", "true"),
            ("payment_method", card),
        ]
        return visitor.ask(
            "POST", "payment_intents", form + (returnURL.map { [("return_url", $0)] } ?? []), for: account)
    }

    private mutating func press(_ outcome: String, _ path: String, token: String? = nil) -> Visitor.Answer {
        let token = token ?? visitor.visit("GET", path).token
        return visitor.visit("POST", path, [("_token", token), ("outcome", outcome)])
    }

    private mutating func intent(_ intent: JSONValue) -> JSONValue {
        visitor.ask("GET", "payment_intents/\(intent["id"]?.text ?? "")")
    }

    @Test
    mutating func showsWhatIsPaidAndNotTheNumber() {
        let intent = pay()
        let page = visitor.visit("GET", Visitor.page(of: intent))
        #expect(page.status == 200)
        let wanted = ["<h1>Is this you?</h1>", "$12.34", "Visa •••• 3184", "shop.test", "method=\"post\""]
        #expect(wanted.filter { !page.text.contains($0) } == [])
        #expect(!page.text.contains("4000002760003184"))
        #expect(page.response.header("content-security-policy")?.contains("form-action 'self';") == true)
        #expect(page.response.header("x-frame-options") == "DENY")
    }

    @Test(arguments: [
        ("succeed", "succeeded", "succeeded"), ("fail", "requires_payment_method", "failed"),
        ("cancel", "requires_payment_method", "failed"),
    ])
    mutating func theAnswerLeadsBackToTheShop(_ outcome: String, _ status: String, _ told: String) {
        let intent = pay()
        let answer = press(outcome, Visitor.page(of: intent))
        let (id, secret) = (intent["id"]?.text ?? "", intent["client_secret"]?.text ?? "")
        #expect(answer.status == 200)
        #expect(
            answer.onward == "https://shop.test/back?order=1&payment_intent=\(id)&payment_intent_client_secret="
                + "\(secret)&redirect_status=\(told)#end")
        #expect(self.intent(intent)["status"]?.text == status)
    }

    @Test
    mutating func aSetupIsConfirmedToo() {
        let setup = visitor.ask(
            "POST", "setup_intents",
            [
                ("confirm", "true"), ("payment_method", "pm_card_authenticationRequired"),
                ("return_url", "https://shop.test/x"),
            ])
        let path = Visitor.page(of: setup)
        let page = visitor.visit("GET", path)
        let answer = press("succeed", path)
        let id = setup["id"]?.text ?? ""
        #expect(page.status == 200)
        #expect(!page.text.contains("class=\"amount\""))
        #expect(
            answer.onward?.hasPrefix("https://shop.test/x?setup_intent=\(id)&setup_intent_client_secret=") == true)
        #expect(visitor.ask("GET", "setup_intents/\(id)")["status"] == "succeeded")
    }

    @Test
    mutating func anAnswerCountsOnce() {
        let intent = pay()
        let path = Visitor.page(of: intent)
        let token = visitor.visit("GET", path).token
        let answers = ["fail", "succeed", "fail"].map { press($0, path, token: token) }
        #expect(answers.map(\.status) == [200, 410, 410])
        #expect(answers[1].text.contains("You have already answered"))
        #expect(answers[1].text.contains("Back to the shop"))
        #expect(self.intent(intent)["status"] == "requires_payment_method")
        let again = visitor.visit("GET", path)
        #expect(again.status == 410)
        #expect(again.token == "")
    }

    @Test
    mutating func doublePressesPayOnce() {
        let intent = pay()
        let path = Visitor.page(of: intent)
        let token = visitor.visit("GET", path).token
        let statuses = (0..<3).map { _ in press("succeed", path, token: token).status }
        let charges = visitor.ask("GET", "charges", [("payment_intent", intent["id"]?.text ?? "")])["data"]
        #expect(statuses == [200, 410, 410])
        #expect(charges?.elements.map { $0["status"] } == ["succeeded"])
    }

    @Test
    mutating func aPageOfAnOldAttemptIsStale() {
        let intent = pay()
        let id = intent["id"]?.text ?? ""
        let old = Visitor.page(of: intent)
        let token = visitor.visit("GET", old).token
        let again = visitor.ask(
            "POST", "payment_intents/\(id)/confirm",
            [("return_url", "https://shop.test/2"), ("payment_method", "pm_card_authenticationRequired")])
        let new = Visitor.page(of: again)
        let pressed = press("succeed", old, token: token)
        #expect(old != new)
        #expect(pressed.status == 410)
        #expect(pressed.text.contains("no longer needed"))
        #expect(self.intent(intent)["status"] == "requires_action")
        #expect(press("succeed", new).onward != nil)
        let canceled = pay()
        _ = visitor.ask("POST", "payment_intents/\(canceled["id"]?.text ?? "")/cancel")
        #expect(visitor.visit("GET", Visitor.page(of: canceled)).status == 410)
    }

    @Test
    mutating func onlyItsOwnFormCounts() {
        let (one, other) = (Visitor.page(of: pay()), Visitor.page(of: pay()))
        let foreign = visitor.visit("GET", other).token
        let refused = ["", "0", foreign].map { press("succeed", one, token: $0).status }
        #expect(refused == [403, 403, 403])
        #expect(press("<script>", one).status == 400)
        #expect(press("", one).status == 400)
        #expect(visitor.visit("GET", one).status == 200)
        let nowhere = [
            "/authenticate/auth_x", "/authenticate/", "/authenticate/clock", "/authenticate/%00", "/authenticate",
        ]
        #expect(nowhere.map { visitor.visit("GET", $0).status } == [404, 404, 404, 404, 404])
        #expect(
            nowhere.map { visitor.visit("POST", $0, [("outcome", "succeed")]).status } == [404, 404, 404, 404, 404])
    }

    @Test
    mutating func theHookAnswersThePage() {
        let intent = pay()
        let form = [("intent", intent["id"]?.text ?? ""), ("outcome", "succeed")]
        #expect(visitor.ask("POST", "_tender/authenticate", form)["status"] == "succeeded")
        let page = visitor.visit("GET", Visitor.page(of: intent))
        #expect(page.status == 410)
        #expect(page.text.contains("redirect_status=succeeded"))
    }

    @Test
    mutating func anAppsPageShowsItInAFrame() {
        let intent = pay(nil)
        let path = Visitor.page(of: intent)
        let page = visitor.visit("GET", path)
        let answer = press("succeed", path)
        #expect(page.response.header("x-frame-options") == nil)
        #expect(answer.status == 200)
        #expect(answer.text.contains("/assets/authentication.js"))
        #expect(self.intent(intent)["status"] == "succeeded")
    }

    @Test(arguments: ["myapp://back", "javascript://x%0aalert(1)", "https://shop.test/ü"])
    mutating func addressesThatNoPageMayLeadToAreNotShown(_ address: String) {
        let intent = pay(address)
        let answer = press("succeed", Visitor.page(of: intent))
        #expect(answer.status == 200)
        #expect(!answer.text.contains(address))
        #expect(answer.onward == nil)
        #expect(answer.location == nil)
        #expect(answer.response.header("x-frame-options") == "DENY")
        #expect(self.intent(intent)["status"] == "succeeded")
    }

    @Test
    mutating func whatASellerCallsItselfIsEscaped() {
        let seller = visitor.ask("POST", "accounts", Visitor.seller("<b onclick=x>\"&"))
        let intent = pay(for: seller["id"]?.text)
        let page = visitor.visit("GET", Visitor.page(of: intent))
        #expect(page.text.contains("<dd>&lt;b onclick=x&gt;&quot;&amp;</dd>"))
        #expect(!page.text.contains("<b onclick"))
    }
}

extension JSONValue {
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
