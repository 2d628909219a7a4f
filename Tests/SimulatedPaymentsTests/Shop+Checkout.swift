@testable import SimulatedPayments

/// A merchant that sells by page and by link.
extension Shop {
    static let success = "https://shop.test/done?session={CHECKOUT_SESSION_ID}"

    /// The parameters of a thing that costs `amount` cents.
    static func line(_ amount: Int64, quantity: Int64 = 1, _ index: Int = 0, _ more: Form = []) -> Form {
        let path = "line_items[\(index)]"
        return [
            ("\(path)[price_data][currency]", "usd"), ("\(path)[price_data][unit_amount]", "\(amount)"),
            ("\(path)[price_data][product_data][name]", "Teapot"), ("\(path)[quantity]", "\(quantity)"),
        ] + more.map { ("\(path)\($0.0)", $0.1) }
    }

    /// The parameters of a session for it.
    static func session(_ amount: Int64, _ more: Form = []) -> Form {
        [("mode", "payment"), ("success_url", success)] + line(amount) + more
    }

    mutating func checkout(_ amount: Int64, _ more: Form = []) -> Answer {
        post("checkout/sessions", Self.session(amount, more))
    }

    /// Pays on the page of a session, with a card by its number.
    mutating func pay(
        session id: String, card: String = "4242424242424242", _ more: Form = [], idempotency: String? = nil
    ) -> Answer {
        let data = "payment_method_data"
        return post(
            "payment_pages/\(id)/confirm",
            [
                ("email", "jenny@example.com"), (data + "[type]", "card"), (data + "[card][number]", card),
                (data + "[card][exp_month]", "12"), (data + "[card][exp_year]", "34"), (data + "[card][cvc]", "123"),
                (data + "[billing_details][name]", "Jenny Rosen"),
                (data + "[billing_details][address][postal_code]", "94107"),
            ] + more, idempotency: idempotency)
    }

    /// The types of the events so far, oldest first.
    mutating func eventTypes(_ filter: String = "*") -> [String] {
        get("events", [("limit", "100"), ("type", filter)])["data"]?.elements.reversed().compactMap { $0["type"]?.text }
            ?? []
    }
}
