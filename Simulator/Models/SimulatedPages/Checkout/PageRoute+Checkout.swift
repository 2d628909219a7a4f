import SimulatedPayments

extension PageRoute {
    static let checkout =
        [CheckoutPage.Place.hosted, .embedded].flatMap { place in
            [
                PageRoute("GET", "/c/\(place.rawValue)/:id") { (visit, payments) throws(PageRefusal) in
                    let page = try CheckoutPage(visit, &payments, in: place)
                    try page.checkPlace()
                    return page.response
                },
                PageRoute("POST", "/c/\(place.rawValue)/:id") { (visit, payments) throws(PageRefusal) in
                    var page = try CheckoutPage(visit, &payments, in: place)
                    try page.checkPlace()
                    return try page.answer(&payments)
                },
            ]
        } + [
            PageRoute("GET", "/c/return/:id") { (visit, payments) throws(PageRefusal) in
                try returned(visit, &payments)
            },
            PageRoute("GET", "/c/recover/:id") { (visit, payments) throws(PageRefusal) in
                try recover(visit, &payments)
            },
            PageRoute("GET", "/b/:slug") { (visit, payments) throws(PageRefusal) in
                try openLink(visit, &payments)
            },
        ]

    /// Handles the customer's return from the bank.
    private static func returned(
        _ visit: PageVisit, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let page = try CheckoutPage(visit, &payments)
        guard page.status == "open" else { return page.response }
        guard page.session["ui_mode"] != "hosted_page" else { return .redirect(to: "/c/pay/\(page.id)") }
        let message = page.data["last_error"]?["message"]?.text ?? "The bank has not confirmed the payment."
        throw PageRefusal(
            status: 200, title: "Nothing was paid", message: message + " Go back to the shop's page to try again.")
    }

    /// Creates a session like one that ended, and redirects to its page.
    private static func recover(
        _ visit: PageVisit, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        guard let account = payments.account(ofCheckout: visit.id) else { throw .notFound }
        let (status, json) = visit.ask(
            "POST", "/v1/payment_pages", [("recovered_from", visit.id)], for: account, of: &payments)
        guard status == 200, let id = json["id"]?.text else {
            throw PageRefusal(
                status: 410, title: "This checkout is over",
                message: "It cannot be resumed. Please go back to the shop and start again.")
        }
        return .redirect(to: "/c/pay/\(id)")
    }

    /// Creates a session of a payment link, and redirects to its page.
    private static func openLink(
        _ visit: PageVisit, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        guard let link = payments.paymentLink(slug: visit.id), let account = payments.account(ofCheckout: link) else {
            throw .notFound
        }
        let known = ["client_reference_id", "prefilled_email"].compactMap { name in
            visit.field(name).map { (name: name, value: $0) }
        }
        var answer = visit.ask(
            "POST", "/v1/payment_pages", [("payment_link", link)] + known, for: account, of: &payments)
        if answer.status != 200, let param = answer.json["error"]?["param"]?.text, param != "payment_link" {
            // The parameters after the link are a help, and no reason to refuse anybody.
            answer = visit.ask("POST", "/v1/payment_pages", [("payment_link", link)], for: account, of: &payments)
        }
        guard answer.status == 200, let id = answer.json["id"]?.text else {
            throw PageRefusal(
                status: 410, title: "This link is closed",
                message: answer.json["error"]?["message"]?.text ?? "Nothing can be bought here anymore.")
        }
        return .redirect(to: "/c/pay/\(id)")
    }
}
