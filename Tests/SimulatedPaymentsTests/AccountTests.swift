import SimulatedPayments
import Testing

@Suite struct AccountTests {
    private static let american: Form = [
        ("[address][line1]", "address_full_match"), ("[address][city]", "Springfield"), ("[address][state]", "IL"),
        ("[address][postal_code]", "62701"), ("[phone]", "0000000000"),
    ]
    private static let born: Form = [("[dob][day]", "1"), ("[dob][month]", "1"), ("[dob][year]", "1901")]
    private static let person: Form = [
        ("[first_name]", "Jenny"), ("[last_name]", "Rosen"), ("[email]", "jenny@shop.test"),
        ("[ssn_last_4]", "0000"),
    ]
    private static let bank: Form = [
        ("external_account[object]", "bank_account"), ("external_account[country]", "US"),
        ("external_account[currency]", "usd"), ("external_account[routing_number]", "110000000"),
        ("external_account[account_number]", "000123456789"),
    ]
    private static let terms: Form = [("tos_acceptance[date]", "1800000000"), ("tos_acceptance[ip]", "8.8.8.8")]
    private static let both: Form = [
        ("capabilities[card_payments][requested]", "true"), ("capabilities[transfers][requested]", "true"),
    ]
    private static let trade: Form = [
        ("business_profile[mcc]", "5734"), ("business_profile[url]", "https://seller.test"),
    ]

    /// All of an account of one person.
    static let individual: Form =
        [("type", "custom"), ("country", "US"), ("business_type", "individual")] + both + trade + bank + terms
        + (american + born + person).map { ("individual" + $0.0, $0.1) }

    private func due(_ answer: Shop.Answer) -> [String] {
        answer["requirements", "currently_due"]?.elements.compactMap(\.text) ?? ["nothing shown"]
    }

    @Test func anAccountThatToldEverythingIsActive() {
        var shop = Shop()
        let made = shop.post("accounts", Self.individual)
        #expect(due(made) == [])
        #expect(made["capabilities"] == ["card_payments": "active", "transfers": "active"])
        #expect(made["charges_enabled"] == true)
        #expect(made["payouts_enabled"] == true)
        #expect(made["details_submitted"] == true)
        #expect(made["individual", "ssn_last_4_provided"] == true)
        #expect(made["individual", "first_name"] == "Jenny")
        #expect(made["external_accounts", "data"]?.elements.first?["last4"] == "6789")
        #expect(shop.get("accounts/\(made.id)").body == made.body)
        #expect(made.id.hasPrefix("acct_"))
    }

    /// Each thing that is missing keeps the account from being paid, and is named; told later, it is paid.
    @Test func whatIsMissingIsDue() {
        let names = [
            "business_type": ["business_type"], "business_profile[mcc]": ["business_profile.mcc"],
            "business_profile[url]": ["business_profile.url"], "tos_acceptance[ip]": ["tos_acceptance.ip"],
            "individual[ssn_last_4]": ["individual.ssn_last_4"], "individual[dob][day]": ["individual.dob.day"],
            "individual[address][state]": ["individual.address.state"], "individual[email]": ["individual.email"],
        ]
        var wrong: [String] = []
        for (name, expected) in names {
            var shop = Shop()
            let made = shop.post("accounts", Self.individual.filter { $0.0 != name })
            if due(made) != expected || made["charges_enabled"] != false { wrong.append("\(name): \(due(made))") }
            let told = shop.post("accounts/\(made.id)", Self.individual.filter { $0.0 == name })
            if due(told) != [] || told["charges_enabled"] != true { wrong.append("\(name) told: \(due(told))") }
        }
        #expect(wrong == [])
        var shop = Shop()
        let empty = shop.post("accounts", [("type", "express")] + Self.both)
        #expect(
            due(empty) == [
                "business_profile.mcc", "business_profile.url", "business_type", "external_account",
                "tos_acceptance.date", "tos_acceptance.ip",
            ])
        #expect(empty["requirements", "disabled_reason"] == "requirements.past_due")
    }

    @Test func aCompanyNeedsWhoSpeaksForIt() {
        var shop = Shop()
        let company: Form =
            [
                ("type", "custom"), ("business_type", "company"), ("company[name]", "Shop"),
                ("company[tax_id]", "000000000"),
            ]
            + Self.american.map { ("company" + $0.0, $0.1) }
        let made = shop.post("accounts", company + Self.both + Self.trade + Self.bank + Self.terms)
        #expect(due(made).contains("representative.first_name"))
        #expect(made["company", "tax_id_provided"] == true)
        #expect(made["company", "tax_id"] == nil)
        let form = (Self.american + Self.born + Self.person).map { (part, value) in
            let name = part.dropFirst().split(separator: "]", maxSplits: 1).map(String.init)
            return (name[0] + (name.count > 1 ? name[1] : ""), value)
        }
        let speaker: Form = form + [("relationship[representative]", "true"), ("relationship[title]", "CEO")]
        let person = shop.post("accounts/\(made.id)/persons", speaker)
        #expect(person["object"] == "person")
        #expect(person["ssn_last_4"] == nil)
        #expect(person["ssn_last_4_provided"] == true)
        #expect(due(shop.get("accounts/\(made.id)")) == [])
        let path = "accounts/\(made.id)/persons"
        #expect(shop.get(path, [("relationship[representative]", "true")])["data"]?.elements.count == 1)
        #expect(shop.get(path, [("relationship[owner]", "true")])["data"] == [])
        #expect(shop.delete("\(path)/\(person.id)").status == 200)
        #expect(shop.get("accounts/\(made.id)")["charges_enabled"] == false)
    }

    @Test func whoBearsWhatIsSaidByTypeOrByParts() {
        let table: [(Form, String)] = [
            ([("type", "express")], "express express stripe application_express"),
            ([("type", "custom")], "custom none application application_custom"),
            ([], "standard full stripe account"),
            ([("controller[fees][payer]", "application")], "none full stripe application"),
            ([("type", "custom"), ("controller[fees][payer]", "application")], "HTTP 400 - type"),
            (
                [("controller[requirement_collection]", "application")],
                "HTTP 400 - controller[stripe_dashboard][type]"
            ),
            (
                [
                    ("controller[requirement_collection]", "application"),
                    ("controller[stripe_dashboard][type]", "none"),
                ], "HTTP 400 - controller[losses][payments]"
            ),
            ([("country", "ZZ")], "HTTP 400 country_unsupported country"),
            ([("business_profile[url]", "no address")], "HTTP 400 url_invalid business_profile[url]"),
            ([("country", "Germany")], "HTTP 400 - country"), ([("type", "business")], "HTTP 400 - type"),
            ([("tos_acceptance[ip]", "8.8.8.8")], "HTTP 400 - tos_acceptance"),
            ([("capabilities[flying][requested]", "true")], "HTTP 400 parameter_unknown capabilities[flying]"),
            (
                [("capabilities[transfers]", "true")], "HTTP 400 - capabilities[transfers][requested]"
            ),
        ]
        var wrong: [String] = []
        for (form, expected) in table {
            var shop = Shop()
            let made = shop.post("accounts", form)
            let parts = [
                made["type"], made["controller", "stripe_dashboard", "type"],
                made["controller", "requirement_collection"], made["controller", "fees", "payer"],
            ].compactMap { $0?.text }
            let found = made.status == 200 ? parts.joined(separator: " ") : "\(made.state) \(made.param)"
            if found != expected { wrong.append("\(form): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func anAccountIsSeenByItsPlatformAlone() {
        var shop = Shop()
        let id = shop.post("accounts", Self.individual).id
        #expect(shop.get("accounts/\(id)", key: "sk_test_other").state == "HTTP 403 account_invalid")
        #expect(shop.get("accounts", key: "sk_test_other")["data"] == [])
        #expect(shop.get("accounts")["data"]?.elements.map { $0["id"]?.text } == [id])
        let own = shop.get("account")
        #expect(own["charges_enabled"] == true)
        #expect(own.id.hasPrefix("acct_"))
        #expect(own.id != id)
        #expect(shop.get("accounts/\(own.id)").body == own.body)
        #expect(shop.delete("accounts/\(id)").body == ["id": .string(id), "object": "account", "deleted": true])
        #expect(shop.get("accounts/\(id)").body == ["id": .string(id), "object": "account", "deleted": true])
        #expect(shop.post("accounts/\(id)").status == 403)
        #expect(shop.get("accounts")["data"] == [])
        #expect(shop.get("accounts/\(id)", key: "sk_test_other").status == 403)
    }

    @Test func capabilitiesAreAskedForAndRejectedAccountsHaveNone() {
        var shop = Shop()
        let id = shop.post("accounts", Self.individual.filter { !$0.0.hasPrefix("capabilities") }).id
        let path = "accounts/\(id)/capabilities"
        #expect(shop.get("\(path)/transfers")["status"] == "unrequested")
        #expect(shop.get(path)["data"] == [])
        #expect(shop.post("\(path)/transfers", [("requested", "true")])["status"] == "active")
        #expect(shop.get(path)["data"]?.elements.count == 1)
        #expect(shop.get("\(path)/flying").status == 404)
        let rejected = shop.post("accounts/\(id)/reject", [("reason", "fraud")])
        #expect(rejected["requirements", "disabled_reason"] == "rejected.fraud")
        #expect(rejected["payouts_enabled"] == false)
        #expect(rejected["capabilities", "transfers"] == "inactive")
    }

    @Test func oneBankAccountOfACurrencyIsTheDefault() {
        var shop = Shop()
        let id = shop.post("accounts", Self.individual).id
        let path = "accounts/\(id)/external_accounts"
        let first = shop.get(path)["data"]?.elements.first?["id"]?.text ?? ""
        let second = shop.post(path, [("external_account", "btok_us_verified"), ("default_for_currency", "true")])
        #expect(second["default_for_currency"] == true)
        #expect(shop.get("\(path)/\(first)")["default_for_currency"] == false)
        #expect(shop.delete("\(path)/\(second.id)").status == 400)
        #expect(shop.delete("\(path)/\(first)")["deleted"] == true)
        #expect(shop.delete("\(path)/\(second.id)").status == 200)
        #expect(shop.get("accounts/\(id)")["payouts_enabled"] == false)
        let short = Self.bank.filter { !$0.0.contains("routing") }
        #expect(shop.post(path, short).code == "routing_number_invalid")
        #expect(shop.post(path, [("external_account", "tok_visa")]).param == "external_account")
    }

    @Test func aBankAccountIsOfACountryAndACurrency() {
        var shop = Shop()
        let path = "accounts/\(shop.post("accounts", Self.individual).id)/external_accounts"
        let table: [(country: String, currency: String, answer: String?)] = [
            ("us", "USD", "US usd"), ("US", "Eur", "US eur"), ("ZZ", "usd", "external_account[country]"),
            ("US", "zzz", "external_account[currency]"),
        ]
        for (country, currency, answer) in table {
            let bank = shop.post(
                path,
                Self.bank.filter { !$0.0.hasSuffix("[country]") && !$0.0.hasSuffix("[currency]") } + [
                    ("external_account[country]", country), ("external_account[currency]", currency),
                ])
            let made = [bank["country"]?.text, bank["currency"]?.text].compactMap { $0 }.joined(separator: " ")
            #expect((bank.status == 200 ? made : bank.param) == answer)
        }
    }

    @Test func aBirthdayIsADay() {
        var shop = Shop()
        let path = "accounts/\(shop.post("accounts", Self.individual).id)"
        for (name, value) in [("day", "32"), ("day", "0"), ("month", "13"), ("year", "90")] {
            let param = "individual[dob][\(name)]"
            #expect(shop.post(path, [(param, value)]).param == param)
            #expect(shop.post("\(path)/persons", [("dob[\(name)]", value)]).param == "dob[\(name)]")
        }
        #expect(shop.get(path)["individual", "dob"] == ["day": 1, "month": 1, "year": 1901])
    }

    /// Equal for the same bank account, whoever has it, and of another platform another.
    @Test func bankAccountsHaveFingerprints() throws {
        var shop = Shop()
        func fingerprint(_ shop: inout Shop, _ changes: Form = [], key: String? = nil) -> String {
            let form = Self.individual.map { field in changes.first { $0.0 == field.0 } ?? field }
            let made = shop.post("accounts", form, key: key)
            return made["external_accounts", "data"]?.elements.first?["fingerprint"]?.text ?? "none"
        }
        let first = fingerprint(&shop)
        let others = [
            fingerprint(&shop, [("external_account[account_number]", "000111111116")]),
            fingerprint(&shop, [("external_account[routing_number]", "110000001")]),
            fingerprint(&shop, key: "sk_test_other"),
        ]
        #expect(first.count == 16)
        #expect(fingerprint(&shop) == first)
        #expect(!others.contains(first))
        #expect(Set(others).count == 3)
        var rows = Rows()
        rows.save(shop.payments.takeChanges())
        shop.payments = try rows.restored()
        #expect(fingerprint(&shop) == first)
    }

    /// What identifies people and companies is neither shown nor kept.
    @Test func numbersOfPeopleAreNotKept() {
        var shop = Shop()
        let numbers: Form = [("individual[id_number]", "987654321"), ("company[vat_id]", "DE987654321")]
        _ = shop.post("accounts", Self.individual + numbers)
        let kept = shop.payments.takeChanges().map { String(decoding: $0.content ?? [], as: UTF8.self) }
        #expect(!kept.isEmpty)
        #expect(!kept.contains { $0.contains("987654321") || $0.contains("000123456789") })
    }
}
