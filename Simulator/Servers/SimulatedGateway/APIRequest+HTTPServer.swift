import SimulatedPages
import SimulatedPayments
import TenderHTTPServer

extension HTTPServer.Configuration {
    /// Returns what the payments API reads of a request, and what pages of other origins may do.
    static func gateway(_ configuration: SimulatedGateway.Configuration) -> HTTPServer.Configuration {
        let limit = 256 * 1024
        let message = "The body is larger than \(limit) bytes."
        let error: JSONValue = ["error": ["type": "invalid_request_error", "message": .string(message)]]
        var server = HTTPServer.Configuration(
            host: configuration.host, port: configuration.port,
            headerNames: APIRequest.headerNames + Pages.headerNames, refusalOfBody: error.rendered())
        server.maximumBodyBytes = limit
        server.isForAnyOrigin = { Pages.isForAPI($0) }
        server.exposedHeaders = "Request-Id, Stripe-Version, Idempotent-Replayed, Retry-After"
        return server
    }
}

extension APIRequest {
    /// Creates the API's request from one that arrived; of a repeated header the last value wins.
    init(_ request: HTTPServerRequest) {
        var headers = RequestHeaders()
        for header in request.headers { headers[header.name] = header.value }
        self.init(
            method: request.method, path: request.path, query: request.query, headers: headers, body: request.body)
    }
}

extension HTTPServerReply {
    /// Answers as the rules say; must be called once.
    func answer(_ delivery: Delivery) {
        switch delivery {
        case .answer(let answer): send(.whole(HTTPServerResponse(answer)))
        case .half(let answer): send(.half(HTTPServerResponse(answer)))
        case .closed: send(.closed)
        }
    }
}

extension HTTPServerResponse {
    fileprivate init(_ answer: APIResponse) {
        self.init(
            status: answer.status, headers: answer.headers.map { HTTPServerHeader($0.name, $0.value) },
            body: answer.body)
    }
}
