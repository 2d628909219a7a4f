import SimulatedPayments
import Testing

/// Sessions that ended, and what a request for a session says of what is not simulated.
@Suite struct CheckoutRecoveryTests {
    private static let recovered: Form = [("after_expiration[recovery][enabled]", "true")]
    private var shop = Shop()

    @Test mutating func aCustomerComesBack() {
        let made = shop.checkout(
            1500, Self.recovered + [("metadata[order]", "7"), ("customer_email", "jo@example.com")])
        let early = shop.post("payment_pages", [("recovered_from", made.id)])
        _ = shop.pay(session: made.id, card: "4000000000000002")
        let ended = shop.post("checkout/sessions/\(made.id)/expire")
        let recovery = ended["after_expiration"]?["recovery"]
        let again = shop.post("payment_pages", [("recovered_from", made.id)])
        let paid = shop.pay(session: again.id)
        #expect(made["after_expiration"]?["recovery"]?["url"] == .null)
        #expect(recovery?["url"]?.text?.hasSuffix("/c/recover/\(made.id)") == true)
        #expect(recovery?["expires_at"]?.number == shop.now + 30 * 24 * 3600)
        #expect(
            [again["recovered_from"], again["metadata", "order"], again["amount_total"]] == [
                .string(made.id), "7", 1500,
            ])
        #expect([again["status"], again["payment_intent"], again["after_expiration"]] == ["open", .null, .null])
        #expect([paid["status"], paid["customer_details", "email"]] == ["complete", "jo@example.com"])
        shop.now += 30 * 24 * 3600
        let late = shop.post("payment_pages", [("recovered_from", made.id)])
        let plain = shop.post("checkout/sessions/\(shop.checkout(1500).id)/expire").id
        let other = shop.post("payment_pages", [("recovered_from", plain)])
        #expect([early, late, other].map(\.param) == ["recovered_from", "recovered_from", "recovered_from"])
    }

    @Test mutating func whatIsNotSimulatedIsRefused() {
        let refusals = [
            "adaptive_pricing[enabled]", "automatic_tax[enabled]", "invoice_creation[enabled]",
            "managed_payments[enabled]",
        ]
        let params = refusals.map { shop.checkout(1500, [($0, "true")]).param }
        let statuses = refusals.map { shop.checkout(1500, [($0, "false")]).status }
        let setup = shop.checkout(1500, [("setup_intent_data[description]", "x")])
        let framed = shop.post(
            "checkout/sessions",
            [("mode", "payment"), ("ui_mode", "embedded_page"), ("return_url", "https://shop.test")] + Shop.line(1500)
                + Self.recovered)
        #expect(params == refusals)
        #expect(statuses == [200, 200, 200, 200])
        #expect([setup.param, framed.param] == ["setup_intent_data", "after_expiration[recovery][enabled]"])
        #expect(shop.checkout(1500, [("invoice_creation[enabled]", "false")])["invoice_creation", "enabled"] == false)
    }
}
