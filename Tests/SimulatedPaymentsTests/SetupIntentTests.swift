import SimulatedPayments
import Testing

@Suite struct SetupIntentTests {
    private static let types: Form = [("payment_method_types[]", "card")]

    @Test func defaults() {
        var shop = Shop()
        let made = shop.post("setup_intents")
        #expect(made.state == "requires_payment_method")
        #expect(made["usage"] == "off_session")
        #expect(made["automatic_payment_methods"] == ["allow_redirects": "always", "enabled": true])
        #expect(made["payment_method_types"] == ["card"])
        #expect(made["latest_attempt"] == .null)
        #expect(made["client_secret"]?.text?.hasPrefix(made.id + "_secret_") ?? false)
        #expect(shop.get("setup_intents/\(made.id)").body == made.body)
        let typed = shop.post("setup_intents", Self.types + [("usage", "on_session"), ("description", "x")])
        #expect(typed["automatic_payment_methods"] == .null)
        #expect(typed["usage"] == "on_session")
    }

    @Test func aRefusalForWantOfAWayBackShowsTheIntent() {
        var shop = Shop()
        let made = shop.post("setup_intents")
        let refused = shop.post("setup_intents/\(made.id)/confirm", [("payment_method", "pm_card_visa")])
        #expect(refused.param == "return_url")
        #expect(refused["error", "setup_intent", "id"]?.text == made.id)
    }

    @Test func theAllowedTypesAreCleared() {
        var shop = Shop()
        let made = shop.post("setup_intents", [("allowed_payment_method_types[]", "sepa_debit")])
        #expect(made["payment_method_types"] == ["sepa_debit"])
        let cleared = shop.post("setup_intents/\(made.id)", [("allowed_payment_method_types", "")])
        #expect(cleared["payment_method_types"] == ["card"])
        #expect(cleared["allowed_payment_method_types"] == nil)
    }

    /// What becomes of a SetupIntent that is confirmed with each card.
    @Test func theCardDecides() throws {
        let table: [(String, Form, String)] = [
            ("visa", [], "succeeded"), ("chargeCustomerFail", [], "succeeded"), ("radarBlock", [], "succeeded"),
            ("threeDSecureOptional", [], "succeeded"),
            (
                "threeDSecureOptional", [("payment_method_options[card][request_three_d_secure]", "any")],
                "requires_action"
            ),
            ("authenticationRequired", [], "requires_action"),
            ("authenticationRequiredOnSetup", [], "requires_action"),
            ("authenticationRequiredSetupForOffSession", [], "requires_action"),
            ("visa_chargeDeclined", [], "HTTP 402 card_declined"),
            ("chargeDeclinedExpiredCard", [], "HTTP 402 expired_card"),
        ]
        var wrong: [String] = []
        for (card, form, state) in table {
            var shop = Shop()
            let customer = shop.customer()
            let confirming: Form = [("confirm", "true"), ("payment_method", "pm_card_" + card), ("customer", customer)]
            let made = shop.post("setup_intents", Self.types + confirming + form)
            let saved = shop.methods(of: customer)
            if made.state != state || saved.count != (state == "succeeded" ? 1 : 0) {
                wrong.append("\(card): \(made.state)")
            }
        }
        #expect(wrong == [])
    }

    @Test func successAttachesAndLeavesAnAttempt() throws {
        var shop = Shop()
        let customer = shop.customer()
        let id = shop.post("setup_intents", Self.types + [("customer", customer)]).id
        let data: Form = Shop.typed.map { ("payment_method_data[" + $0.0.replacing("card[", with: "card]["), $0.1) }
        let done = shop.post(
            "setup_intents/\(id)/confirm",
            [("payment_method_data[type]", "card"), ("expand[]", "latest_attempt"), ("expand[]", "payment_method")]
                + data)
        #expect(done.state == "succeeded")
        #expect(done["payment_method", "customer"]?.text == customer)
        #expect(done["latest_attempt", "status"] == "succeeded")
        #expect(done["latest_attempt", "setup_intent"]?.text == id)
        #expect(shop.get("setup_attempts", [("setup_intent", id)]).ids == [done["latest_attempt", "id"]?.text])
        #expect(
            try shop.newEvents() == [
                "customer.created", "setup_intent.created", "setup_intent.succeeded", "payment_method.attached",
            ])
    }

    @Test func aDeclineCarriesTheIntent() throws {
        var shop = Shop()
        let id = shop.post("setup_intents", Self.types).id
        let refused = shop.post("setup_intents/\(id)/confirm", [("payment_method", "pm_card_visa_chargeDeclined")])
        #expect(refused.status == 402)
        #expect(refused.declineCode == "generic_decline")
        #expect(refused["error", "setup_intent", "status"] == "requires_payment_method")
        #expect(refused["error", "setup_intent", "payment_method"] == .null)
        #expect(refused["error", "setup_intent", "last_setup_error", "code"] == "card_declined")
        #expect(refused["error", "payment_method", "id"]?.text?.hasPrefix("pm_") ?? false)
        let again = shop.post("setup_intents/\(id)/confirm", [("payment_method", "pm_card_visa")])
        #expect(again.state == "succeeded")
        #expect(again["last_setup_error"] == .null)
        let attempts = shop.get("setup_attempts", [("setup_intent", id)])
        #expect(attempts["data"]?.elements.compactMap { $0["status"]?.text } == ["succeeded", "failed"])
        #expect(
            try shop.newEvents() == ["setup_intent.created", "setup_intent.setup_failed", "setup_intent.succeeded"])
    }

    @Test func theCardholderAnswers() throws {
        var shop = Shop()
        let customer = shop.customer()
        func start(_ shop: inout Shop, _ form: Form = []) -> Shop.Answer {
            shop.post(
                "setup_intents",
                Self.types + form + [
                    ("payment_method", "pm_card_authenticationRequired"), ("confirm", "true"), ("customer", customer),
                ])
        }
        let plain = start(&shop)
        let back = start(&shop, [("return_url", "https://example.com/back")])
        #expect(plain["next_action", "type"] == "use_stripe_sdk")
        #expect(back["next_action", "redirect_to_url", "return_url"] == "https://example.com/back")
        _ = try shop.newEvents()
        func answer(_ shop: inout Shop, _ id: String, _ outcome: String) -> Shop.Answer {
            shop.post("_tender/authenticate", [("intent", id), ("outcome", outcome)])
        }
        let form: Form = [("intent", plain.id), ("outcome", "fail")]
        #expect(shop.post("_tender/authenticate", form, key: "pk_test_shop").param == "client_secret")
        let failed = shop.post(
            "_tender/authenticate", form + [("client_secret", plain["client_secret"]?.text ?? "")], key: "pk_test_shop")
        #expect(failed.state == "requires_payment_method")
        #expect(failed["next_action"] == .null)
        #expect(failed["metadata"] == nil)
        #expect(failed["last_setup_error", "code"] == "setup_intent_authentication_failure")
        let attempt = shop.get("setup_attempts", [("setup_intent", plain.id)])["data"]?.elements.first
        let proof = attempt?["payment_method_details"]?["card"]?["three_d_secure"]
        #expect(proof?["result"] == "failed")
        #expect(proof?["result_reason"] == "rejected")
        let done = answer(&shop, back.id, "succeed")
        #expect(done.state == "succeeded")
        #expect(done["next_action"] == .null)
        #expect(shop.methods(of: customer) == [done["payment_method"]?.text])
        #expect(answer(&shop, back.id, "succeed").refusal == "400 setup_intent_unexpected_state")
        #expect(answer(&shop, "seti_x", "succeed").refusal == "400 resource_missing")
        #expect(answer(&shop, "x", "fail").refusal == "400 resource_missing")
        #expect(answer(&shop, back.id, "maybe").param == "outcome")
        #expect(
            try shop.newEvents() == [
                "setup_intent.setup_failed", "setup_intent.succeeded", "payment_method.attached",
            ])
    }

    @Test func aSetUpCardNeedsNoSecondAuthentication() {
        var shop = Shop()
        let customer = shop.customer()
        let form: Form = Self.types + [("confirm", "true"), ("customer", customer)]
        let first = shop.post("setup_intents", form + [("payment_method", "pm_card_authenticationRequiredOnSetup")])
        let method = shop.post("_tender/authenticate", [("intent", first.id), ("outcome", "succeed")])["payment_method"]
        #expect(shop.post("setup_intents", form + [("payment_method", method?.text ?? "")]).state == "succeeded")
    }

    @Test func finalStatesAreFinal() {
        var shop = Shop()
        let done = shop.post("setup_intents", Self.types + [("payment_method", "pm_card_visa"), ("confirm", "true")]).id
        let canceled = shop.post("setup_intents").id
        let cancel: Form = [("cancellation_reason", "duplicate")]
        #expect(shop.post("setup_intents/\(canceled)/cancel", cancel)["cancellation_reason"] == "duplicate")
        var found: [String] = []
        for id in [done, canceled] {
            for (verb, form) in [
                ("/confirm", [("payment_method", "pm_card_visa")]), ("/cancel", []), ("", [("customer", "")]),
            ] as [(String, Form)] {
                let refused = shop.post("setup_intents/\(id)\(verb)", form)
                found.append("\(refused.refusal) \(refused["error", "setup_intent", "id"]?.text == id)")
            }
        }
        #expect(found == Array(repeating: "400 setup_intent_unexpected_state true", count: 6))
        #expect(shop.post("setup_intents/\(done)", [("metadata[a]", "b")])["metadata"] == ["a": "b"])
    }

    @Test func impossibleRequestsAreRefused() {
        var shop = Shop()
        let open = shop.post("setup_intents", Self.types).id
        let automatic = shop.post("setup_intents").id
        let theirs = shop.save(for: shop.customer())
        let visa: Form = [("payment_method", "pm_card_visa")]
        let table: [(String, Form, String)] = [
            ("setup_intents", [("confirm", "true")], "400 setup_intent_unexpected_state -"),
            ("setup_intents", [("usage", "x")], "400 - usage"),
            ("setup_intents", [("on_behalf_of", "acct_x")], "400 resource_missing on_behalf_of"),
            (
                "setup_intents", [("attach_to_self", "true"), ("customer", shop.customer())], "400 - attach_to_self"
            ),
            ("setup_intents", [("amount", "1")], "400 parameter_unknown amount"),
            ("setup_intents", [("customer", "cus_x")], "400 resource_missing customer"),
            ("setup_intents", [("payment_method", "pm_x")], "400 resource_missing payment_method"),
            ("setup_intents", [("payment_method", theirs)], "400 setup_intent_invalid_parameter payment_method"),
            ("setup_intents", [("payment_method_types[]", "sofa")], "400 - payment_method_types"),
            (
                "setup_intents", visa + [("payment_method_types[]", "card_present")],
                "400 setup_intent_invalid_parameter payment_method"
            ),
            (
                "setup_intents", Self.types + [("automatic_payment_methods[enabled]", "true")],
                "400 parameters_exclusive automatic_payment_methods"
            ),
            ("setup_intents/\(open)/confirm", [], "400 setup_intent_unexpected_state -"),
            ("setup_intents/\(automatic)/confirm", visa, "400 - return_url"),
            (
                "setup_intents/\(open)/confirm", visa + [("payment_method_data[type]", "card")],
                "400 parameters_exclusive payment_method_data"
            ),
            ("setup_intents/\(open)/cancel", [("cancellation_reason", "automatic")], "400 - cancellation_reason"),
            ("setup_intents/seti_x/confirm", visa, "404 resource_missing intent"),
        ]
        var wrong: [String] = []
        for (path, form, expected) in table {
            let answer = shop.post(path, form)
            if "\(answer.refusal) \(answer.param)" != expected {
                wrong.append("\(path) \(form): \(answer.refusal) \(answer.param)")
            }
        }
        #expect(wrong == [])
        #expect(shop.get("setup_intents/\(open)").state == "requires_payment_method")
        let attempts = shop.get("setup_attempts", [("setup_intent", "seti_x")])
        #expect(attempts.refusal == "400 resource_missing")
        #expect(attempts.param == "setup_intent")
    }

    @Test func itIsMadeOnBehalfOfASeller() {
        var shop = Shop()
        let seller = shop.seller()
        let setup = shop.post(
            "setup_intents",
            Self.types + [
                ("on_behalf_of", seller), ("payment_method", "pm_card_visa"), ("confirm", "true"),
                ("expand[]", "latest_attempt"),
            ])
        #expect(setup["on_behalf_of"] == .string(seller))
        #expect(setup.state == "succeeded")
        #expect(setup["latest_attempt", "on_behalf_of"] == .string(seller))
        #expect(setup["application"] == .null)
        shop.account = seller
        let theirs = shop.post("setup_intents", Self.types)
        #expect(theirs["application"]?.text?.hasPrefix("ca_") == true)
    }

    @Test func updatesAndLists() {
        var shop = Shop()
        let customer = shop.customer()
        let id = shop.post("setup_intents").id
        let changed = shop.post(
            "setup_intents/\(id)",
            [("customer", customer), ("payment_method", "pm_card_visa"), ("description", "x"), ("metadata[a]", "b")])
        #expect(changed.state == "requires_confirmation")
        #expect(changed["customer"]?.text == customer)
        let method = changed["payment_method"]?.text ?? ""
        _ = shop.post("setup_intents")
        #expect(shop.get("setup_intents").ids.count == 2)
        #expect(shop.get("setup_intents", [("customer", customer)]).ids == [id])
        #expect(shop.get("setup_intents", [("payment_method", method)]).ids == [id])
        let cleared = shop.post("setup_intents/\(id)", [("payment_method", "")])
        #expect(cleared.state == "requires_payment_method")
        #expect(cleared["payment_method"] == .null)
    }

    @Test func aPublishableKeySeesOneIntentThroughItsSecret() {
        var shop = Shop()
        let made = shop.post("setup_intents", Self.types + [("metadata[a]", "b"), ("customer", shop.customer())])
        let path = "setup_intents/\(made.id)"
        let secret: Form = [("client_secret", made["client_secret"]?.text ?? "")]
        shop.key = "pk_test_shop"
        let seen = shop.get(path, secret)
        #expect(seen.state == "requires_payment_method")
        #expect(seen["metadata"] == nil)
        #expect(seen["customer"] == nil)
        #expect(shop.get(path).param == "client_secret")
        #expect(shop.get(path, [("client_secret", "x")]).refusal == "400 setup_intent_invalid_parameter")
        let refused = shop.post(path + "/confirm", secret + [("payment_method", "pm_card_visa_chargeDeclined")])
        #expect(refused.status == 402)
        #expect(refused["error", "setup_intent", "metadata"] == nil)
        #expect(shop.post(path + "/confirm", secret + [("payment_method", "pm_card_visa")]).state == "succeeded")
        #expect(shop.post(path + "/cancel").refusal == "401 secret_key_required")
    }

    @Test func shapesAreThoseOfTheSchemas() throws {
        var shop = Shop()
        let form: Form =
            Self.types + [
                ("confirm", "true"), ("customer", shop.customer()), ("expand[]", "latest_attempt"),
                ("expand[]", "customer"),
                ("expand[]", "payment_method"),
            ]
        let cards = ["visa", "authenticationRequired", "visa_chargeDeclined"]
        var answers = cards.map { shop.post("setup_intents", form + [("payment_method", "pm_card_" + $0)]) }
        answers.append(
            shop.post(
                "setup_intents",
                form + [("payment_method", "pm_card_authenticationRequired"), ("return_url", "https://x.y")]))
        answers.append(shop.get("setup_intents", [("limit", "100"), ("expand[]", "data.latest_attempt")]))
        answers.append(shop.post("setup_intents", [("payment_method_types[]", "card_present")]))
        let checker = try SchemaChecker()
        #expect(answers.flatMap { checker.problems(inside: $0.body) } == [])
    }
}
