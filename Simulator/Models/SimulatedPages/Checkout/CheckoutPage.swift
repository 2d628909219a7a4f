import SimulatedPayments

/// The page of a Checkout Session: the order, and its payment.
struct CheckoutPage {
    /// The place of the page: a window of its own, or a frame on the shop's page.
    enum Place: String { case hosted = "pay", embedded = "embed" }

    let visit: PageVisit
    let place: Place
    let account: String
    let publicURL: String
    /// The API's data for a page.
    private(set) var data: JSONValue
    /// The error in the submitted form.
    var problem: CheckoutProblem?

    init(
        _ visit: PageVisit, _ payments: inout SimulatedPayments, in place: Place = .hosted
    ) throws(PageRefusal) {
        let id = Self.id(in: visit.id)
        guard let account = payments.account(ofCheckout: id) else { throw .notFound }
        let (status, json) = visit.ask("GET", "/v1/payment_pages/\(id)", for: account, of: &payments)
        guard status == 200 else { throw .notFound }
        self.visit = visit
        self.place = place
        self.account = account
        publicURL = payments.publicURL
        data = json
    }

    /// Returns the session's id; a page in a frame is named by the client secret.
    private static func id(in name: String) -> String {
        name.firstRange(of: "_secret_").map { String(name[..<$0.lowerBound]) } ?? name
    }

    /// Throws if the page is requested in another place than the shop wants it in.
    func checkPlace() throws(PageRefusal) {
        let isHosted = session["ui_mode"] == "hosted_page"
        guard isHosted == (place == .hosted) else { throw .notFound }
        guard isHosted || visit.id == session["client_secret"]?.text else { throw .notFound }
    }

    var session: JSONValue { data["session"] ?? .null }
    var id: String { session["id"]?.text ?? "" }
    var status: String { session["status"]?.text ?? "" }
    var isSetup: Bool { session["mode"] == "setup" }
    var merchant: String { data["merchant"]?.text ?? "" }
    var currency: String { session["currency"]?.text ?? "" }
    var path: String { "/c/\(place.rawValue)/\(visit.id)" }

    /// The amount to pay, as people read it.
    var total: String { money(session["amount_total"]?.number ?? 0) }

    /// The language that the shop requests; otherwise the browser's first.
    var language: PageLanguage {
        let locale = session["locale"]?.text.flatMap { $0 == "auto" ? nil : $0 }
        return PageLanguage(locale: locale ?? visit.request.headers["accept-language"])
    }

    /// The texts of the page's language.
    var say: PageWords { PageWords(language: language) }

    func money(_ units: Int64) -> String { AmountText.text(units, currency, in: language) }

    /// The address where the customer continues after paying; `nil` if the shop named none.
    var destination: WebAddress? {
        let text = (session["success_url"]?.text ?? session["return_url"]?.text)?
            .replacing("{CHECKOUT_SESSION_ID}", with: id)
        return text.flatMap { WebAddress($0) }
    }

    /// The response with the page as it is now.
    var response: APIResponse {
        switch status {
        case "open": form.response()
        case "complete": CheckoutEnding(self).page.response()
        default: CheckoutEnding(self).expired.response()
        }
    }

    /// Reloads the session from the API.
    mutating func reload(_ payments: inout SimulatedPayments) {
        data = visit.ask("GET", "/v1/payment_pages/\(id)", for: account, of: &payments).json
    }
}

/// An error in what a customer submitted, and the field that has it.
struct CheckoutProblem {
    /// The field's name; `nil` for the whole form.
    var field: String?
    var message: String
}
