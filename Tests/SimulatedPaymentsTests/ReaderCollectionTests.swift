import SimulatedPayments
import Testing

@Suite struct ReaderCollectionTests {
    private var shop = Shop()
    private let reader: String
    private let intent: String

    init() {
        reader = shop.register()
        intent = shop.create(1000, "usd", [("capture_method", "manual")]).id
    }

    private mutating func collect(_ number: String? = nil, _ more: Form = []) -> Shop.Answer {
        _ = shop.tell(reader, "collect_payment_method", [("payment_intent", intent)])
        return shop.present(on: reader, number, more)
    }

    private mutating func confirm() -> Shop.Answer {
        shop.tell(reader, "confirm_payment_intent", [("payment_intent", intent)])
    }

    @Test mutating func theCardIsShownBeforeItIsCharged() throws {
        let asked = shop.tell(
            reader, "collect_payment_method",
            [("payment_intent", intent), ("collect_config[skip_tipping]", "true")])
        #expect(asked.action == "collect_payment_method in_progress")
        #expect(
            asked["action", "collect_payment_method"]
                == ["payment_intent": .string(intent), "collect_config": ["skip_tipping": true]])
        _ = try shop.events("")
        let read = shop.present(on: reader, "5555555555554444")
        #expect(read.action == "collect_payment_method succeeded")
        let method = read["action", "collect_payment_method", "payment_method"]
        #expect(method?["card_present"]?["brand"] == "mastercard" && method?["object"] == "payment_method")
        #expect(
            try shop.events("terminal") == ["terminal.reader.action_updated", "terminal.reader.action_succeeded"])
        #expect(shop.intent(intent).state == "requires_confirmation")
        #expect(shop.intent(intent)["payment_method", "id"] == method?["id"])
        #expect(shop.payments.ledger(paymentIntent: intent) == nil)

        shop.now += SimulatedPayments.collectionLifetime - 1
        let confirmed = confirm()
        #expect(confirmed.action == "confirm_payment_intent in_progress")
        #expect(confirmed["action", "confirm_payment_intent"] == ["payment_intent": .string(intent)])
        #expect(shop.reader(reader).action == "confirm_payment_intent succeeded")
        #expect(shop.intent(intent).state == "requires_capture" && shop.ledger(intent).authorizations == 1)
        #expect(confirm().action == "HTTP 400 intent_invalid_state")
    }

    @Test mutating func aCardThatNobodyChargesIsForgotten() {
        _ = collect(nil, [("amount_tip", "100")])
        #expect(shop.intent(intent)["amount"] == 1100)
        shop.now += SimulatedPayments.collectionLifetime
        #expect(shop.intent(intent).state == "requires_payment_method" && shop.intent(intent)["amount"] == 1000)
        #expect(shop.intent(intent)["payment_method"] == .null)
        #expect(confirm().action == "HTTP 400 intent_invalid_state")
        #expect(collect().action == "collect_payment_method succeeded")
        _ = confirm()
        #expect(shop.intent(intent).state == "requires_capture" && shop.ledger(intent).authorized == 1000)
    }

    @Test mutating func theTipIsChargedWithTheConfirmation() {
        _ = collect(nil, [("amount_tip", "150")])
        _ = confirm()
        #expect(shop.intent(intent)["amount"] == 1150 && shop.ledger(intent).authorized == 1150)
        #expect(shop.intent(intent)["amount_details"] == ["tip": ["amount": 150]])
    }

    @Test mutating func aDeclineComesWithTheConfirmation() {
        #expect(collect("4000000000000002").action == "collect_payment_method succeeded")
        #expect(confirm().action == "confirm_payment_intent in_progress")
        #expect(shop.reader(reader).action == "confirm_payment_intent failed card_declined")
        #expect(shop.intent(intent).state == "requires_payment_method")
    }

    @Test mutating func anotherAmountNeedsTheCardAgain() {
        _ = collect()
        _ = shop.post("payment_intents/\(intent)", [("amount", "2000")])
        #expect(confirm().action == "HTTP 400 payment_intent_incompatible_payment_method")
        #expect(collect().action == "collect_payment_method succeeded")
        _ = confirm()
        #expect(shop.ledger(intent).authorized == 2000)
    }

    @Test mutating func whatTheReaderDoesNextForgetsTheCard() throws {
        let other = shop.create(500, "usd").id
        let next: [(String, Form)] = [
            ("cancel_action", []), ("process_payment_intent", [("payment_intent", other)]),
            ("collect_payment_method", [("payment_intent", intent)]),
            ("collect_inputs", [("inputs[0][type]", "text"), ("inputs[0][custom_text][title]", "x")]),
        ]
        var found: [String] = []
        for (action, form) in next {
            _ = collect()
            found.append(shop.intent(intent).state)
            _ = shop.tell(reader, action, form)
            found.append(shop.intent(intent).state)
        }
        #expect(found == next.flatMap { _ in ["requires_confirmation", "requires_payment_method"] })
        _ = collect()
        _ = shop.delete("terminal/readers/\(reader)")
        #expect(shop.intent(intent).state == "requires_payment_method")
    }

    @Test mutating func anotherReaderCannotConfirm() {
        _ = collect()
        let other = shop.register()
        #expect(
            shop.tell(other, "confirm_payment_intent", [("payment_intent", intent)]).action
                == "HTTP 400 intent_invalid_state")
        #expect(
            shop.tell(other, "process_payment_intent", [("payment_intent", intent)]).action
                == "HTTP 400 intent_invalid_state")
        #expect(confirm().status == 200 && shop.ledger(intent).authorizations == 1)
    }

    @Test mutating func theCardIsForgottenAfterARestartToo() throws {
        _ = collect()
        var rows: [StoredRecord] = []
        for record in shop.payments.takeChanges() {
            let index = rows.firstIndex { $0.kind == record.kind && $0.id == record.id }
            if let index { rows[index] = record } else { rows.append(record) }
        }
        shop.payments = try SimulatedPayments(seed: [9], records: rows)
        #expect(shop.intent(intent).state == "requires_confirmation")
        shop.now += SimulatedPayments.collectionLifetime
        #expect(shop.intent(intent).state == "requires_payment_method")
    }
}
