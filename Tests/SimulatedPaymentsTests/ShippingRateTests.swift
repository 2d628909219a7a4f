import SimulatedPayments
import Testing

/// What it costs to send goods: rates that the shop keeps, and those that a session describes.
@Suite struct ShippingRateTests {
    private var shop = Shop()

    private static func rate(_ amount: String, _ currency: String = "usd") -> Form {
        [("display_name", "Parcel"), ("fixed_amount[amount]", amount), ("fixed_amount[currency]", currency)]
    }

    @Test mutating func ratesAreKept() {
        let made = shop.post(
            "shipping_rates",
            Self.rate("500") + [
                ("delivery_estimate[minimum][unit]", "business_day"), ("delivery_estimate[minimum][value]", "3"),
                ("metadata[a]", "1"), ("tax_behavior", "exclusive"),
            ])
        let closed = shop.post("shipping_rates", Self.rate("700", "eur")).id
        let changed = shop.post("shipping_rates/\(closed)", [("active", "false"), ("metadata[b]", "2")])
        #expect(made.id.hasPrefix("shr_"))
        #expect([made["object"], made["type"], made["active"]] == ["shipping_rate", "fixed_amount", true])
        #expect([made["fixed_amount", "amount"], made["delivery_estimate", "maximum"]] == [500, .null])
        #expect(made["delivery_estimate", "minimum", "value"] == 3)
        #expect([changed["active"], changed["metadata", "b"]] == [false, "2"])
        #expect(shop.get("shipping_rates/\(made.id)").bytes == made.bytes)
        let filters: [Form] = [[], [("active", "true")], [("currency", "eur")], [("limit", "1")]]
        let counts = filters.map { shop.get("shipping_rates", $0)["data"]?.elements.count }
        #expect(counts == [2, 1, 1, 1])
    }

    @Test mutating func unfitRatesAreRefused() {
        let taxed = shop.post("shipping_rates", Self.rate("500") + [("tax_behavior", "exclusive")]).id
        let refusals: [(path: String, form: Form, param: String)] = [
            ("shipping_rates", [("display_name", "Parcel")], "fixed_amount"),
            ("shipping_rates", Array(Self.rate("500").dropFirst()), "display_name"),
            ("shipping_rates", Self.rate("-1"), "fixed_amount[amount]"),
            ("shipping_rates", Self.rate("100000000"), "fixed_amount[amount]"),
            ("shipping_rates", Self.rate("1", "zzz"), "fixed_amount[currency]"),
            ("shipping_rates", Self.rate("1") + [("type", "other")], "type"),
            ("shipping_rates/\(taxed)", [("tax_behavior", "inclusive")], "tax_behavior"),
            ("shipping_rates/\(taxed)", [("fixed_amount[amount]", "1")], "fixed_amount"),
        ]
        let params = refusals.map { shop.post($0.path, $0.form).param }
        #expect(params == refusals.map(\.param))
        let unknown = shop.get("shipping_rates/shr_x")
        #expect([unknown.status == 404, unknown.code == "resource_missing"] == [true, true])
    }

    @Test mutating func aSessionTakesKeptRates() {
        let rate = shop.post("shipping_rates", Self.rate("500")).id
        let euro = shop.post("shipping_rates", Self.rate("500", "eur")).id
        func options(_ rate: String) -> Form { [("shipping_options[0][shipping_rate]", rate)] }
        let made = shop.checkout(1000, options(rate) + [("expand[]", "shipping_options.shipping_rate")])
        let paid = shop.pay(session: made.id)
        let intent = shop.get("payment_intents/\(paid["payment_intent"]?.text ?? "")")
        let link = shop.post("payment_links", Shop.line(1000) + options(rate))
        _ = shop.post("shipping_rates/\(rate)", [("active", "false")])
        let refused = [euro, rate, "shr_x"].map { shop.checkout(1000, options($0)).param }
        #expect(made["shipping_options"]?.elements.first?["shipping_rate"]?["display_name"] == "Parcel")
        #expect(
            [made["amount_subtotal"], made["amount_total"], made["shipping_cost", "amount_total"]] == [1000, 1500, 500])
        #expect([paid["total_details", "amount_shipping"], intent["amount_received"]] == [500, 1500])
        #expect(link["shipping_options"]?.elements.first?["shipping_rate"] == .string(rate))
        #expect(
            refused == [
                "shipping_options[0]", "shipping_options[0][shipping_rate]", "shipping_options[0][shipping_rate]",
            ])
    }
}
