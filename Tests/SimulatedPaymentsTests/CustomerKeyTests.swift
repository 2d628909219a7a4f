import SimulatedPayments
import Testing

@Suite struct CustomerKeyTests {
    @Test func aKeyOpensItsCustomerForAnHour() throws {
        var shop = Shop()
        let (own, other) = (shop.customer([("name", "Ada")]), shop.customer())
        let (method, foreign) = (shop.save(for: own), shop.save(for: other))
        let loose = shop.method().id
        let made = shop.ephemeralKey(for: own)
        let key = made["secret"]?.text ?? ""
        #expect(made.id.hasPrefix("ephkey_"))
        #expect(key.hasPrefix("ek_test_" + made.id.dropFirst(7)))
        #expect(made["associated_objects"] == [["id": .string(own), "type": "customer"]])
        #expect(try SchemaChecker().problems(inside: made.body) == [])
        let secret = shop.key
        shop.key = key
        let allowed = [
            shop.get("customers/\(own)"), shop.post("customers/\(own)", [("description", "x")]),
            shop.get("payment_methods", [("customer", own)]), shop.get("payment_methods"),
            shop.get("customers/\(own)/payment_methods"), shop.get("payment_methods/\(method)"),
            shop.post("payment_methods/\(loose)/attach", [("customer", own)]),
            shop.post("payment_methods/\(loose)/detach"),
            shop.post("customers/\(own)/sources", [("source", "tok_visa")]),
            shop.get("customers/\(own)/sources"),
        ]
        #expect(allowed.map(\.status) == Array(repeating: 200, count: 10))
        #expect(allowed[3].ids == [method])
        let refused = [
            shop.get("customers/\(other)"), shop.post("customers/\(other)"), shop.get("customers/\(other)/sources"),
            shop.get("payment_methods", [("customer", other)]), shop.get("payment_methods/\(foreign)"),
            shop.post("payment_methods/\(foreign)/detach"),
            shop.post("payment_methods/pm_card_visa/attach", [("customer", other)]),
            shop.remove("customers/\(own)"), shop.get("customers"), shop.post("customers"), shop.get("refunds"),
            shop.post("ephemeral_keys"), shop.post("setup_intents"), shop.create(1000),
        ]
        #expect(refused.map(\.status) == Array(repeating: 403, count: 14))
        #expect(shop.get("customers/\(own)", key: key + "x").status == 401)
        shop.now += SimulatedPayments.ephemeralKeyLifetime
        #expect(shop.get("customers/\(own)").refusal == "401 api_key_expired")
        #expect(shop.get("customers/\(own)", key: secret)["name"] == "Ada")
    }

    @Test func aDeletedKeyIsNone() {
        var shop = Shop()
        let id = shop.customer()
        let made = shop.ephemeralKey(for: id)
        let gone = shop.remove("ephemeral_keys/\(made.id)")
        #expect(gone.id == made.id)
        #expect(gone["secret"] == nil)
        #expect(shop.get("customers/\(id)", key: made["secret"]?.text ?? "").status == 401)
        #expect(shop.remove("ephemeral_keys/\(made.id)").refusal == "404 resource_missing")
    }

    @Test func theVersionOfTheAppIsNeeded() {
        var shop = Shop()
        let id = shop.customer()
        #expect(shop.post("ephemeral_keys", [("customer", id)]).status == 400)
        let statuses = ["", "latest", "2024", "2024-04-10", "2026-10-28.endive"].map { version in
            var request = shop.request("POST", "ephemeral_keys", [("customer", id)])
            request.headers["stripe-version"] = version
            return shop.payments.handle(request, now: shop.now).status
        }
        #expect(statuses == [400, 400, 400, 200, 200])
        #expect(shop.ephemeralKey(for: "cus_x").refusal == "400 resource_missing")
    }

    @Test func aSessionListsEveryComponent() throws {
        var shop = Shop()
        let form: Form = [
            ("customer", shop.customer()), ("components[payment_element][enabled]", "true"),
            ("components[payment_element][features][payment_method_save]", "enabled"),
            ("components[customer_sheet][enabled]", "true"),
        ]
        let made = shop.post("customer_sessions", form + [("expand[]", "customer")])
        #expect(made["components", "payment_element", "features", "payment_method_save"] == "enabled")
        #expect(made["components", "payment_element", "features", "payment_method_remove"] == "disabled")
        #expect(made["components", "mobile_payment_element"] == ["enabled": false, "features": .null])
        #expect(made["components", "buy_button"] == ["enabled": false])
        #expect(made["client_secret"]?.text?.hasPrefix("cuss_") ?? false)
        #expect(try SchemaChecker().problems(inside: made.body) == [])
        let refused = [
            shop.post("customer_sessions", [form[0]]), shop.post("customer_sessions", Array(form[1...])),
            shop.post("customer_sessions", [("customer", "cus_x"), form[1]]),
            shop.post("customer_sessions", [form[0], ("components[buy_button][enabled]", "x")]),
            shop.post(
                "customer_sessions",
                form + [("components[payment_element][features][payment_method_redisplay_limit]", "11")]),
        ]
        #expect(
            refused.map(\.param) == [
                "components", "customer", "customer", "components[buy_button][enabled]",
                "components[payment_element][features][payment_method_redisplay_limit]",
            ])
        #expect(shop.get("customer_sessions").status == 404)
    }
}
