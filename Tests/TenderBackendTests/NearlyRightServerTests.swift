import HTTPTestServer
import SimulatedPayments
import TenderBackend
import TenderBackendServer
import TenderBytes
import Testing

/// The contract's checks on servers that break one rule each: the check of that rule must fail, and no other.
@Suite(.timeLimit(.minutes(1))) struct NearlyRightServerTests {
    @Test func aRightServerKeepsAll() async throws {
        #expect(try await broken(nil) == [])
    }

    @Test func eachBrokenRuleFailsExactlyItsCheck() async throws {
        var wrong: [String] = []
        for (title, mistake) in Mistake.all {
            let found = try await broken(mistake)
            if found != [title] { wrong.append("\(title): \(found)") }
        }
        #expect(wrong == [])
    }

    /// No part of the contract is without a server that breaks it.
    @Test func everyCheckCanFail() async throws {
        let server = try NearlyRightServer(nil)
        let checks = try await server.contract().run()
        let broken = Set(Mistake.all.map(\.0))
        #expect(checks.map(\.title).filter { !broken.contains($0) } == [])
    }

    private func broken(_ mistake: Mistake?) async throws -> [String] {
        let server = try NearlyRightServer(mistake)
        return try await server.contract().run().filter { $0.finding != .kept }.map(\.title)
    }
}

/// One rule that a server breaks: what it does to a request before it decides, and to an answer before it sends it.
private struct Mistake: Sendable {
    var request: @Sendable (inout BackendPolicy.Request) -> Void = { _ in }
    var errand: @Sendable (inout APIRequest) -> Void = { _ in }
    var answer: @Sendable (BackendPolicy.Request, inout APIResponse) -> Void = { _, _ in }

    static func asking(_ change: @escaping @Sendable (inout BackendPolicy.Request) -> Void) -> Mistake {
        Mistake(request: change)
    }

    static func answering(
        _ call: String, _ change: @escaping @Sendable (BackendPolicy.Request, inout APIResponse) -> Void
    ) -> Mistake {
        Mistake(answer: { request, response in if request.path == "/" + call { change(request, &response) } })
    }

    /// A text of the answer is another one.
    static func replacing(_ call: String, _ old: String, _ new: String) -> Mistake {
        answering(call) { _, response in
            response.body = Array(String(decoding: response.body, as: UTF8.self).replacing(old, with: new).utf8)
        }
    }

    /// What should be refused is told as done.
    static func accepting(
        _ call: String, _ isMeant: @escaping @Sendable (BackendPolicy.Request) -> Bool = { _ in true }
    ) -> Mistake {
        answering(call) { request, response in
            guard isMeant(request), response.status >= 400 else { return }
            response.status = 200
            response.body = Array(#"{"id": "x", "secret": "s"}"#.utf8)
        }
    }

    static let all: [(String, Mistake)] = [
        (
            "a till without a token is refused with 401",
            asking { if $0.tokenHash == nil { $0.tokenHash = NearlyRightServer.hash } }
        ),
        (
            "a wrong token is refused with 401",
            asking { if $0.tokenHash != nil { $0.tokenHash = NearlyRightServer.hash } }
        ),
        ("a connection token has a secret", replacing("connection_token", "\"secret\"", "\"hidden\"")),
        ("a GET is refused", accepting("connection_token") { $0.method == "GET" }),
        ("a call that does not exist is refused", accepting("empty_the_account")),
        (
            "an intent without an idempotency key is refused with 400",
            asking { if $0.path == "/create_payment_intent", $0.key == nil { $0.key = "made-up" } }
        ),
        (
            "an intent is created with its amount, currency, metadata and client secret",
            replacing("create_payment_intent", "\"contract\"", "\"other\"")
        ),
        (
            "the same request under the same key creates nothing more",
            answering("create_payment_intent") { _, response in
                let kept = response.headers.filter { $0.name.lowercased() != "idempotent-replayed" }
                response.headers = kept
            }
        ),
        (
            "another request under the same key is refused",
            accepting("create_payment_intent") { String(decoding: $0.body, as: UTF8.self).contains("amount=1235") }
        ),
        (
            "a field outside the contract is refused",
            asking { request in
                let form = [FormField](form: request.body) ?? []
                request.body = Array(form.filter { !["confirm", "payment_method"].contains($0.name) }.encodedForm.utf8)
            }
        ),
        (
            "a field that is there twice is refused",
            asking { request in
                var seen: Set<String> = []
                let form = ([FormField](form: request.body) ?? []).filter { seen.insert($0.name).inserted }
                request.body = Array(form.encodedForm.utf8)
            }
        ),
        ("an intent is retrieved by its id", replacing("retrieve_payment_intent", "\"pi_", "\"px_")),
        ("an intent is listed", replacing("list_payment_intents", "\"pi_", "\"px_")),
        (
            "an intent is updated",
            replacing("update_payment_intent", "\"contract\"", "\"other\"")
        ),
        (
            "an intent is canceled, once however often it is asked for",
            Mistake(errand: { request in
                // The key of a till is not passed on.
                if request.path.hasSuffix("/cancel") {
                    request.headers["idempotency-key"] = "k\(request.hashValue)-\(NearlyRightServer.next())"
                }
            })
        ),
        (
            "a canceled intent comes with the refusal to capture it",
            replacing("capture_payment_intent", "\"payment_intent\"", "\"intent\"")
        ),
        (
            "an unknown intent is an error object of the API",
            answering("retrieve_payment_intent") { _, response in
                if response.status == 404 { response.body = Array("{}".utf8) }
            }
        ),
        (
            "an id that leads elsewhere is refused",
            accepting("cancel_payment_intent") {
                String(decoding: $0.body, as: UTF8.self).contains("refunds")
            }
        ),
        (
            "a surcharge reaches the API, which has no card to charge it to",
            accepting("confirm_payment_intent") { String(decoding: $0.body, as: UTF8.self).contains("surcharge") }
        ),
        (
            "a choice of currency reaches the API, which has no card to convert for",
            accepting("confirm_payment_intent") { String(decoding: $0.body, as: UTF8.self).contains("conversion") }
        ),
        ("a refund of an unpaid intent is refused by the API", accepting("create_refund")),
        ("refunds are listed", replacing("list_refunds", "\"data\"", "\"rows\"")),
        ("a setup is created and canceled", replacing("cancel_setup_intent", "\"canceled\"", "\"processing\"")),
        ("smart readers are listed", replacing("list_readers", "\"data\"", "\"rows\"")),
    ]
}

/// A merchant's server with our policy before the simulated payments API, in this process, that may make one mistake.
private final class NearlyRightServer: Sendable {
    static let token = "till_test"
    static let hash = TillToken.hash(Array(token.utf8))
    private static let count = Guarded(0)

    static func next() -> Int {
        count.withLock { count in
            count += 1; return count
        }
    }

    private struct State {
        var policy = BackendPolicy(
            BackendSettings(), tills: BackendTills([BackendTill(name: "counter", tokenHash: NearlyRightServer.hash)]))
        var payments = SimulatedPayments(seed: Array(repeating: 7, count: 32))
    }

    private let server: HTTPTestServer

    init(_ mistake: Mistake?) throws {
        let state = Guarded(State())
        server = try HTTPTestServer { request in
            var asked = Self.asked(request)
            mistake?.request(&asked)
            var response = state.withLock { state in
                switch state.policy.decide(asked, now: 0) {
                case .refuse(let refusal): return APIResponse(status: refusal.status, body: refusal.body)
                case .forward(let errand):
                    var request = Self.request(errand)
                    mistake?.errand(&request)
                    return state.payments.handle(request, now: 1_700_000_000)
                }
            }
            mistake?.answer(asked, &response)
            return .answer(
                response.status, headers: response.headers.map { "\($0.name): \($0.value)" },
                String(decoding: response.body, as: UTF8.self))
        }
    }

    func contract() throws -> BackendContract {
        try BackendContract(url: server.url(""), token: SecretBytes(utf8: Self.token))
    }

    private static func asked(_ request: HTTPTestRequest) -> BackendPolicy.Request {
        let token = request.header("Authorization").map { $0.dropFirst("Bearer ".count) }
        return BackendPolicy.Request(
            method: request.method, path: request.target, tokenHash: token.map { TillToken.hash(Array($0.utf8)) },
            key: request.header("Idempotency-Key"), body: Array(request.body.utf8))
    }

    private static func request(_ errand: BackendPolicy.Errand) -> APIRequest {
        var headers = [
            "authorization": "Bearer sk_test_merchant", "content-type": "application/x-www-form-urlencoded",
        ]
        headers["idempotency-key"] = errand.key
        let form = errand.form.encodedForm
        guard errand.method == .post else {
            return APIRequest(method: "GET", path: errand.path, query: form, headers: headers)
        }
        return APIRequest(method: "POST", path: errand.path, headers: headers, body: Array(form.utf8))
    }
}
