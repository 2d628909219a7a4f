import HTTPTestServer
import TenderBytes
import TenderHTTP
import Testing

@Suite(.timeLimit(.minutes(1))) struct FailureTests {
    @Test func cancelingClosesTheConnection() async throws {
        let server = try HTTPTestServer { _ in .silence }
        let client = try HTTPClient()
        let task = Task { [url = server.url()] in
            try await client.send(HTTPRequest(.post, url: url, body: Array("a=b".utf8)))
        }
        for await event in server.events { if case .received = event { break } }
        task.cancel()
        let error = await task.result.httpError
        #expect(error?.code == .canceled)
        #expect(error?.fate == .unknown)
        await server.waitForClosing()
    }

    @Test func aTaskThatIsCanceledAlreadySendsNothing() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let client = try HTTPClient()
        let task = Task { [url = server.url()] in
            while !Task.isCancelled { await Task.yield() }
            return try await client.send(HTTPRequest(.get, url: url))
        }
        task.cancel()
        let error = await task.result.httpError
        #expect(error?.code == .canceled)
        #expect(error?.fate == .notSent)
        #expect(server.requests.isEmpty)
    }

    @Test func aRefusedConnectionIsNotSent() async throws {
        let port = try HTTPTestServer { _ in .close }.port
        let error = await (try HTTPClient()).error(HTTPRequest(.post, url: "http://127.0.0.1:\(port)/", body: [65]))
        #expect(error?.code == .connectionFailed)
        #expect(error?.fate == .notSent)
    }

    @Test func aConnectionThatIsNeverMadeIsNotSent() async throws {
        let stuck = try StuckListener()
        let client = try HTTPClient(configuration: .init(connectTimeout: .milliseconds(100)))
        let error = await client.error(HTTPRequest(.post, url: "http://127.0.0.1:\(stuck.port)/", body: [65]))
        #expect(error?.code == .connectTimedOut)
        #expect(error?.fate == .notSent)
    }

    @Test func aServerThatNeverSpeaksTLSIsNotSent() async throws {
        let server = try HTTPTestServer { _ in .close }
        let client = try HTTPClient(configuration: .init(connectTimeout: .milliseconds(100)))
        let error = await client.error(HTTPRequest(.post, url: server.url(scheme: "https"), body: [65]))
        #expect(error?.code == .connectTimedOut)
        #expect(error?.fate == .notSent)
        #expect(server.requests.isEmpty)
    }

    @Test func anExchangeThatNeverGotAConnectionIsNotSent() async throws {
        let server = try HTTPTestServer { _ in .silence }
        let client = try HTTPClient(configuration: .init(connectionsPerHost: 1))
        let url = server.url()
        let first = Task { try await client.send(HTTPRequest(.get, url: url)) }
        for await event in server.events { if case .received = event { break } }
        let error = await client.error(HTTPRequest(.post, url: url, body: [65], timeout: .milliseconds(100)))
        #expect(error?.code == .connectTimedOut)
        #expect(error?.fate == .notSent)
        let second = Task { try await client.send(HTTPRequest(.get, url: url)) }
        second.cancel()
        let canceled = await second.result.httpError
        #expect(canceled?.code == .canceled)
        #expect(canceled?.fate == .notSent)
        first.cancel()
        _ = await first.result
        #expect(server.requests.count == 1)
    }

    @Test func anAnswerThatDoesNotComeInTimeIsUnknown() async throws {
        let server = try HTTPTestServer { _ in .silence }
        let client = try HTTPClient()
        let error = await client.error(
            HTTPRequest(.post, url: server.url(), body: [65], timeout: .milliseconds(200))
        )
        #expect(error?.code == .timedOut)
        #expect(error?.fate == .unknown)
        await server.waitForClosing()
    }

    @Test func timeoutsOfEverySizeAreTaken() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let client = try HTTPClient()
        var results: [HTTPError.Code?] = []
        for timeout in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero] {
            results.append(await client.error(HTTPRequest(.get, url: server.url(), timeout: timeout))?.code)
        }
        #expect(results == [nil, .connectTimedOut, .connectTimedOut])
    }

    @Test func badAnswersAreTypedErrorsOfUnknownFate() async throws {
        let head = "HTTP/1.1 200 OK\r\n"
        let interim = "HTTP/1.1 100 Continue\r\n\r\n"
        let long = String(repeating: "a", count: 5000)
        let vectors: [(name: String, bytes: String, code: HTTPError.Code)] = [
            ("half a head", "HTTP/1.1 200 OK\r\nContent-Le", .connectionLost),
            ("half a body", head + "Content-Length: 10\r\n\r\n{\"id\":", .connectionLost),
            ("half a chunk", head + "Transfer-Encoding: chunked\r\n\r\n10\r\nabc", .connectionLost),
            ("a bad chunk", head + "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n", .connectionLost),
            ("garbage", "SSH-2.0-OpenSSH_9.2\r\n\r\n", .invalidResponse),
            ("a status without digits", "HTTP/1.1 abc\r\n\r\n", .invalidResponse),
            ("HTTP/7", "HTTP/7.0 200 OK\r\n\r\n", .invalidResponse),
            ("too long", head + "Content-Length: 1001\r\n\r\n" + long.prefix(1001), .responseTooLarge),
            ("too long without a length", head + "\r\n" + long, .responseTooLarge),
            ("an endless head", head + String(repeating: "X: \(long.prefix(500))\r\n", count: 200), .responseTooLarge),
            ("interim answers without end", String(repeating: interim, count: 5000), .responseTooLarge),
        ]
        let server = try HTTPTestServer { .bytesThenClose(vectors[Int($0.target.dropFirst()) ?? 0].bytes) }
        let client = try HTTPClient(configuration: .init(maximumBodySize: 1000))
        var failures: [String] = []
        for (index, vector) in vectors.enumerated() {
            let error = await client.error(HTTPRequest(.post, url: server.url("/\(index)"), body: [65]))
            if error?.code != vector.code || error?.fate != .unknown {
                failures.append("\(vector.name): \(error.map { "\($0), \($0.fate)" } ?? "no error")")
            }
        }
        #expect(failures.isEmpty)
        #expect(server.requests.count == vectors.count)
    }

    @Test func aBodyOfExactlyTheLimitIsTaken() async throws {
        let server = try HTTPTestServer { _ in .answer(200, String(repeating: "a", count: 1000)) }
        let client = try HTTPClient(configuration: .init(maximumBodySize: 1000))
        #expect(try await client.send(HTTPRequest(.get, url: server.url())).body.count == 1000)
    }

    @Test func requestsThatMustNotBeSentAreRefusedBeforeAnyByte() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let client = try HTTPClient()
        let good = server.url()
        var wrong: [(HTTPRequest, HTTPError.Code)] = [
            "http://example.com/", "http://10.0.0.1/", "http://127.0.0.1.example.com/", "http://localhost.example.com/",
            "http://128.0.0.1/", "http://[::2]/", "http://0.0.0.0/", "http://[::ffff:10.0.0.1]/", "http://2130706433x/",
        ].map { (HTTPRequest(.get, url: $0), .plainHTTPRefused) }
        wrong += [
            "", "/v1", "example.com", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://user:pw@127.0.0.1/",
            "http://127.0.0.1/a b", "http://127.0.0.1/\r\nX: y", "http://127.0.0.1/ü", "http://127.0.0.1:99999/",
        ].map { (HTTPRequest(.get, url: $0), .invalidURL) }
        wrong += [
            HTTPHeader("X", "a\r\nY: b"), HTTPHeader("X\r\nY", "b"), HTTPHeader("", "b"), HTTPHeader("X:", "b"),
            HTTPHeader("content-length", "3"), HTTPHeader("Authorization", "Bearer x"), HTTPHeader("X", "a\0b"),
        ].map { (HTTPRequest(.post, url: good, headers: [$0]), .invalidRequest) }
        wrong.append((HTTPRequest(.get, url: good, body: [65]), .invalidRequest))
        wrong.append((HTTPRequest(.get, url: good, authorization: SecretBytes(utf8: "a\r\nb")), .invalidRequest))
        var failures: [String] = []
        for (request, code) in wrong {
            let error = await client.error(request)
            if error?.code != code || error?.fate != .notSent {
                failures.append("\(request.url): \(String(describing: error))")
            }
        }
        #expect(failures.isEmpty)
        #expect(server.acceptedConnections == 0)
    }

    @Test func anAddressWithAPasswordIsRefusedAndShownNowhere() async throws {
        let client = try HTTPClient()
        var wrong: [String] = []
        for url in [
            "https://user:canary@127.0.0.1/", "http://canary@127.0.0.1/", "http://user:can/canary@127.0.0.1/",
            "http://user:can?canary@127.0.0.1/", "http://user:can canary@127.0.0.1/", "http://127.0.0.1:x/?key=canary",
        ] {
            let request = HTTPRequest(.get, url: url)
            let error = await client.error(request)
            let text = "\(request) \(String(reflecting: request)) \(error.map { "\($0)" } ?? "")"
            if error?.code != .invalidURL || text.contains("canary") { wrong.append(text) }
        }
        #expect(wrong == [])
    }

    @Test func plainHTTPReachesEveryFormOfLoopback() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let client = try HTTPClient()
        var failures: [String] = []
        for host in ["127.0.0.1", "localhost", "LOCALHOST", "127.1", "2130706433"] {
            let error = await client.error(HTTPRequest(.get, url: server.url(host: host)))
            if let error { failures.append("\(host): \(error)") }
        }
        #expect(failures.isEmpty)
    }

    @Test func configurationsThatCannotWorkAreRefused() {
        let wrong: [HTTPClient.Configuration] = [
            .init(extraCABundle: "/nonexistent/ca.pem"), .init(maximumBodySize: -1), .init(connectionsPerHost: 0),
            .init(userAgent: "a\r\nb"),
        ]
        let accepted = wrong.filter { configuration in
            do throws(HTTPError) {
                _ = try HTTPClient(configuration: configuration)
                return true
            } catch { return error.code != .invalidConfiguration }
        }
        #expect(accepted.isEmpty)
    }
}
