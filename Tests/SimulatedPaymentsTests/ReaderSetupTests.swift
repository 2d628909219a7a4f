import SimulatedPayments
import Testing

@Suite struct ReaderSetupTests {
    private var shop = Shop()
    private let reader: String
    private let customer: String
    private let setup: String

    init() {
        reader = shop.register()
        customer = shop.post("customers").id
        setup = shop.createSetup([("customer", customer)])
        _ = shop.payments.takeChanges()
    }

    private mutating func process(_ id: String, _ more: Form = []) -> Shop.Answer {
        shop.tell(reader, "process_setup_intent", [("setup_intent", id), ("allow_redisplay", "always")] + more)
    }

    @Test mutating func aCardIsSavedForItsCustomer() {
        let asked = process(setup, [("process_config[enable_customer_cancellation]", "true")])
        #expect(asked.action == "process_setup_intent in_progress")
        #expect(
            asked["action", "process_setup_intent"]
                == ["setup_intent": .string(setup), "process_config": ["enable_customer_cancellation": true]])
        let done = shop.present(
            on: reader, nil,
            [
                ("expand[]", "action.process_setup_intent.setup_intent.latest_attempt"),
                ("expand[]", "action.process_setup_intent.setup_intent.payment_method"),
            ])
        #expect(done.action == "process_setup_intent succeeded")
        let intent = done["action", "process_setup_intent", "setup_intent"]
        #expect(intent?["status"] == "succeeded" && intent?["payment_method"]?["type"] == "card_present")
        let attempt = intent?["latest_attempt"]
        let card = attempt?["payment_method_details"]?["card_present"]?["generated_card"]
        #expect(attempt?["status"] == "succeeded" && card == done["action", "process_setup_intent", "generated_card"])
        let saved = shop.get("payment_methods/\(card?.text ?? "")")
        #expect(saved["type"] == "card" && saved["customer"] == .string(customer))
        #expect(saved["allow_redisplay"] == "always" && saved["card", "last4"] == "4242")
        #expect(process(setup).action == "HTTP 400 intent_invalid_state")
    }

    @Test mutating func aRefusedCardLeavesTheIntentOpen() throws {
        _ = process(setup)
        let failed = shop.present(
            on: reader, "4000000000000002", [("expand[]", "action.process_setup_intent.setup_intent.latest_attempt")])
        #expect(failed.action == "process_setup_intent failed setup_intent_authentication_failure")
        let intent = failed["action", "process_setup_intent", "setup_intent"]
        #expect(intent?["status"] == "requires_payment_method" && intent?["latest_attempt"]?["status"] == "failed")
        #expect(intent?["last_setup_error"]?["code"] == "setup_intent_authentication_failure")
        let events = try shop.events("")
        #expect(events == ["setup_intent.setup_failed", "terminal.reader.action_failed"])
        _ = process(setup)
        #expect(shop.present(on: reader).action == "process_setup_intent succeeded")
        #expect(
            try shop.events("") == [
                "setup_intent.succeeded", "payment_method.attached", "terminal.reader.action_succeeded",
            ])
    }

    @Test mutating func onlyAnOpenIntentForReadersIsProcessed() {
        let canceled = shop.createSetup()
        _ = shop.post("setup_intents/\(canceled)/cancel")
        let typed = shop.createSetup([("payment_method_types[]", "card")])
        let table: [(Form, String)] = [
            ([("setup_intent", canceled), ("allow_redisplay", "always")], "HTTP 400 intent_invalid_state"),
            ([("setup_intent", typed), ("allow_redisplay", "always")], "HTTP 400 intent_invalid_state"),
            ([("setup_intent", "seti_x"), ("allow_redisplay", "always")], "HTTP 400 resource_missing"),
            ([("setup_intent", setup)], "HTTP 400 parameter_missing"),
            ([("setup_intent", setup), ("allow_redisplay", "sometimes")], "HTTP 400 -"),
        ]
        #expect(table.map { shop.tell(reader, "process_setup_intent", $0.0).action } == table.map(\.1))
    }

    @Test mutating func interacAndTipsAreNotSaved() {
        _ = process(setup)
        #expect(shop.present(on: reader, nil, [("amount_tip", "5")]).param == "amount_tip")
        #expect(shop.present(on: reader, "4506445006931933").action == "process_setup_intent failed invalid_card_type")
    }
}
