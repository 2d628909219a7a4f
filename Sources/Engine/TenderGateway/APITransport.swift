import Glibc
import TenderBackend
import TenderBytes
import TenderFlow
import TenderHTTP
import TenderModel

/// A server that speaks the payments API's dialect: forms in (JSON for version 2), JSON out.
struct APITransport: Sendable {
    /// Who answers.
    enum Dialect: Sendable {
        /// The payments API itself.
        case api
        /// A merchant's server, which takes the calls of `BackendCall` for requests of the API.
        case backend
    }

    /// Who answers.
    let dialect: Dialect
    /// The address, for messages.
    private(set) var name: String
    private let base: String
    private let http: HTTPClient
    private let authorization: SecretBytes?
    private var headers: [HTTPHeader]
    private let timeout: Duration
    private let redactor: Redactor

    /// - Throws: `GatewayError` with `.invalidConfiguration`.
    init(
        _ connection: GatewayConnection, credential: SecretBytes?, headers: [HTTPHeader] = [],
        dialect: Dialect = .api
    ) throws(GatewayError) {
        self.dialect = dialect
        base = try Self.checkedBase(connection.baseURL)
        name = base
        authorization = credential.map(Self.bearer)
        self.headers = headers
        timeout = connection.requestTimeout
        redactor = Redactor([credential])
        do throws(HTTPError) {
            let probe = HTTPRequest(.get, url: base + "/", headers: headers, authorization: authorization)
            try probe.validate()
            http = try HTTPClient(configuration: connection.httpConfiguration)
        } catch {
            throw .notSent(.invalidConfiguration, error.message)
        }
    }

    /// Returns the same server, over the same connections, for a connected account.
    func acting(for account: String) -> APITransport {
        var other = self
        other.headers.removeAll { $0.name == Self.accountHeader }
        other.headers.append(HTTPHeader(Self.accountHeader, account))
        other.name = "\(base) for \(account)"
        return other
    }

    private static let accountHeader = "Stripe-Account"

    /// Performs one exchange; nothing is repeated.
    func send(_ request: APIRequest) async throws(GatewayError) -> APIAnswer {
        let redactor = redactor.adding(request.secrets)
        let http: HTTPRequest = try httpRequest(request)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await self.http.send(http)
        } catch {
            throw GatewayError(error, at: name, isReading: request.method == .get)
        }
        let echoed = request.key.flatMap { _ in response.header("Idempotency-Key") }
        let answer = APIAnswer(
            response, from: name, redactor, isUnderKey: echoed != nil, isReading: request.method == .get)
        // A response that was delayed for long may belong to an earlier request; a gateway that echoes the key reveals
        // that.
        guard echoed == nil || echoed == request.key?.rawValue else {
            throw answer.mismatch("the answer belongs to another request")
        }
        return answer
    }

    private func httpRequest(_ request: APIRequest) throws(GatewayError) -> HTTPRequest {
        guard dialect == .api else { return try backendRequest(request) }
        var headers = headers
        if let version = request.version {
            headers.removeAll { $0.name == "Stripe-Version" }
            headers.append(HTTPHeader("Stripe-Version", version))
        }
        if let key = request.key { headers.append(HTTPHeader("Idempotency-Key", try Self.checked(key))) }
        if let body = request.body {
            return post(request.path, headers, "application/json", try body.encoded())
        }
        if let file = request.file {
            let (type, body) = file.form(request.parameters)
            return post(request.path, headers, type, body)
        }
        let form = request.parameters.encoded
        guard request.method == .post else {
            let query = form.isEmpty ? "" : "?" + form
            return HTTPRequest(
                request.method, url: base + request.path + query, headers: headers, authorization: authorization,
                timeout: timeout
            )
        }
        return post(request.path, headers, Self.form, Array(form.utf8))
    }

    private static let form = "application/x-www-form-urlencoded"

    private func post(
        _ path: String, _ headers: [HTTPHeader], _ contentType: String, _ body: [UInt8]
    ) -> HTTPRequest {
        HTTPRequest(
            .post, url: base + path, headers: headers + [HTTPHeader("Content-Type", contentType)],
            authorization: authorization, body: body, timeout: timeout
        )
    }

    /// Returns the merchant's call that stands for a request of the API; what to expand is the server's business.
    private func backendRequest(_ request: APIRequest) throws(GatewayError) -> HTTPRequest {
        let isForOther = headers.contains { $0.name == Self.accountHeader }
        guard !isForOther, let (call, ids) = BackendCall.standing(for: request.method.rawValue, path: request.path)
        else {
            let act = isForOther ? "acting for a connected account" : "\(request.method.rawValue) \(request.path)"
            throw .notSent(.notAvailable, "\(act) belongs to the merchant's server: this till holds no secret key")
        }
        var headers = headers
        if let key = request.key { headers.append(HTTPHeader("Idempotency-Key", try Self.checked(key))) }
        let fields = request.parameters.fields.filter { $0.name != "expand[]" }
        return post("/" + call.name, headers, Self.form, Array((ids + fields).encodedForm.utf8))
    }

    private static func checked(_ key: IdempotencyKey) throws(GatewayError) -> String {
        let text = key.rawValue
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .notSent(.invalidParameter, "an idempotency key has 1 to 255 ASCII characters and no blanks")
        }
        return text
    }

    private static func checkedBase(_ url: String) throws(GatewayError) -> String {
        guard !url.contains("?"), !url.contains("#") else {
            throw .notSent(.invalidConfiguration, "the base URL has a query or a fragment")
        }
        return String(url.reversed().drop { $0 == "/" }.reversed())
    }

    private static func bearer(_ credential: SecretBytes) -> SecretBytes {
        var value = Array("Bearer ".utf8)
        value.reserveCapacity(value.count + credential.count)
        credential.withUnsafeBytes { value.append(contentsOf: $0) }
        defer {
            value.withUnsafeMutableBytes { buffer in
                if let base = buffer.baseAddress { explicit_bzero(base, buffer.count) }
            }
        }
        return SecretBytes(value)
    }
}

/// One call, before it is encoded.
struct APIRequest: Sendable {
    typealias Method = HTTPRequest.Method

    var method: Method
    /// The path after the base URL, including the leading slash.
    var path: String
    var parameters = FormParameters()
    /// The JSON body of a POST to version 2 of the API, in place of the form.
    var body: JSONParameters?
    /// A file beside the parameters of a POST.
    var file: FormFile?
    var key: IdempotencyKey?
    /// The API version to request instead of this client's own.
    var version: String?
    /// The texts that must not appear in a message.
    var secrets: [String?] = []
}
