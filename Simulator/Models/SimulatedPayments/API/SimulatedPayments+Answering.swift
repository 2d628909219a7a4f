import TenderBytes
import TenderCrypto

/// The permission to answer a delayed request whose idempotency key is marked as in use.
public struct HeldKey: Hashable, Sendable {
    let scope: String
}

/// The result of `SimulatedPayments.hold(_:)`.
public enum HoldResult: Hashable, Sendable {
    /// The key is now in use; return the permission when the request is answered.
    case held(HeldKey)
    /// Another request under the key is still running: answering this one gives 409.
    case inUse
    /// The request has no key to hold.
    case noKey
}

extension SimulatedPayments {
    private static let maximumKeyLength = 255

    /// Marks the request's idempotency key as in use, for a request that is answered later.
    public mutating func hold(_ request: APIRequest) -> HoldResult {
        guard let operation = Route(request)?.operation, operation.takesKey,
            let key = request.headers["idempotency-key"], let credential = try? credential(of: request)
        else { return .noKey }
        let scope = Self.scope(key, credential, operation)
        return keysInUse.insert(scope).inserted ? .held(HeldKey(scope: scope)) : .inUse
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - held: The permission of a delayed request, which is used up.
    ///   - replacement: Replaces the answer of an executed request, both the one sent and the one stored.
    mutating func answer(
        _ request: APIRequest, now: Int64, held: HeldKey?, replacement: ((APIResponse) -> APIResponse)?
    ) -> APIResponse {
        let now = context.time(now)
        settle(until: now)
        let requestID = context.ids.make("req")
        defer { if let held { keysInUse.remove(held.scope) } }
        var credential: Credential?
        var route: Route?
        var response: APIResponse
        do throws(APIFailure) {
            let known = try self.credential(of: request, now: now)
            credential = known
            response = try run(request, requestID, known, &route, now: now, held: held, replacement)
        } catch {
            let log = credential.map { _ in context.logURL(requestID) }
            response = context.render(error, APIGeneration(path: request.path), isPublishable: false, log: log)
        }
        response.add("Request-Id", requestID)
        for (name, header) in Self.echoedHeaders {
            if let value = request.headers[header] { response.add(name, value) }
        }
        if credential != nil {
            response.add("Stripe-Version", request.headers["stripe-version"] ?? ResourceContext.apiVersion)
        }
        if response.status == 401 { response.add("WWW-Authenticate", "Bearer realm=\"Stripe\"") }
        if let credential { log(request, id: requestID, route, credential, response, now: now) }
        return response
    }

    /// Answers a request of the gateway's own pages for an account whose key they do not have.
    ///
    /// - Parameters:
    ///   - account: The id of an account, a platform or a connected one; the caller has checked the permission.
    ///   - now: The seconds since 1970, on the host's clock.
    package mutating func handle(_ request: APIRequest, for account: String, now: Int64) -> APIResponse {
        let now = context.time(now)
        settle(until: now)
        let requestID = context.ids.make("req")
        var route: Route?
        do throws(APIFailure) {
            return try run(request, requestID, Credential(account: account), &route, now: now, held: nil, nil)
        } catch {
            return context.render(error, APIGeneration(path: request.path), isPublishable: false, log: nil)
        }
    }

    /// The headers that an answer repeats, by their names in answers and in requests.
    private static let echoedHeaders = [("Idempotency-Key", "idempotency-key"), ("Stripe-Account", "stripe-account")]

    private mutating func run(
        _ request: APIRequest, _ requestID: String, _ credential: Credential, _ found: inout Route?, now: Int64,
        held: HeldKey?, _ replacement: ((APIResponse) -> APIResponse)?
    ) throws(APIFailure) -> APIResponse {
        found = Route(request)
        try Self.checkVersion(of: request)
        guard let route = found else { throw Self.unknownURL(request) }
        try Self.checkAccess(of: credential, to: route.operation)
        // Nobody could reach the money any more that would come to it.
        guard request.method != "POST" || !context.isOver(credential.account) else {
            throw ResourceContext.accountIsClosed
        }
        let generation = route.operation.generation
        let fields = try ParameterSpec.read(
            generation.parameters(of: request, for: route.operation).without(idOf: route), for: route.operation)
        let key = request.headers["idempotency-key"]
        let call = try Call(
            name: key == nil ? "" : request.method + " " + request.path, key: key, requestID: requestID,
            route: route, credential: credential, version: request.headers["stripe-version"], fields: fields, now: now)
        guard route.operation.takesKey, call.key != nil else {
            let response = execute(call, APIResponse.self).answer
            return replacement.map { $0(response) } ?? response
        }
        guard (1...Self.maximumKeyLength).contains(call.key?.unicodeScalars.count ?? 0) else {
            throw .invalid("Idempotency keys may have 1 to \(Self.maximumKeyLength) characters.")
        }
        return try run(call, held: held, replacement)
    }

    /// Executes a call under its key at most once: the rules of idempotency, whatever the form of the answer.
    mutating func run<Answer: PaymentsAnswer>(
        _ call: Call, held: HeldKey?, _ replacement: ((Answer) -> Answer)?
    ) throws(APIFailure) -> Answer {
        let key = call.key ?? ""
        let scope = Self.scope(key, call.credential, call.route.operation)
        guard held?.scope == scope || !keysInUse.contains(scope) else { throw Self.keyInUse(key) }
        if let row = answers[scope]?.row {
            guard Answer.repeats(call, row) else { throw Self.keyMismatch(key, call, row) }
            let answer = try Answer(replaying: row)
            return replacement.map { $0(answer) } ?? answer
        }
        let (answer, isExecuted) = execute(call, Answer.self)
        let final = replacement.map { $0(answer) } ?? answer
        if isExecuted {
            var row = final.row(scope, call)
            // The request may have moved the time itself.
            row.created = context.settledUntil
            put(row)
        }
        return final
    }

    /// Returns the scope in which a key is unique: the account, in v2 an endpoint of it.
    static func scope(_ key: String, _ credential: Credential, _ operation: Operation) -> String {
        switch operation.generation {
        case .v1: "\(credential.account)/\(key)"
        case .v2: "\(credential.account) \(operation.endpoint.rawValue)/\(key)"
        }
    }

    mutating func execute<Answer: PaymentsAnswer>(
        _ call: Call, _ form: Answer.Type
    ) -> (answer: Answer, isExecuted: Bool) {
        defer { context.issuerData = [] }
        do throws(APIFailure) {
            let object = try call.route.operation.run(&self, call)
            return (Answer.showing(object, of: context, for: call), true)
        } catch {
            // A failed v2 request is tried again under the same key.
            let isExecuted = error.isExecuted && call.route.operation.generation == .v1
            return (Answer.showing(error, of: context, for: call), isExecuted)
        }
    }
}

// Keys.
extension SimulatedPayments {
    /// Beyond this many, keys are parsed each time.
    private static let maximumKnownKeys = 1000

    mutating func credential(of request: APIRequest, now: Int64) throws(APIFailure) -> Credential {
        let credential = try credential(of: request)
        guard credential.expires.map({ now < $0 }) ?? true else { throw Self.keyExpired }
        return credential
    }

    private mutating func credential(of request: APIRequest) throws(APIFailure) -> Credential {
        let header = request.headers["authorization"] ?? ""
        if let known = credentials[header] { return try acting(known, request) }
        let key = try Credential.key(of: request)
        guard key.hasPrefix(ResourceContext.ephemeralPrefix) else {
            let own = try Credential(key: key)
            if credentials.count < Self.maximumKnownKeys { credentials[header] = own }
            return try acting(own, request)
        }
        guard let document = context.documents[ResourceContext.ephemeralKeyID(of: key)], !document.isDeleted,
            document.hidden["secret_hash"]?.text == ResourceContext.secretHash(key),
            let customer = document.hidden["customer"]?.text
        else { throw .unauthorized("Invalid API Key provided: \(Credential.masked(key))") }
        return Credential(
            account: document.account, customer: customer, expires: document["expires"]?.number ?? 0)
    }

    /// Returns the same credential, or one for the connected account that the request names.
    private func acting(_ own: Credential, _ request: APIRequest) throws(APIFailure) -> Credential {
        if let context = request.contextAccount, context != request.actingAccount { throw Self.twoAccounts }
        guard let id = request.actingAccount, id != own.account else { return own }
        guard context.connectedAccount(id, of: own.account) != nil else {
            throw Self.noAccess(try Credential.key(of: request), request)
        }
        return own.acting(for: id)
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
        "Expired API Key provided: \(ResourceContext.ephemeralPrefix)****", code: "api_key_expired")

    private static let twoAccounts = APIFailure.invalid(
        "The headers Stripe-Account and Stripe-Context name different accounts. Name one.")

    private static func noAccess(_ key: String, _ request: APIRequest) -> APIFailure {
        var failure = APIFailure.invalid(
            "The provided key '\(Credential.masked(key))' does not have access to account "
                + "'\(request.actingAccount ?? "")' (or that account does not exist). Application access "
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

    private static func keyMismatch(_ key: String, _ call: Call, _ row: AnswerRow) -> APIFailure {
        if let first = row.name, first != call.name { return keyOfAnother(key, path(of: call.name), path(of: first)) }
        return APIFailure(
            kind: .idempotency,
            message:
                "Keys for idempotent requests can only be used with the same parameters they were first used with. "
                + "Try using a key other than '\(key)' if you meant to execute a different request.")
    }

    private static func keyOfAnother(_ key: String, _ path: Substring, _ first: Substring) -> APIFailure {
        APIFailure(
            kind: .idempotency,
            message:
                "Keys for idempotent requests can only be used for the same endpoint they were first used for "
                + "('\(path)' vs '\(first)'). Try using a key other than '\(key)' if you meant to execute a different "
                + "request.")
    }

    /// Returns the request without its method, which is the same for all requests with a key.
    private static func path(of name: String) -> Substring { name.trimmingPrefix("POST ") }

    private static func checkVersion(of request: APIRequest) throws(APIFailure) {
        guard let version = request.headers["stripe-version"] else {
            guard APIGeneration(path: request.path) == .v1 else { throw APIGeneration.versionNeeded }
            return
        }
        guard version != ResourceContext.apiVersion else { return }
        // Preview features may be appended, as in `2024-04-10; feature_beta=v1`.
        let name = version.prefix { $0 != ";" }
        guard !APIVersion.isName(String(name)) else { return }
        throw .invalid("Invalid Stripe API version: \(version)")
    }
}

extension ResourceContext {
    /// Returns the dashboard's address for a request.
    func logURL(_ requestID: String) -> String { "\(publicURL)/dashboard/logs/\(requestID)" }

    /// - Parameter log: The dashboard's address for the request; `nil` if the caller is unknown.
    func render(
        _ failure: APIFailure, _ generation: APIGeneration, isPublishable: Bool, log: String?
    ) -> APIResponse {
        var error = generation == .v1 ? json(failure, isPublishable: isPublishable) : Self.secondGeneration(failure)
        if generation == .v1 { error["request_log_url"] = log.map(JSONValue.string) }
        return APIResponse(status: failure.status, body: withIssuerData(["error": .object(error)]).rendered())
    }

    /// Returns the error object.
    func json(_ failure: APIFailure, isPublishable: Bool) -> [String: JSONValue] {
        let message = isPublishable ? failure.publicMessage ?? failure.message : failure.message
        var error: [String: JSONValue] = ["message": .string(message), "type": .string(failure.kind.rawValue)]
        if let code = failure.code {
            error["code"] = .string(code)
            error["doc_url"] = .string(Self.documentation(of: code))
        }
        error["charge"] = failure.charge.map(JSONValue.string)
        error["decline_code"] = failure.declineCode.map(JSONValue.string)
        error.merge(failure.advice.members) { $1 }
        error["param"] = failure.param.map(JSONValue.string)
        if let intent = failure.setupIntent.flatMap({ documents[$0] }) {
            error["setup_intent"] = isPublishable ? Self.reduced(intent.json) : intent.json
        }
        let method = failure.paymentMethod.flatMap { paymentMethods[$0] }.map(json)
        error["payment_method"] = isPublishable ? method.map(Self.reducedMethod) : method
        if let intent = failure.paymentIntent.flatMap({ intents[$0] }) {
            error["payment_intent"] = isPublishable ? Self.reduced(json(intent)) : json(intent)
        }
        return error
    }
}
