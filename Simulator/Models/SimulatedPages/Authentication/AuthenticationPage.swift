import SimulatedPayments

/// The page of the customer's bank: whose payment it is, and how the customer answers it.
struct AuthenticationPage {
    private let visit: PageVisit
    private let account: String
    /// The API's data about the authentication.
    private var object: JSONValue

    init(_ visit: PageVisit, _ payments: inout SimulatedPayments) throws(PageRefusal) {
        guard let account = payments.account(ofPage: visit.id) else { throw .notFound }
        self.visit = visit
        self.account = account
        let (status, json) = visit.ask("GET", Self.path(visit), for: account, of: &payments)
        guard status == 200 else { throw .notFound }
        object = json
    }

    private static func path(_ visit: PageVisit) -> String { "/v1/_tender/authentications/\(visit.id)" }

    private var isOpen: Bool { object["status"]?.text == "open" }
    private var methodType: String { object["payment_method"]?["type"]?.text ?? "card" }

    /// The address where the customer continues; `nil` if the shop's page shows this one in a frame, or waits
    /// elsewhere.
    private var shop: WebAddress? { object["return_url"]?.text.flatMap { WebAddress($0) } }

    /// The response to a customer who comes here.
    var response: APIResponse { isOpen ? question.response() : ending.response() }

    /// Passes the customer's choice to the API.
    mutating func answer(_ outcome: String, _ payments: inout SimulatedPayments) throws(PageRefusal) {
        guard isOpen else { return }
        try visit.checkToken(visit.request.path)
        let (status, json) = visit.ask(
            "POST", Self.path(visit), [("outcome", outcome)], for: account, of: &payments)
        guard status == 200 else {
            throw PageRefusal(
                status: 400, title: "This was not accepted",
                message: json["error"]?["message"]?.text ?? "Go back, load the page again, and retry.")
        }
        object = json
        isFresh = true
    }

    /// Whether the answer was given just now.
    private var isFresh = false

    /// The response after the answer: the shop, or the news that there is nothing to answer.
    var answered: APIResponse {
        guard isFresh, let address = wayBack else { return ending.response() }
        return Page.onward(to: address).response()
    }

    /// The shop's page, with the parameters about the intent.
    private var wayBack: WebAddress? {
        guard let shop, let intent = object["intent"]?.text, let secret = object["client_secret"]?.text else {
            return nil
        }
        let kind = intent.hasPrefix("seti_") ? "setup_intent" : "payment_intent"
        let outcome = object["redirect_status"]?.text.map { [("redirect_status", $0)] } ?? []
        return WebAddress(shop.adding([(kind, intent), ("\(kind)_client_secret", secret)] + outcome))
    }
}

// The contents of the page.
extension AuthenticationPage {
    private var question: Page {
        let words = AuthenticationWords(methodType)
        let content: HTML = """
            <h1>\(words.title)</h1>
            <p>\(words.introduction)</p>
            <section class="card" aria-label="Payment">
            \(amount)<dl>
            <dt>Shop</dt><dd>\(merchant)</dd>
            <dt>\(words.label)</dt><dd>\(method)</dd>
            </dl>
            </section>
            <form method="post" action="\(visit.request.path)">
            \(visit.tokenField(visit.request.path))
            <button class="wide" name="outcome" value="succeed">\(words.success)</button>
            <button class="wide second" name="outcome" value="fail">\(words.failure)</button>
            <button class="wide second" name="outcome" value="cancel">Cancel</button>
            </form>
            """
        return Page(title: words.title, content: content, mayBeFramed: isInFrame)
    }

    /// Whether the shop's page shows this one in a frame, without an address to return to.
    private var isInFrame: Bool { object["return_url"] == .null }

    private var amount: HTML? {
        guard let units = object["amount"]?.number, let currency = object["currency"]?.text else { return nil }
        return "<p class=\"amount\">\(AmountText.text(units, currency))</p>\n"
    }

    private var merchant: String {
        object["merchant"]?.text ?? shop.map { String($0.origin.drop { $0 != "/" }.drop { $0 == "/" }) } ?? "Test shop"
    }

    /// The card, of which only the end is shown, or the other payment method.
    private var method: String {
        let details = object["payment_method"]?[methodType]
        guard let last4 = details?["last4"]?.text else { return AuthenticationWords(methodType).method }
        let brand = details?["brand"]?.text.map { $0.prefix(1).uppercased() + $0.dropFirst() + " " } ?? ""
        return "\(brand)•••• \(last4)"
    }

    private var ending: Page {
        let words = Self.ending(object["status"]?.text ?? "", isFresh: isFresh)
        let back: HTML? = wayBack.map { "<p><a class=\"button\" href=\"\($0.text)\">Back to the shop</a></p>" }
        return Page(
            title: words.title,
            content: "<h1>\(words.title)</h1>\n<p role=\"status\">\(words.text)</p>\n\(back)",
            status: isFresh ? 200 : 410, scripts: ["authentication.js"], mayBeFramed: isInFrame)
    }

    private static func ending(_ status: String, isFresh: Bool) -> (title: String, text: String) {
        switch (status, isFresh) {
        case ("succeeded", true): ("Thank you", "Your bank has confirmed that it is you. You can go back to the shop.")
        case (_, true): ("Nothing was paid", "The shop has been told that it was not confirmed. You can go back to it.")
        case ("stale", false):
            ("This page is no longer needed", "The shop has changed or canceled what you were asked for.")
        default: ("You have already answered", "An answer counts once, and the shop has it.")
        }
    }
}
