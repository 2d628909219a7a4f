import HTTPTestServer
import TenderBackend
import TenderFlow
import TenderGateway
import Testing

/// What a till sends through the merchant's server, as the server's policy judges it.
@Suite(.timeLimit(.minutes(1))) struct BackendFieldsTests {
    @Test func everyFieldOfATillIsInTheContract() async throws {
        let words = BackendCall.Group.allCases.map(\.rawValue) + ["shares"]
        var policy = BackendPolicy(
            BackendSettings(allowed: try BackendAllowList(words)),
            tills: BackendTills([BackendTill(name: "counter", tokenHash: "00")]))
        var refused: [String] = []
        var sent: Set<String> = []
        for call in RequestTests.intentCalls + RequestTests.otherCalls + AccountCallTests.calls {
            let server = try HTTPTestServer { _ in .answer(200, call.answer) }
            let till = try server.client(key: "till_1")
            _ = await gatewayError { () throws(GatewayError) in try await call.makes(till) }
            for request in server.requests {
                sent.insert(request.target)
                let asked = BackendPolicy.Request(
                    method: request.method, path: request.target, tokenHash: "00",
                    key: request.header("Idempotency-Key"), body: Array(request.body.utf8))
                guard case .refuse(let refusal) = policy.decide(asked, now: 0) else { continue }
                refused.append("\(call.name): \(refusal.message)")
            }
        }
        #expect(refused == [])
        let all = BackendCall.all.filter { [.payments, .readers].contains($0.group) }.map { "/" + $0.name }
        #expect(Set(all).subtracting(sent) == [])
    }
}
