import SimulatedPayments
import Testing

@Suite struct CatalogueTests {
    @Test func aProductIsMadeChangedListedAndDeleted() {
        var shop = Shop()
        let made = shop.post("products", [("name", "Shirt"), ("images[]", "https://shop.test/a.png")])
        #expect(made.id.hasPrefix("prod_"))
        #expect(made["active"] == true)
        #expect(made["type"] == "service")
        let path = "products/\(made.id)"
        #expect(shop.get(path).body == made.body)
        shop.now += 5
        let changed = shop.post(path, [("images", ""), ("description", "Blue"), ("active", "false")])
        #expect(changed["images"] == [])
        #expect(changed["description"] == "Blue")
        #expect(changed["name"] == "Shirt")
        #expect(changed["updated"] == .integer(shop.now))
        #expect(shop.get("products", [("active", "true")])["data"] == [])
        #expect(shop.get("products", [("ids[]", made.id)])["data"]?.elements.count == 1)
        #expect(shop.delete(path).body == ["id": .string(made.id), "object": "product", "deleted": true])
        #expect(shop.get(path).status == 404)
        let types = shop.get("events")["data"]?.elements.compactMap { $0["type"]?.text }
        #expect(types == ["product.deleted", "product.updated", "product.created"])
    }

    @Test func aProductMayHaveAnIDOfTheAccountsOwn() {
        var shop = Shop()
        let shirt: Form = [("name", "Shirt"), ("id", "shirt-1"), ("default_price_data[currency]", "usd")]
        let made = shop.post("products", shirt + [("default_price_data[unit_amount]", "1500")])
        #expect(made.id == "shirt-1")
        #expect(shop.get("products/shirt-1").body == made.body)
        #expect(shop.post("products", shirt).state == "HTTP 400 resource_already_exists")
        let other = shop.post("products", Array(shirt.prefix(2)), key: "sk_test_other")
        #expect(other.id == "shirt-1")
        #expect(other["default_price"] == .null)
        let price = shop.get("prices/\(made["default_price"]?.text ?? "")", [("expand[]", "product")])
        #expect(price["product", "id"] == "shirt-1")
        #expect(price["unit_amount"] == 1500)
        #expect(shop.delete("products/shirt-1").status == 400)
        #expect(shop.get("products/shirt-1", key: "sk_test_other").body == other.body)
        #expect(shop.post("products", [("name", "Shirt"), ("id", "a/b")]).param == "id")
    }

    @Test func aPriceNeedsOneAmountAndOneProduct() {
        let product: Form = [("product_data[name]", "Hat")]
        let dollars: Form = [("currency", "usd")]
        let table: [(Form, String)] = [
            (dollars + product, "parameter_missing unit_amount"),
            (dollars + [("unit_amount", "5")], "parameter_missing product"),
            (product + [("unit_amount", "5")], "parameter_missing currency"),
            (dollars + product + [("unit_amount", "-1")], "parameter_invalid_integer unit_amount"),
            (dollars + product + [("unit_amount", "9223372036854775807")], "- unit_amount"),
            (dollars + product + [("unit_amount_decimal", "99999999999999999999.5")], "- unit_amount_decimal"),
            (dollars + product + [("unit_amount_decimal", "1.0000000000001")], "- unit_amount_decimal"),
            (
                dollars + product + [("unit_amount", "5"), ("unit_amount_decimal", "5")],
                "parameters_exclusive unit_amount_decimal"
            ),
            (dollars + product + [("unit_amount", "5"), ("product", "prod_1")], "parameters_exclusive product_data"),
            (dollars + [("unit_amount", "5"), ("product", "prod_1")], "resource_missing product"),
            (
                dollars + product + [("unit_amount", "5"), ("recurring[interval_count]", "2")],
                "parameter_missing recurring[interval]"
            ),
            (dollars + product + [("custom_unit_amount[enabled]", "false")], "- custom_unit_amount[enabled]"),
            (
                dollars + product + [
                    ("unit_amount", "5"), ("recurring[interval]", "month"), ("recurring[interval_count]", "37"),
                ], "- recurring[interval_count]"
            ),
            (
                dollars + product + [
                    ("custom_unit_amount[enabled]", "true"), ("custom_unit_amount[minimum]", "9"),
                    ("custom_unit_amount[maximum]", "5"),
                ], "- custom_unit_amount"
            ),
            (
                dollars + product + [("custom_unit_amount[enabled]", "true"), ("recurring[interval]", "day")],
                "- custom_unit_amount"
            ),
            (
                dollars + product + [
                    ("unit_amount", "5"), ("recurring[interval]", "year"), ("recurring[interval_count]", "3"),
                    ("recurring[trial_period_days]", "7"),
                ], "- -"
            ),
            (dollars + product + [("unit_amount", "0")], "- -"),
            (dollars + product + [("custom_unit_amount[enabled]", "true")], "- -"),
        ]
        var wrong: [String] = []
        for (form, expected) in table {
            var shop = Shop()
            let answer = shop.post("prices", form)
            let found = "\(answer.code) \(answer.param)"
            if found != expected || (answer.status == 200) != (expected == "- -") { wrong.append("\(form): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func productsWithOwnNamesAreListedPageByPage() {
        var shop = Shop()
        for id in ["tea", "cup", "pot"] { _ = shop.post("products", [("id", id), ("name", id)]) }
        let pages: [(Form, [String])] = [
            ([("limit", "1")], ["pot"]), ([("starting_after", "pot")], ["cup", "tea"]),
            ([("ending_before", "cup")], ["pot"]),
        ]
        let found = pages.map { shop.get("products", $0.0)["data"]?.elements.compactMap { $0["id"]?.text } }
        #expect(found == pages.map(\.1))
    }

    @Test func aPriceTellsItsCurrencyOnDemand() {
        var shop = Shop()
        let form: Form = [("currency", "usd"), ("product_data[name]", "x"), ("unit_amount", "5")]
        let plain = shop.post("prices", form)
        let shown = shop.get("prices/\(plain.id)", [("expand[]", "currency_options")])
        #expect(plain["currency_options"] == nil)
        #expect(shown["currency_options", "usd"]?["unit_amount"] == 5)
    }

    @Test func nobodyBuysWhatIsNotActive() {
        var shop = Shop()
        let price = shop.post(
            "prices",
            [("currency", "usd"), ("product_data[name]", "x"), ("unit_amount", "500"), ("expand[]", "product")])
        let form: Form = [
            ("mode", "payment"), ("success_url", Shop.success), ("line_items[0][quantity]", "1"),
            ("line_items[0][price]", price.id),
        ]
        let before = shop.post("checkout/sessions", form).status
        _ = shop.post("products/\(price["product", "id"]?.text ?? "")", [("active", "false")])
        let after = shop.post("checkout/sessions", form)
        #expect([before, after.status] == [200, 400])
        #expect(after.param == "line_items[0][price]")
    }

    @Test func aProductHasSoManyPicturesAndFeatures() {
        var shop = Shop()
        func form(_ count: Int, _ name: (Int) -> String) -> Form { (0..<count).map { (name($0), "https://x.test/") } }
        let lists: [(Int, (Int) -> String)] = [
            (8, { "images[\($0)]" }), (15, { "marketing_features[\($0)][name]" }),
        ]
        let found = lists.map { limit, name in
            [limit, limit + 1].map { shop.post("products", [("name", "Hat")] + form($0, name)).status }
        }
        #expect(found == [[200, 400], [200, 400]])
    }

    @Test func addressesOfAProductLeadSomewhere() {
        var shop = Shop()
        let product = shop.post("products", [("name", "Hat")])["id"]?.text ?? ""
        var found: [String?] = []
        for path in ["products", "products/\(product)"] {
            for name in ["url", "images[0]"] {
                for text in ["javascript:alert(1)", "hat.png", "https://"] {
                    let refused = shop.post(path, [("name", "Hat"), (name, text)])
                    found.append(refused.code == "url_invalid" ? refused.param : "\(refused.status)")
                }
            }
        }
        let names = ["url", "images[0]"].flatMap { [$0, $0, $0] }
        #expect(found == names + names)
        let cleared = shop.post("products/\(product)", [("url", "")])
        #expect(cleared["url"] == .null)
    }

    @Test func fractionsOfAUnitAreShownAsText() {
        var shop = Shop()
        let half = shop.post(
            "prices", [("currency", "usd"), ("product_data[name]", "x"), ("unit_amount_decimal", "2.5")])
        #expect(half["unit_amount"] == .null)
        #expect(half["unit_amount_decimal"] == "2.5")
        let whole = shop.post(
            "prices", [("currency", "usd"), ("product_data[name]", "x"), ("unit_amount_decimal", "2.0")])
        #expect(whole["unit_amount"] == 2)
    }

    @Test func aLookupKeyNamesOnePrice() {
        var shop = Shop()
        let form: Form = [("currency", "usd"), ("unit_amount", "500"), ("product_data[name]", "Hat")]
        let first = shop.post("prices", form + [("lookup_key", "hat")])
        #expect(shop.post("prices", form + [("lookup_key", "hat")]).param == "lookup_key")
        #expect(shop.get("products")["data"]?.elements.count == 1)
        let moved: Form = [("lookup_key", "hat"), ("transfer_lookup_key", "true")]
        let second = shop.post("prices", form + moved)
        #expect(shop.get("prices/\(first.id)")["lookup_key"] == .null)
        #expect(shop.get("prices", [("lookup_keys[]", "hat")])["data"]?.elements.map { $0["id"]?.text } == [second.id])
        #expect(shop.post("prices/\(second.id)", [("unit_amount", "1")]).code == "parameter_unknown")
        #expect(shop.post("prices/\(first.id)", moved)["lookup_key"] == "hat")
        #expect(shop.get("prices/\(second.id)")["lookup_key"] == .null)
        #expect(shop.post("prices/\(first.id)", moved)["lookup_key"] == "hat")
        #expect(shop.get("prices", [("lookup_keys[]", "hat")])["data"]?.elements.count == 1)
    }

    @Test func theDefaultPriceIsOneOfTheProduct() {
        var shop = Shop()
        let form: Form = [("currency", "usd"), ("unit_amount", "500")]
        let hat = shop.post("prices", form + [("product_data[name]", "Hat")])
        let other = shop.post("prices", form + [("product_data[name]", "Coat")])
        let path = "products/\(hat["product"]?.text ?? "")"
        #expect(shop.post(path, [("default_price", other.id)]).param == "default_price")
        #expect(shop.post(path, [("default_price", hat.id)])["default_price"] == .string(hat.id))
    }
}
