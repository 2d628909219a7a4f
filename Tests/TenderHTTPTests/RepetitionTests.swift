import HTTPTestServer
import TenderHTTP
import Testing

/// libcurl repeats a request by itself when a kept connection closes without an answer; the client must not.
@Suite(.timeLimit(.minutes(1))) struct RepetitionTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let body: [UInt8]?
        var testDescription: String { "\(method.rawValue) with \(body.map { "\($0.count) bytes" } ?? "no body")" }
    }

    static let kinds = [
        Kind(method: .post, body: Array("amount=1000".utf8)),
        Kind(method: .post, body: Array(repeating: 65, count: 300_000)),
        Kind(method: .post, body: []),
        Kind(method: .post, body: nil),
        Kind(method: .get, body: nil),
        Kind(method: .delete, body: nil),
    ]

    @Test(arguments: kinds)
    func anUnansweredRequestOnAKeptConnectionIsSentOnce(kind: Kind) async throws {
        let server = try HTTPTestServer { $0.target == "/first" ? .answer() : .close }
        let client = try HTTPClient()
        _ = try await client.send(HTTPRequest(.post, url: server.url("/first"), body: Array("a=b".utf8)))
        let error = await client.error(HTTPRequest(kind.method, url: server.url("/second"), body: kind.body))
        #expect(error?.code == .connectionLost)
        #expect(error?.fate == .unknown)
        #expect(server.requests.map(\.target) == ["/first", "/second"])
        // libcurl opens a second connection for the repetition, over which nothing must go.
        client.close()
        await server.waitForClosing(server.acceptedConnections)
        #expect(server.requests.count == 2)
        #expect(server.receivedBytes(on: 1) == 0)
    }

    @Test func anUnansweredRequestIsUnknownWhenTheServerIsGone() async throws {
        let server = try HTTPTestServer { $0.target == "/first" ? .answer() : .closeForGood }
        let client = try HTTPClient()
        _ = try await client.send(HTTPRequest(.post, url: server.url("/first"), body: [65]))
        let error = await client.error(HTTPRequest(.post, url: server.url("/second"), body: [65]))
        #expect(error?.code == .connectionLost)
        #expect(error?.fate == .unknown)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: kinds)
    func anUnansweredRequestOnANewConnectionIsSentOnce(kind: Kind) async throws {
        let server = try HTTPTestServer { _ in .close }
        let error = await (try HTTPClient()).error(HTTPRequest(kind.method, url: server.url(), body: kind.body))
        #expect(error?.code == .connectionLost)
        #expect(error?.fate == .unknown)
        #expect(server.requests.count == 1)
        #expect(server.acceptedConnections == 1)
    }

    @Test func theNextExchangeAfterALostOneUsesANewConnection() async throws {
        let server = try HTTPTestServer { $0.target == "/lost" ? .close : .answer() }
        let client = try HTTPClient()
        for _ in 0..<3 {
            _ = try await client.send(HTTPRequest(.post, url: server.url("/kept"), body: [65]))
            _ = await client.error(HTTPRequest(.post, url: server.url("/lost"), body: [65]))
        }
        #expect(server.requests.map(\.target) == ["/kept", "/lost", "/kept", "/lost", "/kept", "/lost"])
        let connections = server.requests.map(\.connection)
        let kept = stride(from: 0, to: 6, by: 2).map { connections[$0] }
        let lost = stride(from: 1, to: 6, by: 2).map { connections[$0] }
        #expect(kept == lost)
        #expect(Set(kept).count == 3)
    }

    @Test func aConnectionThatTheServerClosedMeanwhileIsNotUsed() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
        let server = try HTTPTestServer { _ in .bytesThenClose(answer) }
        let client = try HTTPClient()
        for _ in 0..<3 {
            _ = try await client.send(HTTPRequest(.post, url: server.url(), body: [65]))
            await server.waitForClosing()
        }
        #expect(server.requests.count == 3)
        #expect(server.acceptedConnections == 3)
    }

    @Test func refusalsThatInviteARepetitionAreHandedToTheCaller() async throws {
        for status in [401, 407, 417, 429, 503] {
            let server = try HTTPTestServer { _ in .answer(status, headers: ["Retry-After: 0"]) }
            let response = try await HTTPClient().send(HTTPRequest(.post, url: server.url(), body: [65]))
            #expect(response.status == status)
            #expect(server.requests.count == 1)
        }
    }
}
