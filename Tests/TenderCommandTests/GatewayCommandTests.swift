import Foundation
import HTTPTestServer
import SimulatedGateway
import SimulatedPayments
import TenderBytes
import TenderCrypto
import TenderHTTP
import TenderTestSupport
@testable import TenderCommand
import Testing

/// `tender gateway …` beside a gateway of the test.
@Suite struct GatewayCommandTests {
    private let gateway: SimulatedGateway
    private let calls: GatewayCalls

    init() throws {
        gateway = try SimulatedGateway()
        calls = try GatewayCalls(url: gateway.url, key: SecretBytes(utf8: "sk_test_tender"))
    }

    private func start(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            ["env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", TillJournal.program(), "gateway"] + arguments,
            in: NSTemporaryDirectory())
    }

    private func events() async throws -> [ListedEvent] {
        var feed = try await EventFeed(calls, filters: [], fromOldest: true)
        return try await feed.next()
    }

    private static func object(_ text: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    @Test func everyEndpointIsListed() throws {
        let (code, text) = try start("endpoints").wait()
        #expect(code == 0)
        #expect(text.split(separator: "\n").count == Endpoint.allCases.count)
        #expect(text.contains("POST    /v1/payment_intents/:id/confirm\n"))
        let rows = try Self.object(try start("endpoints", "--json").wait().output)["endpoints"] as? [[String: String]]
        let patterns = rows?.map { "\($0["method"] ?? "") \($0["path"] ?? "")" }
        #expect(patterns == Endpoint.allCases.map(\.pattern))
    }

    @Test(arguments: Trigger.all.map(\.event)) func triggersEndInTheirEvents(event: String) async throws {
        let trigger = try #require(Trigger.all.first { $0.event == event })
        #expect(EventTypes.all.contains(event))
        let made = try await GatewayTriggerCommand.run(trigger, calls)
        #expect(made.count == trigger.calls.count)
        var connected = try await ConnectedFeeds(calls, filters: [], fromOldest: true)
        let types = try await (events() + connected.next()).map(\.type)
        #expect(types.contains(event), "\(types)")
    }

    @Test(.timeLimit(.minutes(1))) func eventsOfConnectedAccountsAreShownAndForwarded() async throws {
        let (own, connected) = (try HTTPTestServer { _ in .answer() }, try HTTPTestServer { _ in .answer(201) })
        func connect() async throws -> String {
            try await CallAnswer(calls.post("/v1/accounts", [("type", "express")])).id ?? ""
        }
        let known = try await connect()
        _ = try await calls.acting(for: known).post("/v1/customers", [])
        let child = try start(
            "listen", "--gateway", gateway.url, "--events", "customer.created", "--count", "3", "--forward-to",
            own.url("/own"), "--forward-connect-to", connected.url("/connected"))
        let text = child.read { $0.contains("Waiting for events") }
        // One of them is connected while it listens.
        let accounts = [known, try await connect()]
        _ = try await calls.post("/v1/customers", [])
        for account in accounts { _ = try await calls.acting(for: account).post("/v1/customers", []) }
        let (code, rest) = child.wait()
        let lines = rest.split(separator: "\n").filter { $0.hasPrefix("customer.created") }
        #expect(code == 0, "\(text + rest)")
        #expect(lines.count == 3, "\(text + rest)")
        let shown = accounts.map { account in lines.filter { $0.hasSuffix("  \(account)  answered 201") }.count }
        // Accounts are asked in turn: in which order the three come is chance.
        #expect(shown == [1, 1])
        #expect(lines.count { $0.hasSuffix("answered 200") } == 1)
        #expect(own.requests.map(\.target) == ["/own"])
        #expect(own.requests.first?.body.contains("\"account\"") == false)
        let bodies = connected.requests.map(\.body)
        #expect(
            accounts.map { account in bodies.filter { $0.contains("\"account\":\"\(account)\"") }.count } == [1, 1])
    }

    /// An account that is no platform has no connected accounts, and one that is gone is asked no more.
    @Test func whoeverHasNoConnectedAccountsHearsOfNone() async throws {
        let refusing = try HTTPTestServer { _ in .answer(400, #"{"error":{"message":"no platform"}}"#) }
        let alone = try GatewayCalls(url: refusing.url(""), key: SecretBytes(utf8: "sk_test_tender"))
        var none = try await ConnectedFeeds(alone, filters: [], fromOldest: false)
        #expect(try await none.next() == [])
        #expect(none.refusal?.description == "the gateway answered 400: no platform")
        #expect(refusing.requests.count == 1)
        let form = [("type", "express")]
        let account = try await CallAnswer(calls.post("/v1/accounts", form)).id ?? ""
        var feeds = try await ConnectedFeeds(calls, filters: [], fromOldest: false)
        _ = try await calls.delete("/v1/accounts/\(account)")
        #expect(try await feeds.next() == [])
        let other = try await CallAnswer(calls.post("/v1/accounts", form)).id ?? ""
        _ = try await calls.acting(for: other).post("/v1/customers", [])
        #expect(try await feeds.next().contains { $0.account == other && $0.type == "customer.created" })
    }

    @Test func theLogIsShownFilteredAndByItsID() async throws {
        _ = try await calls.post("/v1/customers", [])
        let refused = try await calls.post("/v1/customers", [("color", "red")])
        let all = try start("logs", "--gateway", gateway.url).wait()
        let lines = all.output.split(separator: "\n")
        #expect(all.code == 0)
        #expect(lines.count == 2)
        #expect(lines.last?.contains("  400  POST  /v1/customers  parameter_unknown  req_") == true, "\(all.output)")
        let newest = try start("logs", "--gateway", gateway.url, "--count", "1", "--json").wait()
        let request = try Self.object(newest.output)
        #expect(request["status"] as? Int == 400)
        #expect((request["error"] as? NSDictionary)?["code"] != nil)
        let filtered = try start("logs", "--gateway", gateway.url, "--status", "2xx", "--method", "post").wait()
        #expect(filtered.output.split(separator: "\n").count == 1)
        #expect(filtered.output.contains("  200  POST"))
        let id = refused.headers.first { $0.name.lowercased() == "request-id" }?.value ?? ""
        let one = try start("logs", "--gateway", gateway.url, "--request", id).wait()
        #expect(one.code == 0)
        #expect(one.output.contains(id))
        #expect(try start("logs", "--gateway", gateway.url, "--status", "many").wait().code == 6)
        #expect(try start("logs", "--gateway", gateway.url, "--request", "../balance").wait().code == 6)
    }

    @Test(.timeLimit(.minutes(1))) func theLogIsFollowedUntilCtrlC() async throws {
        _ = try await calls.post("/v1/customers", [])
        let child = try start("logs", "--gateway", gateway.url, "--follow", "--path", "customers")
        var text = child.read { $0.contains("\n") }
        _ = try await calls.post("/v1/payment_intents", [])
        _ = try await calls.delete("/v1/customers/cus_nobody")
        text = child.read(after: text) { $0.contains("DELETE") }
        kill(child.identifier, SIGINT)
        let (code, rest) = child.wait()
        let lines = (text + rest).split(separator: "\n")
        #expect(code == 0, "\(code ?? -1) \(lines)")
        #expect(lines.count == 2, "\(code ?? -1) \(lines)")
        #expect(lines.last?.contains("404  DELETE  /v1/customers/cus_nobody") == true)
    }

    /// A gateway that was started again begins its log anew, and one that was too fast says so.
    @Test func aFollowerNoticesWhatItCannotKnow() async throws {
        let request = { (sequence: Int) in
            """
            {"id":"req_\(sequence)","sequence":\(sequence),"created":1,"method":"GET","path":"/","account":"acct_1"}
            """
        }
        let answers = Guarded([
            (data: [request(7)], newest: 7, oldest: 1), (data: [], newest: 2, oldest: 1),
            (data: [request(1), request(2)], newest: 2, oldest: 1), (data: [request(9)], newest: 9, oldest: 6),
        ])
        let server = try HTTPTestServer { _ in
            let next = answers.withLock { $0.removeFirst() }
            let data = next.data.joined(separator: ",")
            return .answer(
                200,
                "{\"data\":[\(data)],\"has_more\":false,\"newest\":\(next.newest),\"oldest\":\(next.oldest)}")
        }
        let calls = try GatewayCalls(url: server.url(""), key: SecretBytes(utf8: "sk_test_tender"))
        var feed = RequestFeed(calls, filters: [])
        #expect(try await feed.newest(1).map(\.id) == ["req_7"])
        #expect(try await feed.next().map(\.id) == ["req_1", "req_2"])
        #expect(feed.missed == 0)
        #expect(try await feed.next().map(\.id) == ["req_9"])
        #expect(feed.missed == 3)
    }

    /// A gateway that is none keeps nobody for ever, and no time that it tells is fatal.
    @Test(.timeLimit(.minutes(1)), arguments: [Int64.min, 0, .max]) func aHostileFeedEnds(created: Int64) async throws {
        let event = "{\"id\":\"evt_1\",\"type\":\"charge.failed\",\"created\":\(created)}"
        let server = try HTTPTestServer { request in
            .answer(200, "{\"data\":[\(event)],\"has_more\":\(!request.target.contains("limit=1&"))}")
        }
        let calls = try GatewayCalls(url: server.url(""), key: SecretBytes(utf8: "sk_test_tender"))
        var feed = try await EventFeed(calls, filters: [], fromOldest: true)
        await #expect(throws: GatewayRefusal.self) { try await feed.next() }
        let finite = try HTTPTestServer { _ in .answer(200, "{\"data\":[\(event)],\"has_more\":false}") }
        let others = try GatewayCalls(url: finite.url(""), key: SecretBytes(utf8: "sk_test_tender"))
        var following = try await EventFeed(others, filters: [], fromOldest: false)
        #expect(try await following.next().count <= 1)
    }

    /// A list that was not read to its end is no proof that a day is clean.
    @Test(.timeLimit(.minutes(1))) func aDayWhoseListDoesNotEndIsNotReconciled() throws {
        let intent = """
            {"id":"pi_1","object":"payment_intent","amount":1,"currency":"eur","status":"canceled","created":1,\
            "capture_method":"automatic","livemode":false,"payment_method_types":["card"]}
            """
        let folder = FileManager.default.temporaryDirectory.appending(path: "reconcile-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for data in [intent, ""] {
            let server = try HTTPTestServer { _ in
                .answer(200, "{\"object\":\"list\",\"data\":[\(data)],\"has_more\":true}")
            }
            let (code, text) = try ChildProcess(
                [
                    "env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", TillJournal.program(), "reconcile", "--day",
                    "2026-01-01", "--gateway", server.url(""), "--journal",
                    folder.appending(path: "journal-\(server.port)").path,
                ], in: folder.path
            ).wait()
            #expect(code != 0, "\(code ?? -1) \(text)")
            #expect(text.contains("does not end"), "\(code ?? -1) \(text)")
        }
    }

    /// A limit for files stands for a full disk: the file cannot grow any more, and nobody may be told what is not in it.
    @Test(.timeLimit(.minutes(1))) func aFullDiskIsToldAndAnswered() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let serve = try "trap '' XFSZ; exec \(TillJournal.program()) gateway serve --port 0 --data full.db"
        let child = try ChildProcess(["bash", "-c", serve], in: folder.path)
        var text = child.read { $0.contains("listens on") }
        let url = try #require(text.firstMatch(of: /http:[0-9.:\/]+/)).output
        let full = try GatewayCalls(url: String(url.dropLast()), key: SecretBytes(utf8: "sk_test_tender"))
        // From here on: the thread sanitizer does not begin under such a limit.
        let limit = try ChildProcess(
            ["prlimit", "--pid", "\(child.identifier)", "--fsize=400000:400000"], in: folder.path
        ).wait()
        try #require(limit.code == 0, "\(limit)")
        let form = [("description", String(repeating: "x", count: 500))]
        var answer = try await full.post("/v1/customers", form)
        for _ in 0..<1000 where answer.status == 200 { answer = try await full.post("/v1/customers", form) }
        #expect(answer.status == 500)
        #expect(CallAnswer(answer).error?.message?.contains("could not be written") == true)
        // What is asked afterwards might show what the file does not have.
        await #expect(throws: GatewayRefusal.self) { try await full.get("/v1/customers") }
        text = child.read(after: text) { $0.contains("full.db") }
        #expect(text.contains("free some space, then restart the gateway"), "\(text)")
        kill(child.identifier, SIGINT)
        #expect(child.wait().code == 0)
    }

    @Test func aGatewayForOtherMachinesWarnsAndKnowsItsName() async throws {
        let child = try start(
            "serve", "--port", "0", "--host", "0.0.0.0", "--public-url", "http://shop.test:4242/", "--json")
        let text = child.read { $0.contains("}") && $0.contains("warning") }
        #expect(text.contains("other machines can reach 0.0.0.0"))
        let report = try Self.object(String(text.drop { $0 != "{" }.prefix { $0 != "}" }) + "}")
        #expect(report["public_url"] as? String == "http://shop.test:4242")
        let calls = try GatewayCalls(url: report["url"] as? String ?? "", key: SecretBytes(utf8: "sk_test_tender"))
        _ = try await calls.post(
            "/v1/payment_links",
            [
                ("line_items[0][price_data][currency]", "usd"), ("line_items[0][price_data][unit_amount]", "100"),
                ("line_items[0][price_data][product_data][name]", "Tea"), ("line_items[0][quantity]", "1"),
            ])
        let links = try await String(decoding: calls.get("/v1/payment_links"), as: UTF8.self)
        #expect(links.contains("http://shop.test:4242/"))
        for address in ["ftp://shop.test", "shop.test:4242", "http://shop.test/path", "http://user@shop.test"] {
            #expect(try start("serve", "--port", "0", "--public-url", address).wait().code == 1)
        }
        let (code, nowhere) = try start("serve", "--port", "0", "--host", "shop.test").wait()
        #expect(code != 0)
        #expect(nowhere.contains("shop.test"))
    }

    @Test func whatCannotBeTriggeredIsToldWithWhatCan() throws {
        let (code, text) = try start("trigger", "payment_intent.exploded", "--gateway", gateway.url).wait()
        #expect(code == 1)
        #expect(text.contains("payment_intent.requires_action"))
        let (codeOfOverride, override) = try start(
            "trigger", "payment_intent.canceled", "--gateway", gateway.url, "--override", "refund:a=b"
        ).wait()
        #expect(codeOfOverride == 1)
        #expect(override.contains("intent, canceled"))
        #expect(try start("trigger", "--help").wait().output.contains("charge.refunded: intent, refund"))
    }

    @Test func parametersAreReplaced() throws {
        let (code, text) = try start(
            "trigger", "payment_intent.canceled", "--gateway", gateway.url, "--json", "--override", "amount=555",
            "--override", "canceled:cancellation_reason=duplicate"
        ).wait()
        let rows = try Self.object(text)["calls"] as? [NSDictionary]
        #expect(code == 0)
        #expect(rows?.count == 2)
        let id = try #require(rows?.first?["id"] as? String)
        let list = try start("listen", "--gateway", gateway.url, "--all", "--count", "2", "--json").wait()
        #expect(list.code == 0)
        #expect(list.output.contains("payment_intent.canceled"))
        let shown = try start("trigger", "payment_intent.created", "--gateway", gateway.url, "--override", "x=y").wait()
        #expect(shown.code == 6)
        #expect(!id.isEmpty)
    }

    @Test func aLiveKeyIsRefused() throws {
        let child = try ChildProcess(
            [
                "env", "TENDER_API_KEY=sk_live_x", TillJournal.program(), "gateway", "trigger",
                "payment_intent.created", "--gateway", gateway.url,
            ], in: NSTemporaryDirectory())
        #expect(child.wait().code == 1)
        #expect(gateway.requests(.create) == 0)
    }

    @Test func eventsAreForwardedByteForByteAndSigned() async throws {
        let receiver = try HTTPTestServer { request in .answer(request.body.contains("canceled_at\":null") ? 200 : 500)
        }
        let trigger = try #require(Trigger.all.first { $0.event == "payment_intent.canceled" })
        _ = try await GatewayTriggerCommand.run(trigger, calls)
        let secret = try start("listen", "--gateway", gateway.url, "--print-secret").wait().output
        let (code, text) = try start(
            "listen", "--gateway", gateway.url, "--all", "--count", "2", "--forward-to", receiver.url("/hook"), "--json"
        ).wait()
        #expect(code == 0)
        let lines = try text.split(separator: "\n").map { try Self.object(String($0)) }
        #expect(lines.map { $0["status"] as? Int } == [200, 500])
        let events = try await events()
        #expect(lines.map { $0["event"] as? String } == events.map(\.id))
        let requests = receiver.requests
        for (request, event) in zip(requests, events) {
            let bytes = try await calls.get("/v1/events/\(event.id)")
            try #require(request.target == "/hook")
            try #require(Array(request.body.utf8) == bytes)
            try WebhookSignature.verify(
                payload: bytes, header: request.header("Stripe-Signature") ?? "",
                secret: SecretBytes(utf8: secret.trimmingCharacters(in: .newlines)),
                now: SimulatedGateway.Configuration.systemClock())
        }
        #expect(requests.count == 2)
        #expect(secret.hasPrefix("whsec_"))
    }

    @Test func listeningBeginsWithTheNextEventAndEndsWithCtrlC() async throws {
        let receiver = try HTTPTestServer { _ in .answer() }
        let trigger = try #require(Trigger.all.first { $0.event == "payment_intent.created" })
        _ = try await GatewayTriggerCommand.run(trigger, calls)
        let child = try start(
            "listen", "--gateway", gateway.url, "--forward-to", receiver.url(), "--events", "payment_intent.*")
        let text = child.read { $0.contains("Waiting for events") }
        let made = try await GatewayTriggerCommand.run(trigger, calls)
        for await event in receiver.events { if case .received = event { break } }
        kill(child.identifier, SIGINT)
        let (code, rest) = child.wait()
        #expect(code == 0)
        #expect(receiver.requests.count == 1)
        let id = try #require(made.first?.id)
        #expect(receiver.requests.first?.body.contains(id) == true, "\(text + rest)")
    }

    @Test func anEventThatIsNoneIsNoFilter() throws {
        let (code, _) = try start("listen", "--gateway", gateway.url, "--events", "charge.exploded").wait()
        #expect(code == 1)
        #expect(try start("listen", "--gateway", gateway.url, "--forward-to", "http://192.0.2.1/").wait().code == 1)
        #expect(try start("listen", "--gateway", "http://127.0.0.1:1", "--all").wait().code == 6)
    }
}
