import SimulatedCard
import SimulatedPayments
import TenderModel
import Testing

/// Cards that a reader of ours read, and that a SetupIntent saves.
@Suite struct PresentedSetupTests {
    private var shop = Shop()
    private let customer: String

    init() {
        customer = shop.post("customers").id
        _ = shop.payments.takeChanges()
    }

    private mutating func confirm(_ id: String, _ card: SimulatedCard = .visa, _ more: Form = []) throws -> Shop.Answer
    {
        let payload = CardPayload(
            card: card, readMethod: .contactEmv, verification: card.verification,
            amount: Amount(minorUnits: 0, currency: .usd))
        return shop.post(
            "setup_intents/\(id)/confirm",
            try shop.form(of: payload) + [("payment_method_data[allow_redisplay]", "limited")] + more
                + [("expand[]", "latest_attempt")])
    }

    @Test mutating func theGeneratedCardIsItsCustomersAndPaysLater() throws {
        let id = shop.createSetup([("customer", customer)])
        let done = try confirm(id)
        let card = done["latest_attempt", "payment_method_details", "card_present", "generated_card"]?.text ?? ""
        let saved = shop.get("payment_methods/\(card)")
        #expect(
            [done.state, saved["type"]?.text, saved["customer"]?.text, saved["allow_redisplay"]?.text]
                == ["succeeded", "card", customer, "limited"])
        let later = shop.post(
            "payment_intents",
            [
                ("amount", "700"), ("currency", "usd"), ("payment_method", card), ("customer", customer),
                ("confirm", "true"), ("off_session", "true"), ("payment_method_types[]", "card"),
            ])
        #expect(later.state == "succeeded")
        #expect(try confirm(id).refusal == "400 setup_intent_unexpected_state")
    }

    @Test mutating func aPaymentSavesItsCardAsItMayBeShown() throws {
        var found: [String] = []
        for consent in ["limited", nil] {
            let id = shop.create(1000, "usd", [("setup_future_usage", "off_session"), ("customer", customer)]).id
            let payload = CardPayload(
                card: .visa, readMethod: .contactEmv, verification: .none,
                amount: Amount(minorUnits: 1000, currency: .usd))
            let words: Form = consent.map { [("payment_method_data[allow_redisplay]", $0)] } ?? []
            _ = shop.post("payment_intents/\(id)/confirm", try shop.form(of: payload) + words)
            let card = shop.intent(id)["latest_charge", "payment_method_details", "card_present"]?["generated_card"]
            found.append(shop.get("payment_methods/\(card?.text ?? "")")["allow_redisplay"]?.text ?? "")
        }
        #expect(found == ["limited", "unspecified"])
    }

    @Test mutating func aDeclineLeavesTheIntentToAnotherCard() throws {
        let id = shop.createSetup([("customer", customer)])
        let declined = try confirm(id, SimulatedCard.named("chargeDeclined"))
        #expect(declined["error", "setup_intent", "status"] == "requires_payment_method")
        #expect(declined.refusal == "402 setup_intent_authentication_failure")
        #expect(try confirm(id).state == "succeeded")
        #expect(shop.get("customers/\(customer)/payment_methods").ids.count == 1)
    }

    @Test mutating func whatCannotBeSavedIsRefused() throws {
        let id = shop.createSetup()
        let typed = shop.createSetup([("payment_method_types[]", "card")])
        let found = [
            try confirm(id, .interac).refusal, try confirm(typed).refusal,
            shop.post("setup_intents/\(id)/confirm", [("payment_method_data[type]", "card_present")]).refusal,
            try confirm(id, .visa, [("payment_method_data[card_present][amount_tip]", "1")]).refusal,
        ]
        #expect(
            found == [
                "400 invalid_card_type", "400 setup_intent_invalid_parameter", "400 parameter_missing",
                "400 parameter_unknown",
            ])
        #expect(shop.get("setup_intents/\(id)").state == "requires_payment_method")
    }
}
