import FoundationEssentials
import TenderBackend
import TenderBytes
import TenderCrypto
import TenderHTTP

/// The exchanges of the contract's checks.
struct ContractLink: Sendable {
    /// What the checks read of an answer.
    struct Answer: Sendable {
        let status: Int
        let response: HTTPResponse
        let object: Object
    }

    /// The members that the checks read, of whatever object.
    struct Object: Decodable, Sendable {
        struct Failure: Decodable, Sendable {
            let type: String?
            let intent: Identified?

            enum CodingKeys: String, CodingKey {
                case type
                case intent = "payment_intent"
            }
        }

        struct Identified: Decodable, Sendable { let id: String? }

        var object: String?
        var id: String?
        var amount: Int64?
        var currency: String?
        var status: String?
        var description: String?
        var secret: String?
        var clientSecret: String?
        var metadata: [String: String]?
        var data: [Identified]?
        var error: Failure?

        enum CodingKeys: String, CodingKey {
            case object, id, amount, currency, status, description, secret, metadata, data, error
            case clientSecret = "client_secret"
        }
    }

    private let base: String
    private let bearer: SecretBytes
    private let http: HTTPClient

    init(url: String, token: SecretBytes, caBundle: String?) throws(BackendServerError) {
        base = String(url.reversed().drop { $0 == "/" }.reversed())
        bearer = SecretBytes(Array("Bearer ".utf8) + token.withUnsafeBytes { Array($0) })
        do throws(HTTPError) {
            try HTTPRequest(.get, url: base + "/", authorization: bearer).validate()
            http = try HTTPClient(configuration: .init(extraCABundle: caBundle))
        } catch {
            throw BackendServerError("the server cannot be used: \(error.message)")
        }
    }

    /// Returns a key that nobody has used.
    static func makeKey() -> String { "contract_" + TillToken.make().dropFirst(5).prefix(24) }

    /// Makes a call, with the token unless another one is given.
    ///
    /// - Throws: `Broken` if there is no answer, or a JSON object is missing.
    func call(
        _ name: String, _ form: KeyValuePairs<String, String> = [:], key: String? = nil, token: SecretBytes? = nil,
        withoutToken: Bool = false, method: HTTPRequest.Method = .post
    ) async throws(BackendContract.Broken) -> Answer {
        var headers: [HTTPHeader] = []
        if let key { headers.append(HTTPHeader("Idempotency-Key", key)) }
        if method == .post { headers.append(HTTPHeader("Content-Type", "application/x-www-form-urlencoded")) }
        let fields = form.map { FormField($0.key, $0.value) }
        let request = HTTPRequest(
            method, url: "\(base)/\(name)", headers: headers, authorization: withoutToken ? nil : token ?? bearer,
            body: method == .post ? Array(fields.encodedForm.utf8) : nil)
        let response: HTTPResponse
        do throws(HTTPError) { response = try await http.send(request) } catch {
            throw BackendContract.Broken("/\(name) has no answer: \(error.message)")
        }
        guard let object = try? JSONDecoder().decode(Object.self, from: Data(response.body)) else {
            throw BackendContract.Broken("/\(name) answers \(response.status) without a JSON object")
        }
        return Answer(status: response.status, response: response, object: object)
    }

    /// Makes a call that must succeed.
    ///
    /// - Throws: `Broken`; a 403 means that it is not offered.
    func success(
        _ name: String, _ form: KeyValuePairs<String, String> = [:], key: String? = nil
    ) async throws(BackendContract.Broken) -> Answer {
        let answer = try await call(name, form, key: key)
        if answer.status == 403 { throw .notOffered }
        guard (200..<300).contains(answer.status) else {
            throw BackendContract.Broken("/\(name) answers \(answer.status), not 200")
        }
        return answer
    }
}

extension ContractLink.Answer {
    /// Checks that it is an error object with one of these statuses.
    func isRefused(_ statuses: Set<Int>) throws(BackendContract.Broken) {
        let expected = statuses.sorted().map(String.init).joined(separator: " or ")
        guard statuses.contains(status) else { throw BackendContract.Broken("it answers \(status), not \(expected)") }
        guard object.error?.type != nil else { throw BackendContract.Broken("its \(status) has no error object") }
    }

    /// Checks that something is so.
    func check(_ isSo: Bool, _ sentence: String) throws(BackendContract.Broken) {
        if !isSo { throw BackendContract.Broken(sentence) }
    }
}
