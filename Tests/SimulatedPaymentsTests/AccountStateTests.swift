import SimulatedPayments
import Testing

/// What an account shows while it is filled in.
@Suite struct AccountStateTests {
    private func due(_ answer: Shop.Answer) -> [String] {
        answer["requirements", "currently_due"]?.elements.compactMap(\.text) ?? ["nothing shown"]
    }

    /// Nothing was asked for, and yet there is something to tell.
    @Test func anEmptyAccountHasRequirements() {
        var shop = Shop()
        let made = ["express", "custom"].map { shop.post("accounts", [("type", $0)]) }
        #expect(made.map { $0["capabilities"] } == [[:], [:]])
        #expect(
            made.map(due)
                == Array(
                    repeating: ["business_type", "external_account", "tos_acceptance.date", "tos_acceptance.ip"],
                    count: 2))
        #expect(made.first?["requirements", "disabled_reason"] == "requirements.past_due")
        let full = shop.post("accounts", AccountTests.individual.filter { !$0.0.hasPrefix("capabilities") })
        #expect(due(full) == [])
        #expect(full["details_submitted"] == true)
        #expect(full["charges_enabled"] == false)
    }

    /// Who sees the full dashboard has what is usual there without asking.
    @Test func theFullDashboardAsksForCapabilities() {
        var shop = Shop()
        let (plain, full) = (shop.post("accounts"), shop.post("accounts", [("controller[fees][payer]", "account")]))
        let both: JSONValue = ["card_payments": "inactive", "transfers": "inactive"]
        #expect(plain["capabilities"] == both)
        #expect(full["capabilities"] == both)
        #expect(due(plain).contains("business_profile.mcc"))
        let less = shop.post("accounts", [("capabilities[transfers][requested]", "false")])
        #expect(less["capabilities"] == ["card_payments": "inactive"])
    }

    @Test func whatWasSubmittedStaysSo() {
        var shop = Shop()
        let seller = shop.seller()
        let states = [("capabilities/card_payments", "requested", "false"), ("reject", "reason", "other")].map {
            shop.post("accounts/\(seller)/\($0.0)", [($0.1, $0.2)]).status == 200
                && shop.get("accounts/\(seller)")["details_submitted"] == true
        }
        #expect(states == [true, true])
    }

    @Test func aCapabilityThatIsWithdrawnIsTold() {
        var shop = Shop()
        let seller = shop.seller()
        let steps = [("transfers", "false"), ("transfers", "true")].map { name, isRequested in
            _ = shop.post("accounts/\(seller)/capabilities/\(name)", [("requested", isRequested)])
            let events = shop.acting(for: seller) { $0.get("events", [("type", "capability.updated")]) }
            let told = events["data"]?.elements.first?["data"]?["object"]
            return [told?["id"]?.text, told?["status"]?.text]
        }
        #expect(steps == [["transfers", "unrequested"], ["transfers", "active"]])
    }

    @Test func everyPublicCapabilityCanBeAskedFor() {
        var shop = Shop()
        let id = shop.post("accounts", [("type", "custom")]).id
        let names = ["klarna_payments", "us_bank_transfer_payments", "cartes_bancaires_payments", "treasury"]
        let seen = names.map {
            shop.post("accounts/\(id)/capabilities/\($0)", [("requested", "true")])["status"]?.text ?? ""
        }
        #expect(seen == Array(repeating: "inactive", count: names.count))
    }

    /// The bank account of an update is the new default one, in place of the old.
    @Test func anUpdateReplacesTheDefaultBank() {
        var shop = Shop()
        let seller = shop.seller()
        let path = "accounts/\(seller)/external_accounts"
        _ = shop.post(path, [("external_account", "btok_us")])
        let old = shop.get(path)["data"]?.elements.last?["id"]?.text ?? ""
        _ = shop.post("accounts/\(seller)", [("external_account", "btok_us_verified_noAccount")])
        let banks = shop.get(path)["data"]?.elements ?? []
        #expect(banks.map { $0["last4"] } == ["1116", "6789"])
        #expect(banks.map { $0["default_for_currency"] } == [true, false])
        #expect(shop.get("\(path)/\(old)").status == 404)
        let types = shop.acting(for: seller) { $0.get("events", [("type", "account.external_account.deleted")]) }
        #expect(types["data"]?.elements.count == 1)
    }

    @Test func aCurrencyKeepsItsDefaultBank() {
        var shop = Shop()
        let seller = shop.seller()
        let path = "accounts/\(seller)/external_accounts"
        let first = shop.get(path).ids.first ?? ""
        let euro: Form = [
            ("external_account[object]", "bank_account"), ("external_account[country]", "DE"),
            ("external_account[currency]", "eur"), ("external_account[account_number]", "DE89370400440532013000"),
        ]
        let second = shop.post(path, euro)
        #expect(shop.post("\(path)/\(first)", [("default_for_currency", "false")])["default_for_currency"] == true)
        #expect(shop.delete("\(path)/\(second.id)")["deleted"] == true)
        let wrong: [(Form, String)] = [
            (euro.filter { !$0.0.hasSuffix("[country]") }, "HTTP 400 parameter_missing external_account[country]"),
            (euro.filter { !$0.0.hasSuffix("number]") }, "HTTP 400 parameter_missing external_account[account_number]"),
            (euro + [("external_account[iban]", "x")], "HTTP 400 parameter_unknown external_account[iban]"),
            ([("external_account", "btok_us_verified_nothing")], "HTTP 400 resource_missing external_account"),
        ]
        let seen = wrong.map { form, _ in
            let answer = shop.post(path, form)
            return "\(answer.state) \(answer.param)"
        }
        #expect(seen == wrong.map(\.1))
    }

    @Test func aTokenStandsForABankAccountOnce() {
        var shop = Shop()
        let seller = shop.seller()
        let bank: Form = [
            ("bank_account[country]", "US"), ("bank_account[currency]", "usd"),
            ("bank_account[routing_number]", "110000000"), ("bank_account[account_number]", "000111111116"),
        ]
        let token = shop.post("tokens", bank)
        #expect(token["type"] == "bank_account")
        #expect(token.id.hasPrefix("btok_"))
        #expect(token["used"] == false)
        #expect(token["bank_account", "last4"] == "1116")
        #expect(token["bank_account", "account"] == nil)
        let path = "accounts/\(seller)/external_accounts"
        let form: Form = [("external_account", token.id), ("default_for_currency", "true")]
        let added = shop.post(path, form)
        #expect(added["object"] == "bank_account")
        #expect(added.id == token["bank_account", "id"]?.text)
        #expect(added["default_for_currency"] == true)
        #expect(shop.get(path).ids.count == 2)
        #expect(shop.post(path, form).code == "token_already_used")
        #expect(shop.get("tokens/\(token.id)")["used"] == true)
        _ = shop.charge(1000, [("payment_method", "pm_card_bypassPending")], for: seller)
        let payout = shop.acting(for: seller) { $0.post("payouts", [("amount", "10"), ("currency", "usd")]).id }
        shop.now += 4 * 24 * 3600
        #expect(shop.acting(for: seller) { $0.get("payouts/\(payout)")["failure_code"] } == "no_account")
        #expect(shop.post("customers", [("source", shop.post("tokens", bank).id)]).status == 400)
        #expect(shop.post("tokens").param == "card")
        #expect(shop.post("tokens", bank + Shop.typed).code == "parameters_exclusive")
    }

    @Test func aPersonShowsWhatIsMissing() {
        var shop = Shop()
        let id = shop.post("accounts", [("type", "custom"), ("business_type", "company")]).id
        let path = "accounts/\(id)/persons"
        let person = shop.post(path, [("first_name", "Jenny"), ("relationship[representative]", "true")])
        let owner = shop.post(path, [("first_name", "Jo"), ("relationship[owner]", "true")])
        #expect(person["verification", "status"] == "unverified")
        #expect(due(owner) == [])
        #expect(due(person).contains("last_name"))
        #expect(due(person).contains("dob.day"))
        #expect(!due(person).contains("first_name"))
        let told = shop.post(
            "\(path)/\(person.id)",
            [
                ("last_name", "Rosen"), ("dob[day]", "1"), ("dob[month]", "1"), ("dob[year]", "1901"),
                ("ssn_last_4", "0000"), ("email", "j@shop.test"), ("phone", "0000000000"),
                ("address[line1]", "address_full_match"), ("address[city]", "Springfield"), ("address[state]", "IL"),
                ("address[postal_code]", "62701"), ("relationship[title]", "CEO"),
            ])
        #expect(due(told) == [])
        #expect(told["verification", "status"] == "verified")
    }

    /// A fraction has no number to be shown as.
    @Test func aPersonsShareIsAWholeNumber() {
        var shop = Shop()
        let id = shop.post("accounts", [("type", "custom"), ("business_type", "company")]).id
        let path = "accounts/\(id)/persons"
        let made = ["60", "60.0", "0", "100.00"].map { share in
            shop.post(path, [("relationship[percent_ownership]", share)])["relationship", "percent_ownership"]
        }
        #expect(made == [60, 60, 0, 100])
        let refused = ["33.3", "100.5", "101"].map { share in
            let answer = shop.post(path, [("relationship[percent_ownership]", share)])
            return "\(answer.status) \(answer.param)"
        }
        #expect(refused == Array(repeating: "400 relationship[percent_ownership]", count: 3))
        #expect(shop.get(path)["data"]?.elements.count == 4)
        let old = shop.get(path).ids[0]
        #expect(shop.post("\(path)/\(old)", [("relationship[percent_ownership]", "33.3")]).status == 400)
        #expect(shop.get("\(path)/\(old)")["relationship", "percent_ownership"] == 100)
    }

    /// What a person must tell hangs on what the account is, which may be told later.
    @Test func aPersonOwesWhatTheAccountAsksFor() {
        var shop = Shop()
        let id = shop.post("accounts", [("type", "custom")]).id
        let path = "accounts/\(id)/persons"
        let person = shop.post(path, [("first_name", "Jenny"), ("relationship[representative]", "true")])
        let seen = ["company", "individual", "company"].map { type in
            let account = shop.post("accounts/\(id)", [("business_type", type)])
            let shown = [
                shop.get("\(path)/\(person.id)").body, shop.get(path)["data"]?.elements.first, account["individual"],
            ]
            let titled = shown.map { shown in
                shown.map { $0["requirements"]?["currently_due"]?.elements.contains("relationship.title") ?? false }
            }
            return "\(type): \(titled.map { $0.map(String.init) ?? "none" })"
        }
        #expect(due(person).contains("relationship.title"))
        #expect(
            seen == [
                "company: [\"true\", \"true\", \"none\"]", "individual: [\"false\", \"false\", \"false\"]",
                "company: [\"true\", \"true\", \"none\"]",
            ])
        _ = shop.post("accounts/\(id)", [("business_type", "individual")])
        _ = shop.post("\(path)/\(person.id)", [("first_name", "Jen")])
        let told = shop.acting(for: id) { $0.get("events", [("type", "person.updated")]) }
        #expect(
            told["data"]?.elements.map { $0["data"]?["previous_attributes"] } == [["first_name": "Jenny"]])
    }

    @Test func merchantsOfTheSecondGenerationHaveTheSameCapabilities() {
        var shop = Shop()
        let asked: JSONValue = ["klarna_payments": ["requested": true], "ach_debit_payments": ["requested": true]]
        let made = shop.v2(
            "POST", "accounts",
            [
                "configuration": ["merchant": ["capabilities": asked]], "include": ["configuration.merchant"],
                "defaults": ["responsibilities": ["fees_collector": "stripe", "losses_collector": "stripe"]],
            ])
        let shown = made["configuration", "merchant", "capabilities"]?.members ?? [:]
        #expect(Set(shown.keys) == ["klarna_payments", "ach_debit_payments", "stripe_balance"])
        let first = shop.get("accounts/\(made.id)")["capabilities"]
        #expect(first == ["klarna_payments": "inactive", "us_bank_account_ach_payments": "inactive"])
    }

    @Test func partsAreNamedInAllWaysOfWritingLists() {
        var shop = Shop()
        let id = shop.v2("POST", "accounts", Shop.seller2).id
        let seen = [
            "include=identity&include=defaults", "include[0]=identity&include[1]=defaults", "include[]=identity",
        ].map {
            let account = shop.v2("GET", "accounts/\(id)", query: $0)
            return [account["identity"] != .null, account["defaults"] != .null]
        }
        #expect(seen == [[true, true], [true, true], [true, false]])
    }
}
