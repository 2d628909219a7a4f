import SimulatedPayments
import Testing

@testable import SimulatedPages

/// The pages of connected accounts that were closed or deleted.
@Suite struct ClosedAccountPageTests {
    /// What came to an account that is over nobody could give back.
    @Test(arguments: [true, false]) func nobodyPaysAnAccountThatIsOver(isDeleted: Bool) {
        var visitor = Visitor()
        let seller = visitor.ask("POST", "accounts", Visitor.seller("Ada"))["id"]?.text ?? ""
        let sale = [
            ("mode", "payment"), ("success_url", "https://shop.test/done"), ("line_items[0][quantity]", "1"),
            ("line_items[0][price_data][currency]", "usd"), ("line_items[0][price_data][unit_amount]", "1500"),
            ("line_items[0][price_data][product_data][name]", "Teapot"),
        ]
        let method = "payment_method_data"
        let card = [
            ("email", "jo@example.com"), (method + "[type]", "card"), (method + "[card][number]", "4000002760003184"),
            (method + "[card][exp_month]", "12"), (method + "[card][exp_year]", "34"), (method + "[card][cvc]", "123"),
            (method + "[billing_details][name]", "Jo Doe"),
        ]
        let ids = (0..<2).map { _ in visitor.ask("POST", "checkout/sessions", sale, for: seller)["id"]?.text ?? "" }
        _ = visitor.ask("POST", "payment_pages/\(ids[1])/confirm", card, for: seller)
        let intent = visitor.ask("GET", "payment_intents", for: seller).elements("data").first ?? .null
        let question = visitor.visit("GET", Visitor.page(of: intent))
        #expect(intent["status"] == "requires_action")
        #expect(visitor.visit("GET", "/c/pay/\(ids[0])").status == 200)
        visitor.end(seller, isDeleted: isDeleted)
        let answer = [("_token", question.token), ("outcome", "succeed")]
        let visits = [
            visitor.visit("GET", "/c/pay/\(ids[0])"), visitor.visit("POST", "/c/pay/\(ids[0])", [("action", "pay")]),
            visitor.visit("POST", Visitor.page(of: intent), answer),
        ]
        #expect(visits.map(\.status) == [404, 404, 400])
        let direct = visitor.ask(
            "POST", "payment_intents", [("amount", "100"), ("currency", "usd")], for: seller)["error"]?["code"]
        #expect(direct == (isDeleted ? "account_invalid" : "account_closed"))
    }
}
