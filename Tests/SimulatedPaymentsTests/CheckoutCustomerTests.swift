import SimulatedPayments
import Testing

/// Customers of Checkout Sessions: when they are made, and what they become.
@Suite struct CheckoutCustomerTests {
    private var shop = Shop()

    /// The card of somebody else is refused before its bank is asked.
    @Test mutating func aRefusedPaymentMakesNoCustomer() {
        let owner = shop.post("customers").id
        let method = shop.post("payment_methods", [("type", "card"), ("card[token]", "tok_visa")]).id
        _ = shop.post("payment_methods/\(method)/attach", [("customer", owner)])
        let wanted: Form = [("customer_creation", "always")]
        let sessions = [
            shop.checkout(1500, wanted).id,
            shop.post(
                "checkout/sessions", [("mode", "setup"), ("success_url", Shop.success), ("currency", "usd")] + wanted
            )
            .id,
        ]
        let refused = sessions.map { id in
            shop.post("payment_pages/\(id)/confirm", [("email", "jo@example.com"), ("payment_method", method)])
        }
        let open = sessions.map { shop.get("checkout/sessions/\($0)") }
        #expect(refused.map(\.status) == [400, 400])
        #expect(open.map { $0["customer"] } == [.null, .null])
        #expect(shop.get("customers")["data"]?.elements.count == 1)
        let paid = sessions.map { shop.pay(session: $0).state }
        #expect(paid == ["complete", "complete"])
        #expect(shop.get("customers")["data"]?.elements.count == 3)
    }
}
