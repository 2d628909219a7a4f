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
            let credential = try? Credential(request)
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
        let credential = try Credential(request)
        guard let route = Route(request) else { throw Self.unknownURL(request) }
        guard !credential.isPublishable || route.endpoint.isForPublishableKeys else { throw Self.secretKeyRequired }
        let call = Call(
            name: "\(request.method) \(request.path)", key: request.headers["idempotency-key"], requestID: requestID,
            route: route, credential: credential,
            parameters: try FormParameters(query: request.query, body: request.body), now: now)
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
        return "\(kind) \(call.name)\n\(call.parameters.canonical)"
    }

    mutating func execute<Answer: PaymentsAnswer>(
        _ call: Call, _ form: Answer.Type
    ) -> (answer: Answer, isExecuted: Bool) {
        do throws(APIFailure) {
            let object = try dispatch(call)
            return (Answer(object, of: self, isPublishable: call.credential.isPublishable), true)
        } catch {
            return (Answer(error, of: self, isPublishable: call.credential.isPublishable), error.isExecuted)
        }
    }

    private mutating func dispatch(_ call: Call) throws(APIFailure) -> APIObject {
        switch call.route.endpoint {
        case .create: try createIntent(call)
        case .retrieve: try retrieveIntent(call)
        case .list: try listIntents(call)
        case .update: try updateIntent(call)
        case .confirm: try confirmIntent(call)
        case .capture: try captureIntent(call)
        case .cancel: try cancelIntent(call)
        case .refund: try createRefund(call)
        case .retrieveRefund: try retrieveRefund(call)
        case .listRefunds: try listRefunds(call)
        case .connectionToken: try createConnectionToken(call)
        }
    }

    private mutating func createConnectionToken(_ call: Call) throws(APIFailure) -> APIObject {
        try call.parameters.refuseUnknown(allowed: ["location", "expand[*]"])
        if let location = try call.parameters.text("location") {
            throw .unknown("location", location, param: "location", isParameter: true)
        }
        return .connectionToken(ids.make("pst_test"))
    }
}

// Errors.
extension SimulatedPayments {
    private static let secretKeyRequired = APIFailure.unauthorized(
        "This API call cannot be made with a publishable API key. Please use a secret API key.",
        code: "secret_key_required")

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
        error["payment_method"] = failure.paymentMethod.flatMap { paymentMethods[$0] }.map(json)
        if let intent = failure.paymentIntent.flatMap({ intents[$0] }) {
            error["payment_intent"] = isPublishable ? Self.reduced(json(intent)) : json(intent)
        }
        return APIResponse(status: failure.status, body: JSONValue.object(["error": .object(error)]).rendered())
    }
}
