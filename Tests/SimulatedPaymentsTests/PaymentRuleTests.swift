import SimulatedCard
import SimulatedPayments
import Testing

/// What may pay, how much, and for whom, when the objects changed meanwhile.
@Suite struct PaymentRuleTests {
    private static let card: Form = [("amount", "2000"), ("currency", "usd"), ("payment_method_types[]", "card")]
    private static let manual: Form = [("capture_method", "manual")]
    private static let huge = ["100000000", "9223372036854775807", "9223372036854775000", "9223372036854775808"]

    @Test func hugeAmountsAreRefusedEverywhere() throws {
        var shop = Shop()
        let reader: Form = [("payment_method_options[card_present][request_incremental_authorization_support]", "true")]
        let held = try shop.pay(1000, Self.manual + reader).id
        let paid = try shop.pay(1000).id
        let open = shop.create(1000).id
        let requests = [
            ("payment_intents/\(held)/capture", "amount_to_capture"), ("payment_intents/\(open)", "amount"),
            ("payment_intents/\(held)/increment_authorization", "amount"), ("refunds", "amount"),
            ("payment_intents/\(open)/confirm", "amount_to_confirm"),
            ("payment_intents/\(open)", "amount_details[tax][total_tax_amount]"),
        ]
        var wrong: [String] = []
        for (path, name) in requests {
            for amount in Self.huge {
                let more: Form = path == "refunds" ? [("payment_intent", paid)] : []
                let answer = shop.post(path, [(name, amount)] + more)
                let isKept = name.hasPrefix("amount_details") && answer.status == 200
                if answer.status != 400, !isKept { wrong.append("\(path) \(amount): \(answer.state)") }
            }
        }
        #expect(wrong == [])
        #expect(shop.ledger(held).captured == 0)
        #expect(shop.ledger(paid).refunded == 0)
        #expect(shop.post("payment_intents/\(held)/capture")["amount_received"] == 1000)
    }

    @Test func aHoldWithoutAReaderIsNotCapturedOver() {
        var shop = Shop()
        let raisable: Form = ["request_incremental_authorization", "request_overcapture", "request_multicapture"].map {
            ("payment_method_options[card][\($0)]", "if_available")
        }
        let form = Self.card + Self.manual + raisable + [("payment_method", "pm_card_visa"), ("confirm", "true")]
        let id = shop.post("payment_intents", form).id
        let over = shop.post("payment_intents/\(id)/capture", [("amount_to_capture", "2001")])
        #expect(over.state == "HTTP 400 amount_too_large")
        #expect(shop.ledger(id).authorized == 2000)
        #expect(shop.intent(id)["amount"] == 2000)
        let parts = shop.post(
            "payment_intents/\(id)/capture", [("amount_to_capture", "500"), ("final_capture", "false")])
        #expect(parts.status == 400)
        #expect(parts.param == "final_capture")
        #expect(shop.ledger(id).released == 0)
        let raised = shop.post("payment_intents/\(id)/increment_authorization", [("amount", "2500")])
        #expect(raised["amount_capturable"] == 2500)
        let whole = shop.post("payment_intents/\(id)/capture", [("final_capture", "true")])
        #expect(whole["amount_received"] == 2500)
        #expect(shop.ledger(id).captured == 2500)
    }

    @Test func aMethodIsJudgedAgainWhenItPays() {
        var shop = Shop()
        let (ada, bob) = (shop.customer(), shop.customer())
        func intent(_ shop: inout Shop, _ method: String, _ customer: String?) -> String {
            let owner: Form = customer.map { [("customer", $0)] } ?? []
            return shop.post("payment_intents", Self.card + owner + [("payment_method", method)]).id
        }
        let saved = shop.save(for: ada)
        let detached = intent(&shop, saved, ada)
        _ = shop.post("payment_methods/\(saved)/detach")
        let single = shop.method().id
        let (first, second) = (intent(&shop, single, nil), intent(&shop, single, nil))
        #expect(shop.post("payment_intents/\(first)/confirm").state == "succeeded")
        let typed = intent(&shop, "pm_card_visa", nil)
        _ = shop.post("payment_intents/\(typed)", [("payment_method_types[]", "card_present")])
        let excluded = intent(&shop, "pm_card_visa", nil)
        _ = shop.post("payment_intents/\(excluded)", [("excluded_payment_method_types[]", "card")])
        let later = shop.method().id
        let owned = intent(&shop, later, nil)
        _ = shop.post("payment_methods/\(later)/attach", [("customer", bob)])
        let states = [detached, second, typed, excluded, owned].map {
            shop.post("payment_intents/\($0)/confirm").state
        }
        #expect(
            states == [
                "HTTP 400 -", "HTTP 400 -",
                "HTTP 400 payment_intent_incompatible_payment_method",
                "HTTP 400 payment_intent_incompatible_payment_method", "HTTP 400 parameter_missing",
            ])
        #expect([detached, second, typed, excluded, owned].allSatisfy { shop.ledger($0).authorizations == 0 })
    }

    @Test func aMethodThatWasTakenAwayWhileTheCustomerIsAskedDoesNotPay() {
        var shop = Shop()
        let customer = shop.customer()
        let method = shop.save("pm_card_authenticationRequired", for: customer)
        let more: Form = [("customer", customer), ("payment_method", method), ("confirm", "true")]
        let payment = shop.post("payment_intents", Self.card + more).id
        let setup = shop.post("setup_intents", [("payment_method_types[]", "card")] + more).id
        _ = shop.post("payment_methods/\(method)/detach")
        let answers = [payment, setup].map {
            shop.post("_tender/authenticate", [("intent", $0), ("outcome", "succeed")]).refusal
        }
        #expect(answers == ["400 -", "400 -"])
        #expect(shop.ledger(payment).authorizations == 0)
        #expect(shop.methods(of: customer) == [])
    }

    @Test(arguments: [
        [("amount", "90000")], [("currency", "eur")], [("payment_method", "pm_card_visa")],
        [("capture_method", "manual")], [("payment_method", "")], [("setup_future_usage", "off_session")],
    ])
    func whatTheCustomerIsAskedForIsWhatTheyPay(_ change: Form) {
        var shop = Shop()
        let form = Self.card + [("payment_method", "pm_card_authenticationRequired"), ("confirm", "true")]
        let id = shop.post("payment_intents", form).id
        let changed = shop.post("payment_intents/\(id)", change)
        let isWithout = change[0].0 == "payment_method" && change[0].1.isEmpty
        #expect(changed.state == (isWithout ? "requires_payment_method" : "requires_confirmation"))
        #expect(changed["next_action"] == .null)
        let answer = shop.post("_tender/authenticate", [("intent", id), ("outcome", "succeed")])
        #expect(answer.code == "payment_intent_unexpected_state")
        #expect(shop.ledger(id).authorizations == 0)
    }

    @Test func aNoteLeavesTheQuestionAsItIs() {
        var shop = Shop()
        let form = Self.card + [("payment_method", "pm_card_authenticationRequired"), ("confirm", "true")]
        let id = shop.post("payment_intents", form).id
        let noted = shop.post(
            "payment_intents/\(id)", [("description", "x"), ("metadata[a]", "b"), ("amount", "2000")])
        #expect(noted.state == "requires_action")
        #expect(noted["next_action"] != .null)
    }

    @Test func aSetupAsksAgainForAnotherCard() {
        var shop = Shop()
        let customer = shop.customer()
        let form: Form = [
            ("payment_method_types[]", "card"), ("customer", customer), ("confirm", "true"),
            ("payment_method", "pm_card_authenticationRequired"),
        ]
        let id = shop.post("setup_intents", form).id
        let changed = shop.post("setup_intents/\(id)", [("payment_method", "pm_card_threeDSecure2Required")])
        #expect(changed.state == "requires_confirmation")
        #expect(changed["next_action"] == .null)
        let answer = shop.post("_tender/authenticate", [("intent", id), ("outcome", "succeed")])
        #expect(answer.code == "setup_intent_unexpected_state")
        #expect(shop.methods(of: customer) == [])
        #expect(shop.get("setup_attempts", [("setup_intent", id)])["data"]?.elements.first?["status"] == "abandoned")
    }

    @Test func anAuthenticationCountsOnce() throws {
        var shop = Shop()
        let form = Self.card + [("payment_method", "pm_card_authenticationRequired"), ("confirm", "true")]
        let paid = shop.post("payment_intents", form).id
        let canceled = shop.post("payment_intents", form).id
        _ = shop.post("payment_intents/\(canceled)/cancel")
        let outcomes = ["succeed", "succeed", "fail"]
        let states = outcomes.map { shop.post("_tender/authenticate", [("intent", paid), ("outcome", $0)]).state }
        let late = outcomes.map { shop.post("_tender/authenticate", [("intent", canceled), ("outcome", $0)]).code }
        #expect(states == ["succeeded"] + Array(repeating: "HTTP 400 payment_intent_unexpected_state", count: 2))
        #expect(late == Array(repeating: "payment_intent_unexpected_state", count: 3))
        #expect(shop.ledger(paid).captured == 2000)
        #expect(shop.ledger(paid).authorizations == 1)
        #expect(shop.ledger(canceled).authorizations == 0)
        #expect(shop.intent(canceled).state == "canceled")
        #expect(
            shop.intent(paid)["latest_charge", "payment_method_details", "card", "three_d_secure"]?["result"]
                == "authenticated")
        #expect(try shop.events("charge.succeeded").count == 1)
    }

    @Test(arguments: ["onlinePinCvm", "offlinePinCvm", "onlinePinScaRetry", "eftposAuVisaDebit", "visa"])
    func aCardSavedAtAReaderPaysLater(_ name: String) throws {
        var shop = Shop()
        let customer = shop.customer()
        let more: Form = [("customer", customer), ("setup_future_usage", "off_session")]
        let intent = shop.create(1000, "usd", more).id
        let paid = shop.post(
            "payment_intents/\(intent)/confirm", try shop.present(name, 1000, "usd", pin: name != "visa"))
        let saved = shop.methods(of: customer).first ?? ""
        let again = shop.post(
            "payment_intents",
            Self.card + [
                ("customer", customer), ("payment_method", saved), ("off_session", "true"), ("confirm", "true"),
            ])
        #expect(paid.state == "succeeded")
        #expect(again.state == "succeeded")
        #expect(shop.ledger(again.id).captured == 2000)
    }

    @Test func anOrderByTelephoneAsksNobody() {
        var shop = Shop()
        let order: Form = [("payment_method_options[card][moto]", "true")]
        let method: Form = [("payment_method", "pm_card_authenticationRequired")]
        let paid = shop.post("payment_intents", Self.card + method + order + [("confirm", "true")])
        #expect(paid.state == "succeeded")
        #expect(paid["payment_method_options", "card", "moto"] == nil)
        #expect(shop.intent(paid.id)["latest_charge", "payment_method_details", "card", "moto"] == true)
        let setup = shop.post(
            "setup_intents", [("payment_method_types[]", "card"), ("confirm", "true")] + method + order)
        #expect(setup.state == "succeeded")
        for kind in ["payment_intents", "setup_intents"] {
            let open = shop.post(kind, kind == "setup_intents" ? [("payment_method_types[]", "card")] : Self.card)
            let answer = shop.post(
                "\(kind)/\(open.id)/confirm", method + order + [("client_secret", open["client_secret"]?.text ?? "")],
                key: "pk_test_shop")
            #expect(answer.param == "payment_method_options[card][moto]")
        }
    }

    @Test func anAuthenticationElsewhereCounts() {
        var shop = Shop()
        let result: Form = [
            ("cryptogram", "M6+990I6FLD8Y6rZz9d5QbfrMNY="), ("transaction_id", "x"), ("version", "2.2.0"),
        ]
        .map { ("payment_method_options[card][three_d_secure][\($0.0)]", $0.1) }
        let form = Self.card + [("payment_method", "pm_card_authenticationRequired"), ("confirm", "true")]
        let paid = shop.post("payment_intents", form + result)
        #expect(paid.state == "succeeded")
        #expect(paid["payment_method_options", "card", "three_d_secure"] == nil)
        let incomplete = shop.post("payment_intents", form + Array(result.prefix(2)))
        #expect(incomplete.code == "parameter_missing")
    }

    @Test func theOptionForCardsDecidesWhetherTheyAreSaved() {
        var shop = Shop()
        let customer = shop.customer()
        let form = Self.card + [("customer", customer), ("payment_method", "pm_card_visa"), ("confirm", "true")]
        let option = "payment_method_options[card][setup_future_usage]"
        _ = shop.post("payment_intents", form + [("setup_future_usage", "off_session"), (option, "none")])
        #expect(shop.methods(of: customer) == [])
        _ = shop.post("payment_intents", form + [(option, "on_session")])
        #expect(shop.methods(of: customer).count == 1)
    }

    @Test func nobodyIsLedAwayOrSavedOffSession() {
        var shop = Shop()
        let customer = shop.customer()
        let saved = shop.post("payment_methods/pm_card_visa/attach", [("customer", customer)]).id
        let form: Form = [
            ("amount", "2000"), ("currency", "usd"), ("customer", customer), ("payment_method", saved),
            ("confirm", "true"), ("off_session", "true"),
        ]
        #expect(shop.post("payment_intents", form).state == "succeeded")
        let refused = shop.post("payment_intents", form + [("setup_future_usage", "off_session")])
        #expect(refused.state == "HTTP 400 payment_intent_invalid_parameter")
        #expect(refused.param == "off_session")
        #expect(shop.get("payment_intents")["data"]?.elements.count == 1)
    }

    @Test func anotherAmountForgetsTheTip() {
        var shop = Shop()
        let reader = shop.register()
        let intent = shop.create(1000, "usd").id
        _ = shop.tell(reader, "collect_payment_method", [("payment_intent", intent)])
        _ = shop.present(on: reader, nil, [("amount_tip", "500")])
        let changed = shop.post(
            "payment_intents/\(intent)", [("amount", "300"), ("amount_details[discount_amount]", "5")])
        #expect(changed["amount"] == 300)
        #expect(changed["amount_details"] == ["discount_amount": 5, "tip": [:]])
        shop.now += SimulatedPayments.collectionLifetime
        #expect(shop.intent(intent)["amount"] == 300)
    }

    @Test func whatTheServerConfirmsIsChargedByTheServerAlone() {
        var shop = Shop()
        let manual: Form = [("confirmation_method", "manual")]
        let open = shop.post("payment_intents", Self.card + manual)
        let refused = shop.post(
            "payment_intents/\(open.id)/confirm",
            [("payment_method", "pm_card_visa"), ("client_secret", open["client_secret"]?.text ?? "")],
            key: "pk_test_shop")
        #expect(refused.code == "payment_intent_invalid_parameter")
        #expect(shop.ledger(open.id).authorizations == 0)
        let method: Form = [("payment_method", "pm_card_authenticationRequired"), ("confirm", "true")]
        func ask(_ shop: inout Shop) -> String {
            let id = shop.post("payment_intents", Self.card + manual + method).id
            let waiting = shop.post("_tender/authenticate", [("intent", id), ("outcome", "succeed")])
            #expect(waiting.state == "requires_confirmation")
            #expect(waiting["next_action"] == .null)
            #expect(shop.ledger(id).authorizations == 0)
            return id
        }
        let (paid, changed) = (ask(&shop), ask(&shop))
        #expect(shop.post("payment_intents/\(paid)/confirm").state == "succeeded")
        _ = shop.post("payment_intents/\(changed)", [("amount", "90000")])
        #expect(shop.post("payment_intents/\(changed)/confirm").state == "requires_action")
        #expect(shop.ledger(paid).captured == 2000)
        #expect(shop.ledger(changed).authorizations == 0)
    }

    @Test func aSavedCardThatPaysForLaterIsSetUp() {
        var shop = Shop()
        let customer = shop.customer()
        let method = shop.save("pm_card_authenticationRequiredOnSetup", for: customer)
        let form = Self.card + [("customer", customer), ("payment_method", method), ("confirm", "true")]
        let away: Form = [("off_session", "true")]
        #expect(shop.post("payment_intents", form + away).code == "authentication_required")
        let id = shop.post("payment_intents", form + [("setup_future_usage", "off_session")]).id
        _ = shop.post("_tender/authenticate", [("intent", id), ("outcome", "succeed")])
        #expect(shop.post("payment_intents", form + away).state == "succeeded")
    }

    @Test func aCardThatPaidToBeSavedFindsItsCustomerLater() {
        var shop = Shop()
        let customer = shop.customer()
        let form = Self.card + [("payment_method", "pm_card_visa"), ("confirm", "true")]
        let kept = shop.post("payment_intents", form + [("setup_future_usage", "off_session")])
        let plain = shop.post("payment_intents", form)
        let methods = [kept, plain].map { $0["payment_method"]?.text ?? "" }
        #expect(
            shop.post("payment_intents", Self.card + [("payment_method", methods[0])]).refusal == "400 -")
        let states = methods.map { shop.post("payment_methods/\($0)/attach", [("customer", customer)]).status }
        #expect(states == [200, 400])
        #expect(shop.methods(of: customer) == [methods[0]])
        _ = shop.post("payment_methods/\(methods[0])/detach")
        #expect(shop.post("payment_methods/\(methods[0])/attach", [("customer", customer)]).status == 400)
    }

    @Test func anExtendedHoldIsShown() {
        var shop = Shop()
        let option = ("payment_method_options[card][request_extended_authorization]", "if_available")
        let form = Self.card + Self.manual + [("payment_method", "pm_card_visa"), ("confirm", "true")]
        let states = [form, form + [option]].map { form in
            let id = shop.post("payment_intents", form).id
            let charge = shop.intent(id)["latest_charge"]
            return charge?["payment_method_details"]?["card"]?["extended_authorization"]?["status"]
        }
        #expect(states == ["disabled", "enabled"])
    }
}
