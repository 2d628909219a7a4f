import SimulatedCard
import SimulatedPayments
import TenderModel
import Testing

@Suite struct ReaderPaymentTests {
    @Test func aPaymentWaitsForACardAndThenSucceeds() throws {
        var shop = Shop()
        let reader = shop.register()
        let intent = shop.create(1000, "usd").id
        let config: Form = [
            ("process_config[enable_customer_cancellation]", "true"), ("process_config[skip_tipping]", "false"),
            ("process_config[tipping][amount_eligible]", "900"), ("process_config[allow_redisplay]", "always"),
        ]
        let asked = shop.tell(reader, "process_payment_intent", [("payment_intent", intent)] + config)
        #expect(asked.action == "process_payment_intent in_progress")
        #expect(asked["action", "api_error"] == .null)
        #expect(
            asked["action", "process_payment_intent"] == [
                "payment_intent": .string(intent),
                "process_config": [
                    "enable_customer_cancellation": true, "skip_tipping": false, "tipping": ["amount_eligible": 900],
                ],
            ])
        #expect(shop.intent(intent).state == "requires_payment_method")
        #expect(shop.reader(reader).body == asked.body)
        shop.now += 3600
        let presented = shop.present(
            on: reader, nil, [("expand[]", "action.process_payment_intent.payment_intent.latest_charge")])
        #expect(presented.action == "process_payment_intent succeeded")
        #expect(presented["last_seen_at"] == .integer(shop.now * 1000))
        let paid = presented["action", "process_payment_intent", "payment_intent"]
        let card = paid?["latest_charge"]?["payment_method_details"]?["card_present"]
        #expect(paid?["status"] == "succeeded")
        #expect(card?["last4"] == "4242")
        #expect(card?["read_method"] == "contact_emv")
        #expect(card?["receipt"]?["dedicated_file_name"] != .null)
        #expect(shop.ledger(intent).captured == 1000)
        #expect(shop.intent(intent)["payment_method", "type"] == "card_present")
        let (read, customer) = (shop.intent(intent)["payment_method", "id"]?.text ?? "", shop.customer())
        let saved = shop.post("payment_methods/\(read)/attach", [("customer", customer)])
        #expect(saved.refusal == "400 payment_method_unsupported_type")
    }

    /// By it a shop knows a customer again, at the reader and in its web shop.
    @Test func paymentMethodAndChargeShowTheFingerprintOfTheCard() {
        var shop = Shop()
        let reader = shop.register()
        let cards = ["4242424242424242", "5555555555554444", "4242424242424242"]
        var onCharges: [String] = []
        let prints = cards.map { card in
            let intent = shop.intent(shop.sell(1000, card: card, on: reader))
            let charge = intent["latest_charge", "payment_method_details", "card_present"]
            onCharges.append(charge?["fingerprint"]?.text ?? "none")
            return intent["payment_method", "card_present", "fingerprint"]?.text ?? ""
        }
        let online = shop.method()["card", "fingerprint"]?.text
        #expect(prints[0] == prints[2])
        #expect(prints[0] == online)
        #expect(prints[0] != prints[1])
        #expect(onCharges == prints)
    }

    @Test func aChargeNamesItsReaderAndLocation() {
        var shop = Shop()
        let place = shop.post("terminal/locations", LocationTests.german).id
        let reader = shop.register([("location", place)])
        let table: [(String, Form)] = [
            ("card_present", []), ("card_present", []),
            ("interac_present", [("payment_method_types[]", "interac_present")]),
        ]
        var found: [[JSONValue?]] = []
        for (index, (type, form)) in table.enumerated() {
            let intent = shop.sell(index == 1 ? 1001 : 1000, "cad", on: reader, form)
            let details = shop.intent(intent)["latest_charge", "payment_method_details", type]
            found.append([details?["reader"], details?["location"]])
        }
        #expect(found == table.map { _ in [.string(reader), .string(place)] })
        let elsewhere = shop.register()
        let details = shop.intent(shop.sell(1000, on: elsewhere))[
            "latest_charge", "payment_method_details", "card_present"]
        #expect(details?["reader"] == .string(elsewhere))
        #expect(details?["location"] == nil)
    }

    @Test func aHoldIsCapturedLater() {
        var shop = Shop()
        let reader = shop.register()
        let intent = shop.sell(1000, on: reader, [("capture_method", "manual")])
        #expect(shop.reader(reader).action == "process_payment_intent succeeded")
        #expect(shop.intent(intent).state == "requires_capture")
        #expect(shop.post("payment_intents/\(intent)/capture").state == "succeeded")
    }

    /// Every card by its number; Interac where it is accepted.
    @Test func everyTestCardBehavesAsItsTableSays() {
        var wrong: [String] = []
        for card in SimulatedCard.all {
            var shop = Shop()
            let reader = shop.register()
            let isInterac = card.paymentMethodType == .interacPresent
            let intent = shop.sell(
                1000, isInterac ? "cad" : "usd", card: card.digits, on: reader,
                isInterac ? [("payment_method_types[]", "interac_present"), ("capture_method", "manual")] : [])
            let answer = shop.reader(reader)
            let error = answer["action", "api_error"]
            let receipt = shop.intent(intent)["latest_charge", "payment_method_details"]
            let method = receipt?[isInterac ? "interac_present" : "card_present"]?["receipt"]
            switch card.issuer.charge {
            case .approve
            where answer.action == "process_payment_intent succeeded" && shop.ledger(intent).captured == 1000
                && method?["cardholder_verification_method"] == .string(card.verification.rawValue):
                break
            case .decline(let code, let declineCode)
            where answer.action == "process_payment_intent failed \(code)"
                && error?["decline_code"] == .string(declineCode) && error?["type"] == "card_error"
                && error?["message"] == answer["action", "failure_message"]
                && error?["payment_intent"]?["status"] == "requires_payment_method"
                && shop.intent(intent)["last_payment_error", "decline_code"] == .string(declineCode)
                && shop.ledger(intent).authorizations == 0:
                break
            default: wrong.append("\(card.name): \(answer.action) \(method ?? .null)")
            }
        }
        #expect(wrong == [])
    }

    @Test func theLastTwoDigitsDecide() {
        let table: [(Int64, card: String?, String)] = [
            (1001, nil, "call_issuer"), (1002, nil, "offline_pin_required"), (1002, "4001007020000002", "-"),
            (1003, nil, "online_or_offline_pin_required"), (1003, "4001000360000005", "-"),
            (1005, nil, "generic_decline"), (1055, nil, "incorrect_pin"),
            (1060, nil, "online_or_offline_pin_required"), (1065, nil, "withdrawal_count_limit_exceeded"),
            (1075, nil, "pin_try_exceeded"), (1099, nil, "-"),
        ]
        var found: [String] = []
        for (amount, card, _) in table {
            var shop = Shop()
            let reader = shop.register()
            _ = shop.sell(amount, card: card, on: reader)
            found.append(shop.reader(reader)["action", "api_error"]?["decline_code"]?.text ?? "-")
        }
        #expect(found == table.map(\.2))
    }

    /// As every refusal has it.
    @Test func aFailedActionNamesTheLogOfItsRequest() {
        var shop = Shop()
        let reader = shop.register()
        let intent = shop.ask(reader, for: 1000)
        let declined = shop.present(on: reader, "4000000000000002")
        let log = declined["action", "api_error", "request_log_url"]?.text ?? "none"
        #expect(log.contains(declined.header("Request-Id") ?? "-"))
        #expect(shop.intent(intent)["last_payment_error", "request_log_url"] == nil)
    }

    @Test func anotherCardPaysAfterADecline() {
        var shop = Shop()
        let reader = shop.register()
        let intent = shop.sell(1000, card: "4000000000009995", on: reader)
        #expect(shop.reader(reader).action == "process_payment_intent failed card_declined")
        #expect(shop.reader(reader)["action", "failure_message"] == "Your card has insufficient funds.")
        #expect(shop.present(on: reader).state == "HTTP 400 -")
        _ = shop.tell(reader, "process_payment_intent", [("payment_intent", intent)])
        #expect(shop.present(on: reader, "5555555555554444").action == "process_payment_intent succeeded")
        #expect(shop.ledger(intent).authorizations == 1)
        #expect(shop.ledger(intent).declines == 1)
    }

    @Test func onlyAnOpenIntentForReadersIsProcessed() throws {
        var shop = Shop()
        let reader = shop.register()
        let held = try shop.pay(1000, [("capture_method", "manual")]).id
        let canceled = shop.create(1000).id
        _ = shop.post("payment_intents/\(canceled)/cancel")
        let chosen = shop.create(1000).id
        _ = shop.post("payment_intents/\(chosen)", try shop.present("visa", 1000))
        let table = [
            (held, "HTTP 400 intent_invalid_state"), (try shop.pay(1000).id, "HTTP 400 intent_invalid_state"),
            (canceled, "HTTP 400 intent_invalid_state"), (chosen, "HTTP 400 intent_invalid_state"),
            (shop.create(1000, "eur", [("payment_method_types[]", "card")]).id, "HTTP 400 intent_invalid_state"),
            ("pi_x", "HTTP 400 resource_missing"), ("", "HTTP 400 parameter_invalid_empty"),
        ]
        var found: [String] = []
        for action in ["process_payment_intent", "collect_payment_method"] {
            for (id, _) in table { found.append(shop.tell(reader, action, [("payment_intent", id)]).action) }
        }
        #expect(found == table.map(\.1) + table.map(\.1))
        let answer = shop.tell(reader, "process_payment_intent", [("payment_intent", held)])
        #expect(answer["error", "payment_intent"]?["id"] == .string(held))
        #expect(shop.reader(reader).action == "none")
    }

    @Test func theTipIsPartOfTheAmount() {
        var shop = Shop()
        let reader = shop.register()
        let intent = shop.ask(reader, for: 1000, "usd", [("capture_method", "manual")])
        #expect(shop.intent(intent)["amount_details"] == ["tip": [:]])
        _ = shop.present(on: reader, nil, [("amount_tip", "200")])
        let paid = shop.intent(intent)
        #expect(paid["amount"] == 1200)
        #expect(paid["amount_details"] == ["tip": ["amount": 200]])
        #expect(paid["amount_capturable"] == 1200)
        #expect(paid["latest_charge", "amount"] == 1200)
        #expect(shop.ledger(intent).authorized == 1200)
    }

    @Test func theAmountWithTheTipDecidesAndADeclinedTipIsForgotten() {
        var shop = Shop()
        let reader = shop.register()
        let intent = shop.ask(reader, for: 1000)
        let declined = shop.present(on: reader, nil, [("amount_tip", "5")])
        #expect(declined.action == "process_payment_intent failed card_declined")
        let open = shop.intent(intent)
        #expect(open["amount"] == 1000)
        #expect(open["amount_details"] == ["tip": [:]])
        #expect(open["latest_charge", "amount"] == 1005)
    }

    @Test func aTipNeedsAQuestion() {
        let table: [(Form, tip: String, String)] = [
            ([("process_config[skip_tipping]", "true")], "5", "HTTP 400 - amount_tip"),
            ([("process_config[skip_tipping]", "true")], "0", "succeeded -"),
            ([], "-5", "HTTP 400 parameter_invalid_integer amount_tip"),
            ([], "99999999", "HTTP 400 amount_too_large amount_tip"),
            ([], "9223372036854775807", "HTTP 400 amount_too_large amount_tip"),
            ([], "", "HTTP 400 parameter_invalid_empty amount_tip"),
        ]
        var found: [String] = []
        for (config, tip, _) in table {
            var shop = Shop()
            let reader = shop.register()
            let intent = shop.ask(reader, for: 1000, config: config)
            let answer = shop.present(on: reader, nil, [("amount_tip", tip)])
            found.append("\(answer.status == 200 ? shop.intent(intent).state : answer.state) \(answer.param)")
        }
        #expect(found == table.map(\.2))
    }

    @Test func interacIsTheCardWhereNothingElseIsAccepted() {
        var shop = Shop()
        let reader = shop.register()
        let only = shop.sell(1000, "cad", on: reader, [("payment_method_types[]", "interac_present")])
        #expect(shop.intent(only)["payment_method", "type"] == "interac_present")
        let both: Form = [("payment_method_types[0]", "card_present"), ("payment_method_types[1]", "interac_present")]
        let visa = shop.sell(1000, "cad", on: reader, both)
        #expect(shop.intent(visa)["payment_method", "type"] == "card_present")
        let named = shop.ask(reader, for: 1000, "cad", both)
        _ = shop.help(reader, "present_payment_method", [("type", "interac_present")])
        #expect(shop.intent(named)["payment_method", "type"] == "interac_present")
    }

    @Test func aPresentationIsChecked() {
        let table: [(Form, String)] = [
            (
                [("type", "card_present"), ("card_present[number]", "4242424242424242")],
                "process_payment_intent succeeded"
            ),
            ([("type", "card_present")], "process_payment_intent succeeded"),
            ([("card_present[number]", "4506445006931933")], "process_payment_intent failed invalid_card_type"),
            ([("type", "interac_present")], "process_payment_intent failed invalid_card_type"),
            ([("card_present[number]", "4000000000000000")], "process_payment_intent failed card_declined"),
            ([("card_present[number]", "4242 4242")], "HTTP 400 incorrect_number"),
            ([("card_present[number]", "")], "HTTP 400 parameter_invalid_empty"),
            (
                [("type", "interac_present"), ("card_present[number]", "4242424242424242")],
                "HTTP 400 parameters_exclusive"
            ),
            (
                [("card_present[number]", "4242424242424242"), ("interac_present[number]", "4506445006931933")],
                "HTTP 400 parameters_exclusive"
            ),
            ([("type", "check")], "HTTP 400 -"), ([("type", "card")], "HTTP 400 -"),
            ([("number", "4242424242424242")], "HTTP 400 parameter_unknown"),
        ]
        var found: [String] = []
        for (form, _) in table {
            var shop = Shop()
            let reader = shop.register()
            _ = shop.ask(reader, for: 1000)
            found.append(shop.help(reader, "present_payment_method", form).action)
            if found.last?.hasPrefix("HTTP") == true, shop.reader(reader).action != "process_payment_intent in_progress"
            {
                found.append("the action of \(form) is over")
            }
        }
        #expect(found == table.map(\.1))
    }

    @Test func anIntentThatWasClosedMeanwhileFailsTheAction() {
        var shop = Shop()
        let reader = shop.register()
        let intent = shop.ask(reader, for: 1000)
        _ = shop.post("payment_intents/\(intent)/cancel")
        #expect(shop.present(on: reader).action == "process_payment_intent failed intent_invalid_state")
        #expect(shop.payments.ledger(paymentIntent: intent) == nil)
    }

    @Test func oneIntentOnTwoReadersIsPaidOnce() {
        var shop = Shop()
        let readers = [shop.register(), shop.register()]
        let intent = shop.ask(readers[0], for: 1000)
        _ = shop.tell(readers[1], "process_payment_intent", [("payment_intent", intent)])
        #expect(shop.present(on: readers[0]).action == "process_payment_intent succeeded")
        #expect(shop.present(on: readers[1]).action == "process_payment_intent failed intent_invalid_state")
        #expect(shop.ledger(intent).authorizations == 1)
    }

    @Test func aRepeatedPresentationChargesOnce() {
        var shop = Shop()
        let reader = shop.register()
        let intent = shop.ask(reader, for: 1000)
        let path = "test_helpers/terminal/readers/\(reader)/present_payment_method"
        let first = shop.post(path, idempotency: "k")
        #expect(shop.post(path, idempotency: "k").bytes == first.bytes)
        #expect(shop.ledger(intent).authorizations == 1)
    }

    @Test func eventsTellWhatBecameOfIt() throws {
        var shop = Shop()
        let reader = shop.register()
        _ = try shop.events("")
        _ = shop.ask(reader, for: 1000)
        _ = shop.tell(reader, "cancel_action")
        #expect(try shop.events("terminal") == [])
        _ = shop.sell(1000, on: reader)
        #expect(try shop.events("terminal") == ["terminal.reader.action_succeeded"])
        _ = shop.sell(1001, on: reader)
        #expect(try shop.events("terminal") == ["terminal.reader.action_failed"])
    }
}
