import Testing

@testable import SimulatedPayments

@Suite struct EarlyFraudWarningTests {
    private static let path = "radar/early_fraud_warnings"
    private var shop = Shop()

    private mutating func charge(_ more: Form = [], for seller: String? = nil) -> Shop.Answer {
        shop.charge(1000, [("payment_method", "pm_card_createIssuerFraudRecord")] + more, for: seller)
    }

    private mutating func types() -> [String] {
        shop.get("events", [("type", "radar.early_fraud_warning.*")])["data"]?.elements
            .compactMap { $0["type"]?.text?.split(separator: ".").last.map(String.init) } ?? []
    }

    @Test mutating func aCardThatIsKnownForItIsWarnedOf() {
        _ = shop.charge(1000)
        let paid = charge()
        let made = shop.get(Self.path, [("charge", paid["latest_charge"]?.text ?? "")])["data"]?.elements ?? []
        let warning = made.first ?? .null
        #expect(made.count == 1)
        #expect(warning["object"] == "radar.early_fraud_warning")
        #expect(warning["actionable"] == true)
        #expect(warning["payment_intent"] == .string(paid.id))
        #expect(warning["fraud_type"] == "misc")
        #expect(shop.get("\(Self.path)/\(warning["id"]?.text ?? "")").body == warning)
        #expect(types() == ["created"])
        #expect(shop.get("\(Self.path)/issfr_none").refusal == "404 resource_missing")
        let filters: [(Form, Int)] = [
            ([], 1), ([("payment_intent", paid.id)], 1), ([("payment_intent", "pi_none")], 0),
            ([("charge", "ch_none")], 0),
            ([("created[gt]", "\(shop.now)")], 0), ([("created[gte]", "\(shop.now)")], 1),
        ]
        #expect(filters.map { shop.get(Self.path, $0.0).ids.count } == filters.map(\.1))
        let expanded = shop.get(Self.path, [("expand[]", "data.charge")])["data"]?.elements.first
        #expect(expanded?["charge"]?["object"] == "charge")
    }

    @Test mutating func nothingCanBeDoneOnceAllIsGivenBack() {
        let paid = charge()
        func actionable() -> JSONValue? { shop.get(Self.path)["data"]?.elements.first?["actionable"] }
        _ = shop.post("refunds", [("payment_intent", paid.id), ("amount", "400")])
        #expect(actionable() == true)
        #expect(types() == ["created"])
        _ = shop.post("refunds", [("payment_intent", paid.id)])
        #expect(actionable() == false)
        #expect(types() == ["updated", "created"])
        let update = shop.get("events", [("type", "radar.early_fraud_warning.updated")])["data"]?.elements.first
        #expect(update?["data"]?["previous_attributes"] == ["actionable": true])
    }

    @Test mutating func itComesWithTheCaptureToWhomTheChargeIs() {
        let held = charge([("capture_method", "manual")])
        #expect(types() == [])
        _ = shop.post("payment_intents/\(held.id)/capture")
        #expect(types() == ["created"])
        let seller = shop.seller()
        _ = charge(for: seller)
        #expect(shop.get(Self.path).ids.count == 1)
        #expect(shop.acting(for: seller) { $0.get(Self.path).ids.count } == 1)
    }
}
