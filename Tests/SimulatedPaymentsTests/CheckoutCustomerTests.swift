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

    @Test mutating func whatIsSaidOnThePageIsKept() {
        let customer = shop.post("customers", [("name", "C"), ("email", "c@example.com")]).id
        let wanted: Form = [
            ("customer", customer), ("customer_update[name]", "auto"), ("customer_update[address]", "auto"),
            ("shipping_address_collection[allowed_countries][]", "DE"),
        ]
        let address: Form = [
            ("shipping[name]", "Jo"), ("shipping[address][line1]", "Allee 1"), ("shipping[address][country]", "DE"),
        ]
        let made = shop.checkout(1500, wanted + [("customer_update[shipping]", "auto")])
        _ = shop.pay(session: made.id, address)
        let kept = shop.get("customers/\(customer)")
        #expect([kept["name"], kept["address", "postal_code"]] == ["Jenny Rosen", "94107"])
        #expect([kept["shipping", "name"], kept["shipping", "address", "line1"]] == ["Jo", "Allee 1"])
        #expect(shop.eventTypes("customer.updated").count == 1)
        _ = shop.post("customers/\(customer)", [("name", "D")])
        let plain = shop.checkout(1500, [("customer", customer)])
        _ = shop.pay(session: plain.id)
        #expect(shop.get("customers/\(customer)")["name"] == "D")
        let alone = shop.checkout(1500, [("customer_update[name]", "auto")])
        #expect([alone.status == 400, alone.param == "customer_update"] == [true, true])
    }

    @Test mutating func aCardIsKeptWhereItsOptionsSaySo() {
        let option: Form = [("payment_method_options[card][setup_future_usage]", "off_session")]
        let made = shop.checkout(1500, option)
        let paid = shop.pay(session: made.id)
        let kept = shop.get("customers/\(paid["customer"]?.text ?? "")/payment_methods")["data"]?.elements.count
        let options = made["payment_method_options"]?["card"]
        #expect([options?["setup_future_usage"], options?["request_three_d_secure"]] == ["off_session", "automatic"])
        #expect(kept == 1)
    }

    @Test mutating func anAddressIsAskedWhereItIsRequired() {
        let made = shop.checkout(1500, [("billing_address_collection", "required")])
        let path = "payment_method_data[billing_details][address]"
        let refused = shop.pay(session: made.id)
        let paid = shop.pay(session: made.id, [(path + "[line1]", "1 Main St"), (path + "[country]", "US")])
        #expect([refused.code, refused.param] == ["parameter_missing", path + "[line1]"])
        #expect(paid["customer_details", "address", "line1"] == "1 Main St")
        #expect(shop.get("charges")["data"]?.elements.count == 1)
    }
}
