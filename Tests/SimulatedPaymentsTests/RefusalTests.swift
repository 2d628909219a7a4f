import SimulatedPayments
import Testing

/// What the API says when it refuses, word for word, and the headers around every answer.
@Suite struct RefusalTests {
    private static func send(
        _ shop: inout Shop, _ method: String, _ path: String, _ headers: [String: String?] = [:], body: [UInt8] = []
    ) -> Shop.Answer {
        var request = shop.request(method, path)
        for (name, value) in headers { request.headers[name] = value }
        request.body = body
        return Shop.Answer(shop.payments.handle(request, now: shop.now))
    }

    @Test func aVersionMayNameFeaturesBeforeTheirRelease() {
        var shop = Shop()
        let versions = ["2020-08-27; terminal_beta=v1", "2024-04-10;a=v1; b=v2", "banana; a=v1"]
        let found = versions.map { Self.send(&shop, "GET", "customers", ["stripe-version": $0]).status }
        #expect(found == [200, 200, 400])
    }

    @Test func ofARefusedKeyKindAndEndAreTold() {
        let table: [(String, String)] = [
            ("sk_live_0123456789abWXYZ", "sk_live_****WXYZ"), ("sk_live_0123456789ab", "sk_live_****"),
            ("sk_test_0123456789abcdef,WXYZ", "sk_test_****WXYZ"), ("ek_test_0123456789abWXYZ", "ek_test_****WXYZ"),
            ("nonsense", "****"), ("whole_nonsense_WXYZ", "****WXYZ"), ("sk_test_", "sk_test_****"),
        ]
        var shop = Shop()
        let found = table.map { key, _ in
            Self.send(&shop, "GET", "customers", ["authorization": "Bearer \(key)"])["error", "message"]?.text
        }
        #expect(found == table.map { "Invalid API Key provided: \($0.1)" })
    }

    @Test func aVersionIsADayAndPerhapsAName() {
        let table: [(String, Bool)] = [
            ("2026-10-28.endive", true), ("2024-04-10", true), ("2011-01-01", true), ("2024-02-29", true),
            ("banana", false), ("2019-13-45", false), ("2023-02-29", false), ("1900-02-29", false),
            ("2024-00-10", false),
            ("2024-04-00", false), ("2024-04-31", false), ("2024-04-10.", false), ("2024-04-10.a.b", false),
            ("", false),
            ("2024-4-10", false), ("2024-04-10-1", false), ("+024-04-10", false), ("٢٠٢٤-04-10", false), (".", false),
        ]
        var wrong: [String] = []
        for (version, isGood) in table {
            var shop = Shop()
            let answer = Self.send(&shop, "GET", "customers", ["stripe-version": version])
            let endpoint = shop.post(
                "webhook_endpoints",
                [("url", "http://localhost/"), ("enabled_events[]", "*"), ("api_version", version)])
            let said = answer["error", "message"]?.text
            if answer.status != (isGood ? 200 : 400) || endpoint.status != answer.status { wrong.append(version) }
            if !isGood, said != "Invalid Stripe API version: \(version)" { wrong.append(said ?? "-") }
        }
        #expect(wrong == [])
    }

    @Test func everyAnswerNamesItsVersion() {
        let table: [(String, [String: String?], String?)] = [
            ("customers", [:], "2026-10-28.endive"), ("nowhere", [:], "2026-10-28.endive"),
            ("customers", ["stripe-version": "2020-08-27"], "2020-08-27"),
            ("customers/cus_x", ["stripe-version": "2020-08-27"], "2020-08-27"),
            ("customers", ["authorization": "Bearer pk_test_shop"], "2026-10-28.endive"),
            ("customers", ["authorization": "Bearer sk_live_x", "stripe-version": "2020-08-27"], nil),
            ("customers", ["authorization": nil], nil),
        ]
        var shop = Shop()
        let found = table.map { Self.send(&shop, "GET", $0.0, $0.1).header("Stripe-Version") }
        #expect(found == table.map(\.2))
    }

    @Test func whoeverIsKnownIsToldWhereTheRequestIsLogged() throws {
        var shop = Shop()
        let intent = shop.create(1001)
        let answers = [
            shop.get("customers/cus_x"), shop.get("nowhere"), shop.post("customers", [("color", "red")]),
            shop.post("payment_intents/\(intent.id)/confirm", try shop.present("visa", 1001)),
            shop.post("customers", key: "pk_test_shop"),
        ]
        #expect(answers.map(\.status) == [404, 404, 400, 402, 401])
        for answer in answers {
            let id = answer.header("Request-Id") ?? "-"
            #expect(answer["error", "request_log_url"]?.text == "\(shop.payments.publicURL)/dashboard/logs/\(id)")
            #expect(shop.get("_tender/requests/\(id)")["status"]?.number == Int64(answer.status))
        }
        let stranger = shop.get("customers", key: "sk_live_x")
        #expect(stranger.status == 401)
        #expect(stranger["error", "request_log_url"] == nil)
    }

    @Test func anUnknownCallerIsAskedForAKey() {
        var shop = Shop()
        #expect(shop.get("customers", key: "nobody").header("WWW-Authenticate") == "Bearer realm=\"Stripe\"")
        #expect(shop.get("customers").header("WWW-Authenticate") == nil)
    }

    @Test func aCodeIsExplainedOnAPageOfItsOwn() {
        var shop = Shop()
        let page = shop.get("customers/cus_x")["error", "doc_url"]?.text
        #expect(page == "https://docs.stripe.com/error-codes#resource-missing")
    }

    @Test func aFormIsNoJSON() {
        let said = """
            Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any \
            questions, we can help at https://support.stripe.com/.
            """
        let table: [(String?, String, String?)] = [
            ("application/json", #"{"name":"Ada"}"#, said), ("application/json; charset=utf-8", "{}", said),
            ("Application/JSON", "name=Ada", said), ("application/json", "", nil), (nil, "name=Ada", nil),
            ("application/x-www-form-urlencoded", "name=Ada", nil), ("application/jso-n", "name=Ada", nil),
            ("text/jjson", "name=Ada", said), ("text/jsjSON;", "name=Ada", said),
        ]
        var shop = Shop()
        let found = table.map { type, body, _ in
            Self.send(&shop, "POST", "customers", ["content-type": type], body: Array(body.utf8))["error", "message"]?
                .text
        }
        #expect(found == table.map(\.2))
    }

    @Test func aNullCharacterIsNoText() {
        let bodies = ["name=a%00b", "name=a\0b", "metadata[a]=%00", "metadata[%00]=a", "a\0=b", "name=a"]
        var shop = Shop()
        let statuses = bodies.map { Self.send(&shop, "POST", "customers", body: Array($0.utf8)).status }
        #expect(statuses == [400, 400, 400, 400, 400, 200])
        #expect(shop.get("customers", [("email", "\0")]).status == 400)
    }

    @Test func theLevelIsNamedWhereAParameterBecomesUnknown() {
        let table: [(Form, String, String)] = [
            ([("foo[bar]", "1"), ("foo[baz]", "2")], "parameter: foo", "foo"),
            ([("foo[bar][a]", "1"), ("foo[bar][b]", "1"), ("x", "1")], "parameters: foo, x", "foo"),
            ([("address[foo][a]", "1"), ("address[foo][b]", "1")], "parameter: address[foo]", "address[foo]"),
            ([("foo[]", "1"), ("foo[]", "2")], "parameter: foo", "foo"),
        ]
        var shop = Shop()
        let found = table.map { row in
            let error = shop.post("customers", row.0)["error"]
            return "\(error?["message"]?.text ?? "-") \(error?["param"]?.text ?? "-")"
        }
        #expect(found == table.map { "Received unknown \($0.1) \($0.2)" })
    }

    @Test func whatIsMissingIsCalledByItsName() {
        let table = [
            ("webhook_endpoints/we_x", "No such webhook endpoint: 'we_x'"),
            ("terminal/readers/tmr_x", "No such reader: 'tmr_x'"),
            ("terminal/locations/tml_x", "No such location: 'tml_x'"),
            ("terminal/configurations/tmc_x", "No such configuration: 'tmc_x'"),
            ("terminal/readers?starting_after=tmr_x", "No such reader: 'tmr_x'"),
            ("payment_intents/pi_x", "No such payment_intent: 'pi_x'"),
            ("customers/cus_x", "No such customer: 'cus_x'"),
        ]
        var shop = Shop()
        let found = table.map { path, _ in
            let parts = path.split(separator: "?")
            var request = shop.request("GET", String(parts[0]))
            request.query = parts.count > 1 ? String(parts[1]) : ""
            return Shop.Answer(shop.payments.handle(request, now: shop.now))["error", "message"]?.text
        }
        #expect(found == table.map(\.1))
    }

    @Test func searchIsNoID() {
        var shop = Shop()
        for name in ["setup_intents", "payment_methods", "accounts", "transfers", "events", "refunds"] {
            let said = shop.get("\(name)/search", [("query", "x")])["error", "message"]?.text ?? ""
            #expect(said.hasPrefix("Unrecognized request URL (GET: /v1/\(name)/search)."))
        }
    }

    @Test func aStarStandsAlone() {
        var shop = Shop()
        let form: Form = [("url", "http://localhost/"), ("enabled_events[]", "*")]
        let made = shop.post("webhook_endpoints", form + [("enabled_events[]", "*")])
        #expect(made["enabled_events"] == ["*"])
        let answers = [
            shop.post("webhook_endpoints", form + [("enabled_events[]", "charge.failed")]),
            shop.post("webhook_endpoints/\(made.id)", form + [("enabled_events[]", "charge.failed")]),
        ]
        #expect(answers.map { "\($0.status) \($0.param)" } == Array(repeating: "400 enabled_events", count: 2))
    }

    @Test func anEmailHasItsLength() {
        var shop = Shop()
        let statuses = [512, 513].map { length in
            shop.post("customers", [("email", String(repeating: "a", count: length - 5) + "@b.de")]).status
        }
        #expect(statuses == [200, 400])
    }
}
