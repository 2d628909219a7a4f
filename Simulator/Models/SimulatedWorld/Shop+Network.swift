import SimulatedPayments
import TenderFlow
import TenderModel

/// One sending of a request.
final class Exchange {
    /// The caller in a lane's process, which waits for the answer.
    enum Asker {
        case payment(PaymentRequest)
        case request(TerminalMachine.SingleRequest)
        case search(base: String)
        case creation
    }

    let asker: Asker
    let errand: Errand
    let request: PaymentsRequest
    let lane: Int
    let sale: Int?
    /// The epoch of the process that sent it.
    let epoch: Int
    /// The gateway's time when it was sent: a connection does not outlive an hour.
    let sentAt: Int64
    /// The answer; `nil` when nothing readable came.
    var answer: DirectAnswer?
    /// The permission to execute it late.
    var held: HeldKey?
    /// Whether the gateway's front end refused it before anything was done: it refuses every copy of the sending.
    var isRefused = false

    init(
        asker: Asker, errand: Errand, request: PaymentsRequest, lane: Int, sale: Int?, epoch: Int, sentAt: Int64
    ) {
        self.asker = asker
        self.errand = errand
        self.request = request
        self.lane = lane
        self.sale = sale
        self.epoch = epoch
        self.sentAt = sentAt
    }
}

/// The network between the lanes and the gateway, and its faults.
extension Shop {
    /// Sends a request of a payment.
    mutating func send(
        _ request: PaymentRequest, _ id: String, _ card: Errand?, _ surcharge: Amount?, _ errand: Errand, _ lane: Int
    ) {
        let payload = card.flatMap { lanes[lane].cards[$0]?.payload }
        guard let intent = lanes[lane].intents[id], let made = Self.written(request, intent, payload, surcharge) else {
            // Without a card nothing can be sent.
            let error = GatewayError(.invalidParameter, fate: .notSent, message: "there is no collected card to send")
            return tell(.answered(errand, GatewayReply(error)), lane)
        }
        send(made, .payment(request), errand, lane, sale: saleOfIntent[id])
    }

    /// Sends a request outside of a payment.
    mutating func send(_ request: TerminalMachine.SingleRequest, _ card: Errand?, _ errand: Errand, _ lane: Int) {
        let payload = card.flatMap { lanes[lane].cards[$0]?.payload }
        guard let made = written(request, payload) else { return }
        send(made, .request(request), errand, lane, sale: sale(of: request))
    }

    mutating func search(_ base: String, _ from: Int64, _ errand: Errand, _ lane: Int) {
        let request = PaymentsRequest(
            .list, parameters: [.init("limit", value: "100"), .init("created", "gte", value: String(from))])
        send(request, .search(base: base), errand, lane, sale: nil)
    }

    mutating func create(_ parameters: PaymentIntentParameters, _ key: IdempotencyKey, _ errand: Errand, _ lane: Int) {
        let request = PaymentsRequest(.create, parameters: Self.written(parameters), key: key.rawValue)
        send(request, .creation, errand, lane, sale: sale(of: parameters))
    }

    private func sale(of parameters: PaymentIntentParameters) -> Int? {
        sales.firstIndex { $0.name == parameters.order }
    }

    private func sale(of request: TerminalMachine.SingleRequest) -> Int? {
        switch request {
        case .create(let parameters, _), .findCreated(let parameters): sale(of: parameters)
        case .edit(let id, _, _), .findEdit(let id, _), .read(let id, _): saleOfIntent[id]
        case .refund(let refund, _), .findRefund(let refund, _): saleOfIntent[refund.subject]
        case .call(let call, _), .findCall(let call, _, _, _): sale(of: call)
        case .list, .createSetup, .readSetup, .cancelSetup, .setup: nil
        }
    }

    private mutating func send(
        _ request: PaymentsRequest, _ asker: Exchange.Asker, _ errand: Errand, _ lane: Int, sale: Int?
    ) {
        var request = request
        if plan.flaw == .makesNewKeys, let key = request.key { request.key = "\(key)-\(exchanges.count)" }
        exchanges.append(
            Exchange(
                asker: asker, errand: errand, request: request, lane: lane, sale: sale, epoch: epoch,
                sentAt: gatewayTime))
        let number = exchanges.count - 1
        sent[request.endpoint, default: 0] += 1
        let count = sent[request.endpoint] ?? 0
        trace.note(
            6, Int64(number), Int64(count),
            text: "\(now): send \(number): \(request.endpoint.rawValue) \(request.key ?? "")")
        let base = 5 + Int64(number % 7) * 8
        if now >= outageUntil, faults.strike(.outage, lane) {
            outageUntil = now + faults.number(in: 10_000...1_800_000)
        }
        if now < outageUntil { return plan(.notSent(number), in: 1 + Int64(number % 5) * 700) }
        if strikes(.notSent, request, lane) {
            return plan(.notSent(number), in: 1 + faults.number(in: 0...3000))
        }
        if strikes(.requestDropped, request, lane) {
            // The connection ends at once, or the silence lasts until the caller's own time limit.
            if faults.number(in: 0...1) == 0 { plan(.answer(number), in: faults.number(in: 20...20_000)) }
        } else {
            var delay = base
            if strikes(.requestReordered, request, lane) { delay += faults.number(in: 100...9000) }
            if strikes(.requestDelayed, request, lane) { delay += faults.number(in: 20_000...400_000) }
            planOutside(.arrival(number, isCopy: false), in: delay)
            if strikes(.requestDuplicated, request, lane) {
                planOutside(.arrival(number, isCopy: true), in: delay + faults.number(in: 1...200_000))
            }
        }
        _ = point(.lost, lane)
    }

    /// Returns whether a fault hits a request: by chance, or because the scenario says so.
    mutating func strikes(_ kind: FaultKind, _ request: PaymentsRequest, _ lane: Int) -> Bool {
        if let scenario = plan.scenario {
            return scenario.fault(of: request.endpoint, sent[request.endpoint] ?? 0) == kind && season == .open
        }
        return faults.strike(kind, lane)
    }

    // MARK: - Requests as the gateway reads them

    private static func written(
        _ request: PaymentRequest, _ intent: PaymentIntent, _ payload: EncryptedPayload?, _ surcharge: Amount?
    ) -> PaymentsRequest? {
        let (id, key) = (intent.id, request.key?.rawValue)
        switch request {
        case .attach: return payload.map { PaymentsRequest(.update, id: id, parameters: written($0), key: key) }
        case .confirm:
            let units = surcharge.flatMap { try? $0.gatewayUnits() }
            let added = units.map {
                PaymentsRequest.Parameter("amount_details", "surcharge", "amount", value: String($0))
            }
            return payload.map {
                PaymentsRequest(.confirm, id: id, parameters: written($0) + (added.map { [$0] } ?? []), key: key)
            }
        case .capture(_, let amount, let fee):
            let parameters = [("amount_to_capture", amount), ("application_fee_amount", fee)].compactMap {
                name, value in
                let units = value.map { Amount(minorUnits: $0, currency: intent.amount.currency) }
                return (try? units?.gatewayUnits()).map { PaymentsRequest.Parameter(name, value: String($0)) }
            }
            return PaymentsRequest(.capture, id: id, parameters: parameters, key: key)
        case .increment(_, let amount):
            let total = (try? Amount(minorUnits: amount, currency: intent.amount.currency).gatewayUnits()) ?? 0
            let parameters = [PaymentsRequest.Parameter("amount", value: String(total))]
            return PaymentsRequest(.increment, id: id, parameters: parameters, key: key)
        case .cancel: return PaymentsRequest(.cancel, id: id, key: key)
        case .refund: return request.reversal(of: id).map { written($0, nil, key: key) }
        case .retrieve: return PaymentsRequest(.retrieve, id: id)
        case .findRefund: return writtenSearch(id)
        }
    }

    private func written(
        _ request: TerminalMachine.SingleRequest, _ payload: EncryptedPayload?
    ) -> PaymentsRequest? {
        switch request {
        case .create(let parameters, let key):
            PaymentsRequest(.create, parameters: Self.written(parameters), key: key.rawValue)
        case .findCreated, .list: PaymentsRequest(.list, parameters: [.init("limit", value: "100")])
        case .edit(let id, let changes, let key):
            PaymentsRequest(.update, id: id, parameters: Self.written(changes), key: key.rawValue)
        case .findEdit(let id, _), .read(let id, _): PaymentsRequest(.retrieve, id: id)
        case .refund(let refund, let key): Self.written(refund, payload, key: key.rawValue)
        case .findRefund(let refund, _): Self.writtenSearch(refund.subject)
        case .call(let call, let key): writtenTransfer(call, key)
        case .findCall(_, _, let object, _): writtenTransferSearch(object)
        // No cashier of this shop saves cards.
        case .createSetup, .readSetup, .cancelSetup, .setup: nil
        }
    }

    private static func written(_ made: PaymentIntentParameters) -> [PaymentsRequest.Parameter] {
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
        if let destination = made.transferData?.destination {
            parameters.append(.init("transfer_data", "destination", value: destination))
        }
        let (options, card) = ("payment_method_options", "card_present")
        if made.paymentMethodOptions?.cardPresent?.requestIncrementalAuthorizationSupport == true {
            parameters.append(.init(options, card, "request_incremental_authorization_support", value: "true"))
        }
        if let partial = made.paymentMethodOptions?.cardPresent?.requestPartialAuthorization {
            parameters.append(.init(options, card, "request_partial_authorization", value: partial.rawValue))
        }
        return parameters
    }

    /// Returns the parameters of an edit; nobody in this shop changes more than the amount and the description.
    private static func written(_ changes: PaymentIntentChanges) -> [PaymentsRequest.Parameter] {
        let amount = (try? changes.amount?.gatewayUnits()).map {
            [PaymentsRequest.Parameter("amount", value: String($0))]
        }
        let description = changes.description.map { [PaymentsRequest.Parameter("description", value: $0.value ?? "")] }
        return (amount ?? []) + (description ?? [])
    }

    private static func written(_ payload: EncryptedPayload) -> [PaymentsRequest.Parameter] {
        let (data, card, sealed) = ("payment_method_data", "card_present", "encrypted_payload")
        let tip = payload.tip.flatMap { try? $0.gatewayUnits() } ?? 0
        return (tip > 0 ? [.init(data, card, "amount_tip", value: String(tip))] : []) + [
            .init(data, "type", value: card), .init(data, card, sealed, "scheme", value: payload.scheme),
            .init(data, card, sealed, "key_serial", value: payload.keySerial),
            .init(data, card, sealed, "ciphertext", value: payload.ciphertext),
            .init(data, card, sealed, "tag", value: payload.tag),
        ]
    }

    private static func written(
        _ refund: RefundParameters, _ payload: EncryptedPayload?, key: String?
    ) -> PaymentsRequest {
        var parameters = [PaymentsRequest.Parameter("payment_intent", value: refund.subject)]
        if let payload { parameters += written(payload) }
        if let units = try? refund.amount?.gatewayUnits() { parameters.append(.init("amount", value: String(units))) }
        if let reason = refund.reason { parameters.append(.init("reason", value: reason.rawValue)) }
        for (name, value) in refund.metadata.sorted(by: { $0.key < $1.key }) {
            parameters.append(.init("metadata", name, value: value))
        }
        return PaymentsRequest(.refund, parameters: parameters, key: key)
    }

    private static func writtenSearch(_ intent: String) -> PaymentsRequest {
        PaymentsRequest(
            .listRefunds, parameters: [.init("payment_intent", value: intent), .init("limit", value: "100")])
    }

    /// Returns the intent whose refunds a request lists.
    private static func searched(_ request: PaymentsRequest) -> String? {
        request.parameters.first { $0.path == ["payment_intent"] }?.value
    }

    // MARK: - The gateway's end

    mutating func arrive(_ number: Int, isCopy: Bool) {
        let exchange = exchanges[number]
        guard gatewayTime - exchange.sentAt < 3600 else { return }
        guard !isCopy else {
            guard !exchange.isRefused else { return }
            _ = payments.handle(exchange.request, fault: nil, now: gatewayTime)
            noteIntents(exchange.request)
            return checkLedger(exchange)
        }
        if strikes(.slowGateway, exchange.request, exchange.lane) {
            if case .held(let key) = payments.hold(exchange.request) {
                exchanges[number].held = key
                return planOutside(.execution(number), in: faults.number(in: 200...60_000))
            }
        }
        execute(number, held: nil)
    }

    mutating func execute(_ number: Int, held: HeldKey?) {
        let exchange = exchanges[number]
        let fault = held == nil ? gatewayFault(exchange) : nil
        if case .status = fault { exchange.isRefused = true }
        var answer = falseAnswer(exchange, isHeld: held != nil || fault != nil)
        if answer == nil {
            answer = payments.handle(exchange.request, fault: fault, held: held, now: gatewayTime)
            answer = distorted(answer, exchange)
        }
        trace.note(
            7, Int64(number), Int64(answer?.status ?? 0),
            text:
                "\(now): gateway executes \(number): \(answer.map { "\($0.status)" } ?? "no answer") \(Self.state(answer))"
        )
        noteIntents(exchange.request)
        checkLedger(exchange)
        var delay = 5 + Int64(number % 11) * 10
        if strikes(.answerDelayed, exchange.request, exchange.lane) { delay += faults.number(in: 20_000...200_000) }
        if answer == nil, faults.number(in: 0...1) == 0 { return }
        planAnswer(number, answer, in: delay)
    }

    /// A colleague captures in the dashboard what the till captures: whoever is second is refused.
    mutating func captureElsewhere(_ sale: Int, _ intent: String) {
        let amount = sales[sale].order.capturedAmount.map {
            PaymentsRequest.Parameter("amount_to_capture", value: String($0))
        }
        let request = PaymentsRequest(.capture, id: intent, parameters: amount.map { [$0] } ?? [])
        let answer = payments.handle(request, fault: nil, now: gatewayTime)
        trace.note(
            23, Int64(sale), Int64(answer?.status ?? 0),
            text: "\(now): a colleague captures sale \(sale): \(answer?.status ?? 0)")
        checkLedger(sale)
    }

    /// Schedules an answer; one to an earlier epoch of the process reaches nobody.
    private mutating func planAnswer(_ number: Int, _ answer: DirectAnswer?, in delay: Int64) {
        guard exchanges[number].epoch == epoch else { return }
        exchanges[number].answer = answer
        plan(.answer(number), in: delay)
    }

    private mutating func checkLedger(_ exchange: Exchange) {
        checkLedger(exchange.sale)
        if let sale = exchange.sale { noteTransfer(exchange.request, sale) }
    }

    private mutating func gatewayFault(_ exchange: Exchange) -> Fault.Effect? {
        let (request, lane) = (exchange.request, exchange.lane)
        if strikes(.conflict, request, lane) { return .status(409) }
        if strikes(.rateLimited, request, lane) { return .status(429) }
        if strikes(.serverError, request, lane) { return .status(500) }
        if strikes(.storedServerError, request, lane) { return .statusAfter(500) }
        if strikes(.answerDropped, request, lane) { return .dropAnswer }
        if strikes(.answerTruncated, request, lane) { return .closeMidBody }
        return nil
    }

    private static func order(_ request: PaymentsRequest) -> String? {
        request.parameters.first { $0.path == ["metadata", PaymentIntent.orderMetadata] }?.value
    }

    private static func state(_ answer: DirectAnswer?) -> String {
        switch answer?.content {
        case .intent(let intent): intent.status.rawValue
        case .error(let error, let intent): "\(error.code ?? error.type.rawValue) \(intent?.status.rawValue ?? "")"
        case .refund(let refund): refund.status.rawValue
        case .intents, .refunds, .json, nil: ""
        }
    }

    /// Tells the oracle which intents the gateway has for an order.
    private mutating func noteIntents(_ request: PaymentsRequest) {
        guard request.endpoint == .create, let order = Self.order(request),
            let sale = sales.firstIndex(where: { $0.name == order })
        else { return }
        guard let intent = payments.newestIntent, intent.order == order, saleOfIntent[intent.id] == nil else { return }
        saleOfIntent[intent.id] = sale
        sales[sale].allIntents.append(intent.id)
    }

    // MARK: - The process's end

    mutating func notSent(_ number: Int) {
        let error = GatewayError(.notConnectedToGateway, fate: .notSent, message: "no connection")
        answered(number, .failure(error))
    }

    mutating func answered(_ number: Int) {
        let result = Self.read(exchanges[number].answer)
        exchanges[number].answer = nil
        answered(number, result)
    }

    /// Reads an answer as `PaymentsClient` does.
    private static func read(_ answer: DirectAnswer?) -> Result<DirectAnswer.Content, GatewayError> {
        guard let answer else {
            return .failure(GatewayError(.gatewayConnectionLost, fate: .unknown, message: "no answer"))
        }
        guard case .error(let apiError, let intent) = answer.content else { return .success(answer.content) }
        return .failure(
            GatewayError(
                TenderError.Code(status: answer.status, apiError), fate: .answered(status: answer.status),
                message: apiError.message ?? "", apiError: apiError, intent: intent, isReplay: answer.isReplay))
    }

    private mutating func answered(_ number: Int, _ result: Result<DirectAnswer.Content, GatewayError>) {
        let (errand, lane) = (exchanges[number].errand, exchanges[number].lane)
        switch exchanges[number].asker {
        case .payment(let request):
            let (reply, intent) = Self.reply(result, to: request, Self.searched(exchanges[number].request))
            lanes[lane].arrived = intent
            handle(.answered(errand, reply), lane)
        case .creation:
            let (reply, intent) = Self.reply(result, to: .retrieve, nil)
            lanes[lane].arrived = intent
            handle(.answered(errand, reply), lane)
        case .search(let base):
            let (search, intent) = Self.search(result, base)
            lanes[lane].arrived = intent
            handle(.searched(errand, search), lane)
        case .request(let request): answered(request, result, errand, lane)
        }
        lanes[lane].arrived = nil
    }

    private static func reply(
        _ result: Result<DirectAnswer.Content, GatewayError>, to request: PaymentRequest, _ subject: String?
    ) -> (GatewayReply, PaymentIntent?) {
        switch result {
        case .failure(let error): return (GatewayReply(error), error.intent)
        case .success(.intent(let intent)): return (.intent(IntentFacts(intent)), intent)
        case .success(.refund(let refund)): return (.refund(RefundFacts(refund)), nil)
        case .success(.refunds(let refunds)):
            return (request.reply(among: refunds, of: subject ?? "", in: .eur), nil)
        case .success(.intents), .success(.json), .success(.error): return (.noAnswer, nil)
        }
    }

    private static func search(
        _ result: Result<DirectAnswer.Content, GatewayError>, _ base: String
    ) -> (IntentSearch, PaymentIntent?) {
        switch result {
        case .success(.intents(let intents)):
            let found = intents.first { $0.metadata[PaymentIntent.attemptMetadata] == base }
            return (IntentSearch(found), found)
        case .failure(let error): return (IntentSearch(error), nil)
        case .success: return (.failed(.noAnswer), nil)
        }
    }

    // MARK: - Requests outside of payments

    private mutating func answered(
        _ request: TerminalMachine.SingleRequest, _ result: Result<DirectAnswer.Content, GatewayError>,
        _ errand: Errand, _ lane: Int
    ) {
        let read = Result { () throws(GatewayError) in try Self.made(try result.get(), request) }
        if case .request(let number) = errand.owner, case .success(let made?) = read { lanes[lane].made[number] = made }
        handle(.requestAnswered(errand, TerminalMachine.RequestReply(read.map { $0?.facts })), lane)
    }

    /// Returns the object that came, or that was found among others; `nil` for none.
    private static func made(
        _ content: DirectAnswer.Content, _ request: TerminalMachine.SingleRequest
    ) throws(GatewayError) -> DirectMade? {
        switch content {
        case .intent(let intent):
            if case .findEdit(_, let changes) = request, !changes.areMade(in: intent) { return nil }
            return .intent(intent)
        case .intents(let intents): return try request.made(among: intents).map { .intent($0) }
        case .refund(let refund): return .refund(refund)
        case .refunds(let refunds): return try request.made(among: refunds).map { .refund($0) }
        case .json(let object): return try transfer(object, request)
        case .error:
            throw GatewayError(.responseNotUnderstood, fate: .unknown, message: "another answer than was asked for")
        }
    }

    /// Returns the result of a call, or of a list in which it is looked up.
    private static func transfer(
        _ object: JSONValue, _ request: TerminalMachine.SingleRequest
    ) throws(GatewayError) -> DirectMade? {
        guard let mark = request.mark else { return nil }
        let isList = object["object"] == .string("list")
        let found = isList ? object.rows.first { $0.mark == mark } : object
        if isList, found == nil { return nil }
        guard let found, found.mark == mark, case .string(let id)? = found["id"] else {
            throw GatewayError(.responseNotUnderstood, fate: .unknown, message: "another object than was asked for")
        }
        return .object(id)
    }
}

extension DirectMade {
    fileprivate var facts: TerminalMachine.Made {
        switch self {
        case .intent(let intent): .intent(KnownIntent(intent))
        case .refund(let refund): .refund(refund.id, refund.status)
        case .object(let id): .object(id)
        }
    }
}

extension TerminalMachine.SingleRequest {
    /// The key of a call, which its result carries.
    fileprivate var mark: String? {
        switch self {
        case .call(_, let key), .findCall(_, let key, _, _): key.rawValue
        case .create, .findCreated, .edit, .findEdit, .read, .list, .refund, .findRefund, .createSetup, .readSetup,
            .cancelSetup, .setup:
            nil
        }
    }
}
