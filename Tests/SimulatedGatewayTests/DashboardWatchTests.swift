import Foundation
import SimulatedPages
import SimulatedPayments
import TenderHTTPServer
import Testing

@testable import SimulatedGateway

/// Pages that wait until something happens: held without a thread, told once, let go when the gateway stops.
@Suite struct DashboardWatchTests {
    private struct Browser: Sendable {
        let client: Client
        let cookie: String

        init(_ client: Client) throws {
            self.client = client
            let door = try client.exchange(Array(Self.head("GET", "/dashboard", "").utf8))
            let page = String(decoding: door?.body ?? [], as: UTF8.self)
            let token = page.components(separatedBy: "name=\"_token\" value=\"").last?.prefix { $0 != "\"" } ?? ""
            let form = "_token=\(token)&key=\(client.key)"
            let request = Self.head("POST", "/dashboard/sign-in", "Content-Length: \(form.utf8.count)\r\n") + form
            let answer = try client.exchange(Array(request.utf8))
            cookie = String(answer?.headers["set-cookie"]?.prefix { $0 != ";" } ?? "")
        }

        func get(_ path: String) -> HTTPAnswer? {
            try? client.exchange(Array(Self.head("GET", path, "Cookie: \(cookie)\r\n").utf8))
        }

        private static func head(_ method: String, _ path: String, _ more: String) -> String {
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(more)\r\n"
        }
    }

    private func waitForWatchers(_ count: Int, _ gateway: SimulatedGateway) async {
        while gateway.core.watcherCount != count { await Task.yield() }
    }

    @Test(arguments: [false, true]) func aPageIsToldWhenSomethingHappens(isStored: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) } }
        let gateway = try SimulatedGateway(configuration: .init(storage: isStored ? .file(file) : .memory))
        let client = Client(gateway)
        let browser = try Browser(client)
        #expect(browser.get("/dashboard/payments")?.status == 200)
        let held = Thread.detached { browser.get("/dashboard/changes?after=") }
        await waitForWatchers(1, gateway)
        var other = client
        other.key = "sk_test_other"
        _ = try other.create()
        #expect(gateway.core.watcherCount == 1)
        _ = try client.create()
        let answer = try #require(await held.value)
        let list = try client.get("events")?.json["data"]
        guard case .array(let events)? = list, case .string(let id)? = events.first?["id"] else {
            throw Client.Failure()
        }
        let message = "retry: 500\nid: \(id)\ndata: changed\n\n"
        #expect(answer.headers["content-type"] == "text/event-stream; charset=utf-8")
        #expect(answer.body == Array(message.utf8))
        #expect(gateway.core.watcherCount == 0)
        #expect(browser.get("/dashboard/changes?after=evt_old")?.body == answer.body)
        gateway.stop()
    }

    @Test func stoppingLetsEverybodyGo() async throws {
        let gateway = try SimulatedGateway()
        let browser = try Browser(Client(gateway))
        let held = (0..<3).map { _ in Thread.detached { browser.get("/dashboard/changes") } }
        await waitForWatchers(3, gateway)
        gateway.stop()
        var answers: [HTTPAnswer?] = []
        for request in held { answers.append(await request.value) }
        #expect(answers.allSatisfy { $0 == nil })
        #expect(gateway.core.watcherCount == 0)
    }

    @Test func nobodyWaitsWithoutASession() throws {
        let gateway = try SimulatedGateway()
        let stranger = try Browser(Client(gateway))
        let forged = try Client(gateway).exchange(
            Array("GET /dashboard/changes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
        #expect(forged?.status == 401)
        #expect(stranger.get("/dashboard/changes?account=acct_1")?.status == 404)
    }

    @Test func soManyWaitAndNoMore() {
        var watchers = Watchers()
        let watch = { (account: String) in
            ChangeWatch(account: account, seen: "evt_1")
        }
        let numbers = (0..<Watchers.maximumCount).map {
            watchers.add(watch($0.isMultiple(of: 2) ? "a" : "b"), HTTPServerReply())
        }
        #expect(Set(numbers.compactMap(\.self)).count == Watchers.maximumCount)
        #expect(watchers.add(watch("a"), HTTPServerReply()) == nil)
        let changed = watchers.takeChanged(watchers.accounts.map { $0 == "a" ? "evt_2" : "evt_1" })
        #expect(changed.count == 32)
        #expect(watchers.accounts == [String](repeating: "b", count: 32))
        #expect(watchers.takeChanged(watchers.accounts.map { _ in "evt_1" }).isEmpty)
        let again = numbers.map { $0.flatMap { watchers.take($0) } != nil }
        #expect(again.filter(\.self).count == 32)
        #expect(watchers.accounts == [])
    }

    @Test func faultsArePlannedOverHTTPAndSpareTheirOwnEndpoint() throws {
        let gateway = try SimulatedGateway()
        let client = Client(gateway)
        let planned = try #require(
            try client.post("_tender/faults", [("faults[]", "drop-request:any:2"), ("faults[]", "html:create:1")]))
        #expect(planned.json["faults"] == ["drop-request:any:2", "html:create:1"])
        #expect(try client.get("balance") == nil)
        #expect(try client.get("_tender/faults")?.json["faults"] == ["drop-request:any:1", "html:create:1"])
        #expect(try client.post("_tender/faults", [("faults[]", "fire:any:1")])?.status == 400)
        let cleared = try client.exchange(Array((client.head("DELETE", "_tender/faults") + "\r\n").utf8))
        #expect(cleared?.json["faults"] == [])
        #expect(cleared?.json["requests_per_second"] == .null)
        #expect(try client.get("balance")?.status == 200)
    }
}
