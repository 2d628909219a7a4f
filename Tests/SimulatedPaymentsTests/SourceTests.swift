import SimulatedPayments
import Testing

@Suite struct SourceTests {
    @Test func theFirstSourceIsTheDefaultUntilItGoes() {
        var shop = Shop()
        let id = shop.customer()
        let cards = ["tok_visa", "tok_mastercard", "tok_amex"].map {
            shop.post("customers/\(id)/sources", [("source", $0)]).id
        }
        func standard(_ shop: inout Shop) -> String? { shop.get("customers/\(id)")["default_source"]?.text }
        #expect(cards.allSatisfy { $0.hasPrefix("card_") })
        #expect(standard(&shop) == cards[0])
        #expect(shop.post("customers/\(id)", [("default_source", cards[1])])["default_source"]?.text == cards[1])
        let gone = shop.remove("customers/\(id)/sources/\(cards[1])")
        #expect(gone.body == ["id": .string(cards[1]), "object": "card", "deleted": true])
        #expect(standard(&shop) == cards[2])
        #expect(shop.get("customers/\(id)/sources").ids == [cards[2], cards[0]])
        for card in [cards[0], cards[2]] { _ = shop.remove("customers/\(id)/sources/\(card)") }
        #expect(standard(&shop) == nil)
        #expect(shop.get("customers/\(id)/sources/\(cards[0])").refusal == "404 resource_missing")
    }

    @Test func aNewSourceOfTheCustomerReplacesTheDefault() {
        var shop = Shop()
        let made = shop.post("customers", [("source", "tok_visa")])
        let changed = shop.post("customers/\(made.id)", [("source", "tok_amex")])
        #expect(shop.get("customers/\(made.id)/sources").ids == [changed["default_source"]?.text])
        #expect(changed["default_source"] != made["default_source"])
    }

    @Test func sourcesArePaymentMethodsToo() {
        var shop = Shop()
        let id = shop.customer()
        let form: Form = [
            ("source[object]", "card"), ("source[number]", "4242424242424242"), ("source[exp_month]", "8"),
            ("source[exp_year]", "2031"), ("source[cvc]", "123"), ("source[name]", "Ada"),
            ("source[address_zip]", "94111"), ("metadata[a]", "b"),
        ]
        let card = shop.post("customers/\(id)/sources", form)
        #expect(card["brand"] == "Visa")
        #expect(card["last4"] == "4242")
        #expect(card["exp_month"] == 8)
        #expect(card["name"] == "Ada")
        #expect(card["cvc_check"] == "pass")
        #expect(card["address_zip_check"] == "pass")
        #expect(card["metadata", "a"] == "b")
        #expect(shop.methods(of: id) == [card.id])
        let method = shop.get("payment_methods/\(card.id)")
        #expect(method["object"] == "payment_method")
        #expect(method["billing_details", "name"] == "Ada")
        #expect(shop.post("payment_methods/\(card.id)/detach").status == 200)
        #expect(shop.get("customers/\(id)")["default_source"] == .null)
    }

    @Test func sourcesAreShownOnDemandAndToOldVersions() throws {
        var shop = Shop()
        let id = shop.customer([("source", "tok_visa")])
        let expand: Form = [("expand[]", "sources.data.customer"), ("expand[]", "default_source")]
        let shown = shop.get("customers/\(id)", expand)
        #expect(shown["default_source", "object"] == "card")
        #expect(shown["sources", "total_count"] == 1)
        #expect(shown["sources", "data"]?.elements.first?["customer"]?["id"]?.text == id)
        #expect(try SchemaChecker().problems(inside: shown.body) == [])
        var request = shop.request("GET", "customers/\(id)")
        let plain = Shop.Answer(shop.payments.handle(request, now: shop.now))
        request.headers["stripe-version"] = "2020-03-02"
        let old = Shop.Answer(shop.payments.handle(request, now: shop.now))
        #expect(plain["sources"] == nil)
        #expect(old["sources", "data"]?.elements.count == 1)
    }

    @Test func updatesChangeNameAddressAndExpiry() throws {
        var shop = Shop()
        let id = shop.customer([("source", "tok_visa")])
        let path = "customers/\(id)/sources/\(shop.get("customers/\(id)")["default_source"]?.text ?? "")"
        let changed = shop.post(path, [("name", "Bob"), ("exp_year", "2040"), ("address_city", "Rome")])
        #expect(changed["name"] == "Bob")
        #expect(changed["exp_year"] == 2040)
        #expect(changed["address_city"] == "Rome")
        #expect(shop.post(path, [("exp_month", "13")]).refusal == "402 invalid_expiry_month")
        #expect(shop.get(path).body == changed.body)
        #expect(
            try shop.newEvents() == [
                "customer.created", "payment_method.attached", "customer.source.created", "customer.source.updated",
            ])
    }
}
