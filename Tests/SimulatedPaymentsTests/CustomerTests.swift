import SimulatedPayments
import Testing

@Suite struct CustomerTests {
    @Test func everyFieldIsKept() throws {
        var shop = Shop()
        let form: Form = [
            ("name", "Ada"), ("email", "ada@example.com"), ("phone", "555"), ("description", "regular"),
            ("address[line1]", "1 Main St"), ("address[country]", "US"), ("shipping[name]", "Ada"),
            ("shipping[address][city]", "Springfield"), ("metadata[card]", "7"), ("balance", "-500"),
            ("preferred_locales[]", "de"), ("tax_exempt", "exempt"), ("invoice_settings[footer]", "Thanks"),
            ("invoice_settings[custom_fields][0][name]", "PO"), ("invoice_settings[custom_fields][0][value]", "1"),
            ("invoice_prefix", "ADA"), ("next_invoice_sequence", "7"),
        ]
        let made = shop.post("customers", form)
        #expect(made["name"] == "Ada")
        #expect(made["balance"] == -500)
        #expect(made["metadata", "card"] == "7")
        #expect(made["address", "line1"] == "1 Main St")
        #expect(made["address", "line2"] == .null)
        #expect(made["shipping", "address", "city"] == "Springfield")
        #expect(made["shipping", "phone"] == .null)
        #expect(made["invoice_settings", "custom_fields"]?.elements.count == 1)
        #expect(made["preferred_locales"] == ["de"])
        #expect(made["tax_exempt"] == "exempt")
        #expect(shop.get("customers/\(made.id)").body == made.body)
        #expect(try SchemaChecker().problems(inside: made.body) == [])
    }

    @Test func whereACustomerIsTaxedIsShownOnDemand() throws {
        let home: Form = [("address[country]", "US"), ("address[state]", "CA")]
        let away: Form = [("shipping[name]", "Ada"), ("shipping[address][country]", "DE")]
        let here: JSONValue = ["country": "US", "source": "billing_address", "state": "CA"]
        let there: JSONValue = ["country": "DE", "source": "shipping_destination", "state": nil]
        let table: [(Form, JSONValue?)] = [([], nil), (home, here), (away, there), (home + away, there)]
        for (form, location) in table {
            var shop = Shop()
            let made = shop.post("customers", form + [("tax[ip_address]", "192.0.2.1"), ("expand[]", "tax")])
            let state: JSONValue = location == nil ? "unrecognized_location" : "not_collecting"
            #expect(
                made["tax"] == [
                    "automatic_tax": state, "ip_address": "192.0.2.1", "location": location ?? nil,
                    "provider": "stripe",
                ])
            #expect(try SchemaChecker().problems(inside: made.body) == [])
            #expect(shop.get("customers/\(made.id)")["tax"] == nil)
            let checked = shop.post("customers", form + [("tax[validate_location]", "immediately")])
            #expect(checked.code == (location == nil ? "customer_tax_location_invalid" : "-"))
            let changed = shop.post("customers/\(made.id)", [("tax[ip_address]", ""), ("expand[]", "tax")])
            #expect(changed["tax", "ip_address"] == .null)
            #expect(changed["tax", "location"] == location ?? .null)
        }
    }

    @Test func updatesMergeAndClear() {
        var shop = Shop()
        let id = shop.customer([
            ("name", "Ada"), ("email", "a@b.c"), ("address[line1]", "1 Main St"), ("metadata[a]", "1"),
            ("shipping[name]", "Ada"), ("shipping[address][line1]", "2"),
        ])
        let changed = shop.post(
            "customers/\(id)",
            [
                ("name", ""), ("email", ""), ("address[city]", "Rome"), ("metadata[b]", "2"), ("metadata[a]", ""),
                ("shipping", ""), ("tax_exempt", ""),
            ])
        #expect(changed["name"] == .null)
        #expect(changed["email"] == .null)
        #expect(changed["shipping"] == .null)
        #expect(changed["address", "line1"] == "1 Main St")
        #expect(changed["address", "city"] == "Rome")
        #expect(changed["metadata"] == ["b": "2"])
        #expect(changed["tax_exempt"] == "none")
        #expect(shop.post("customers/\(id)", [("business_name", "Ada & Co.")])["business_name"] == "Ada & Co.")
        #expect(shop.post("customers/\(id)", [("business_name", "")])["business_name"] == nil)
    }

    @Test func impossibleCustomersAreRefused() {
        var shop = Shop()
        let other = shop.save(for: shop.customer())
        let own = shop.customer()
        let table: [(String, Form, String)] = [
            ("customers", [("email", "nobody")], "400 email_invalid email"),
            ("customers", [("foo", "1")], "400 parameter_unknown foo"),
            ("customers", [("balance", "x")], "400 parameter_invalid_integer balance"),
            ("customers", [("tax_exempt", "maybe")], "400 - tax_exempt"),
            ("customers", [("shipping[name]", "x")], "400 parameter_missing shipping[address]"),
            ("customers", [("payment_method", "pm_nothing")], "400 resource_missing payment_method"),
            ("customers", [("payment_method", other)], "400 payment_method_unexpected_state -"),
            ("customers", [("payment_method", "pm_card_visa_chargeDeclined")], "402 card_declined -"),
            ("customers", [("source", "tok_chargeDeclined")], "402 card_declined -"),
            ("customers", [("source", "tok_nothing")], "400 resource_missing source"),
            (
                "customers", [("invoice_settings[default_payment_method]", other)],
                "400 resource_missing invoice_settings[default_payment_method]"
            ),
            (
                "customers/\(own)", [("invoice_settings[default_payment_method]", other)],
                "400 resource_missing invoice_settings[default_payment_method]"
            ),
            ("customers/\(own)", [("default_source", other)], "400 resource_missing default_source"),
            ("customers/\(own)", [("payment_method", other)], "400 parameter_unknown payment_method"),
            ("customers/cus_nobody", [], "404 resource_missing id"),
        ]
        let before = shop.get("customers").ids
        var wrong: [String] = []
        for (path, form, expected) in table {
            let answer = shop.post(path, form)
            if "\(answer.refusal) \(answer.param)" != expected {
                wrong.append("\(form): \(answer.refusal) \(answer.param)")
            }
        }
        #expect(wrong == [])
        #expect(shop.get("customers").ids == before)
    }

    @Test func theFirstMethodMayBeTheDefault() {
        var shop = Shop()
        let standard = "invoice_settings[default_payment_method]"
        let made = shop.post("customers", [("payment_method", "pm_card_visa"), (standard, "pm_card_visa")])
        #expect(shop.methods(of: made.id) == [made["invoice_settings", "default_payment_method"]?.text])
        let second = shop.save("pm_card_amex", for: made.id)
        let changed = shop.post("customers/\(made.id)", [(standard, second)])
        #expect(changed["invoice_settings", "default_payment_method"]?.text == second)
        let expanded = shop.get(
            "customers/\(made.id)", [("expand[]", standard.replacing("[", with: ".").replacing("]", with: ""))])
        #expect(expanded["invoice_settings", "default_payment_method", "card", "brand"] == "amex")
        _ = shop.post("payment_methods/\(second)/detach")
        #expect(shop.get("customers/\(made.id)")["invoice_settings", "default_payment_method"] == .null)
    }

    @Test func deletingDetachesAndLeavesTheID() throws {
        var shop = Shop()
        let id = shop.post("customers", [("payment_method", "pm_card_visa"), ("source", "tok_visa")]).id
        let methods = shop.methods(of: id)
        _ = try shop.newEvents()
        let deleted = shop.remove("customers/\(id)")
        #expect(deleted.body == ["id": .string(id), "object": "customer", "deleted": true])
        #expect(shop.get("customers/\(id)").body == deleted.body)
        #expect(methods.map { shop.get("payment_methods/\($0)")["customer"] } == [.null, .null])
        #expect(
            try shop.newEvents() == [
                "payment_method.detached", "payment_method.detached", "customer.source.deleted", "customer.deleted",
            ])
        let after = [
            shop.post("customers/\(id)"), shop.remove("customers/\(id)"), shop.get("customers/\(id)/payment_methods"),
            shop.post("payment_methods/pm_card_visa/attach", [("customer", id)]),
        ]
        #expect(
            after.map(\.refusal) == [
                "404 resource_missing", "404 resource_missing", "404 resource_missing", "400 resource_missing",
            ])
        #expect(shop.get("customers").ids == [])
    }

    @Test func listsFilterByEmailAndTime() {
        var shop = Shop()
        let ids = ["a@x.y", "b@x.y", "a@x.y", "A@x.y"].map { email in
            shop.now += 10
            return shop.customer([("email", email)])
        }
        #expect(shop.get("customers").ids == ids.reversed())
        #expect(shop.get("customers", [("email", "a@x.y")]).ids == [ids[2], ids[0]])
        #expect(shop.get("customers", [("created[gt]", "\(shop.now - 10)")]).ids == [ids[3]])
        let page = shop.get("customers", [("email", "a@x.y"), ("limit", "1")])
        #expect(page.ids == [ids[2]])
        #expect(page["has_more"] == true)
        #expect(page["url"] == "/v1/customers")
    }

    @Test func changesAreEvents() throws {
        var shop = Shop()
        let id = shop.customer([("name", "Ada")])
        _ = shop.post("customers/\(id)", [("name", "Ada")])
        _ = shop.post("customers/\(id)", [("name", "Bob")])
        let events = try shop.newEventObjects()
        #expect(events.compactMap { $0["type"]?.text } == ["customer.created", "customer.updated"])
        #expect(events.last?["previous"] == ["name": "Ada"])
    }

    @Test func accountsDoNotSeeEachOther() {
        var shop = Shop()
        let id = shop.customer()
        let method = shop.save(for: id)
        shop.key = "sk_test_other"
        let own = shop.customer()
        let answers = [
            shop.get("customers/\(id)"), shop.post("customers/\(id)"), shop.remove("customers/\(id)"),
            shop.get("customers/\(id)/payment_methods"), shop.get("customers/\(id)/sources"),
            shop.get("payment_methods/\(method)"), shop.post("payment_methods/\(method)/detach"),
            shop.post("payment_methods/\(method)/attach", [("customer", own)]),
            shop.get("customers/\(own)/payment_methods/\(method)"),
        ]
        #expect(answers.map(\.refusal) == Array(repeating: "404 resource_missing", count: 9))
    }
}
