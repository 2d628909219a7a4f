import HTTPTestServer
import SimulatedPayments
import TenderBytes
import TenderFlow
import TenderGateway

/// The simulated payments API behind a port, which remembers the endpoints that were asked.
final class SimulatedAPI: Sendable {
    private struct State: Sendable {
        var payments = SimulatedPayments(seed: [4, 7, 9])
        var asked: Set<String> = []
    }

    private let state: Guarded<State>
    let client: PaymentsClient
    // Lives as long as the client is used.
    private let server: HTTPTestServer

    init() throws {
        let state = Guarded(State())
        let server = try HTTPTestServer { request in
            state.withLock { state in
                let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
                var headers: [String: String] = [:]
                for name in APIRequest.headerNames { headers[name] = request.header(name) }
                let asked = APIRequest(
                    method: request.method, path: parts[0], query: parts.count > 1 ? parts[1] : "", headers: headers,
                    body: request.content)
                if let endpoint = asked.endpoint { state.asked.insert(endpoint.pattern) }
                let answer = state.payments.handle(asked, now: 1_800_000_000)
                return .answer(answer.status, String(decoding: answer.body, as: UTF8.self))
            }
        }
        self.state = state
        self.server = server
        client = try server.client()
    }

    /// The endpoints that were asked, such as `GET /v1/disputes/:id`.
    var asked: Set<String> { state.withLock { $0.asked } }
}
