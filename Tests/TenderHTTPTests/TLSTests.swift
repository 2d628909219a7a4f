import Foundation
import HTTPTestServer
import TenderHTTP
import Testing

@Suite(.timeLimit(.minutes(1))) struct TLSTests {
    @Test func http2IsSpokenWithAServerOfTheExtraAuthority() async throws {
        let server = try NGHTTPServer()
        let client = try HTTPClient(configuration: .init(extraCABundle: server.authority))
        let url = "https://localhost:\(server.port)/index.html"
        let read = try await client.send(HTTPRequest(.get, url: url))
        #expect(read.version == .http2)
        #expect(read.status == 200)
        #expect(read.body == Array("hello".utf8))
        let body = [UInt8](repeating: 65, count: 100_000)
        let echoed = try await client.send(HTTPRequest(.post, url: url, body: body))
        #expect(echoed.version == .http2)
        #expect(echoed.status == 200)
        #expect(echoed.body == body)
    }

    @Test func http2ExchangesRunSideBySide() async throws {
        let server = try NGHTTPServer()
        let client = try HTTPClient(configuration: .init(extraCABundle: server.authority))
        let url = "https://localhost:\(server.port)/index.html"
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...50 {
                group.addTask {
                    let body = [UInt8](repeating: 65, count: number)
                    return try await client.send(HTTPRequest(.post, url: url, body: body)).body.count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 50 * 51 / 2)
    }

    @Test func aServerOfAnotherAuthorityGetsNothing() async throws {
        let server = try NGHTTPServer()
        let other = try NGHTTPServer()
        let url = "https://localhost:\(server.port)/index.html"
        for bundle in [nil, other.authority] {
            let client = try HTTPClient(configuration: .init(extraCABundle: bundle))
            let error = await client.error(HTTPRequest(.post, url: url, body: [65]))
            #expect(error?.code == .tlsFailed)
            #expect(error?.fate == .notSent)
        }
    }

    @Test func aServerOfAnotherNameGetsNothing() async throws {
        let server = try NGHTTPServer()
        let client = try HTTPClient(configuration: .init(extraCABundle: server.authority))
        let url = "https://127.0.0.1:\(server.port)/index.html"
        let error = await client.error(HTTPRequest(.post, url: url, body: [65]))
        #expect(error?.code == .tlsFailed)
        #expect(error?.fate == .notSent)
    }

    @Test func aBundleWithoutCertificatesTrustsNobodyMore() async throws {
        let server = try NGHTTPServer()
        let bundle = server.directory.appendingPathComponent("empty.pem")
        try Data("nothing".utf8).write(to: bundle)
        let client = try HTTPClient(configuration: .init(extraCABundle: bundle.path))
        let error = await client.error(HTTPRequest(.post, url: "https://localhost:\(server.port)/", body: [65]))
        #expect(error?.code == .tlsFailed)
        #expect(error?.fate == .notSent)
    }
}
