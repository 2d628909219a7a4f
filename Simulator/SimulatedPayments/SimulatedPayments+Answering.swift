import TenderBytes
import TenderCrypto

/// Permission to answer a delayed request whose idempotency key is marked as in use.
public struct HeldKey: Hashable, Sendable {
    let scope: String
}

/// What `SimulatedPayments.hold(_:)` found.
public enum HoldResult: Hashable, Sendable {
    /// The key is now in use; hand the permission back when the request is answered.
    case held(HeldKey)
    /// Another request under the key is still running: answering this one gives 409.
    case inUse
    /// The request has no key that could be held.
    case noKey
}

extension SimulatedPayments {
    private static let maximumKeyLength = 255

    /// Marks the request's idempotency key as in use, for a request that is answered later.
    public mutating func hold(_ request: APIRequest) -> HoldResult {
        guard request.method == "POST", let key = request.headers["idempotency-key"],
            let credential = try? credential(of: request)
        else { return .noKey }
        let scope = Self.scope(key, credential)
        return keysInUse.insert(scope).inserted ? .held(HeldKey(scope: scope)) : .inUse
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - held: the permission of a request that was delayed; it is used up.
    ///   - replacement: turns the answer of an executed request into another one, which is also the one stored.
    mutating func answer(
        _ request: APIRequest, now: Int64, held: HeldKey?, replacement: ((APIResponse) -> APIResponse)?
    ) -> APIResponse {
        settle(now: now)
        let requestID = ids.make("req")
        defer { if let held { keysInUse.remove(held.scope) } }
        var response: APIResponse
        do throws(APIFailure) {
            response = try run(request, requestID, now: now, held: held, replacement)
        } catch {
            response = render(error, isPublishable: false)
        }
        response.add("Request-Id", requestID)
        for name in ["Idempotency-Key", "Stripe-Version"] {
            if let value = request.headers[name.lowercased()] { response.add(name, value) }
        }
        return response
    }

    private mutating func run(
        _ request: APIRequest, _ requestID: String, now: Int64, held: HeldKey?,
        _ replacement: ((APIResponse) -> APIResponse)?
    ) throws(APIFailure) -> APIResponse {
        let credential = try credential(of: request)
        guard credential.expires.map({ now < $0 }) ?? true else { throw Self.keyExpired }
        guard let route = Route(request) else { throw Self.unknownURL(request) }
        try Self.checkAccess(of: credential, to: route.operation)
        let fields = try ParameterSpec.read(
            FormNode.reading(query: request.query, body: request.body), route.operation.parameters)
        let call = try Call(
            name: "\(request.method) \(request.path)", key: request.headers["idempotency-key"], requestID: requestID,
            route: route, credential: credential, version: request.headers["stripe-version"], fields: fields, now: now)
        guard request.method == "POST", call.key != nil else {
            let response = execute(call, APIResponse.self).answer
            return replacement.map { $0(response) } ?? response
        }
        guard (1...Self.maximumKeyLength).contains(call.key?.unicodeScalars.count ?? 0) else {
            throw .invalid("Idempotency keys may have 1 to \(Self.maximumKeyLength) characters.")
        }
        return try run(call, held: held, replacement)
    }

    /// Executes a call under its key at most once: the rules of idempotency, whatever form the answer has.
    mutating func run<Answer: PaymentsAnswer>(
        _ call: Call, held: HeldKey?, _ replacement: ((Answer) -> Answer)?
    ) throws(APIFailure) -> Answer {
        let key = call.key ?? ""
        let scope = Self.scope(key, call.credential)
        guard held?.scope == scope || !keysInUse.contains(scope) else { throw Self.keyInUse(key) }
        let fingerprint = Answer.fingerprint(Self.described(call))
        if let row = answers[scope] {
            guard row.fingerprint == fingerprint else { throw Self.keyMismatch(key) }
            let answer = try Answer(replaying: row)
            return replacement.map { $0(answer) } ?? answer
        }
        let (answer, isExecuted) = execute(call, Answer.self)
        let final = replacement.map { $0(answer) } ?? answer
        if isExecuted { put(final.row(scope, call, fingerprint)) }
        return final
    }

    /// Where a key is unique: within the account, for requests that change something.
    static func scope(_ key: String, _ credential: Credential) -> String { "\(credential.account)/\(key)" }

    /// What a key is compared by; the kind of the API key counts, since it decides what the answer shows.
    private static func described(_ call: Call) -> String {
        let kind = call.credential.isPublishable ? "publishable" : "secret"
        let parameters = JSONValue.object(call.parameters.fields).rendered()
        return "\(kind) \(call.name)\n\(String(decoding: parameters, as: UTF8.self))"
    }

    mutating func execute<Answer: PaymentsAnswer>(
        _ call: Call, _ form: Answer.Type
    ) -> (answer: Answer, isExecuted: Bool) {
        do throws(APIFailure) {
            let object = try call.route.operation.run(&self, call)
            return (Answer(object, of: self, for: call), true)
        } catch {
            return (Answer(error, of: self, isPublishable: call.credential.isPublishable), error.isExecuted)
        }
    }
}

// Keys.
extension SimulatedPayments {
    /// More keys than this are looked at anew each time.
    private static let maximumKnownKeys = 1000

    private mutating func credential(of request: APIRequest) throws(APIFailure) -> Credential {
        let key = try Credential.key(of: request)
        guard key.hasPrefix(Self.ephemeralPrefix) else {
            guard request.headers["stripe-account"] == nil else { throw Self.noAccess(key, request) }
            if let known = credentials[key] { return known }
            let credential = try Credential(key: key)
            if credentials.count < Self.maximumKnownKeys { credentials[key] = credential }
            return credential
        }
        guard let document = documents[Self.ephemeralKeyID(of: key)], !document.isDeleted,
            document.hidden["secret"]?.text == key, let customer = document.hidden["customer"]?.text
        else { throw .unauthorized("Invalid API Key provided: \(Credential.masked(key))") }
        return Credential(
            account: document.account, customer: customer, expires: document["expires"]?.number ?? 0)
    }

    static let ephemeralPrefix = "ek_test_"

    /// The secret of an ephemeral key begins with the opaque part of its id.
    static func ephemeralKeyID(of secret: String) -> String {
        "ephkey_" + secret.dropFirst(ephemeralPrefix.count).prefix(24)
    }

    private static func checkAccess(of credential: Credential, to operation: Operation) throws(APIFailure) {
        switch credential.kind {
        case .secret: return
        case .publishable: guard operation.access.contains(.publishable) else { throw secretKeyRequired }
        case .ephemeral:
            guard operation.access.contains(.ephemeral) else { throw APIFailure.beyondEphemeralKey }
        }
    }
}

// Errors.
extension SimulatedPayments {
    private static let secretKeyRequired = APIFailure.unauthorized(
        "This API call cannot be made with a publishable API key. Please use a secret API key.",
        code: "secret_key_required")

    private static let keyExpired = APIFailure.unauthorized(
        "Expired API Key provided: \(ephemeralPrefix)****", code: "api_key_expired")

    private static func noAccess(_ key: String, _ request: APIRequest) -> APIFailure {
        var failure = APIFailure.invalid(
            "The provided key '\(Credential.masked(key))' does not have access to account "
                + "'\(request.headers["stripe-account"] ?? "")' (or that account does not exist). Application access "
                + "may have been revoked.",
            code: "account_invalid")
        failure.status = 403
        return failure
    }

    private static func unknownURL(_ request: APIRequest) -> APIFailure {
        var failure = APIFailure.invalid(
            "Unrecognized request URL (\(request.method): \(request.path)). If you are trying to list objects, remove "
                + "the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) "
                + "identifier in your code.")
        failure.status = 404
        return failure
    }

    private static func keyInUse(_ key: String) -> APIFailure {
        APIFailure(
            status: 409,
            message:
                "There is currently another in-progress request using this Idempotent Key (that probably means you "
                + "submitted twice, and the other request is still going through): \(key). Please try again later.",
            code: "idempotency_key_in_use")
    }

    private static func keyMismatch(_ key: String) -> APIFailure {
        APIFailure(
            kind: .idempotency,
            message:
                "Keys for idempotent requests can only be used with the same parameters they were first used with. "
                + "Try using a key other than '\(key)' if you meant to execute a different request.")
    }

    func render(_ failure: APIFailure, isPublishable: Bool) -> APIResponse {
        let error = JSONValue.object(json(failure, isPublishable: isPublishable))
        return APIResponse(status: failure.status, body: JSONValue.object(["error": error]).rendered())
    }

    /// The error object.
    func json(_ failure: APIFailure, isPublishable: Bool) -> [String: JSONValue] {
        var error: [String: JSONValue] = [
            "message": .string(failure.message), "type": .string(failure.kind.rawValue),
        ]
        if let code = failure.code {
            error["code"] = .string(code)
            error["doc_url"] = .string(Self.documentation(of: code))
        }
        error["charge"] = failure.charge.map(JSONValue.string)
        error["decline_code"] = failure.declineCode.map(JSONValue.string)
        error["param"] = failure.param.map(JSONValue.string)
        if let intent = failure.setupIntent.flatMap({ documents[$0] }) {
            error["setup_intent"] = isPublishable ? Self.reduced(intent.json) : intent.json
        }
        error["payment_method"] = failure.paymentMethod.flatMap { paymentMethods[$0] }.map(json)
        if let intent = failure.paymentIntent.flatMap({ intents[$0] }) {
            error["payment_intent"] = isPublishable ? Self.reduced(json(intent)) : json(intent)
        }
        return error
    }
}
