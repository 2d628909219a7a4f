@testable import SimulatedPayments
import Testing

@Suite struct WebhookEndpointTests {
    private var shop = Shop()

    @Test mutating func anEndpointShowsItsSecretOnce() {
        let made = shop.listen(
            "https://example.com/hook", to: "charge.failed", "payment_intent.succeeded", "charge.failed",
            more: [("description", "till"), ("metadata[a]", "b"), ("api_version", "2024-04-10"), ("connect", "true")])
        #expect(made.status == 200)
        #expect(made.id.hasPrefix("we_"))
        #expect(made["secret"]?.text?.hasPrefix("whsec_") == true)
        guard case .object(var members) = made.body else { return }
        members["secret"] = nil
        let expected: JSONValue = [
            "id": .string(made.id), "object": "webhook_endpoint", "api_version": "2024-04-10", "application": nil,
            "created": .integer(shop.now), "description": "till",
            "enabled_events": ["charge.failed", "payment_intent.succeeded"], "livemode": false,
            "metadata": ["a": "b"], "status": "enabled", "url": "https://example.com/hook",
        ]
        #expect(JSONValue.object(members) == expected)
        #expect(shop.get("webhook_endpoints/\(made.id)").body == expected)
        #expect(shop.get("webhook_endpoints")["data"]?.elements == [expected])
        #expect(shop.get("webhook_endpoints/\(made.id)", key: "sk_test_other").status == 404)
    }

    @Test mutating func anEndpointIsChangedDisabledAndDeleted() {
        let id = shop.listen(to: "charge.failed", more: [("metadata[a]", "b")]).id
        let changed = shop.post(
            "webhook_endpoints/\(id)",
            [
                ("url", "http://localhost:8080/x"), ("enabled_events[0]", "*"), ("description", "new"),
                ("metadata[c]", "d"), ("disabled", "true"),
            ])
        #expect(changed["url"] == "http://localhost:8080/x")
        #expect(changed["enabled_events"] == ["*"])
        #expect(changed["description"] == "new")
        #expect(changed["metadata"] == ["a": "b", "c": "d"])
        #expect(changed["status"] == "disabled")
        #expect(changed["secret"] == nil)
        #expect(changed["disabled"] == nil)
        let enabled = shop.post("webhook_endpoints/\(id)", [("disabled", "false"), ("description", "")])
        #expect(enabled["status"] == "enabled")
        #expect(enabled["description"] == .null)
        let deleted = shop.delete("webhook_endpoints/\(id)")
        #expect(deleted.body == ["id": .string(id), "object": "webhook_endpoint", "deleted": true])
        #expect(shop.get("webhook_endpoints/\(id)").status == 404)
        #expect(shop.delete("webhook_endpoints/\(id)").status == 404)
        #expect(shop.get("webhook_endpoints")["data"] == [])
    }

    @Test mutating func whatCannotBeAskedForIsRefused() {
        let url = ("url", "http://127.0.0.1:9/")
        let event = ("enabled_events[]", "charge.failed")
        let refused: [(Form, String, String)] = [
            ([event], "parameter_missing", "url"), ([url], "parameter_missing", "enabled_events"),
            ([url, ("enabled_events[]", "charge.fail")], "-", "enabled_events[0]"),
            ([url, event, ("enabled_events[]", "charge.*")], "-", "enabled_events[1]"),
            ([url, ("enabled_events", "")], "parameter_invalid_empty", "enabled_events"),
            ([url, event, ("api_version", "yesterday")], "-", "api_version"),
            ([url, event, ("color", "red")], "parameter_unknown", "color"),
            ([url, event, ("connect", "maybe")], "-", "connect"),
        ]
        let answers = refused.map { shop.post("webhook_endpoints", $0.0) }
        #expect(answers.map(\.status) == refused.map { _ in 400 })
        #expect(answers.map(\.code) == refused.map(\.1))
        #expect(answers.map(\.param) == refused.map(\.2))
    }

    @Test(arguments: [
        "", "example.com", "ftp://example.com", "http://", "http:///x", "https://user@example.com/", "http://a b.c/",
        "https://exämple.com", "http://host:0/", "http://host:99999/", "http://host:/", "http://[::1", "http://[x]/",
        "http://a..b/", "javascript:alert(1)", "http://127.0.0.1\\@evil.example/", "http://127.0.0.1#@evil.example",
    ])
    func anAddressThatIsNoneIsRefused(url: String) {
        var shop = Shop()
        guard url != "http://127.0.0.1#@evil.example" else {
            // What follows the number sign is no part of the host.
            #expect(WebhookTarget(url)?.host == "127.0.0.1")
            return
        }
        let answer = shop.listen(url, to: "*")
        #expect(answer.status == 400)
        #expect(answer.param == "url")
        #expect((url.isEmpty || answer.code == "url_invalid"))
    }

    @Test(arguments: [
        ("http://127.0.0.1/hook", true), ("HTTP://LocalHost:8080?x", true), ("http://[::1]:80/", true),
        ("http://127.9.8.7:1", true), ("https://example.com", false), ("http://127.0.0.1.example.com/", false),
        ("http://localhost.example.com/", false), ("http://128.0.0.1/", false), ("https://10.0.0.1:8443/a?b=c", false),
        ("http://127.1/", false), ("http://[::2]/", false),
    ])
    func thisMachineIsToldFromOthers(url: String, isLoopback: Bool) {
        #expect(WebhookTarget(url)?.isLoopback == isLoopback)
    }

    @Test mutating func anAccountHasSixteenAtMost() throws {
        let made = (0..<16).map { shop.listen("http://localhost/\($0)", to: "*").status }
        #expect(Set(made) == [200])
        #expect(shop.listen(to: "*").status == 400)
        let ids =
            shop.get("webhook_endpoints", [("limit", "100")])["data"]?.elements.compactMap { $0["id"]?.text } ?? []
        try #require(ids.count == 16)
        #expect(shop.delete("webhook_endpoints/\(ids[3])").status == 200)
        #expect(shop.listen(to: "*").status == 200)
        #expect(shop.listen(to: "*").status == 400)
    }
}
