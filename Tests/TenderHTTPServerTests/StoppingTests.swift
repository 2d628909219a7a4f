import TenderHTTP
@testable import TenderHTTPServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct StoppingTests {
    /// The library ends the process that stops it while a request waits for its answer.
    @Test func whatWaitsForItsAnswerWhenTheServerStopsIsUnknown() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: HTTPServerReply.self)
        let server = try HTTPServer(.init(headerNames: [], refusalOfBody: [])) { _, reply in arrived.yield(reply) }
        let client = try HTTPClient()
        let request = HTTPRequest(.post, url: server.url + "/v1/refunds", body: Array("amount=1".utf8))
        let asked = Task { () throws(HTTPError) in try await client.send(request) }
        var waiting = arrivals.makeAsyncIterator()
        let reply = await waiting.next()
        server.stop()
        let error = await #expect(throws: HTTPError.self) { try await asked.value }
        #expect(error?.fate == .unknown)
        // Too late, for nobody.
        reply?.send(.whole(HTTPServerResponse(status: 200, headers: [], body: [])))
        let next = await #expect(throws: HTTPError.self) { try await client.send(request) }
        #expect(next?.fate == .notSent)
    }

    @Test func whatIsAnsweredWhenTheServerStopsArrives() async throws {
        let server = try HTTPServer(.init(headerNames: [], refusalOfBody: [])) { _, reply in
            reply.send(.whole(HTTPServerResponse(status: 200, headers: [], body: Array("done".utf8))))
        }
        let client = try HTTPClient()
        let answer = try await client.send(HTTPRequest(.get, url: server.url))
        server.stop()
        server.stop()
        #expect(answer.body == Array("done".utf8))
    }

    @Test func aStreamForNobodyEndsItsWriter() async {
        let reply = HTTPServerReply()
        let stream = HTTPServerStream()
        reply.abandon()
        reply.send(.stream(HTTPServerResponse(status: 200, body: []), stream))
        #expect(await !stream.write([1]))
    }

    @Test func whoWaitsAfterTheReleaseWaitsForNothing() async {
        let replies = OpenReplies()
        #expect(replies.add(HTTPServerReply()))
        replies.release()
        await replies.waitUntilSent()
    }
}
