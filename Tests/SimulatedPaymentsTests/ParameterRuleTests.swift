import SimulatedPayments
import Testing

/// Parameters of the present API version, and who may use them.
@Suite struct ParameterRuleTests {
    private static let card: Form = [("amount", "2000"), ("currency", "usd"), ("payment_method_types[]", "card")]
    private static let paid: Form = card + [("payment_method", "pm_card_visa"), ("confirm", "true")]

    @Test func detailsOfTheAmountAreShown() {
        var shop = Shop()
        let details: Form = [
            ("amount_details[discount_amount]", "10"), ("amount_details[enforce_arithmetic_validation]", "false"),
            ("amount_details[shipping][amount]", "5"), ("amount_details[tax][total_tax_amount]", "7"),
            ("amount_details[line_items][0][product_name]", "x"), ("amount_details[line_items][0][quantity]", "1"),
            ("amount_details[line_items][0][unit_cost]", "2000"), ("payment_details[order_reference]", "A-1"),
        ]
        let shown: JSONValue = [
            "discount_amount": 10, "shipping": ["amount": 5, "from_postal_code": nil, "to_postal_code": nil],
            "tax": ["total_tax_amount": 7], "tip": [:],
        ]
        let names: JSONValue = ["customer_reference": nil, "order_reference": "A-1"]
        let created = shop.post("payment_intents", Self.card + details)
        #expect(created["amount_details"] == shown)
        #expect(created["payment_details"] == names)
        let cleared = shop.post("payment_intents/\(created.id)", [("amount_details", ""), ("payment_details", "")])
        #expect(cleared["amount_details"] == ["tip": [:]])
        let confirmed = shop.post(
            "payment_intents/\(created.id)/confirm",
            details + [
                ("payment_method", "pm_card_visa"), ("amount_to_confirm", "2000"), ("capture_method", "manual"),
            ])
        #expect(confirmed.state == "requires_capture")
        #expect(confirmed["amount_details"] == shown)
        let captured = shop.post(
            "payment_intents/\(created.id)/capture", [("payment_details[customer_reference]", "B")])
        #expect(captured["payment_details"] == ["customer_reference": "B", "order_reference": "A-1"])
    }

    @Test func anotherAmountIsNotConfirmed() {
        var shop = Shop()
        let id = shop.post("payment_intents", Self.card).id
        let answer = shop.post(
            "payment_intents/\(id)/confirm", [("payment_method", "pm_card_visa"), ("amount_to_confirm", "1999")])
        #expect(answer.param == "amount_to_confirm")
        #expect(shop.ledger(id).authorizations == 0)
    }

    @Test func allowedTypesAreThoseThatCanPay() {
        var shop = Shop()
        let base: Form = [("amount", "2000"), ("currency", "usd")]
        func create(_ types: [String]) -> Shop.Answer {
            shop.post("payment_intents", base + types.map { ("allowed_payment_method_types[]", $0) })
        }
        #expect(create(["klarna", "card"])["payment_method_types"] == ["card"])
        #expect(create(["klarna"]).param == "allowed_payment_method_types")
        let both = shop.post("payment_intents", Self.card + [("allowed_payment_method_types[]", "card")])
        #expect(both.code == "parameters_exclusive")
        let setup = shop.post("setup_intents", [("allowed_payment_method_types[]", "card")])
        #expect(setup["payment_method_types"] == ["card"])
    }

    @Test func aReturnURLIsAURL() {
        let table: [(String, Bool)] = [
            ("https://shop.test/back?x=1#y", true), ("myapp://stripe-redirect", true), ("http://localhost:8080", true),
            ("shop.test/back", false), ("https://", false), ("https:///path", false), ("javascript:alert(1)", false),
            ("https://a b", false), ("1s://x", false), ("://x", false), ("https://x\ny", false),
        ]
        var wrong: [String] = []
        for (url, isGood) in table {
            var shop = Shop()
            let payment = shop.post("payment_intents", Self.paid + [("return_url", url)])
            let setup = shop.post(
                "setup_intents",
                [
                    ("payment_method_types[]", "card"), ("confirm", "true"), ("payment_method", "pm_card_visa"),
                    ("return_url", url),
                ])
            for answer in [payment, setup] {
                let isRight =
                    isGood ? answer.state == "succeeded" : "\(answer.code) \(answer.param)" == "url_invalid return_url"
                if !isRight { wrong.append("\(url): \(answer.state)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func aRefundTellsWhereItsInstructionsGo() {
        var shop = Shop()
        let id = shop.post("payment_intents", Self.paid).id
        let refund = shop.post(
            "refunds", [("payment_intent", id), ("amount", "5"), ("instructions_email", "a@b.test")])
        #expect(refund["instructions_email"] == "a@b.test")
        #expect(shop.get("refunds/\(refund.id)")["instructions_email"] == "a@b.test")
        let wrong = shop.post("refunds", [("payment_intent", id), ("instructions_email", "nobody")])
        #expect(wrong.code == "email_invalid")
        #expect(shop.ledger(id).refunded == 5)
    }

    @Test func whatChangesNothingIsNoEvent() throws {
        var shop = Shop()
        let customer = shop.customer([("name", "Ada")])
        let intent = shop.post("payment_intents", Self.paid + [("metadata[a]", "b"), ("description", "x")])
        let charge = intent["latest_charge"]?.text ?? ""
        let refund = shop.post("refunds", [("payment_intent", intent.id), ("amount", "5"), ("metadata[a]", "b")]).id
        let method = shop.save(for: customer)
        _ = try shop.newEvents()
        let updates: [(String, Form)] = [
            ("customers/\(customer)", [("name", "Ada")]), ("payment_intents/\(intent.id)", [("description", "x")]),
            ("charges/\(charge)", [("description", "x")]), ("refunds/\(refund)", [("metadata[a]", "b")]),
            ("payment_methods/\(method)", [("allow_redisplay", "unspecified")]),
            ("payment_methods/\(method)/attach", [("customer", customer)]),
        ]
        for (path, form) in updates { #expect(shop.post(path, form).status == 200) }
        #expect(try shop.newEvents() == [])
        _ = shop.post("charges/\(charge)", [("description", "y")])
        _ = shop.post("refunds/\(refund)", [("metadata[a]", "c")])
        let events = try shop.newEventObjects()
        #expect(
            events.compactMap { $0["type"]?.text } == ["charge.updated", "refund.updated", "charge.refund.updated"])
        #expect(
            events.map { $0["previous"] } == [["description": "x"], ["metadata": ["a": "b"]], ["metadata": ["a": "b"]]])
    }

    @Test func aPublishableKeyLooksNoFurtherThanTheMethod() {
        var shop = Shop()
        let customer = shop.customer([("name", "Secret Ada")])
        let method = shop.save(for: customer)
        let kinds: [(String, Form)] = [
            ("payment_intents", Self.card), ("setup_intents", [("payment_method_types[]", "card")]),
        ]
        for (kind, form) in kinds {
            let created = shop.post(kind, form + [("customer", customer), ("payment_method", method)])
            let secret: Form = [("client_secret", created["client_secret"]?.text ?? "")]
            let path = "\(kind)/\(created.id)"
            let refused = ["customer", "payment_method.customer", "latest_charge", "latest_attempt", "review"].map {
                shop.get(path, secret + [("expand[]", $0)], key: "pk_test_shop").param
            }
            #expect(refused == Array(repeating: "expand", count: 5))
            let seen = shop.get(path, secret + [("expand[]", "payment_method")], key: "pk_test_shop")
            #expect(seen["payment_method", "id"] == .string(method))
            #expect(seen["payment_method", "customer"] == nil)
            #expect(!String(decoding: seen.bytes, as: UTF8.self).contains(customer))
        }
    }

    @Test func aDeclineTellsAPublishableKeyNothingOfTheCustomer() {
        var shop = Shop()
        let customer = shop.customer()
        let method = shop.save("pm_card_chargeCustomerFail", for: customer)
        let created = shop.post("payment_intents", Self.card + [("customer", customer), ("payment_method", method)])
        let secret: Form = [("client_secret", created["client_secret"]?.text ?? "")]
        let path = "payment_intents/\(created.id)"
        let declined = shop.post(path + "/confirm", secret, key: "pk_test_shop")
        let seen = shop.get(path, secret, key: "pk_test_shop")
        #expect(declined.status == 402)
        #expect(seen["last_payment_error", "payment_method", "id"] == .string(method))
        for answer in [declined, seen] { #expect(!String(decoding: answer.bytes, as: UTF8.self).contains(customer)) }
        let away = shop.post(
            path + "/confirm", secret + [("payment_method", "pm_card_visa"), ("off_session", "true")],
            key: "pk_test_shop")
        #expect(away.param == "off_session")
    }

    @Test func theSameCardHasTheSameFingerprintOnlyHere() throws {
        func prints(_ shop: inout Shop) -> [String] {
            [
                shop.method().body, shop.method(Shop.typed).body,
                shop.post("payment_methods", [("type", "card"), ("card[token]", "tok_mastercard")]).body,
            ].map { $0["card"]?["fingerprint"]?.text ?? "" }
        }
        var shop = Shop()
        let first = prints(&shop)
        #expect(first[0] == first[1])
        #expect(first[0] != first[2])
        #expect(first[0].count == 16)
        var rows = shop.payments.takeChanges()
        var later = Shop()
        later.payments = try SimulatedPayments(seed: [77], records: rows)
        #expect(prints(&later) == first)
        shop.key = "sk_test_other"
        #expect(prints(&shop)[0] != first[0])
        var other = Shop()
        other.payments = SimulatedPayments(seed: [78])
        #expect(prints(&other)[0] != first[0])
        rows = later.payments.takeChanges()
        #expect(!rows.contains { $0.id == "fingerprint_key" })
    }

    @Test func aDeviceDoesNotLoosenWhatTheServerSaid() {
        let table: [(Form, String)] = [
            ([("allowed_payment_method_types[]", "card")], "HTTP 400 payment_intent_invalid_parameter"),
            ([("excluded_payment_method_types", "")], "HTTP 400 payment_intent_invalid_parameter"),
            ([("setup_future_usage", "")], "HTTP 400 payment_intent_invalid_parameter"),
            ([("setup_future_usage", "on_session")], "succeeded"),
            ([("setup_future_usage", "off_session")], "succeeded"),
        ]
        var wrong: [String] = []
        for (form, state) in table {
            var shop = Shop()
            let created = shop.post("payment_intents", Self.card + [("setup_future_usage", "on_session")])
            let answer = shop.post(
                "payment_intents/\(created.id)/confirm",
                [("payment_method", "pm_card_visa"), ("client_secret", created["client_secret"]?.text ?? "")] + form,
                key: "pk_test_shop")
            if answer.state != state { wrong.append("\(form): \(answer.state)") }
        }
        #expect(wrong == [])
    }

    @Test func aDeviceDoesNotSetUpWhatTheServerDoesNotTake() {
        var shop = Shop()
        let setup = shop.post("setup_intents", [("payment_method_types[]", "card_present")])
        let answer = shop.post(
            "setup_intents/\(setup.id)/confirm",
            [
                ("payment_method", "pm_card_visa"), ("allowed_payment_method_types[]", "card"),
                ("client_secret", setup["client_secret"]?.text ?? ""),
            ], key: "pk_test_shop")
        #expect(answer.param == "allowed_payment_method_types")
        #expect(shop.get("setup_intents/\(setup.id)").state == "requires_payment_method")
    }

    @Test func aPageThatStaysOpenNeedsNoWayBack() {
        var shop = Shop()
        let form: Form = [
            ("amount", "2000"), ("currency", "usd"), ("confirm", "true"), ("use_stripe_sdk", "true"),
            ("payment_method", "pm_card_authenticationRequired"),
        ]
        for more in [[], [("return_url", "https://shop.test")]] {
            #expect(shop.post("payment_intents", form + more)["next_action", "type"] == "use_stripe_sdk")
        }
    }

    @Test func optionsAreShownInTheirTypes() {
        var shop = Shop()
        func option(_ name: String, _ value: String) -> (String, String) {
            ("payment_method_options[card][\(name)", value)
        }
        let mandate = ["amount", "amount_type", "interval", "reference", "start_date"]
        let values = ["500", "fixed", "month", "r", "1900000000"]
        let created = shop.post(
            "payment_intents",
            Self.card + [
                option("installments][enabled]", "true"), option("setup_future_usage]", "none"),
                option("request_overcapture]", "if_available"),
            ] + zip(mandate, values).map { option("mandate_options][\($0)]", $1) })
        let shown = created["payment_method_options", "card"]
        #expect(shown?["installments"] == ["available_plans": nil, "enabled": true, "plan": nil])
        #expect(shown?["mandate_options", "amount"] == 500)
        #expect(shown?["mandate_options", "end_date"] == .null)
        let cleared = shop.post(
            "payment_intents/\(created.id)",
            [option("setup_future_usage]", ""), option("request_overcapture]", "")])["payment_method_options", "card"]
        #expect(cleared?["setup_future_usage"] == nil)
        #expect(cleared?["request_overcapture"] == nil)
        #expect(cleared?["network"] == .null)
        let none = shop.post("payment_intents/\(created.id)", [("payment_method_options", "")])
        #expect(none["payment_method_options", "card", "mandate_options"] == .null)
    }

    @Test func theOptionsOfOneTypeAreCleared() {
        let types = ["card", "card_present", "interac_present", "bancontact", "ideal", "sepa_debit"]
        var wrong: [String] = []
        for type in types {
            var shop = Shop()
            let created = shop.post("payment_intents", Self.card + [("payment_method_options[\(type)]", "")])
            if created.status != 200 { wrong.append("\(type) \(created.state)") }
        }
        #expect(wrong == [])
        var shop = Shop()
        let kinds: Form = [("payment_method_types[0]", "card"), ("payment_method_types[1]", "card_present")]
        let options: Form = [
            ("payment_method_options[card][request_three_d_secure]", "any"),
            ("payment_method_options[card_present][capture_method]", "manual_preferred"),
            ("payment_method_options[card_present][request_extended_authorization]", "true"),
        ]
        let plain = shop.post("payment_intents", [("amount", "2000"), ("currency", "usd")] + kinds)
        let id = shop.post("payment_intents", [("amount", "2000"), ("currency", "usd")] + kinds + options).id
        let one = shop.post("payment_intents/\(id)", [("payment_method_options[card_present]", "")])
        #expect(one["payment_method_options", "card", "request_three_d_secure"] == "any")
        #expect(one["payment_method_options", "card_present"] == plain["payment_method_options", "card_present"])
        let both = shop.post("payment_intents/\(id)", [("payment_method_options[card]", "")])
        #expect(both["payment_method_options"] == plain["payment_method_options"])
    }

    @Test func wordsThatTheAPIDoesNotKnowAreRefused() {
        let table: [(String, String, String)] = [
            ("payment_intents", "excluded_payment_method_types[0]", "klarnaa"),
            ("setup_intents", "excluded_payment_method_types[0]", "klarnaa"),
            ("payment_intents", "payment_method_options[card][network]", "vista"),
            ("setup_intents", "payment_method_options[card][network]", "vista"),
        ]
        var wrong: [String] = []
        for (path, name, value) in table {
            var shop = Shop()
            let amount: Form = path == "payment_intents" ? Self.card : []
            let answer = shop.post(path, amount + [(name, value)])
            if answer.status != 400 || answer.param != name { wrong.append("\(path) \(name): \(answer.state)") }
        }
        #expect(wrong == [])
    }

    @Test func theLinesOfAnAmountAreRead() {
        let line: Form = [("product_name", "Tea"), ("quantity", "2"), ("unit_cost", "1000")]
        let more: Form = [
            ("discount_amount", "0"), ("product_code", "T"), ("unit_of_measure", "each"),
            ("tax][total_tax_amount", "0"), ("payment_method_options][card][commodity_code", "0902"),
        ]
        let table: [(Form, String)] = [
            (line, "requires_payment_method"), (line + more, "requires_payment_method"),
            (Array(line.dropFirst()), "HTTP 400 parameter_missing"),
            (Array(line.dropLast()), "HTTP 400 parameter_missing"),
            (line + [("tax", "x")], "HTTP 400 -"), (line + [("color", "green")], "HTTP 400 parameter_unknown"),
            (Array(line.dropLast()) + [("unit_cost", "x")], "HTTP 400 parameter_invalid_integer"),
        ]
        var wrong: [String] = []
        for (members, state) in table {
            var shop = Shop()
            let form = members.map { ("amount_details[line_items][0][\($0.0)]", $0.1) }
            let answer = shop.post("payment_intents", Self.card + form)
            if answer.state != state { wrong.append("\(members): \(answer.state) \(answer.param)") }
        }
        #expect(wrong == [])
    }

    @Test func theBanksOfIdealAreThoseOfTheAPI() {
        var wrong: [String] = []
        for (bank, bic) in ["adyen": "ADYBNL2A", "buut": "BUUTNL2A", "finom": "FNOMNL22", "mollie": "MLLENL2A"] {
            var shop = Shop()
            let made = shop.post("payment_methods", [("type", "ideal"), ("ideal[bank]", bank)])
            if made["ideal", "bic"]?.text != bic { wrong.append("\(bank) \(made.state)") }
        }
        #expect(wrong == [])
    }

    @Test func namedTypesEndTheAutomaticOnes() {
        var shop = Shop()
        let created = shop.post(
            "payment_intents",
            [
                ("amount", "2000"), ("currency", "usd"), ("automatic_payment_methods[enabled]", "true"),
                ("automatic_payment_methods[allow_redirects]", "never"),
            ])
        let named = shop.post("payment_intents/\(created.id)", [("payment_method_types[]", "card")])
        #expect(created["automatic_payment_methods", "allow_redirects"] == "never")
        #expect(named["automatic_payment_methods"] == .null)
    }
}

extension JSONValue {
    fileprivate subscript(first: String, second: String) -> JSONValue? { self[first]?[second] }
}
