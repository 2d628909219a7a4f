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
        #expect(intent?["status"] == "succeeded")
        #expect(intent?["payment_method"]?["type"] == "card_present")
        let attempt = intent?["latest_attempt"]
        let card = attempt?["payment_method_details"]?["card_present"]?["generated_card"]
        #expect(attempt?["status"] == "succeeded")
        #expect(card == done["action", "process_setup_intent", "generated_card"])
        let saved = shop.get("payment_methods/\(card?.text ?? "")")
        #expect(saved["type"] == "card")
        #expect(saved["customer"] == .string(customer))
        #expect(saved["allow_redisplay"] == "always")
        #expect(saved["card", "last4"] == "4242")
        #expect(process(setup).action == "HTTP 400 intent_invalid_state")
    }

    @Test mutating func aRefusedCardLeavesTheIntentOpen() throws {
        _ = process(setup)
        let failed = shop.present(
            on: reader, "4000000000000002", [("expand[]", "action.process_setup_intent.setup_intent.latest_attempt")])
        #expect(failed.action == "process_setup_intent failed setup_intent_authentication_failure")
        let intent = failed["action", "process_setup_intent", "setup_intent"]
        #expect(intent?["status"] == "requires_payment_method")
        #expect(intent?["latest_attempt"]?["status"] == "failed")
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

    @Test mutating func interacEftposAndTipsAreNotSaved() {
        _ = process(setup)
        #expect(shop.present(on: reader, nil, [("amount_tip", "5")]).param == "amount_tip")
        #expect(shop.present(on: reader, "4506445006931933").action == "process_setup_intent failed invalid_card_type")
        _ = process(setup)
        #expect(shop.present(on: reader, "6280000360000978").action == "process_setup_intent failed invalid_card_type")
    }

    /// A payment saves a card as the command allows it to be shown, in one step and in two.
    @Test mutating func aPaymentSavesItsCardAsItMayBeShown() throws {
        let save: Form = [("setup_future_usage", "off_session"), ("customer", customer)]
        let table: [(String, String?)] = [
            ("process", "always"), ("process", nil), ("collect", "limited"), ("collect", nil),
        ]
        var found: [[String]] = []
        for (step, words) in table {
            let intent = shop.create(1000, "usd", save).id
            let (action, place) =
                step == "process"
                ? ("process_payment_intent", "process_config") : ("collect_payment_method", "collect_config")
            let config: Form = words.map { [("\(place)[allow_redisplay]", $0)] } ?? []
            _ = shop.tell(reader, action, [("payment_intent", intent)] + config)
            _ = shop.present(on: reader)
            if step == "collect" { _ = shop.tell(reader, "confirm_payment_intent", [("payment_intent", intent)]) }
            let card = shop.intent(intent)["latest_charge", "payment_method_details", "card_present"]?["generated_card"]
            let saved = shop.get("payment_methods/\(card?.text ?? "")")
            found.append([saved["type"]?.text ?? "", saved["allow_redisplay"]?.text ?? ""])
        }
        #expect(found == table.map { ["card", $0.1 ?? "unspecified"] })
    }

    /// It is given to one later.
    @Test mutating func aPaymentWithoutACustomerSavesACardToo() {
        let intent = shop.sell(1000, on: reader, [("setup_future_usage", "off_session")])
        let card = shop.intent(intent)["latest_charge", "payment_method_details", "card_present"]?["generated_card"]?
            .text
        let path = "payment_methods/\(card ?? "")"
        #expect(shop.get(path)["customer"] == .null)
        #expect(shop.get(path)["type"] == "card")
        #expect(shop.post(path + "/attach", [("customer", customer)])["customer"] == .string(customer))
    }
}
