import SimulatedCard
import SimulatedPayments
import TenderBytes
import TenderModel
import Testing

@Suite struct PaymentTests {
    @Test func anAutomaticPaymentIsCapturedAtOnce() throws {
        var shop = Shop()
        let (id, answer) = try shop.pay(1000, [("capture_method", "automatic")])
        #expect(answer.state == "succeeded")
        #expect(answer["amount_received"]?.number == 1000)
        let ledger = shop.ledger(id)
        #expect(ledger.authorizations == 1)
        #expect(ledger.captured == 1000)
        #expect(ledger.released == 0)
    }

    @Test func theLastTwoDigitsDecide() throws {
        let table: [(Int64, Bool, String)] = [
            (1000, false, "succeeded"), (1001, false, "call_issuer"), (1002, false, "offline_pin_required"),
            (1002, true, "succeeded"), (1003, false, "online_or_offline_pin_required"), (1003, true, "succeeded"),
            (1005, false, "generic_decline"), (1055, false, "incorrect_pin"),
            (1060, true, "online_or_offline_pin_required"), (1065, false, "withdrawal_count_limit_exceeded"),
            (1075, false, "pin_try_exceeded"), (1099, false, "succeeded"),
            (8103, false, "online_or_offline_pin_required"),
        ]
        var wrong: [String] = []
        for (amount, pin, expected) in table {
            var shop = Shop()
            let (id, answer) = try shop.pay(amount, pin: pin)
            let found = answer.status == 402 ? answer.declineCode : answer.state
            let count = shop.ledger(id).authorizations
            if found != expected || count != (expected == "succeeded" ? 1 : 0) {
                wrong.append("\(amount): \(found), \(count)")
            }
        }
        #expect(wrong == [])
    }

    @Test func theCardAloneMayDecide() throws {
        var shop = Shop()
        shop.payments.decidesByAmount = false
        #expect(try shop.pay(1060).1.state == "succeeded")
        #expect(try shop.pay(1060, card: "chargeDeclined").1.declineCode == "generic_decline")
    }

    @Test func everyTestCardBehavesAsItsTableSays() throws {
        var wrong: [String] = []
        for card in SimulatedCard.all {
            var shop = Shop()
            let isInterac = card.paymentMethodType == .interacPresent
            let (id, answer) = try shop.pay(
                1000, isInterac ? "cad" : "eur", card: card.name,
                isInterac ? [("payment_method_types[]", "interac_present")] : [])
            switch card.issuer.charge {
            case .approve where answer.state == "succeeded" && shop.ledger(id).captured == 1000: break
            case .decline(let code, let declineCode)
            where answer.code == code && answer.declineCode == declineCode && shop.ledger(id).authorizations == 0: break
            default: wrong.append("\(card.name): \(answer.state)")
            }
        }
        #expect(wrong == [])
    }

    @Test func aDeclineKeepsTheIntentForAnotherCard() throws {
        var shop = Shop()
        let (id, declined) = try shop.pay(1000, card: "chargeDeclinedInsufficientFunds", [("metadata[order]", "7")])
        let error = declined["error"]
        #expect(declined.status == 402)
        #expect(error?["type"] == "card_error")
        #expect(error?["code"] == "card_declined")
        let intent = error?["payment_intent"]
        #expect(intent?["status"] == "requires_payment_method")
        #expect(intent?["payment_method"] == .null)
        #expect(intent?["last_payment_error"]?["decline_code"] == "insufficient_funds")
        #expect(intent?["latest_charge"] == error?["charge"])
        #expect(error?["payment_method"]?["type"] == "card_present")
        let charge = shop.get("payment_intents/\(id)", [("expand[]", "latest_charge")])["latest_charge"]
        #expect(charge?["status"] == "failed")
        #expect(charge?["paid"] == false)
        #expect(charge?["metadata"] == ["order": "7"])

        let approved = shop.post("payment_intents/\(id)/confirm", try shop.present("visa", 1000))
        #expect(approved.state == "succeeded")
        #expect(approved["last_payment_error"] == .null)
        #expect(approved["latest_charge"] != error?["charge"])
        #expect(shop.ledger(id).authorizations == 1)
        #expect(shop.ledger(id).declines == 1)
    }

    @Test func aNumberThatIsNoTestCardIsDeclined() throws {
        var shop = Shop()
        let id = shop.create(1000).id
        let payload = CardPayload(
            readMethod: .contactlessEmv, number: SecretBytes(utf8: "4111111111111111"), expMonth: 1, expYear: 2030,
            verification: .none, amount: Amount(minorUnits: 1000, currency: .eur))
        let answer = shop.post("payment_intents/\(id)/confirm", try shop.form(of: payload))
        #expect(answer.status == 402)
        #expect(answer.declineCode == "test_mode_live_card")
        #expect(!String(decoding: answer.bytes, as: UTF8.self).contains("411111"))
    }

    @Test func aCardCanBeInspectedBeforeItIsConfirmed() throws {
        var shop = Shop()
        let id = shop.create(1000).id
        let attached = shop.post(
            "payment_intents/\(id)", try shop.present("amex", 1000) + [("expand[0]", "payment_method")])
        #expect(attached.state == "requires_confirmation")
        #expect(attached["payment_method", "card_present", "brand"] == "amex")
        #expect(shop.ledger(id) == LedgerEntry())
        #expect(shop.post("payment_intents/\(id)/confirm").state == "succeeded")
    }

    @Test func aChangedAmountNeedsTheCardAgain() throws {
        var shop = Shop()
        let id = shop.create(1000).id
        _ = shop.post("payment_intents/\(id)", try shop.present("visa", 1000))
        _ = shop.post("payment_intents/\(id)", [("amount", "1200")])
        let refused = shop.post("payment_intents/\(id)/confirm")
        #expect(refused.status == 400)
        #expect(refused.code == "payment_intent_incompatible_payment_method")
        #expect(shop.ledger(id).authorizations == 0)
        #expect(shop.post("payment_intents/\(id)/confirm", try shop.present("visa", 1200)).state == "succeeded")
    }

    @Test func aReadCardServesOnce() throws {
        var shop = Shop()
        let (id, answer) = try shop.pay(1000, card: "chargeDeclined")
        let used = answer["error", "payment_method", "id"]?.text ?? ""
        let same = shop.post("payment_intents/\(id)/confirm", [("payment_method", used)])
        #expect(same.refusal == "400 -")
        #expect(shop.ledger(id).declines == 1)
        let other = shop.create(1000).id
        let again = shop.post("payment_intents/\(other)/confirm", [("payment_method", used)])
        #expect(again.refusal == "400 -")
        #expect(shop.ledger(other).authorizations == 0)
    }

    @Test func aCardWithoutPaymentMethodCannotBeConfirmed() {
        var shop = Shop()
        let id = shop.create(1000).id
        let answer = shop.post("payment_intents/\(id)/confirm")
        #expect(answer.status == 400)
        #expect(answer.code == "payment_intent_unexpected_state")
        #expect(answer["error", "payment_intent", "id"]?.text == id)
    }

    @Test func creationMayConfirm() throws {
        var shop = Shop()
        let answer = shop.create(1000, "eur", try shop.present("visa", 1000) + [("confirm", "true")])
        #expect(answer.state == "succeeded")
        #expect(shop.ledger(answer.id).captured == 1000)
        let declined = shop.create(1001, "eur", try shop.present("visa", 1001) + [("confirm", "true")])
        #expect(declined.status == 402)
        #expect(declined["error", "payment_intent", "status"] == "requires_payment_method")
    }

    @Test func aChangedPayloadIsRefused() throws {
        var shop = Shop()
        let id = shop.create(1000).id
        var form = try shop.present("visa", 1000)
        form[3].1 = String(form[3].1.reversed())
        let answer = shop.post("payment_intents/\(id)/confirm", form)
        #expect(answer.status == 400)
        #expect(answer.code == "payment_intent_invalid_parameter")
        #expect(shop.get("payment_intents/\(id)").state == "requires_payment_method")
    }

    @Test func everyOperationHasItsStates() throws {
        let confirm = try Shop().card
        let operations: [(String, Form)] = [
            ("confirm", confirm), ("capture", []), ("cancel", []), ("", [("amount", "1100")]),
        ]
        let allowed: [String: [Bool]] = [
            "requires_payment_method": [true, false, true, true], "requires_confirmation": [true, false, true, true],
            "requires_capture": [false, true, true, false], "succeeded": [false, false, false, false],
            "canceled": [false, false, false, false],
        ]
        var wrong: [String] = []
        for (state, row) in allowed {
            for (index, operation) in operations.enumerated() {
                var shop = Shop()
                let id = try shop.reach(state)
                let before = shop.ledger(id)
                let path = operation.0.isEmpty ? "payment_intents/\(id)" : "payment_intents/\(id)/\(operation.0)"
                let answer = shop.post(path, operation.1)
                let isRefused =
                    answer.status == 400 && answer.code == "payment_intent_unexpected_state"
                    && answer["error", "payment_intent", "status"]?.text == state && shop.ledger(id) == before
                if row[index] ? answer.status != 200 : !isRefused {
                    wrong.append("\(state) \(operation.0): \(answer.state)")
                }
                if shop.post("payment_intents/\(id)", [("metadata[a]", "b")]).status != 200 {
                    wrong.append("\(state) metadata")
                }
            }
        }
        #expect(wrong == [])
    }
}

extension Shop {
    fileprivate var card: Form {
        get throws {
            var shop = self
            return try shop.present("visa", 1000)
        }
    }

    fileprivate mutating func reach(_ state: String) throws -> String {
        let id = create(1000, "eur", [("capture_method", state == "succeeded" ? "automatic" : "manual")]).id
        switch state {
        case "requires_confirmation": _ = post("payment_intents/\(id)", try card)
        case "requires_capture", "succeeded": _ = post("payment_intents/\(id)/confirm", try card)
        case "canceled": _ = post("payment_intents/\(id)/cancel")
        default: break
        }
        return get("payment_intents/\(id)").state == state ? id : "not reached"
    }
}
