import Glibc
import TenderBackend
import TenderBytes
import TenderCrypto
import TenderHTTP
import TenderHTTPServer

/// The exchanges of a merchant's server: one with a till, and at most one with the payments API for it, after the look
/// at a payment that is to be refunded as a whole.
final class BackendDesk: Sendable {
    private static let passedHeaders = [
        "Content-Type", "Request-Id", "Idempotent-Replayed", "Idempotency-Key", "Retry-After",
    ]

    private struct State: Sendable {
        var policy: BackendPolicy
        var file: TillsFile
    }

    private let configuration: BackendServer.Configuration
    private let base: String
    private let authorization: SecretBytes
    private let http: HTTPClient
    private let state: Guarded<State>

    init(_ configuration: BackendServer.Configuration) throws(BackendServerError) {
        self.configuration = configuration
        base = String(configuration.apiURL.reversed().drop { $0 == "/" }.reversed())
        let bearer = Array("Bearer ".utf8) + configuration.apiKey.withUnsafeBytes { Array($0) }
        authorization = SecretBytes(bearer)
        do throws(HTTPError) {
            try HTTPRequest(.get, url: base + "/", authorization: authorization).validate()
            http = try HTTPClient(configuration: .init(extraCABundle: configuration.caBundle))
        } catch {
            throw BackendServerError("the payments API cannot be used: \(error.message)")
        }
        var file = TillsFile(path: configuration.tillsFile)
        guard let tills = try file.changed() else {
            throw BackendServerError("the file of the tills \(configuration.tillsFile) cannot be read")
        }
        state = Guarded(State(policy: BackendPolicy(configuration.settings, tills: tills), file: file))
    }

    func stop() { http.close() }

    /// Answers a till; every path leads to one answer.
    func answer(_ request: HTTPServerRequest) async -> HTTPServerResponse {
        switch decide(request) {
        case .refuse(let refusal): return refuse(refusal)
        case .forward(let errand):
            let response = await forward(errand)
            configuration.report("\(errand.till) \(errand.method.rawValue) \(errand.path) \(response.status)")
            return response
        }
    }

    private func refuse(_ refusal: BackendRefusal) -> HTTPServerResponse {
        configuration.report("refused \(refusal.status) \(refusal.code)")
        var headers = [HTTPServerHeader("Content-Type", "application/json")]
        if let seconds = refusal.retryAfter { headers.append(HTTPServerHeader("Retry-After", "\(seconds)")) }
        return HTTPServerResponse(status: refusal.status, headers: headers, body: refusal.body)
    }

    private func decide(_ request: HTTPServerRequest) -> BackendPolicy.Decision {
        let asked = BackendPolicy.Request(
            method: request.method, path: request.path, tokenHash: Self.tokenHash(request),
            key: request.header("idempotency-key"), body: request.body)
        let now = Self.uptime()
        return state.withLock { state in
            // A file that is being written, or is damaged, leaves the tills as they were.
            if let tills = try? state.file.changed() { state.policy.replaceTills(tills) }
            return state.policy.decide(asked, now: now)
        }
    }

    private static func tokenHash(_ request: HTTPServerRequest) -> String? {
        guard let value = request.header("authorization"), value.lowercased().hasPrefix("bearer ") else { return nil }
        return TillToken.hash(Array(value.utf8.dropFirst(7)))
    }

    private static func uptime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private func forward(_ errand: BackendPolicy.Errand) async -> HTTPServerResponse {
        if let refund = errand.wholeRefund {
            let payment = await exchange(get(refund.path), for: errand)
            guard payment.status == 200 else { return payment }
            if let refusal = refund.refusal(payment.body) { return refuse(refusal) }
        }
        return await exchange(request(errand), for: errand)
    }

    private func exchange(_ request: HTTPRequest, for errand: BackendPolicy.Errand) async -> HTTPServerResponse {
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await http.send(request)
        } catch {
            configuration.report("\(errand.till) \(errand.path): \(error.message)")
            return Self.unknown("The payments API gave this server no answer.")
        }
        // An answer that quotes the key, if there ever is one, goes no further.
        guard !holdsKey(response.body) else { return Self.unknown("The payments API's answer cannot be passed on.") }
        let headers = Self.passedHeaders.compactMap { name in
            response.header(name).map { HTTPServerHeader(name, $0) }
        }
        return HTTPServerResponse(status: response.status, headers: headers, body: response.body)
    }

    private var version: HTTPHeader { HTTPHeader("Stripe-Version", configuration.apiVersion) }

    private func get(_ path: String) -> HTTPRequest {
        HTTPRequest(.get, url: base + path, headers: [version], authorization: authorization)
    }

    private func request(_ errand: BackendPolicy.Errand) -> HTTPRequest {
        let form = errand.form.encodedForm
        guard errand.method == .post else { return get(errand.path + (form.isEmpty ? "" : "?" + form)) }
        var headers = [version]
        if let key = errand.key { headers.append(HTTPHeader("Idempotency-Key", key)) }
        headers.append(HTTPHeader("Content-Type", "application/x-www-form-urlencoded"))
        return HTTPRequest(
            .post, url: base + errand.path, headers: headers, authorization: authorization, body: Array(form.utf8))
    }

    private func holdsKey(_ body: [UInt8]) -> Bool {
        configuration.apiKey.withUnsafeBytes { key in
            guard !key.isEmpty, body.count >= key.count else { return false }
            return body.indices.dropLast(key.count - 1).contains { start in
                body[start] == key[0] && body[start..<(start + key.count)].elementsEqual(key)
            }
        }
    }

    /// Returns the answer that leaves the outcome unknown.
    private static func unknown(_ message: String) -> HTTPServerResponse {
        HTTPServerResponse(
            status: 502, headers: [HTTPServerHeader("Content-Type", "application/json")],
            body: BackendRefusal.body(type: "api_error", code: "outcome_unknown", message))
    }
}
