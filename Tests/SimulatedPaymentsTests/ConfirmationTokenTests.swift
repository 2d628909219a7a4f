import Testing

@testable import SimulatedPayments

@Suite struct ConfirmationTokenTests {
    private static let card: Form = [("payment_method", "pm_card_visa")]

    private static func confirm(_ shop: inout Shop, _ token: String, _ more: Form = []) -> Shop.Answer {
        shop.post(
            "payment_intents",
            [("amount", "1000"), ("currency", "usd"), ("payment_method_types[]", "card"), ("confirm", "true")]
                + [("confirmation_token", token)] + more)
    }

    @Test func itEndsAfterTwelveHours() {
        var shop = Shop()
        let token = shop.post("test_helpers/confirmation_tokens", Self.card)
        shop.now += 12 * 3600
        let refused = Self.confirm(&shop, token.id)
        #expect(refused.status == 400)
        #expect(refused.param == "confirmation_token")
        #expect(shop.get("confirmation_tokens/\(token.id)")["payment_intent"] == .null)
        let other = shop.post("test_helpers/confirmation_tokens", Self.card)
        shop.now += 12 * 3600 - 1
        #expect(Self.confirm(&shop, other.id).state == "succeeded")
    }

    @Test func itSaysHowTheCustomerAgreed() {
        var shop = Shop()
        let acceptance = "mandate_data[customer_acceptance]"
        let token = shop.post(
            "confirmation_tokens",
            [
                ("payment_method_data[type]", "sepa_debit"),
                ("payment_method_data[sepa_debit][iban]", "DE89370400440532013000"),
                ("payment_method_data[billing_details][name]", "Ada"),
                ("payment_method_data[billing_details][email]", "ada@example.com"),
                ("\(acceptance)[type]", "online"), ("\(acceptance)[online][ip_address]", "10.0.0.1"),
                ("\(acceptance)[online][user_agent]", "test"), ("use_stripe_sdk", "true"),
            ], key: "pk_test_shop")
        #expect(token["mandate_data", "customer_acceptance", "online", "ip_address"] == "10.0.0.1")
        let setup = shop.post(
            "setup_intents",
            [("payment_method_types[]", "sepa_debit"), ("confirm", "true"), ("confirmation_token", token.id)])
        #expect(setup.state == "succeeded")
        #expect(setup["mandate"]?.text?.hasPrefix("mandate_") == true)
    }

    @Test func aDeviceMakesOneAndConfirmsWithIt() {
        var shop = Shop()
        let customer = shop.customer()
        let saved = shop.save(for: customer)
        let token = shop.post("confirmation_tokens", [("payment_method", saved)], key: "pk_test_shop")
        #expect(token["payment_method_preview", "customer"] == .null)
        #expect(shop.get("confirmation_tokens/\(token.id)", key: "pk_test_shop").code == "secret_key_required")
        #expect(
            shop.post("test_helpers/confirmation_tokens", Self.card, key: "pk_test_shop").code
                == "secret_key_required")
        let intent = shop.post(
            "payment_intents",
            [
                ("amount", "1000"), ("currency", "usd"), ("customer", customer), ("payment_method_types[]", "card"),
            ])
        let confirmed = shop.post(
            "payment_intents/\(intent.id)/confirm",
            [("confirmation_token", token.id), ("client_secret", intent["client_secret"]?.text ?? "")],
            key: "pk_test_shop")
        #expect(confirmed.state == "succeeded")
    }

    /// Whoever knows the name of a method learns by it neither whose it is nor what its owner said of themselves.
    @Test func aDeviceDoesNotLearnWhoseAMethodIs() {
        var shop = Shop()
        let details: Form = [
            ("billing_details[name]", "Ada"), ("billing_details[email]", "ada@example.com"),
            ("billing_details[phone]", "+49301234"), ("billing_details[address][line1]", "Allee 1"),
        ]
        let method = shop.method([("card[token]", "tok_visa")] + details).id
        _ = shop.post("payment_methods/\(method)/attach", [("customer", shop.customer())])
        let named: Form = [("payment_method", method)]
        let typed: Form =
            [("payment_method_data[type]", "card"), ("payment_method_data[card][token]", "tok_visa")]
            + details.map { ($0.0.replacing("billing_details", with: "payment_method_data[billing_details]"), $0.1) }
        let previews = [
            shop.post("confirmation_tokens", named, key: "pk_test_shop"), shop.post("confirmation_tokens", named),
            shop.post("confirmation_tokens", typed, key: "pk_test_shop"),
        ].map { $0["payment_method_preview"] }
        let nobody: JSONValue = [
            "address": [
                "city": nil, "country": nil, "line1": nil, "line2": nil, "postal_code": nil, "state": nil,
            ], "email": nil, "name": nil, "phone": nil, "tax_id": nil,
        ]
        #expect(previews[0]?["billing_details"] == nobody)
        #expect(previews[0]?["customer"] == .null)
        #expect(previews[0]?["card"]?["last4"] == "4242")
        #expect(previews[0]?["card"]?["checks"]?["address_line1_check"] == .null)
        #expect(previews[1]?["billing_details"]?["email"] == "ada@example.com")
        #expect(previews[1]?["customer"] != .null)
        #expect(previews[2]?["billing_details"]?["address"]?["line1"] == "Allee 1")
    }
}
