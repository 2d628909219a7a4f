import Foundation
import HTTPTestServer
import TenderBytes
import TenderHTTP
import TenderTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPClientTests {
    @Test func theRequestArrivesAsAsked() async throws {
        let server = try HTTPTestServer { _ in .answer(201, headers: ["X-Kind: a", "x-kind: b"], "done") }
        let request = HTTPRequest(
            .post, url: server.url("/v1/things?a=b"),
            headers: [HTTPHeader("Content-Type", "text/plain"), HTTPHeader("X-Empty", "")],
            authorization: SecretBytes(utf8: "Bearer abc"), body: Array("hello".utf8)
        )
        let response = try await HTTPClient().send(request)
        #expect(response == HTTPResponse(status: 201, headers: response.headers, body: Array("done".utf8)))
        #expect(response.header("X-KIND") == "a")
        #expect(response.header("x-none") == nil)
        let seen = try #require(server.requests.first)
        #expect(seen.method == "POST")
        #expect(seen.target == "/v1/things?a=b")
        #expect(seen.body == "hello")
        let lines = Set(seen.headerLines)
        let expected: Set = [
            "Host: 127.0.0.1:\(server.port)", "User-Agent: tender", "Accept: */*", "Content-Type: text/plain",
            "X-Empty:", "Authorization: Bearer abc", "Content-Length: 5",
        ]
        #expect(lines == expected)
    }

    @Test func methodsWithoutABodySendNone() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let client = try HTTPClient()
        for method in [HTTPRequest.Method.get, .delete] {
            _ = try await client.send(HTTPRequest(method, url: server.url()))
        }
        _ = try await client.send(HTTPRequest(.post, url: server.url()))
        #expect(server.requests.map(\.method) == ["GET", "DELETE", "POST"])
        #expect(server.requests.map { $0.header("Content-Length") } == [nil, nil, "0"])
        #expect(server.requests.map { $0.header("Content-Type") } == [nil, nil, nil])
    }

    @Test func aConnectionIsKeptForTheNextExchange() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let client = try HTTPClient()
        for number in 0..<20 {
            let body = number.isMultiple(of: 2) ? Array("a=\(number)".utf8) : nil
            _ = try await client.send(HTTPRequest(body == nil ? .get : .post, url: server.url(), body: body))
        }
        #expect(server.requests.count == 20)
        #expect(server.acceptedConnections == 1)
    }

    @Test func exchangesRunSideBySideUpToTheLimit() async throws {
        let limit = 8
        let gate = Gate(limit)
        let server = try HTTPTestServer { request in
            gate.pass()
            return .answer(200, request.body)
        }
        let client = try HTTPClient(configuration: .init(connectionsPerHost: limit))
        let url = server.url()
        let bodies = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let body = Array("n=\(number)".utf8)
                    let response = try await client.send(HTTPRequest(.post, url: url, body: body))
                    return String(decoding: response.body, as: UTF8.self)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bodies == Set((0..<200).map { "n=\($0)" }))
        #expect(server.requests.count == 200)
        #expect(server.acceptedConnections == limit)
    }

    @Test func redirectsAreHandedToTheCaller() async throws {
        let server = try HTTPTestServer { _ in .answer(302, headers: ["Location: /elsewhere"]) }
        let response = try await HTTPClient().send(HTTPRequest(.get, url: server.url()))
        #expect(response.status == 302)
        #expect(response.header("location") == "/elsewhere")
        #expect(server.requests.count == 1)
    }

    @Test func cookiesAreNotKept() async throws {
        let server = try HTTPTestServer { _ in .answer(headers: ["Set-Cookie: a=b; Path=/"]) }
        let client = try HTTPClient()
        for _ in 0..<2 { _ = try await client.send(HTTPRequest(.get, url: server.url())) }
        #expect(server.requests.map { $0.header("Cookie") } == [nil, nil])
    }

    @Test func proxyVariablesAreIgnored() async {
        // In a process of its own, since the environment is no thread's to change.
        await #expect(processExitsWith: .success) {
            let server = try HTTPTestServer { _ in .answer() }
            let proxy = try HTTPTestServer { _ in .answer(502) }
            for name in ["http_proxy", "ALL_PROXY", "all_proxy"] { setenv(name, proxy.url(), 1) }
            let response = try await HTTPClient().send(HTTPRequest(.get, url: server.url()))
            #expect(response.status == 200)
            #expect(proxy.acceptedConnections == 0)
        }
    }

    @Test func releasingTheClientClosesItsConnections() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        do {
            let client = try HTTPClient()
            _ = try await client.send(HTTPRequest(.get, url: server.url()))
        }
        await server.waitForClosing()
    }

    @Test func aChildProcessKeepsNoConnectionOpen() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let client = try HTTPClient()
        _ = try await client.send(HTTPRequest(.get, url: server.url()))
        let child = try ChildProcess(["sleep", "100"], in: "/")
        client.close()
        await server.waitForClosing()
        withExtendedLifetime(child) {}
    }

    @Test func closingEndsWhatRunsAndWhatComesLater() async throws {
        let server = try HTTPTestServer { _ in .silence }
        let client = try HTTPClient()
        let running = Task { [url = server.url()] in try await client.send(HTTPRequest(.get, url: url)) }
        for await event in server.events { if case .received = event { break } }
        client.close()
        let first = await running.result.httpError
        #expect(first?.code == .closed)
        #expect(first?.fate == .unknown)
        let second = await client.error(HTTPRequest(.get, url: server.url()))
        #expect(second?.code == .closed)
        #expect(second?.fate == .notSent)
    }

    @Test func manyClientsComeAndGo() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let url = server.url()
        for _ in 0..<50 { _ = try await HTTPClient().send(HTTPRequest(.get, url: url)) }
        #expect(server.requests.count == 50)
    }

    @Test func noDescriptionShowsAQueryAFieldOrABody() async throws {
        let request = HTTPRequest(
            .post, url: "https://example.com/v1?s=canary", headers: [HTTPHeader("X", "canary")],
            authorization: SecretBytes(utf8: "canary"), body: Array("canary".utf8)
        )
        let response = HTTPResponse(status: 200, headers: [HTTPHeader("X", "canary")], body: Array("canary".utf8))
        var texts = ["\(request)", "\(response)", String(reflecting: request), String(reflecting: response)]
        var dumped = ""
        dump(request, to: &dumped)
        dump(response, to: &dumped)
        texts.append(dumped)
        #expect(texts.filter { $0.contains("canary") || $0.contains("99, 97, 110") }.isEmpty)
        #expect("\(request)" == "POST https://example.com/v1")
    }
}

/// Lets nobody through until `count` are waiting.
private final class Gate: Sendable {
    private let count: Int
    private let condition = NSCondition()
    private let waiting = Guarded(0)

    init(_ count: Int) { self.count = count }

    func pass() {
        condition.lock()
        defer { condition.unlock() }
        waiting.withLock { $0 += 1 }
        condition.broadcast()
        while waiting.withLock({ $0 }) < count { condition.wait() }
    }
}
