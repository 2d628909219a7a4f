import FoundationEssentials
import Glibc
import TenderAPI
import TenderBytes
import TenderService
import TenderServiceServer
import TenderTestSupport
import Testing

/// The service by HTTP.
@Suite(.timeLimit(.minutes(2))) struct ServiceServerTests {
    private static let till = "/v1/tills/front"

    @Test func aSaleByHTTP() async throws {
        let counter = try await Counter()
        let connected = try await counter.ask("POST", Self.till + "/reader/connect", "")
        #expect(connected.json["reader"]?["simulated"] == true)
        let made = try await counter.command(
            Self.till + "/payment_intents", #"{"amount":1000,"currency":"eur"}"#, key: "1")
        let id = try #require(made.json["payment_intent"]?["id"]?.string)
        let path = Self.till + "/payment_intents/\(id)"
        let sold = try await counter.command(path + "/process", key: "2")
        #expect(sold.json["outcome"] == "approved")
        let again = try await counter.command(path + "/process", key: "2")
        #expect(again.json == sold.json)
        #expect(again.head.contains("Idempotent-Replayed: true"))
        #expect(!sold.head.contains("Idempotent-Replayed"))
        let listed = try await counter.ask("GET", Self.till + "/payment_intents?limit=1")
        guard case .array(let payments)? = listed.json["payment_intents"] else {
            Issue.record("there is no list")
            return
        }
        #expect(payments.map { $0["id"] } == [.string(id)])
        await counter.server.stop()
    }

    @Test func theTillsAreThoseOfTheToken() async throws {
        let counter = try await Counter(tills: ["back"])
        let answer = try await counter.ask("GET", "/v1/tills").json
        #expect(answer["tills"] == ["back"])
        #expect(answer["front_end"] == "web")
        #expect(try await counter.ask("GET", "/v1/tills/back").status == 200)
        #expect(try await counter.ask("GET", "/v1/tills/front").json["error"]?["code"] == "no_such_till")
        #expect(try await counter.ask("GET", "/v1/tills/front/events").status == 404)
        await counter.server.stop()
    }

    /// Every path of every call: without a token, with a wrong one, without the right, with another method.
    @Test func nobodyPassesWithoutARight() async throws {
        let counter = try await Counter(rights: [])
        let unknown = TokenFile.makeToken()
        for call in ServiceCall.all {
            let path = Self.till + (call.path.isEmpty ? "" : "/" + call.path.replacing("{id}", with: "pi_1"))
            #expect(try await counter.ask(call.method.rawValue, path, token: .some(nil)).status == 401, "\(call.name)")
            #expect(
                try await counter.ask(call.method.rawValue, path).json["error"]?["code"] == "not_allowed",
                "\(call.name)")
            #expect(try await counter.ask("PUT", path).status == 405, "\(call.name)")
        }
        let wrong = try await counter.ask("GET", Self.till, token: unknown)
        #expect(wrong.status == 401)
        #expect(wrong.head.contains("WWW-Authenticate: Bearer"))
        await counter.server.stop()
    }

    @Test(arguments: [
        ("/health", "GET, HEAD"), ("/v1/tills", "GET"), ("\(Self.till)/events", "GET"),
        ("\(Self.till)/events/ticket", "POST"), ("\(Self.till)/payment_intents", "GET, POST"),
    ])
    func anotherMethodIsToldWhichThereAre(path: String, methods: String) async throws {
        let counter = try await Counter()
        let answer = try await counter.ask("PUT", path)
        #expect(answer.head.contains("\r\nAllow: \(methods)\r\n"), "\(answer.head)")
        await counter.server.stop()
    }

    @Test func guessedTokensAreSlowedDown() async throws {
        let counter = try await Counter()
        var statuses: [Int] = []
        for _ in 0..<40 {
            statuses.append(try await counter.ask("GET", Self.till, token: TokenFile.makeToken()).status)
        }
        #expect(statuses.filter { $0 == 401 }.count == 30)
        #expect(statuses.last == 429)
        // Whoever has a token is not held up by those who guess.
        #expect(try await counter.ask("GET", Self.till).status == 200)
        await counter.server.stop()
    }

    @Test func anotherNameIsNotThisService() async throws {
        let counter = try await Counter()
        for host in ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil", "[::2]:1", "169.254.169.254"] {
            let answer = try await counter.ask("GET", Self.till, nil, ["Host": host])
            #expect([400, 421].contains(answer.status), "\(host)")
        }
        await counter.server.stop()
    }

    @Test func everyWayToWriteThisMachineIsKnown() async throws {
        let counter = try await Counter { $0.hostNames = ["Till.Example"] }
        for host in [
            "LOCALHOST:1", "localhost.", "127.0.0.2:1", "[0:0:0:0:0:0:0:1]:1", "till.example", "TILL.example.",
        ] {
            #expect(try await counter.ask("GET", Self.till, nil, ["Host": host]).status == 200, "\(host)")
        }
        await counter.server.stop()
    }

    @Test func originsAreThoseThatAreAllowed() async throws {
        let counter = try await Counter { $0.origins = ["https://till.example"] }
        let body = #"{"text":"x"}"#
        func answer(_ origin: String) async throws -> Counter.Answer {
            try await counter.ask("POST", Self.till + "/reader/display", body, ["Origin": origin])
        }
        #expect(try await answer("https://evil.example").json["error"]?["code"] == "wrong_origin")
        #expect(try await answer("null").json["error"]?["code"] == "wrong_origin")
        #expect(try await answer("http://127.0.0.1:\(counter.server.port)").status == 503)
        let allowed = try await answer("https://till.example")
        #expect(allowed.head.contains("Access-Control-Allow-Origin: https://till.example"))
        #expect(try await !answer("https://evil.example").head.contains("Access-Control-Allow-Origin"))
        let asked = try await counter.ask(
            "OPTIONS", Self.till, nil, ["Origin": "https://till.example", "Access-Control-Request-Headers": "x"])
        #expect(asked.status == 204)
        #expect(try await counter.ask("OPTIONS", Self.till, nil, ["Origin": "https://evil.example"]).status == 403)
        await counter.server.stop()
    }

    /// What a proxy passes on has its own name.
    @Test func aProxysNameIsAllowedWhenItIsGiven() async throws {
        let counter = try await Counter { $0.hostNames = ["till.example"] }
        let headers = ["Host": "till.example", "Origin": "https://till.example"]
        #expect(try await counter.ask("GET", Self.till, nil, headers).status == 200)
        await counter.server.stop()
    }

    @Test func badInputIsRefused() async throws {
        let counter = try await Counter()
        let inputs: [(body: String, type: String, status: Int)] = [
            ("{", "application/json", 400), (#"{"amount":1000}"#, "application/json", 400),
            ("[]", "application/json", 400), (#"{"amount":1e99,"currency":"eur"}"#, "application/json", 400),
            ("\u{0}", "application/json", 400), (String(repeating: "[", count: 20_000), "application/json", 400),
            (#"{"amount":1000,"currency":"eur"}"#, "text/plain", 415),
            ("amount=1000&currency=eur", "application/x-www-form-urlencoded", 415),
            (String(repeating: " ", count: 70_000), "application/json", 413),
        ]
        for (body, type, status) in inputs {
            let answer = try await counter.ask(
                "POST", Self.till + "/payment_intents", body, ["Content-Type": type, "Idempotency-Key": "1"])
            #expect(answer.status == status, "\(body.prefix(40))")
            #expect(answer.json["error"]?["message"]?.string?.isEmpty == false, "\(body.prefix(40))")
        }
        await counter.server.stop()
    }

    @Test func strangePathsAreRefused() async throws {
        let counter = try await Counter()
        let paths = [
            "/v1", "/v1/", "/v1/tills/", "/v1/tills/front/", "/v1/tills/front//x", "/v1/tills/front/nothing",
            "/v2/tills",
            "/v1/tills/front/payment_intents/..%2F..", "/%00", "/v1/tills/front/payment_intents?limit=0",
            "/v1/tills/front/payment_intents?limit=1&limit=2", "/v1/tills/front/payment_intents?color=red",
            "/v1/tills/front/payment_intents?limit=%ZZ", "/v1/tills/front/events?after=-1",
            "/v1/tills/front/events?x=1", "/v1/tills/front/events?ticket=x",
        ]
        for path in paths {
            let answer = try await counter.ask("GET", path)
            #expect((400..<500).contains(answer.status), "\(path)")
        }
        await counter.server.stop()
    }

    @Test func noLineTellsASecret() async throws {
        let counter = try await Counter()
        _ = try await counter.ask("GET", Self.till)
        _ = try await counter.ask("GET", "/v1/tills/front/events?ticket=secret-ticket")
        let lines = counter.lines.withLock { $0.joined(separator: "\n") }
        #expect(lines.contains("web front retrieve_status 200 done"))
        #expect(!lines.contains(counter.token))
        #expect(!lines.contains("secret-ticket"))
        await counter.server.stop()
    }

    @Test func aTicketOpensTheEventsOfItsTillAlone() async throws {
        let counter = try await Counter()
        let made = try await counter.ask("POST", Self.till + "/events/ticket", "")
        let ticket = try #require(made.json["ticket"]?.string)
        let client = try RawHTTPClient(port: counter.server.port)
        client.send("GET \(Self.till)/events?ticket=\(ticket) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.read(until: "retry:").contains("text/event-stream"))
        client.close()
        #expect(try await counter.ask("GET", "/v1/tills/back/events?ticket=\(ticket)", token: .some(nil)).status == 401)
        await counter.server.stop()
    }

    /// Events go on after the number that a browser tells.
    @Test func eventsAreResumed() async throws {
        let counter = try await Counter()
        _ = try await counter.ask("POST", Self.till + "/reader/connect", "")
        let made = try await counter.command(
            Self.till + "/payment_intents", #"{"amount":1000,"currency":"eur"}"#, key: "1")
        let id = try #require(made.json["payment_intent"]?["id"]?.string)
        _ = try await counter.command(Self.till + "/payment_intents/\(id)/process", key: "2")
        func events(_ headers: String, _ query: String, until text: String) async throws -> String {
            let client = try RawHTTPClient(port: counter.server.port)
            defer { client.close() }
            client.send(
                "GET \(Self.till)/events\(query) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(counter.token)\r\n\(headers)\r\n"
            )
            return await client.read(until: text)
        }
        let all = try await events("", "?after=0", until: #""event":"claimed""#)
        let ids = all.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("id: ") }.compactMap {
            Int($0.dropFirst(4))
        }
        #expect(ids.count == 4)
        let second = try #require(ids.dropFirst().first)
        let rest = try await events("Last-Event-ID: \(second)\r\n", "?after=0", until: #""event":"claimed""#)
        let resumed = rest.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("id: ") }.compactMap {
            Int($0.dropFirst(4))
        }
        #expect(resumed == Array(ids.dropFirst(2)))
        await counter.server.stop()
    }

    /// A thousand connections are there, and a payment is made all the same.
    @Test func manyConnectionsHoldUpNobody() async throws {
        let counter = try await Counter()
        let idle = try (0..<300).map { _ in try RawHTTPClient(port: counter.server.port) }
        for client in idle { client.send("GET /v1/tills HTTP/1.1\r\nHo") }
        #expect(try await counter.ask("GET", Self.till).status == 200)
        for client in idle { client.close() }
        await counter.server.stop()
    }

    @Test func aTokenThatIsRevokedOpensNothingMore() async throws {
        let counter = try await Counter()
        #expect(try await counter.ask("GET", Self.till).status == 200)
        try counter.tokens.write([])
        #expect(try await counter.ask("GET", Self.till).status == 401)
        await counter.server.stop()
    }

    @Test func aTicketEndsWithItsOwner() async throws {
        let counter = try await Counter()
        let ticket = try #require(
            try await counter.ask("POST", Self.till + "/events/ticket", "").json["ticket"]?.string)
        try counter.changeFrontEnd(rights: [.read], tills: ["back"])
        let client = try RawHTTPClient(port: counter.server.port)
        client.send("GET \(Self.till)/events?ticket=\(ticket) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.read(until: "\r\n").contains(" 401 "))
        client.close()
        await counter.server.stop()
    }

    @Test func aFeedEndsWithTheRightToReadIt() async throws {
        let counter = try await Counter()
        let client = try RawHTTPClient(port: counter.server.port)
        client.send(
            "GET \(Self.till)/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(counter.token)\r\n\r\n")
        #expect(await client.read(until: "retry:").contains("text/event-stream"))
        try counter.changeFrontEnd(rights: [.readers], tills: nil)
        #expect(try await counter.ask("POST", Self.till + "/reader/connect", "").status == 200)
        #expect(await !client.read(until: "0\r\n\r\n").contains("event:"))
        client.close()
        await counter.server.stop()
    }

    @Test func aFileOfTokensThatOthersMayReadIsNotBelieved() async throws {
        let counter = try await Counter()
        #expect(chmod(counter.tokens.path, 0o644) == 0)
        for _ in 0..<2 { #expect(try await counter.ask("GET", Self.till).status == 401) }
        #expect(counter.warnings.withLock { $0.filter { $0.contains("others may read") }.count } == 1)
        #expect(chmod(counter.tokens.path, 0o600) == 0)
        #expect(try await counter.ask("GET", Self.till).status == 200)
        await counter.server.stop()
    }

    @Test func aDamagedFileOfTokensChangesNothing() async throws {
        let counter = try await Counter()
        #expect(truncate(counter.tokens.path, 1) == 0)
        for _ in 0..<2 { #expect(try await counter.ask("GET", Self.till).status == 200) }
        #expect(counter.warnings.withLock { $0.filter { $0.contains("cannot be understood") }.count } == 1)
        await counter.server.stop()
    }

    @Test func onlyAnAddressOfThisMachineIsListenedOn() async throws {
        await #expect(throws: ServiceFailure.self) { try await Counter { $0.host = "0.0.0.0" } }
    }
}
