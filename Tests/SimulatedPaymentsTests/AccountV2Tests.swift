import Testing

@testable import SimulatedPayments

@Suite struct AccountV2Tests {
    private static let parts = [
        "configuration", "defaults", "future_requirements", "identity", "requirements",
    ]

    @Test func oneAccountHasTwoViews() {
        var shop = Shop()
        let made = shop.v2("POST", "accounts", Shop.seller2)
        #expect(made.status == 200)
        #expect(made["object"] == "v2.core.account")
        #expect(made["created"] == "2027-01-15T08:00:00.000Z")
        #expect(made["applied_configurations"] == ["merchant", "recipient"])
        #expect(made["dashboard"] == "none")
        let first = shop.get("accounts/\(made.id)")
        #expect(first["email"] == "jenny@seller.test")
        #expect(first["business_type"] == "individual")
        #expect(first["individual", "first_name"] == "Jenny")
        #expect(first["individual", "ssn_last_4_provided"] == true)
        #expect(first["business_profile", "mcc"] == "5734")
        #expect(first["tos_acceptance", "date"] == 1_800_000_000)
        #expect(first["controller", "requirement_collection"] == "application")
        #expect(first["requirements", "currently_due"] == ["external_account"])
        _ = shop.post("accounts/\(made.id)", Shop.bank)
        let all = shop.v2("GET", "accounts/\(made.id)", query: Shop.everything)
        let merchant = all["configuration", "merchant"]
        #expect(merchant?.at("capabilities.card_payments.status") == "active")
        #expect(merchant?["mcc"] == "5734")
        #expect(all.body.at("configuration.recipient.capabilities.stripe_balance.stripe_transfers.status") == "active")
        #expect(all["configuration", "customer"] == .null)
        #expect(all["requirements", "entries"] == [])
        #expect(all["identity", "individual", "given_name"] == "Jenny")
        #expect(all["identity", "country"] == "US")
        #expect(all["identity", "individual", "id_numbers"] == [["type": "us_ssn_last_4"]])
        #expect(all["defaults", "responsibilities", "requirements_collector"] == "application")
        let charge = shop.charge(1000, Shop.destination(made.id, fee: 123))
        #expect(charge.state == "succeeded")
        #expect(shop.total(of: made.id) == 877)
    }

    /// Each name shows its part and no other.
    @Test func partsAreShownWhereTheyAreNamed() {
        var shop = Shop()
        let id = shop.v2("POST", "accounts", Shop.seller2).id
        let configurations = ["customer", "merchant", "recipient"]
        let names = Self.parts.dropFirst() + configurations.map { "configuration." + $0 }
        var wrong: [String] = []
        for name in names {
            let shown = shop.v2("GET", "accounts/\(id)", query: "include[]=\(name)")
            let top = name.split(separator: ".").first.map(String.init)
            for part in Self.parts where (shown.body[part] != .null) != (part == top) {
                wrong.append("\(name): \(part)")
            }
            for configuration in configurations where top == "configuration" {
                let isNull = shown["configuration", configuration] == .null
                if isNull != (name != "configuration." + configuration || configuration == "customer") {
                    wrong.append("\(name): \(configuration)")
                }
            }
        }
        #expect(wrong == [])
        let plain = shop.v2("GET", "accounts/\(id)")
        #expect(Self.parts.filter { plain.body[$0] != .null } == [])
        let bad = shop.v2("GET", "accounts/\(id)", query: "include[]=everything")
        #expect(bad.status == 400)
        let updated = shop.v2("POST", "accounts/\(id)", ["include": ["identity"]])
        #expect(updated["identity", "country"] == "US")
        #expect(updated["defaults"] == .null)
    }

    @Test func updatesMerge() {
        var shop = Shop()
        let id = shop.v2("POST", "accounts", Shop.seller2).id
        let changes: JSONValue = [
            "contact_email": nil, "contact_phone": "555", "metadata": ["a": "1", "b": "2"],
            "identity": ["individual": ["surname": "Smith", "address": ["line2": "3rd floor"]]],
            "configuration": ["merchant": ["support": ["email": "help@seller.test"]], "customer": [:]],
        ]
        let updated = shop.v2("POST", "accounts/\(id)", changes)
        #expect(updated["contact_email"] == .null)
        #expect(updated["contact_phone"] == "555")
        #expect(updated["applied_configurations"] == ["customer", "merchant", "recipient"])
        _ = shop.v2("POST", "accounts/\(id)", ["metadata": ["a": nil, "c": "3"]])
        let all = shop.v2("GET", "accounts/\(id)", query: Shop.everything)
        #expect(all["metadata"] == ["b": "2", "c": "3"])
        #expect(all["identity", "individual", "surname"] == "Smith")
        #expect(all["identity", "individual", "given_name"] == "Jenny")
        #expect(all["identity", "individual", "address", "line1"] == "address_full_match")
        #expect(all["identity", "individual", "address", "line2"] == "3rd floor")
        #expect(all["configuration", "merchant", "support", "email"] == "help@seller.test")
        #expect(all["configuration", "merchant", "mcc"] == "5734")
        #expect(all["configuration", "customer", "applied"] == true)
        let less = shop.v2("POST", "accounts/\(id)", ["configuration": ["merchant": ["applied": false]]])
        #expect(less["applied_configurations"] == ["customer", "recipient"])
        #expect(shop.get("accounts/\(id)")["capabilities"] == ["transfers": "inactive"])
    }

    @Test func whatIsDueIsNamedInBothViews() {
        var shop = Shop()
        let made = shop.v2(
            "POST", "accounts",
            [
                "dashboard": "express", "identity": ["country": "DE"],
                "defaults": [
                    "responsibilities": ["fees_collector": "application", "losses_collector": "application"]
                ],
                "configuration": [
                    "recipient": ["capabilities": ["stripe_balance": ["stripe_transfers": ["requested": true]]]]
                ],
                "include": ["requirements", "configuration.recipient", "defaults"],
            ])
        let entries = made["requirements", "entries"]?.elements ?? []
        #expect(
            entries.compactMap { $0["description"]?.text }
                == [
                    "identity.entity_type", "configuration.recipient.default_outbound_destination",
                    "identity.attestations.terms_of_service.account.date",
                    "identity.attestations.terms_of_service.account.ip",
                ])
        #expect(
            entries.first?.at("impact.restricts_capabilities") == [
                [
                    "capability": "stripe_balance.stripe_transfers", "configuration": "recipient",
                    "deadline": ["status": "past_due"],
                ]
            ])
        #expect(made.body.at("requirements.summary.minimum_deadline.status") == "past_due")
        #expect(made.body.at("configuration.recipient.capabilities.stripe_balance.payouts.status") == "restricted")
        #expect(made["defaults", "currency"] == "eur")
        #expect(made.body.at("defaults.responsibilities.requirements_collector") == "stripe")
    }

    @Test func firstGenerationAccountsAreSeenToo() {
        var shop = Shop()
        let id = shop.seller()
        let seen = shop.v2("GET", "accounts/\(id)", query: Shop.everything)
        #expect(seen["applied_configurations"] == ["merchant", "recipient"])
        #expect(seen.body.at("configuration.merchant.capabilities.card_payments.status") == "active")
        #expect(seen.body.at("identity.individual.surname") == "Rosen")
        #expect(seen.body.at("defaults.responsibilities.fees_collector") == "application_custom")
    }

    @Test func damagedAndWrongRequestsAreRefusedInTheirForm() {
        var shop = Shop()
        let id = shop.v2("POST", "accounts", Shop.seller2).id
        let long = JSONValue.object(["metadata": .object(Dictionary((0..<1001).map { ("k\($0)", "v") }) { $1 })])
        let deep = (0..<20).reduce(JSONValue.string("x")) { value, _ in ["a": value] }
        let answers = [
            shop.v2("POST", "accounts", ["surprise": 1]), shop.v2("POST", "accounts", ["identity": 3]),
            shop.v2("POST", "accounts", ["identity": ["country": "Germany"]]),
            shop.v2("POST", "accounts", ["dashboard": "half"]), shop.v2("POST", "accounts", [1, 2]),
            shop.v2("POST", "accounts", ["configuration": ["merchant": [:]]]), shop.v2("POST", "accounts", long),
            shop.v2("POST", "accounts", deep), shop.v2("POST", "accounts", ["display_name": "a\u{0}b"]),
            shop.v2("POST", "accounts", ["": "x"]),
            shop.v2(
                "POST", "accounts/\(id)",
                ["identity": ["attestations": ["terms_of_service": ["account": ["date": "soon", "ip": "8.8.8.8"]]]]]),
            shop.v2("POST", "accounts", [:], headers: ["content-type": "application/x-www-form-urlencoded"]),
            shop.v2("GET", "accounts", headers: ["stripe-version": ""]),
            shop.v2("GET", "accounts", headers: ["stripe-version": "yesterday"]),
            shop.v2("GET", "accounts", query: "limit=0"), shop.v2("GET", "accounts", query: "limit=101"),
            shop.v2("GET", "accounts", query: "page=after_acct_none"), shop.v2("GET", "accounts", query: "page=\(id)"),
            shop.v2("GET", "accounts", query: "expand[]=x"), shop.v2("GET", "accounts/acct_none"),
            shop.v2("GET", "nothing"), shop.v2("GET", "accounts", headers: ["authorization": "Bearer pk_test_shop"]),
            shop.v2("GET", "accounts", headers: ["authorization": "Bearer x"]),
        ]
        let statuses = answers.map(\.status)
        #expect(statuses == Array(repeating: 400, count: 19) + [404, 404, 401, 401])
        let wrong = answers.filter { answer in
            let error = answer["error"]?.members ?? [:]
            return !Set(["type", "code", "message"]).isSubset(of: error.keys) || error["doc_url"] != nil
        }
        #expect(wrong.isEmpty)
        #expect(answers[0].code == "unknown_field")
        #expect(answers[0].param == "surprise")
        #expect(answers[19].code == "not_found")
        #expect(answers[10].code == "invalid_timestamp")
        let form = shop.post("accounts", [("type", "express")])
        let json = APIRequest(
            method: "POST", path: "/v1/accounts",
            headers: ["authorization": "Bearer sk_test_shop", "content-type": "application/json"],
            body: Array("{}".utf8))
        #expect(form.status == 200)
        #expect(shop.payments.handle(json, now: shop.now).status == 400)
        let stranger = shop.v2("GET", "accounts/\(id)", headers: ["authorization": "Bearer sk_test_other"])
        #expect(stranger.status == 404)
    }

    /// A text is no truth value, and a number no text, whatever a form would make of them.
    @Test func typesOfJSONAreKept() {
        var shop = Shop()
        let asked = "configuration.merchant.capabilities.card_payments.requested"
        let table: [(JSONValue, String)] = [
            (["display_name": 5], "display_name"), (["include": "identity"], "include"),
            (["identity": "x"], "identity"),
            (["include": [true]], "include.0"), (["metadata": ["a": 1]], "metadata.a"), (["metadata": "a"], "metadata"),
            (["identity": ["individual": ["date_of_birth": ["day": "1"]]]], "identity.individual.date_of_birth.day"),
            (JSONValue.object([:]).setting(asked, to: "true"), asked), (["identity": []], "identity"),
            (["defaults": ["locales": ["en": "x"]]], "defaults.locales"),
        ]
        #expect(table.map { shop.v2("POST", "accounts", $0.0).param } == table.map(\.1))
        #expect(shop.v2("GET", "accounts").ids == [])
    }

    @Test func damagedJSONNeverTrips() {
        var shop = Shop()
        let id = shop.v2("POST", "accounts", Shop.seller2).id
        let good = Shop.seller2.rendered()
        var random = Pseudorandom(state: 11)
        var statuses: Set<Int> = []
        for _ in 0..<600 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let request = APIRequest(
                method: "POST", path: "/v2/core/accounts/\(id)",
                headers: [
                    "authorization": "Bearer sk_test_shop", "stripe-version": "2026-10-28.endive",
                    "content-type": "application/json",
                ], body: bytes)
            statuses.insert(shop.payments.handle(request, now: shop.now).status)
        }
        #expect(statuses.isSubset(of: [200, 400]))
        #expect(statuses.contains(400))
        #expect(shop.v2("GET", "accounts/\(id)", query: Shop.everything).status == 200)
    }

    @Test func pagesLeadToTheirNeighbors() {
        var shop = Shop()
        let ids = (0..<5).map { _ in shop.v2("POST", "accounts", Shop.seller2).id }
        func page(_ url: JSONValue?, _ shop: inout Shop) -> Shop.Answer {
            let text = url?.text ?? ""
            return shop.v2("GET", "accounts", query: text.split(separator: "?").last.map(String.init) ?? "")
        }
        let first = shop.v2("GET", "accounts", query: "limit=2&applied_configurations[0]=merchant")
        let second = page(first["next_page_url"], &shop)
        let third = page(second["next_page_url"], &shop)
        let back = page(third["previous_page_url"], &shop)
        #expect([first, second, third].map { $0.ids } == [[ids[4], ids[3]], [ids[2], ids[1]], [ids[0]]])
        #expect(back.ids == second.ids)
        #expect(third["next_page_url"] == .null)
        #expect(first["previous_page_url"] == .null)
        #expect(page(back["previous_page_url"], &shop).ids == first.ids)
        #expect(shop.v2("GET", "accounts", query: "applied_configurations[0]=customer").ids == [])
        #expect(shop.v2("GET", "accounts").ids.count == 5)
    }

    @Test func aClosedAccountCanBeReadAlone() {
        var shop = Shop()
        let id = shop.v2("POST", "accounts", Shop.seller2).id
        let names: JSONValue = ["applied_configurations": ["merchant", "recipient"]]
        let refused = [shop.v2("POST", "accounts/\(id)/close", [:]).status]
        let closed = shop.v2("POST", "accounts/\(id)/close", names)
        #expect(refused == [400])
        #expect(closed["closed"] == true)
        #expect(shop.v2("POST", "accounts/\(id)/close", names).code == "account_closed")
        #expect(shop.v2("POST", "accounts/\(id)", ["display_name": "x"]).code == "account_closed")
        #expect(shop.v2("GET", "accounts/\(id)")["closed"] == true)
        #expect(shop.v2("GET", "accounts").ids == [])
        #expect(shop.v2("GET", "accounts", query: "closed=true").ids == [id])
        #expect(shop.get("accounts/\(id)")["charges_enabled"] == false)
        let asked = shop.post("accounts/\(id)", Shop.bank + [("capabilities[transfers][requested]", "true")])
        #expect(asked["capabilities", "transfers"] == "inactive")
        let use: JSONValue = ["type": "account_onboarding", "account_onboarding": ["refresh_url": "https://shop.test"]]
        let link = shop.v2("POST", "account_links", ["account": .string(id), "use_case": use])
        #expect(link.code == "account_closed")
        let rich = shop.seller()
        _ = shop.charge(1000, Shop.destination(rich))
        #expect(shop.v2("POST", "accounts/\(rich)/close", names).status == 400)
    }

    @Test func peopleAreTheSameInBothViews() {
        var shop = Shop()
        let id = shop.v2("POST", "accounts", ["identity": ["entity_type": "company"]]).id
        let made = shop.v2(
            "POST", "accounts/\(id)/persons",
            [
                "given_name": "Ada", "nationalities": ["GB"], "date_of_birth": ["day": 1, "month": 1, "year": 1901],
                "relationship": ["representative": true, "percent_ownership": "25"],
                "id_numbers": [["type": "gb_nino", "value": "000000000"]],
            ])
        #expect(made["object"] == "v2.core.account_person")
        #expect(made["account"] == .string(id))
        let path = "accounts/\(id)/persons/\(made.id)"
        let first = shop.get(path)
        #expect(made.body.at("relationship.percent_ownership") == "25")
        #expect(first["relationship", "percent_ownership"] == 25)
        #expect(first["first_name"] == "Ada")
        #expect(first["id_number_provided"] == true)
        #expect(first["nationality"] == "GB")
        shop.now += 60
        let updated = shop.v2("POST", path, ["surname": "King", "date_of_birth": nil])
        #expect(updated["given_name"] == "Ada")
        #expect(updated["surname"] == "King")
        #expect(updated["date_of_birth"] == .null)
        #expect(updated["updated"] == "2027-01-15T08:01:00.000Z")
        #expect(updated["id_numbers"] == [["type": "gb_nino"]])
        #expect(shop.v2("GET", path).body == updated.body)
        #expect(shop.v2("GET", "accounts/\(id)/persons").ids == [made.id])
        #expect(shop.v2("DELETE", path)["id"] == .string(made.id))
        #expect(shop.v2("GET", path).code == "not_found")
        #expect(shop.v2("GET", "accounts/\(id)/persons").ids == [])
    }

    @Test func keysAreForWhatSucceeds() {
        var shop = Shop()
        let bad: JSONValue = ["configuration": ["merchant": [:]]]
        #expect([0, 1].map { _ in shop.v2("POST", "accounts", bad, key: "a").status } == [400, 400])
        let made = shop.v2("POST", "accounts", Shop.seller2, key: "a")
        let again = shop.v2("POST", "accounts", Shop.seller2, key: "a")
        #expect(again.body == made.body)
        #expect(again.header("Idempotent-Replayed") == "true")
        #expect(shop.v2("POST", "accounts", [:], key: "a")["error", "type"] == "idempotency_error")
        let names: JSONValue = ["applied_configurations": ["merchant"]]
        #expect(shop.v2("POST", "accounts/\(made.id)/close", names, key: "b").status == 400)
        let person = shop.v2("POST", "accounts/\(made.id)/persons", ["given_name": "Ada"]).id
        let path = "accounts/\(made.id)/persons/\(person)"
        #expect([0, 1].map { _ in shop.v2("DELETE", path, key: "c").status } == [200, 200])
    }

    @Test func aKeyIsOfOneEndpoint() {
        var shop = Shop()
        let first = shop.v2("POST", "accounts", Shop.seller2, key: "a")
        let person = shop.v2("POST", "accounts/\(first.id)/persons", ["given_name": "Ada"], key: "a")
        #expect(person["given_name"] == "Ada")
        #expect(person.header("Idempotent-Replayed") == nil)
        let again = shop.v2("POST", "accounts/\(first.id)/persons", ["given_name": "Ada"], key: "a")
        #expect(again.id == person.id)
        #expect(again.header("Idempotent-Replayed") == "true")
        let second = shop.v2("POST", "accounts", Shop.seller2, key: "b")
        let moved = shop.v2("POST", "accounts/\(second.id)/persons", ["given_name": "Ada"], key: "a")
        #expect(moved["error", "type"] == "idempotency_error")
    }

    @Test func linksSayWhatTheyAreFor() {
        var shop = Shop()
        shop.payments.publicURL = "http://127.0.0.1:4010"
        let id = shop.v2("POST", "accounts", Shop.seller2).id
        let use: JSONValue = ["refresh_url": "https://shop.test/again", "configurations": ["recipient"]]
        let link = shop.v2(
            "POST", "account_links",
            ["account": .string(id), "use_case": ["type": "account_onboarding", "account_onboarding": use]])
        #expect(link["object"] == "v2.core.account_link")
        #expect(link["expires_at"] == "2027-01-15T08:05:00.000Z")
        #expect(link["use_case", "account_onboarding"] == use)
        #expect(link["account"] == .string(id))
        let token = link["url"]?.text?.split(separator: "/").last.map(String.init) ?? ""
        let opening = shop.payments.openLink(token, now: shop.now)
        guard case .session = opening else {
            Issue.record("The link did not open.")
            return
        }
        let answers = [
            shop.v2("POST", "account_links", ["account": .string(id), "use_case": ["type": "account_update"]]),
            shop.v2("POST", "account_links", ["account": "acct_x", "use_case": ["type": "account_update"]]),
            shop.v2(
                "POST", "account_links",
                [
                    "account": .string(id),
                    "use_case": ["type": "account_update", "account_update": ["refresh_url": "file:///x"]],
                ]),
        ]
        #expect(answers.map(\.code) == ["parameter_missing", "not_found", "url_invalid"])
        #expect(answers.map(\.param) == ["use_case.account_update", "account", "use_case.account_update.refresh_url"])
    }
}
