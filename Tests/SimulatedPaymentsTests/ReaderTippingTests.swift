import SimulatedPayments
import Testing

/// Tips at a smart reader, from the terminal configuration.
@Suite struct ReaderTippingTests {
    private static let euros: Form = [
        ("tipping[eur][fixed_amounts][]", "50"), ("tipping[eur][percentages][]", "10"),
        ("tipping[eur][smart_tip_threshold]", "1000"),
    ]

    /// Returns a shop with a reader whose location has tips in euros.
    private static func shop() -> (Shop, String) {
        var shop = Shop()
        let configuration = shop.post("terminal/configurations", euros).id
        let place = shop.post(
            "terminal/locations",
            [("display_name", "x"), ("address[country]", "DE"), ("configuration_overrides", configuration)])
        let reader = shop.register([("location", place.id)])
        return (shop, reader)
    }

    @Test func aReaderAsksWhatItsLocationSays() {
        let table: [(String, Form, tip: String, String)] = [
            ("eur", [], "200", "succeeded 1200 200"), ("eur", [], "0", "succeeded 1000 0"),
            ("eur", [("process_config[tipping][amount_eligible]", "500")], "200", "succeeded 1200 200"),
            ("eur", [("process_config[tipping][amount_eligible]", "0")], "200", "HTTP 400 amount_tip"),
            ("eur", [("process_config[tipping][amount_eligible]", "0")], "0", "succeeded 1000 none"),
            ("usd", [], "200", "HTTP 400 amount_tip"), ("usd", [], "0", "succeeded 1000 none"),
        ]
        var found: [String] = []
        for (currency, config, tip, _) in table {
            var (shop, reader) = Self.shop()
            let intent = shop.ask(reader, for: 1000, currency, config: config)
            let answer = shop.present(on: reader, nil, [("amount_tip", tip)])
            let paid = shop.intent(intent)
            let shown = paid["amount_details", "tip"]?["amount"]?.number.map(String.init) ?? "none"
            let amount = paid["amount"]?.number.map(String.init) ?? ""
            found.append(
                answer.status == 200 ? "\(paid.state) \(amount) \(shown)" : "HTTP \(answer.status) \(answer.param)")
        }
        #expect(found == table.map(\.3))
    }

    @Test func moreThanThePaymentIsNotEligible() {
        var (shop, reader) = Self.shop()
        let intent = shop.post(
            "payment_intents", [("amount", "1000"), ("currency", "eur"), ("payment_method_types[]", "card_present")]
        ).id
        let answer = shop.post(
            "terminal/readers/\(reader)/process_payment_intent",
            [("payment_intent", intent), ("process_config[tipping][amount_eligible]", "1001")])
        #expect(answer.param == "process_config[tipping][amount_eligible]")
    }
}
