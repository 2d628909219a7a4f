import SimulatedPayments
import Testing

@Suite struct ReaderCollectionTests {
    private var shop = Shop()
    private let reader: String
    private var intent: String

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
        #expect(method?["card_present"]?["brand"] == "mastercard")
        #expect(method?["object"] == "payment_method")
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
        #expect(shop.intent(intent).state == "requires_capture")
        #expect(shop.ledger(intent).authorizations == 1)
        #expect(confirm().action == "HTTP 400 intent_invalid_state")
    }

    @Test mutating func aCardThatNobodyChargesIsForgotten() {
        _ = collect(nil, [("amount_tip", "100")])
        #expect(shop.intent(intent)["amount"] == 1100)
        shop.now += SimulatedPayments.collectionLifetime
        #expect(shop.intent(intent).state == "requires_payment_method")
        #expect(shop.intent(intent)["amount"] == 1000)
        #expect(shop.intent(intent)["payment_method"] == .null)
        #expect(confirm().action == "HTTP 400 intent_invalid_state")
        #expect(collect().action == "collect_payment_method succeeded")
        _ = confirm()
        #expect(shop.intent(intent).state == "requires_capture")
        #expect(shop.ledger(intent).authorized == 1000)
    }

    @Test mutating func theTipIsChargedWithTheConfirmation() {
        _ = collect(nil, [("amount_tip", "150")])
        _ = confirm()
        #expect(shop.intent(intent)["amount"] == 1150)
        #expect(shop.ledger(intent).authorized == 1150)
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
        #expect(shop.intent(intent).state == "requires_payment_method")
        #expect(confirm().action == "HTTP 400 intent_invalid_state")
        #expect(collect().action == "collect_payment_method succeeded")
        _ = confirm()
        #expect(shop.ledger(intent).authorized == 2000)
    }

    /// What was collected before the payment was changed, card and tip, is not part of it.
    @Test mutating func aTipIsPaidWithItsOwnCollectionAlone() throws {
        let changes: [(Form, asked: Int64)] = [
            ([("amount", "1000")], 1000), ([("amount", "800")], 800), ([("amount", "1200")], 1200),
            ([("amount_details[tax][total_tax_amount]", "7")], 1000), ([("payment_method", "")], 1000),
            ([("currency", "eur")], 1000),
        ]
        var found: [String] = []
        for (change, _) in changes {
            intent = shop.create(1000, "usd", [("capture_method", "manual")]).id
            _ = collect(nil, [("amount_tip", "200")])
            let changed = shop.post("payment_intents/\(intent)", change)
            found.append("\(changed.state) \(changed["amount"]?.number ?? 0) \(confirm().action)")
            shop.now += SimulatedPayments.collectionLifetime
            _ = collect(nil, [("amount_tip", "30")])
            _ = confirm()
            found.append("\(shop.intent(intent)["amount"]?.number ?? 0) \(shop.ledger(intent).authorized)")
        }
        let wanted = changes.flatMap { change in
            [
                "requires_payment_method \(change.asked) HTTP 400 intent_invalid_state",
                "\(change.asked + 30) \(change.asked + 30)",
            ]
        }
        #expect(found == wanted)
    }

    @Test mutating func theTipOfACardIsNotChargedToAnother() throws {
        _ = collect("4000000000000002", [("amount_tip", "200")])
        let declined = shop.post("payment_intents/\(intent)/confirm")
        #expect(declined.code == "card_declined")
        #expect(declined["error", "payment_intent", "amount"] == 1000)
        _ = collect(nil, [("amount_tip", "200")])
        let other = try shop.present("mastercard", 1000, "usd")
        #expect(shop.post("payment_intents/\(intent)/confirm", other).state == "requires_capture")
        #expect(shop.ledger(intent).authorized == 1000)
    }

    @Test mutating func whatDoesNotTouchThePaymentKeepsTheCard() {
        _ = collect(nil, [("amount_tip", "200")])
        _ = shop.post("payment_intents/\(intent)", [("metadata[order]", "7"), ("description", "x")])
        _ = shop.post("payment_intents/\(intent)", [("amount", "1"), ("currency", "usd")])
        #expect(confirm().action == "confirm_payment_intent in_progress")
        #expect(shop.ledger(intent).authorized == 1200)
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
        #expect(confirm().status == 200)
        #expect(shop.ledger(intent).authorizations == 1)
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
