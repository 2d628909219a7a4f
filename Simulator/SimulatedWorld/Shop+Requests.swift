import SimulatedPayments
import TenderFlow
import TenderModel

/// A request beside a payment that is under way: the product's machine, and what it is about.
struct SingleRequest {
    var machine: RequestMachine
    let send: PaymentsRequest
    /// How a lost one is looked for.
    let ask: PaymentsRequest?
    /// What the object that is looked for carries in its metadata.
    let mark: String?
    /// What the journal is told of; nil for what moves no money.
    let moving: MovingRequest?
    let till: Int?
    let sale: Int?
    var exchange: Int?
    var intent: PaymentIntent?
    /// What a call made, by its id.
    var object: String?
    /// Whether the sale may be stored when the gateway cannot be reached.
    var mayGoOffline = false
    /// Whether any exchange was answered.
    var wasAnswered = false
}

/// What moves money beside a payment, under its key.
enum MovingRequest {
    case refund(RefundParameters, IdempotencyKey)
    case call(MoneyCall, IdempotencyKey)

    var call: MoneyCall? {
        if case .call(let call, _) = self { call } else { nil }
    }

    func leaving(send: Int) -> JournalEntry {
        switch self {
        case .refund(let parameters, let key): entry(.refundLeaving(parameters, key, send: send))
        case .call(let call, let key): entry(.callLeaving(call, key, send: send))
        }
    }

    func settled(_ result: RequestMachine.Result, object: String?) -> JournalEntry {
        switch self {
        case .refund(_, let key): entry(.requestSettled(key, RequestEnd(result)))
        case .call(_, let key): entry(.requestSettled(key, RequestEnd(result, object: object)))
        }
    }

    private func entry(_ event: JournalEntry.Event) -> JournalEntry {
        switch self {
        case .refund(let parameters, _): JournalEntry(intentID: parameters.paymentIntent, attempt: 1, event: event)
        case .call(_, let key): JournalEntry(intentID: key.rawValue, attempt: 1, event: event)
        }
    }
}

/// Carrying out what the request machines ask for: the rules of `Terminal+Requests`.
extension Shop {
    /// Makes an intent for a sale; under the same base the gateway makes it once.
    mutating func createIntent(_ till: Int, _ sale: Int, base: String) {
        let parameters = parameters(sale, base)
        let behavior = sales[sale].behavior
        guard behavior != .forceOffline else { return makeOffline(till, sale, base) }
        let key = IdempotencyKey(base: base, attempt: 0, verb: "create").rawValue
        var policy = policy
        if behavior == .preferOnline { (policy.maximumSends, policy.maximumAsks) = (min(policy.maximumSends, 2), 1) }
        begin(
            SingleRequest(
                machine: RequestMachine(.create, policy: policy),
                send: PaymentsRequest(.create, parameters: Self.written(parameters), key: key),
                ask: PaymentsRequest(.list, parameters: [.init("limit", value: "100")]), mark: base, moving: nil,
                till: till, sale: sale, mayGoOffline: behavior == .preferOnline))
    }

    /// What the intent of a sale is made of.
    func parameters(_ sale: Int, _ base: String) -> PaymentIntentParameters {
        let order = sales[sale].order
        var parameters = PaymentIntentParameters(
            amount: order.amount, currency: .eur, captureMethod: order.captureMethod)
        parameters.order = sales[sale].name
        parameters.idempotencyKey = base
        parameters.metadata[Self.attemptMetadata] = base
        parameters.metadata[PaymentIntent.orderMetadata] = sales[sale].name
        return parameters
    }

    static func written(_ made: PaymentIntentParameters) -> [PaymentsRequest.Parameter] {
        var parameters: [PaymentsRequest.Parameter] = [
            .init("amount", value: String((try? made.amount.gatewayUnits()) ?? 0)),
            .init("currency", value: made.amount.currency.code),
            .init("capture_method", value: made.captureMethod.rawValue),
        ]
        for (index, type) in made.paymentMethodTypes.enumerated() {
            parameters.append(.init("payment_method_types", String(index), value: type.rawValue))
        }
        for (name, value) in made.metadata.sorted(by: { $0.key < $1.key }) {
            parameters.append(.init("metadata", name, value: value))
        }
        return parameters
    }

    mutating func readIntent(_ id: String, _ till: Int, _ sale: Int) {
        begin(
            SingleRequest(
                machine: RequestMachine(.read, policy: policy), send: PaymentsRequest(.retrieve, id: id), ask: nil,
                mark: nil, moving: nil, till: till, sale: sale))
    }

    /// Asks for a refund: the one that the same wish continues, or a new one.
    mutating func askForRefund(_ wish: RefundParameters, till: Int?, sale: Int?) {
        if let open = journal.history(of: wish.paymentIntent)?.refund(continuedBy: wish) {
            return followRefund(open.parameters, open.key, till: till, sale: sale)
        }
        let key = IdempotencyKey.refund(wish.idempotencyKey ?? String(random(), radix: 36))
        var parameters = wish
        parameters.metadata[Self.attemptMetadata] = key.rawValue
        followRefund(parameters, key, till: till, sale: sale)
    }

    /// - Parameter mayLeave: whether somebody asks for it; otherwise it is only looked for.
    mutating func followRefund(
        _ parameters: RefundParameters, _ key: IdempotencyKey, till: Int?, sale: Int?, mayLeave: Bool = true
    ) {
        let sends = journal.history(of: parameters.paymentIntent)?.sends(ofRefund: key) ?? 0
        begin(
            SingleRequest(
                machine: RequestMachine(.move, policy: policy, resuming: sends, mayLeave: mayLeave),
                send: Self.written(parameters, key: key.rawValue), ask: Self.writtenSearch(parameters.paymentIntent),
                mark: key.rawValue, moving: .refund(parameters, key), till: till, sale: sale))
    }

    mutating func begin(_ request: SingleRequest) {
        lastNumber += 1
        requests[lastNumber] = request
        deliver(.started, toRequest: lastNumber)
    }

    mutating func deliver(_ event: RequestMachine.Event, toRequest number: Int) {
        guard let action = requests[number]?.machine.handle(event), let request = requests[number] else { return }
        trace.note(11, Int64(number), text: "\(now): request \(number): \(Self.short(event)) -> \(Self.short(action))")
        switch action {
        case .recordLeaving(let send):
            guard let moving = request.moving else { return deliver(.recorded, toRequest: number) }
            record(moving.leaving(send: send), .request(number))
        case .recordSettled(let result):
            guard let moving = request.moving else { return deliver(.recorded, toRequest: number) }
            record(moving.settled(result, object: request.object), .request(number))
        case .send(let limit): exchange(request.send, limit, number)
        case .ask(let limit): exchange(request.ask ?? request.send, limit, number)
        case .pause(let duration): plan(.requestPauseEnded(number), in: duration.milliseconds)
        case .finish(let result): finish(number, result)
        }
    }

    private mutating func exchange(_ made: PaymentsRequest, _ limit: Duration, _ number: Int) {
        guard let request = requests[number] else { return }
        let exchange = exchanges.count
        requests[number]?.exchange = exchange
        plan(.requestTimedOut(request: number, exchange: exchange), in: limit.milliseconds)
        var made = made
        if plan.flaw == .makesNewKeys, let key = made.key { made.key = "\(key)-\(exchange)" }
        send(made, .request(number), request.till ?? 0, sale: request.sale)
    }

    mutating func requestTimedOut(_ number: Int, _ exchange: Int) {
        guard requests[number]?.exchange == exchange else { return }
        requests[number]?.exchange = nil
        deliver(.answered(.lost, jitter()), toRequest: number)
    }

    mutating func answered(_ number: Int, exchange: Int, _ result: Result<DirectAnswer.Content, GatewayError>) {
        guard let request = requests[number], request.exchange == exchange else { return }
        requests[number]?.exchange = nil
        let isOnline = Self.isOnline(result)
        if isOnline { requests[number]?.wasAnswered = true }
        let epoch = self.epoch
        if isOnline { handle(.becameReachable, request.till ?? 0) }
        guard epoch == self.epoch else { return }
        deliver(.answered(read(result, request, number), jitter()), toRequest: number)
    }

    private mutating func read(
        _ result: Result<DirectAnswer.Content, GatewayError>, _ request: SingleRequest, _ number: Int
    ) -> RequestMachine.Reply {
        switch result {
        case .failure(let error): return RequestMachine.Reply(error)
        case .success(.intent(let intent)):
            requests[number]?.intent = intent
            return .succeeded
        case .success(.intents(let intents)):
            guard let found = intents.first(where: { $0.metadata[Self.attemptMetadata] == request.mark }) else {
                return .notFound
            }
            requests[number]?.intent = found
            return .succeeded
        case .success(.refunds(let refunds)):
            let found = refunds.contains { $0.metadata[Self.attemptMetadata] == request.mark }
            return found ? .succeeded : .notFound
        case .success(.refund): return .succeeded
        case .success(.json(let object)): return read(object, request, number)
        case .success(.connectionToken), .success(.error): return .lost
        }
    }

    /// What a call made, or a list in which it is looked for.
    private mutating func read(_ object: JSONValue, _ request: SingleRequest, _ number: Int) -> RequestMachine.Reply {
        let isList = object["object"] == .string("list")
        guard let found = isList ? object.rows.first(where: { $0.mark == request.mark }) : object,
            found.mark == request.mark, case .string(let id)? = found["id"]
        else { return isList ? .notFound : .lost }
        requests[number]?.object = id
        return .succeeded
    }

    private mutating func finish(_ number: Int, _ result: RequestMachine.Result) {
        guard let request = requests.removeValue(forKey: number), let till = request.till, let sale = request.sale
        else { return }
        if case .refund? = request.moving {
            tellCashier(.refunded(result), ofSale: sale, till)
        } else if case .call(_, let key)? = request.moving {
            // What the journal knows to be made stays so, whoever answers now.
            let isMade = journal.history(of: key.rawValue)?.call?.result == .succeeded
            tellCashier(.shared(isMade ? .succeeded : result, key), ofSale: sale, till)
        } else if request.mayGoOffline, !request.wasAnswered, result != .succeeded, let base = request.mark {
            tills[till].desk.mayBeCreated.insert(base)
            makeOffline(till, sale, base)
        } else if request.mark != nil {
            tellCashier(.created(result == .succeeded ? request.intent : nil), ofSale: sale, till)
        } else {
            tellCashier(.read(result == .succeeded ? request.intent : nil), ofSale: sale, till)
        }
    }
}
