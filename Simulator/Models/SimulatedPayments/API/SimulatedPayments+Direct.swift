public import TenderModel

/// A request that did not come over HTTP: for a program that runs the rules in its own process and reads no text.
///
/// It is executed by the same rules as an `APIRequest`, parameters included; only writing and reading text is left out.
public struct PaymentsRequest: Hashable, Sendable {
    /// One parameter: the names of its levels, and its value.
    public struct Parameter: Hashable, Sendable {
        /// The names of its levels.
        public let path: [String]
        /// The value.
        public let value: String

        /// Creates a parameter, with a path such as `metadata`, `order`.
        public init(_ path: String..., value: String) {
            self.path = path
            self.value = value
        }
    }

    /// The requested endpoint.
    public var endpoint: Endpoint
    /// The id in the path; empty without one.
    public var id: String
    /// The parameters, each once.
    public var parameters: [Parameter]
    /// The idempotency key.
    public var key: String?

    /// Creates a request with an account's secret key.
    public init(_ endpoint: Endpoint, id: String = "", parameters: [Parameter] = [], key: String? = nil) {
        self.endpoint = endpoint
        self.id = id
        self.parameters = parameters
        self.key = key
    }
}

/// The answer to a `PaymentsRequest`: the decoded form of the text.
public struct DirectAnswer: Hashable, Sendable {
    /// The content of an answer.
    public enum Content: Hashable, Sendable {
        /// One intent, with its charge and payment method expanded.
        indirect case intent(PaymentIntent)
        /// Intents, newest first.
        case intents([PaymentIntent])
        /// One refund.
        case refund(Refund)
        /// Refunds, newest first.
        case refunds([Refund])
        /// Any other object, as the API shows it.
        case json(JSONValue)
        /// An error object, with the intent that came with it.
        indirect case error(APIError, PaymentIntent?)
    }

    /// The HTTP status.
    public var status: Int
    /// The content.
    public var content: Content
    /// Whether it was already stored under the key.
    public var isReplay = false

    init(status: Int, _ content: Content) {
        self.status = status
        self.content = content
    }
}

extension SimulatedPayments {
    /// Answers a request that a fault may hit; see the method for HTTP.
    ///
    /// - Returns: `nil` if nothing readable arrives.
    public mutating func handle(
        _ request: PaymentsRequest, fault: Fault.Effect?, held: HeldKey? = nil, now: Int64
    ) -> DirectAnswer? {
        switch fault {
        case .dropRequest: return nil
        case .status(let status): return DirectAnswer(fault: status)
        case .statusAfter(let status): return answer(request, held, now) { _ in DirectAnswer(fault: status) }
        case .dropAnswer, .closeMidBody, .html:
            _ = answer(request, held, now, nil)
            return nil
        case nil, .delay: return answer(request, held, now, nil)
        }
    }

    /// The newest intent of the senders of `PaymentsRequest`, and the order that it pays.
    public var newestIntent: (id: String, order: String?)? {
        context.intents.ids(of: Credential.direct.account).last.flatMap { context.intents[$0] }.map {
            ($0.id, $0.details.metadata[PaymentIntent.orderMetadata])
        }
    }

    /// Marks the request's idempotency key as in use, for a request that is answered later.
    public mutating func hold(_ request: PaymentsRequest) -> HoldResult {
        guard let key = request.key, let operation = Operation.named[request.endpoint.rawValue] else { return .noKey }
        let scope = Self.scope(key, .direct, operation)
        return keysInUse.insert(scope).inserted ? .held(HeldKey(scope: scope)) : .inUse
    }

    private mutating func answer(
        _ request: PaymentsRequest, _ held: HeldKey?, _ now: Int64, _ replacement: ((DirectAnswer) -> DirectAnswer)?
    ) -> DirectAnswer {
        let now = context.time(now)
        settle(until: now)
        defer { if let held { keysInUse.remove(held.scope) } }
        do throws(APIFailure) {
            guard let route = Route(request.endpoint, id: request.id) else {
                throw .invalid("There is no endpoint \(request.endpoint.rawValue).")
            }
            let node = try FormNode.reading(request.parameters.map { ($0.path, $0.value) })
            let call = try Call(
                name: request.id.isEmpty ? request.endpoint.rawValue : "\(request.endpoint.rawValue) \(request.id)",
                key: request.key, requestID: "", route: route, credential: .direct, version: nil,
                fields: ParameterSpec.read(node, for: route.operation), now: now)
            if call.key != nil { return try run(call, held: held, replacement) }
            let answer = execute(call, DirectAnswer.self).answer
            return replacement.map { $0(answer) } ?? answer
        } catch {
            return DirectAnswer.showing(error, of: context)
        }
    }
}

extension DirectAnswer: PaymentsAnswer {
    static func showing(_ object: APIObject, of context: ResourceContext, for call: Call) -> DirectAnswer {
        let content: Content =
            switch object {
            case .intent(let row): .intent(context.model(row))
            case .intents(let rows, _): .intents(rows.map { context.model($0) })
            case .refund(let row): .refund(context.model(row))
            case .refunds(let rows, _): .refunds(rows.map { context.model($0) })
            case .json(let value): .json(value)
            }
        return DirectAnswer(status: 200, content)
    }

    static func showing(_ failure: APIFailure, of context: ResourceContext, for call: Call) -> DirectAnswer {
        showing(failure, of: context)
    }

    fileprivate static func showing(_ failure: APIFailure, of context: ResourceContext) -> DirectAnswer {
        let error = APIError(
            type: APIErrorType(rawValue: failure.kind.rawValue), code: failure.code, declineCode: failure.declineCode,
            message: failure.message, param: failure.param, charge: failure.charge, adviceCode: failure.advice.code,
            networkDeclineCode: failure.advice.networkCode, docUrl: failure.code.map(ResourceContext.documentation))
        let intent = failure.paymentIntent.flatMap { context.intents[$0] }
        return DirectAnswer(status: failure.status, .error(error, intent.map { context.model($0, isExpanded: false) }))
    }

    /// Creates the error that a fault answers with.
    init(fault status: Int) {
        let error =
            switch status {
            case 429: APIError(type: .invalidRequestError, code: "rate_limit", message: "Too many requests.")
            case 500...: APIError(type: .apiError, message: "An unknown error occurred.")
            default: APIError(type: .invalidRequestError, message: "The request was refused by a fault.")
            }
        self.init(status: status, .error(error, nil))
    }

    init(replaying row: AnswerRow) throws(APIFailure) {
        guard var direct = row.direct else { throw .invalid("This key was used over HTTP.") }
        direct.isReplay = true
        self = direct
    }

    func row(_ scope: String, _ call: Call) -> AnswerRow {
        AnswerRow(
            id: scope, account: call.account, created: call.now, fingerprint: "", name: call.name,
            request: call.requestID, status: status, body: AnswerBody([]), direct: self, asked: call.parameters.fields)
    }

    /// Compares the parameters themselves: they live as long as the process.
    static func repeats(_ call: Call, _ row: AnswerRow) -> Bool {
        guard row.name == call.name, let asked = row.asked else { return false }
        return JSONValue.object(asked).withoutNumbers == JSONValue.object(call.parameters.fields).withoutNumbers
    }
}
