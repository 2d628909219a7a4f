import Testing

@testable import SimulatedPayments

@Suite struct BankMethodTests {
    @Test(arguments: [
        ("AT611904300234573201", 5, "succeeded", "-"), ("DE89 3704 0044 0532 0130 00", 5, "succeeded", "-"),
        ("AT321904300235473204", 180, "succeeded", "-"),
        ("AT861904300235473202", 5, "requires_payment_method", "payment_intent_payment_attempt_failed"),
        ("at051904300235473205", 180, "requires_payment_method", "payment_intent_payment_attempt_failed"),
        ("DE65370400440002222227", 5, "requires_payment_method", "insufficient_funds"),
        ("NL39RABO0300065264", 5, "succeeded", "-"),
    ])
    func theBankAnswersLater(_ iban: String, _ delay: Int64, _ state: String, _ code: String) throws {
        var shop = Shop()
        let waiting = shop.payFromBank("sepa_debit", 2000, Shop.debit(iban) + Shop.mandate)
        let pending = shop.charge(of: waiting.id)
        #expect(waiting.state == "processing")
        #expect(waiting["amount_received"] == 0)
        #expect(pending.state == "pending")
        #expect(pending["paid"] == false)
        #expect(pending["balance_transaction"] == .null)
        _ = try shop.newEvents()
        shop.now += delay - 1
        #expect(shop.get("payment_intents/\(waiting.id)").state == "processing")
        shop.now += 1
        let settled = shop.get("payment_intents/\(waiting.id)")
        let charge = shop.charge(of: waiting.id)
        let pays = state == "succeeded"
        #expect(settled.state == state)
        #expect(settled["last_payment_error", "code"]?.text ?? "-" == code)
        #expect(charge.state == (pays ? "succeeded" : "failed"))
        #expect(charge["paid"] == .bool(pays))
        #expect(shop.ledger(waiting.id).captured == (pays ? 2000 : 0))
        #expect(
            try shop.newEvents()
                == (pays
                    ? ["charge.succeeded", "payment_intent.succeeded"]
                    : ["charge.failed", "payment_intent.payment_failed"]))
    }

    @Test func aDebitShowsItsAccountAndItsMandate() {
        var shop = Shop()
        let intent = shop.payFromBank("sepa_debit")
        let details = shop.charge(of: intent.id)["payment_method_details", "sepa_debit"]
        let mandate = shop.get("mandates/\(details?["mandate"]?.text ?? "")")
        #expect(details?["bank_code"] == "19043")
        #expect(details?["country"] == "AT")
        #expect(details?["last4"] == "3201")
        #expect(mandate["type"] == "single_use")
        #expect(mandate["single_use", "amount"] == 2000)
        #expect(mandate["payment_method"] == intent["payment_method"])
        #expect(mandate["status"] == "active")
        let method = shop.get("payment_methods/\(intent["payment_method"]?.text ?? "")")
        #expect(method["sepa_debit", "fingerprint"] == details?["fingerprint"])
        #expect(method["type"] == "sepa_debit")
        #expect(!String(decoding: method.bytes, as: UTF8.self).contains("AT6119"))
        #expect(shop.get("mandates/mandate_x").status == 404)
    }

    @Test func whatADebitNeeds() {
        let account = Shop.debit()
        let online = "mandate_data[customer_acceptance][online]"
        let agreed: Form = [("mandate_data[customer_acceptance][type]", "online")]
        let browser: Form = [(online + "[ip_address]", "127.0.0.1"), (online + "[user_agent]", "Browser")]
        let inferred: Form = [(online + "[infer_from_client]", "true")]
        let cases: [(Form, String)] = [
            (account, "400 payment_intent_mandate_invalid mandate_data"),
            (account + agreed, "400 parameter_missing \(online)[ip_address]"),
            (account + agreed + inferred, "400 parameter_missing \(online)[ip_address]"),
            (account + agreed + browser, "processing"),
            (
                account.filter { !$0.0.hasSuffix("[name]") } + Shop.mandate,
                "400 parameter_missing payment_method_data[billing_details][name]"
            ),
            (
                account.filter { !$0.0.hasSuffix("[email]") } + Shop.mandate,
                "400 parameter_missing payment_method_data[billing_details][email]"
            ),
            (
                account.filter { !$0.0.hasSuffix("[iban]") } + Shop.mandate,
                "400 parameter_missing payment_method_data[sepa_debit][iban]"
            ),
            (account + Shop.mandate + [("currency", "usd")], "400 - currency"),
            (
                account + Shop.mandate + [("capture_method", "manual")],
                "400 payment_intent_invalid_parameter capture_method"
            ),
        ]
        let seen = cases.map { form, _ in
            var shop = Shop()
            let answer = shop.payFromBank("sepa_debit", 2000, form)
            return answer.status == 200 ? answer.state : "\(answer.refusal) \(answer.param)"
        }
        #expect(seen == cases.map(\.1))
    }

    @Test(arguments: [
        "AT611904300234573202", "AT61", "", "XX611904300234573201", "AT6119043002345732011", "DE8937040044053201300ß",
        "AT61190430023457320\u{0}", "<script>", String(repeating: "9", count: 64),
    ])
    func numbersThatAreNoneAreRefused(_ iban: String) {
        #expect(IBAN(iban) == nil)
        var shop = Shop()
        let answer = shop.payFromBank("sepa_debit", 2000, Shop.debit(iban) + Shop.mandate)
        #expect(answer.status == 400)
        #expect(shop.get("payment_intents")["data"]?.elements.count == 0)
    }

    @Test func banksHaveCodes() {
        let seen = [
            "AT611904300234573201", "DE89370400440532013000", "FR1420041010050500013M02606",
            "IT40S0542811101000000123456", "ES0700120345030000067890", "IE29AIBK93115212345678",
        ].map { IBAN($0).map { [$0.country, $0.bankCode, $0.branchCode, $0.last4] } }
        #expect(
            seen == [
                ["AT", "19043", "", "3201"], ["DE", "37040044", "", "3000"], ["FR", "20041", "01005", "2606"],
                ["IT", "05428", "11101", "3456"], ["ES", "0012", "0345", "7890"], ["IE", "AIBK", "931152", "5678"],
            ])
    }

    @Test(arguments: ["bancontact", "ideal"])
    func aRedirectPaysWhenTheCustomerAgrees(_ type: String) {
        var shop = Shop()
        let (paid, failed) = (shop.payFromBank(type), shop.payFromBank(type))
        #expect(paid["next_action", "redirect_to_url", "return_url"] == "https://shop.test/back")
        #expect(paid["latest_charge"] == .null)
        #expect(paid.state == "requires_action")
        let done = shop.post("_tender/authenticate", [("intent", paid.id), ("outcome", "succeed")])
        let charge = shop.charge(of: paid.id)
        #expect(done.state == "succeeded")
        #expect(charge["payment_method_details", "type"] == .string(type))
        #expect(charge["payment_method_details", type, "verified_name"] == "Jenny Rosen")
        let refused = shop.post("_tender/authenticate", [("intent", failed.id), ("outcome", "fail")])
        #expect(refused.state == "requires_payment_method")
        #expect(refused["last_payment_error", "code"] == "payment_intent_authentication_failure")
        #expect(shop.ledger(paid.id).captured == 2000)
        #expect(shop.ledger(failed.id).captured == 0)
        let refund = shop.post("refunds", [("payment_intent", paid.id), ("amount", "500")])
        #expect(refund.state == "succeeded")
        #expect(refund["destination_details"] == nil)
    }

    @Test func whatARedirectNeeds() {
        let cases: [(Form, String)] = [
            ([("return_url", "-")], "400 parameter_missing return_url"), ([("currency", "usd")], "400 - currency"),
            ([("capture_method", "manual")], "400 payment_intent_invalid_parameter capture_method"),
            ([("setup_future_usage", "off_session")], "400 payment_intent_invalid_parameter setup_future_usage"),
            ([("off_session", "true")], "400 payment_intent_invalid_parameter off_session"),
            (
                [("payment_method_data[billing_details][name]", "")],
                "400 parameter_missing payment_method_data[billing_details][name]"
            ),
        ]
        let seen = cases.map { form, _ in
            var shop = Shop()
            let answer = shop.payFromBank("bancontact", 2000, nil, form)
            return "\(answer.refusal) \(answer.param)"
        }
        #expect(seen == cases.map(\.1))
    }

    @Test func aCustomerKeepsADebitAndNoRedirect() {
        var shop = Shop()
        let customer = shop.customer()
        let kept = shop.payFromBank(
            "sepa_debit", 2000, nil, [("customer", customer), ("setup_future_usage", "off_session")])
        let method = kept["payment_method"]?.text ?? ""
        #expect(shop.get("payment_methods/\(method)")["customer"] == .string(customer))
        let again = shop.post(
            "payment_intents",
            [
                ("amount", "700"), ("currency", "eur"), ("payment_method_types[]", "sepa_debit"), ("confirm", "true"),
                ("customer", customer), ("payment_method", method), ("off_session", "true"),
            ])
        #expect(again.state == "processing")
        let ideal = shop.post("payment_methods", [("type", "ideal"), ("ideal[bank]", "ing")])
        #expect(ideal["ideal", "bic"] == "INGBNL2A")
        let refused = shop.post("payment_methods/\(ideal.id)/attach", [("customer", customer)])
        #expect(refused.refusal == "400 payment_method_unsupported_type")
        let plain = shop.post(
            "payment_methods",
            [
                ("type", "sepa_debit"), ("sepa_debit[iban]", Shop.iban), ("billing_details[name]", "J"),
                ("billing_details[email]", "j@example.com"),
            ])
        #expect(
            shop.post("payment_methods/\(plain.id)/attach", [("customer", customer)])["customer"] == .string(customer))
    }

    @Test func aDebitIsSetUpForLater() {
        var shop = Shop()
        let customer = shop.customer()
        let form: Form =
            Shop.debit() + [
                ("payment_method_types[]", "sepa_debit"), ("customer", customer), ("confirm", "true"),
            ]
        #expect(shop.post("setup_intents", form).refusal == "400 setup_intent_mandate_invalid")
        let setup = shop.post("setup_intents", form + Shop.mandate + [("expand[]", "mandate")])
        #expect(setup.state == "succeeded")
        #expect(setup["mandate", "type"] == "multi_use")
        let method = setup["payment_method"]?.text ?? ""
        let paid = shop.post(
            "payment_intents",
            [
                ("amount", "700"), ("currency", "eur"), ("payment_method_types[]", "sepa_debit"), ("confirm", "true"),
                ("customer", customer), ("payment_method", method), ("off_session", "true"),
            ])
        #expect(paid.state == "processing")
        #expect(shop.charge(of: paid.id)["payment_method_details", "sepa_debit", "mandate"] == setup["mandate", "id"])
    }

    @Test func whileTheBankThinksNothingElseHappens() {
        var shop = Shop()
        let intent = shop.payFromBank("sepa_debit")
        let tries = [
            shop.post("payment_intents/\(intent.id)/confirm", [("payment_method", "pm_card_visa")]),
            shop.post("payment_intents/\(intent.id)/cancel"), shop.post("payment_intents/\(intent.id)/capture"),
            shop.post("payment_intents/\(intent.id)", [("amount", "100")]),
            shop.post("refunds", [("payment_intent", intent.id)]),
        ]
        #expect(tries.map(\.status) == [400, 400, 400, 400, 400])
        shop.now += SimulatedPayments.debitDelay
        #expect(shop.get("payment_intents/\(intent.id)").state == "succeeded")
        #expect(shop.post("refunds", [("payment_intent", intent.id)]).state == "succeeded")
    }

    @Test func aContestedDebitIsLost() {
        var shop = Shop()
        let intent = shop.payFromBank("sepa_debit", 2000, Shop.debit("AT591904300235473203") + Shop.mandate)
        shop.now += SimulatedPayments.debitDelay
        let dispute = shop.get("disputes", [("payment_intent", intent.id)])["data"]?.elements.first
        #expect(dispute?["status"] == "lost")
        #expect(dispute?["reason"] == "debit_not_authorized")
        #expect(shop.post("refunds", [("payment_intent", intent.id)]).code == "charge_disputed")
    }

    @Test func othersHaveTheirPartWhenItIsPaid() {
        var shop = Shop()
        let seller = shop.seller()
        let intent = shop.payFromBank("sepa_debit", 1000, nil, Shop.destination(seller, fee: 123))
        #expect(shop.get("transfers")["data"]?.elements.count == 0)
        shop.now += SimulatedPayments.debitDelay
        let charge = shop.charge(of: intent.id)
        let transfer = shop.get("transfers")["data"]?.elements.first
        #expect(transfer?["amount"] == 1000)
        #expect(charge["transfer"] == transfer?["id"])
        let fee = shop.get("application_fees/\(charge["application_fee"]?.text ?? "")")
        #expect(fee["amount"] == 123)
        let direct = shop.acting(for: seller) {
            $0.payFromBank("sepa_debit", 1000, nil, [("application_fee_amount", "50")])
        }
        shop.now += SimulatedPayments.debitDelay
        #expect(shop.acting(for: seller) { $0.get("payment_intents/\(direct.id)").state } == "succeeded")
        #expect(shop.get("application_fees")["data"]?.elements.count == 2)
    }

    @Test func theTypesAreChosenByTheCurrency() {
        func types(_ more: Form) -> [String] {
            var shop = Shop()
            let intent = shop.post("payment_intents", [("amount", "2000"), ("currency", "eur")] + more)
            return (intent["payment_method_types"]?.elements ?? []).compactMap(\.text)
        }
        let redirects = "automatic_payment_methods[allow_redirects]"
        #expect(types([]) == ["card", "bancontact", "ideal", "sepa_debit"])
        #expect(types([("currency", "usd")]) == ["card"])
        #expect(types([("capture_method", "manual")]) == ["card"])
        #expect(
            types([("automatic_payment_methods[enabled]", "true"), (redirects, "never")]) == ["card", "sepa_debit"])
        #expect(types([("setup_future_usage", "off_session")]) == ["card", "sepa_debit"])
    }

    @Test func answersHaveTheFieldsOfTheirSchemas() throws {
        let checker = try SchemaChecker()
        var (shop, problems) = (Shop(), [String]())
        let started = ["bancontact", "ideal", "sepa_debit"].map { shop.payFromBank($0).id }
        for id in started { _ = shop.post("_tender/authenticate", [("intent", id), ("outcome", "succeed")]) }
        for delay in [0, SimulatedPayments.debitDelay] {
            shop.now += delay
            for id in started {
                let intent = shop.get(
                    "payment_intents/\(id)", [("expand[]", "latest_charge"), ("expand[]", "payment_method")])
                checker.check(intent.body, of: "payment_intent", &problems)
                problems += checker.problems(inside: intent.body)
            }
        }
        #expect(problems == [])
    }

    @Test func storageContinuesWithADebit() throws {
        var shop = Shop()
        let intent = shop.payFromBank("sepa_debit")
        shop.payments = try SimulatedPayments(seed: [9], records: shop.payments.takeChanges())
        shop.now += SimulatedPayments.debitDelay
        #expect(shop.get("payment_intents/\(intent.id)").state == "succeeded")
        #expect(shop.ledger(intent.id).captured == 2000)
    }

    /// Whatever happens on pages and in banks: an intent is paid once, and the books say so.
    @Test(arguments: 0..<20)
    func nothingIsPaidTwice(_ seed: UInt64) {
        var (shop, random) = (Shop(), Pseudorandom(state: seed))
        var intents: [String] = []
        let accounts = ["AT611904300234573201", "AT321904300235473204", "AT861904300235473202", "AT051904300235473205"]
        for _ in 0..<60 {
            let intent = intents.isEmpty ? "" : intents[Int.random(in: 0..<intents.count, using: &random)]
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                intents.append(
                    shop.post(
                        "payment_intents",
                        [("amount", "\(100 + Int.random(in: 0..<900, using: &random))"), ("currency", "eur")]
                            + ["card", "ideal", "bancontact", "sepa_debit"].map { ("payment_method_types[]", $0) }
                    ).id)
            case 1, 2:
                let methods: [Form] = [
                    [("payment_method", "pm_card_visa")], [("payment_method", "pm_card_authenticationRequired")],
                    [("payment_method_data[type]", "ideal")],
                    Shop.debit(accounts[Int.random(in: 0..<accounts.count, using: &random)]) + Shop.mandate,
                ]
                _ = shop.post(
                    "payment_intents/\(intent)/confirm",
                    methods[Int.random(in: 0..<methods.count, using: &random)] + [("return_url", "https://shop.test/")])
            case 3, 4:
                let outcome = Int.random(in: 0..<3, using: &random) == 0 ? "fail" : "succeed"
                _ = shop.post("_tender/authenticate", [("intent", intent), ("outcome", outcome)])
            case 5: _ = shop.post("payment_intents/\(intent)/cancel")
            case 6: _ = shop.post("refunds", [("payment_intent", intent), ("amount", "10")])
            default: shop.now += Int64(Int.random(in: 0..<200, using: &random))
            }
        }
        shop.now += 1000
        for id in intents {
            let intent = shop.get("payment_intents/\(id)")
            let charges = shop.get("charges", [("payment_intent", id)])["data"]?.elements ?? []
            let paid = charges.filter { $0["status"] == "succeeded" }
            #expect(paid.count == (intent.state == "succeeded" ? 1 : 0))
            #expect(intent.state != "processing")
            #expect(shop.ledger(id).captured == intent["amount_received"]?.number)
        }
    }
}
