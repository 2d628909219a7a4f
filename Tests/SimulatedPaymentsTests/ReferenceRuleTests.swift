import SimulatedPayments
import Testing

/// Rules that the reference of the API states for one parameter or one field.
@Suite struct ReferenceRuleTests {
    private static let card: Form = [("amount", "2000"), ("currency", "usd"), ("payment_method_types[]", "card")]
    private static let automatic: Form = [("amount", "2000"), ("currency", "usd")]
    private static let visa: Form = [("payment_method", "pm_card_visa"), ("confirm", "true")]

    @Test func anIntentKeepsItsCustomer() {
        var shop = Shop()
        let (ada, bob) = (shop.customer(), shop.customer())
        let id = shop.post("payment_intents", Self.card).id
        #expect(shop.post("payment_intents/\(id)", [("customer", ada)])["customer"] == .string(ada))
        #expect(shop.post("payment_intents/\(id)", [("customer", ada), ("amount", "2100")]).status == 200)
        for other in [bob, ""] {
            let refused = shop.post("payment_intents/\(id)", [("customer", other), ("amount", "2200")])
            #expect(refused.refusal == "400 -")
            #expect(refused.param == "customer")
            #expect(refused["error", "payment_intent", "id"] == .string(id))
        }
        let intent = shop.get("payment_intents/\(id)")
        #expect(intent["customer"] == .string(ada))
        #expect(intent["amount"] == 2100)
    }

    @Test func aNewIntentTakesNoCardOfSomeoneElse() {
        var shop = Shop()
        let (ada, bob) = (shop.customer(), shop.customer())
        let method = shop.save(for: ada)
        let without = shop.post("payment_intents", Self.card + [("payment_method", method)])
        let other = shop.post("payment_intents", Self.card + [("payment_method", method), ("customer", bob)])
        #expect([without, other].map(\.refusal) == ["400 parameter_missing", "400 -"])
        #expect([without, other].allSatisfy { $0["error", "payment_intent"] == nil })
        let id = shop.post("payment_intents", Self.card).id
        let late = shop.post("payment_intents/\(id)/confirm", [("payment_method", method)])
        #expect(late.refusal == "400 parameter_missing")
        #expect(late["error", "payment_intent", "id"] == .string(id))
        #expect(shop.ledger(id).authorizations == 0)
    }

    @Test func shippingNeedsNameAndAddress() {
        var shop = Shop()
        let id = shop.post("payment_intents", Self.card).id
        let paths = ["payment_intents/\(id)", "payment_intents/\(id)/confirm"]
        for path in paths + ["payment_intents"] {
            let base = path == "payment_intents" ? Self.card : []
            let nameless = shop.post(path, base + [("shipping[address][line1]", "1 Main St")])
            let homeless = shop.post(path, base + [("shipping[name]", "Ada")])
            #expect([nameless, homeless].map(\.refusal) == ["400 parameter_missing", "400 parameter_missing"])
            #expect([nameless, homeless].map(\.param) == ["shipping[name]", "shipping[address]"])
        }
        let whole = shop.post(paths[0], [("shipping[name]", "Ada"), ("shipping[address][line1]", "1 Main St")])
        #expect(whole["shipping", "name"] == "Ada")
    }

    @Test func aSetupThatIsNotConfirmedHasNoWayBack() {
        var shop = Shop()
        let form: Form = [("payment_method_types[]", "card"), ("return_url", "https://shop.test/back")]
        let refused = shop.post("setup_intents", form)
        #expect(refused.status == 400)
        #expect(refused.param == "return_url")
        #expect(shop.post("setup_intents", form + Self.visa).state == "succeeded")
    }

    @Test func aSetupForOnePaymentIsTaken() {
        var shop = Shop()
        let form: Form = [("payment_method_types[]", "card"), ("single_use[amount]", "2000")]
        #expect(shop.post("setup_intents", form).param == "single_use[currency]")
        #expect(shop.post("setup_intents", form + [("single_use[currency]", "usd")])["single_use_mandate"] == .null)
    }

    @Test func metadataIsNoList() {
        var shop = Shop()
        for name in ["metadata[]", "metadata[][a]"] {
            let refused = shop.post("payment_intents", Self.card + [(name, "x")])
            #expect(refused.status == 400)
            #expect(refused.param == "metadata")
        }
        #expect(shop.post("payment_intents", Self.card + [("metadata[0]", "x")])["metadata"] == ["0": "x"])
    }

    @Test func cardsShowASuffixAlone() {
        let descriptor: Form = [("statement_descriptor", "Tea Shop")]
        var shop = Shop()
        let open = shop.post("payment_intents", Self.card).id
        let automatic = shop.post("payment_intents", Self.automatic + descriptor).id
        let held = shop.post("payment_intents", Self.card + Self.visa + [("capture_method", "manual")]).id
        let answers = [
            shop.post("payment_intents", Self.card + descriptor), shop.post("payment_intents/\(open)", descriptor),
            shop.post(
                "payment_intents/\(automatic)/confirm",
                [("payment_method", "pm_card_visa"), ("return_url", "https://shop.test/back")]),
            shop.post("payment_intents/\(held)/capture", descriptor),
        ]
        #expect(answers.map { "\($0.status) \($0.param)" } == Array(repeating: "400 statement_descriptor", count: 4))
        #expect(shop.ledger(held).captured == 0)
        #expect(shop.ledger(automatic).authorizations == 0)
        let captured = shop.post(
            "payment_intents/\(held)/capture",
            [("statement_descriptor_suffix", "CUPS"), ("expand[]", "latest_charge")])
        #expect(captured["latest_charge", "calculated_statement_descriptor"] == "TENDER* CUPS")
        let plain = shop.post("payment_intents", Self.card + Self.visa + [("expand[]", "latest_charge")])
        #expect(plain["latest_charge", "calculated_statement_descriptor"] == "TENDER SIMULATED")
        #expect(plain["latest_charge", "receipt_number"] == .null)
    }

    @Test func descriptorsHaveLettersAndNoSigns() {
        let table: [(String, String, String)] = [
            ("statement_descriptor", "Shop", "400 -"), ("statement_descriptor", "Shops", "200 -"),
            ("statement_descriptor", "12345", "400 -"), ("statement_descriptor", "Tea*Shop", "400 invalid_characters"),
            ("statement_descriptor_suffix", "O1", "200 -"), ("statement_descriptor_suffix", "1", "400 -"),
            ("statement_descriptor_suffix", String(repeating: "x", count: 22), "200 -"),
            ("statement_descriptor_suffix", String(repeating: "x", count: 23), "400 -"),
            ("statement_descriptor_suffix", "Tée", "400 invalid_characters"),
            ("statement_descriptor_suffix", "", "200 -"),
        ]
        let signs = ["<", ">", "'", "\"", "*", "\\"]
        let all = table + signs.map { ("statement_descriptor_suffix", "CUP\($0)", "400 invalid_characters") }
        var shop = Shop()
        let wrong = all.compactMap { name, text, expected in
            let found = shop.post("payment_intents", Self.automatic + [(name, text)])
            return found.refusal == expected ? nil : "\(text): \(found.refusal)"
        }
        #expect(wrong == [])
    }

    @Test func anAttemptTellsThatTheCardholderWasAsked() {
        var shop = Shop()
        let form: Form = [
            ("payment_method_types[]", "card"), ("payment_method", "pm_card_authenticationRequired"),
            ("confirm", "true"),
        ]
        let id = shop.post("setup_intents", form).id
        func details(_ shop: inout Shop) -> JSONValue? {
            shop.get("setup_intents/\(id)", [("expand[]", "latest_attempt")])[
                "latest_attempt", "payment_method_details", "card", "three_d_secure"]
        }
        #expect(details(&shop) == .null)
        _ = shop.post("_tender/authenticate", [("intent", id), ("outcome", "succeed")])
        #expect(
            details(&shop) == [
                "authentication_flow": "challenge", "electronic_commerce_indicator": "05", "result": "authenticated",
                "result_reason": nil, "transaction_id": nil, "version": "2.2.0",
            ])
    }

    @Test(arguments: [
        ("pm_card_visa_chargeDeclined", "try_again_later", "01"),
        ("pm_card_visa_chargeDeclinedLostCard", "do_not_try_again", "41"),
        ("pm_card_visa_chargeDeclinedStolenCard", "do_not_try_again", "43"),
        ("pm_card_chargeDeclinedExpiredCard", "confirm_card_data", "54"),
        ("pm_card_radarBlock", "do_not_try_again", nil),
    ])
    func aDeclineGivesAdvice(_ card: String, _ advice: String, _ network: String?) {
        var shop = Shop()
        let form: Form = [("payment_method", card), ("confirm", "true")]
        let error = shop.post("payment_intents", Self.card + form)["error"]
        let last = error?["payment_intent"]?["last_payment_error"]
        let outcome = shop.get("charges/\(error?["charge"]?.text ?? "")")["outcome"]
        #expect([error, last, outcome].map { $0?["advice_code"]?.text } == [advice, advice, advice])
        #expect([error, last, outcome].map { $0?["network_decline_code"]?.text } == [network, network, network])
        #expect(last?["payment_method_type"] == "card")
    }
}
