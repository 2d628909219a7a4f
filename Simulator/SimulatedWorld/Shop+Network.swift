import SimulatedPayments
import TenderFlow
import TenderModel

/// One sending of a request.
final class Exchange {
    /// Who waits for the answer.
    enum Asker {
        case payment(till: Int, lane: Int, Serial, PaymentRequest)
        case request(Int)
        case forwarder(till: Int, Serial, ForwarderExchange)
    }

    let asker: Asker
    let request: PaymentsRequest
    let lane: Int
    let sale: Int?
    /// The life of the process that sent it.
    let epoch: Int
    /// The gateway's clock when it left: a connection does not outlive an hour.
    let sentAt: Int64
    /// What came back; nil when nothing can be read.
    var answer: DirectAnswer?
    /// Permission to execute it late.
    var held: HeldKey?
    /// Whether the gateway's front refused it before anything was done: it refuses every copy of the sending.
    var isRefused = false

    init(asker: Asker, request: PaymentsRequest, lane: Int, sale: Int?, epoch: Int, sentAt: Int64) {
        self.asker = asker
        self.request = request
        self.lane = lane
        self.sale = sale
        self.epoch = epoch
        self.sentAt = sentAt
    }
}

/// The network between the tills and the gateway, and what goes wrong on it.
extension Shop {
    /// Sends a payment's request, as `GatewayCall` and `PaymentsClient` write it.
    mutating func send(_ request: PaymentRequest, _ serial: Serial, _ till: Int, _ lane: PaymentLane) {
        let asker = Exchange.Asker.payment(till: till, lane: lane.number, serial, request)
        guard let made = Self.written(request, lane, isFlawed: plan.flaw == .makesNewKeys, serial) else {
            // Without a card nothing can be sent.
            let error = GatewayError(.invalidParameter, fate: .notSent, message: "there is no collected card to send")
            return deliver(.answered(serial, GatewayReply(error), jitter()), till, lane.number)
        }
        send(made, asker, till, sale: saleOfIntent[lane.intent.id])
    }

    mutating func send(_ request: PaymentsRequest, _ asker: Exchange.Asker, _ till: Int, sale: Int?) {
        exchanges.append(
            Exchange(
                asker: asker, request: request, lane: till, sale: sale, epoch: epoch, sentAt: gatewayTime))
        let number = exchanges.count - 1
        sent[request.endpoint, default: 0] += 1
        let count = sent[request.endpoint] ?? 0
        trace.note(
            6, Int64(number), Int64(count),
            text: "\(now): send \(number): \(request.endpoint.rawValue) \(request.key ?? "")")
        let base = 5 + Int64(number % 7) * 8
        if now >= outageUntil, faults.strike(.outage, till) {
            outageUntil = now + faults.number(in: 10_000...1_800_000)
        }
        if now < outageUntil { return plan(.notSent(number), in: 1 + Int64(number % 5) * 700) }
        if strikes(.notSent, request, till) {
            return plan(.notSent(number), in: 1 + faults.number(in: 0...3000))
        }
        if strikes(.requestDropped, request, till) {
            // The connection ends at once, or the silence lasts until the caller's own time is over.
            if faults.number(in: 0...1) == 0 { plan(.answer(number), in: faults.number(in: 20...20_000)) }
        } else {
            var delay = base
            if strikes(.requestReordered, request, till) { delay += faults.number(in: 100...9000) }
            if strikes(.requestDelayed, request, till) { delay += faults.number(in: 20_000...400_000) }
            planOutside(.arrival(number, isCopy: false), in: delay)
            if strikes(.requestDuplicated, request, till) {
                planOutside(.arrival(number, isCopy: true), in: delay + faults.number(in: 1...200_000))
            }
        }
        _ = point(.lost, till)
    }

    /// Whether a fault hits a request: by chance, or since the scenario says so.
    mutating func strikes(_ kind: FaultKind, _ request: PaymentsRequest, _ till: Int) -> Bool {
        if let scenario = plan.scenario {
            return scenario.fault(of: request.endpoint, sent[request.endpoint] ?? 0) == kind && season == .open
        }
        return faults.strike(kind, till)
    }

    private static func written(
        _ request: PaymentRequest, _ lane: PaymentLane, isFlawed: Bool, _ serial: Serial
    ) -> PaymentsRequest? {
        let id = lane.intent.id
        let key = request.key.map { isFlawed ? "\($0.rawValue)-\(serial)" : $0.rawValue }
        switch request {
        case .attach, .confirm:
            guard let payload = lane.card?.payload else { return nil }
            let endpoint: Endpoint = if case .attach = request { .update } else { .confirm }
            return PaymentsRequest(endpoint, id: id, parameters: written(payload), key: key)
        case .capture(_, let amount):
            let units = amount.map { Amount(minorUnits: $0, currency: lane.intent.amount.currency) }
            let parameters = (try? units?.gatewayUnits()).map {
                [PaymentsRequest.Parameter("amount_to_capture", value: String($0))]
            }
            return PaymentsRequest(.capture, id: id, parameters: parameters ?? [], key: key)
        case .cancel: return PaymentsRequest(.cancel, id: id, key: key)
        case .refund(let refundKey):
            return written(
                RefundParameters(
                    paymentIntent: id, reason: .requestedByCustomer,
                    metadata: [Self.attemptMetadata: refundKey.rawValue]), key: key)
        case .retrieve: return PaymentsRequest(.retrieve, id: id)
        case .findRefund: return writtenSearch(id)
        }
    }

    private static func written(_ payload: EncryptedPayload) -> [PaymentsRequest.Parameter] {
        let (data, card, sealed) = ("payment_method_data", "card_present", "encrypted_payload")
        return [
            .init(data, "type", value: card), .init(data, card, sealed, "scheme", value: payload.scheme),
            .init(data, card, sealed, "key_serial", value: payload.keySerial),
            .init(data, card, sealed, "ciphertext", value: payload.ciphertext),
            .init(data, card, sealed, "tag", value: payload.tag),
        ]
    }

    static func written(_ refund: RefundParameters, key: String?) -> PaymentsRequest {
        var parameters = [PaymentsRequest.Parameter("payment_intent", value: refund.paymentIntent)]
        if let units = try? refund.amount?.gatewayUnits() { parameters.append(.init("amount", value: String(units))) }
        if let reason = refund.reason { parameters.append(.init("reason", value: reason.rawValue)) }
        for (name, value) in refund.metadata.sorted(by: { $0.key < $1.key }) {
            parameters.append(.init("metadata", name, value: value))
        }
        return PaymentsRequest(.refund, parameters: parameters, key: key)
    }

    static func writtenSearch(_ intent: String) -> PaymentsRequest {
        PaymentsRequest(
            .listRefunds, parameters: [.init("payment_intent", value: intent), .init("limit", value: "100")])
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

    /// An answer to an earlier life of the process reaches nobody.
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
        case .intents, .refunds, .connectionToken, .json, nil: ""
        }
    }

    /// The oracle learns which intents the gateway has for an order.
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
        switch exchanges[number].asker {
        case .request(let request): answered(request, exchange: number, result)
        case .forwarder(let till, let serial, let kind): forwarderAnswered(till, serial, kind, result)
        case .payment(let till, let lane, let serial, let request):
            guard tills[till].index(of: lane) != nil else { return }
            let epoch = self.epoch
            if Self.isOnline(result) { handle(.becameReachable, till) }
            guard epoch == self.epoch, let index = tills[till].index(of: lane) else { return }
            tills[till].lanes[index].live.removeAll { $0 == serial }
            let (reply, intent) = Self.reply(result, to: request)
            if let intent, tills[till].lanes[index].machine.recognizes(IntentFacts(intent), in: serial) {
                tills[till].lanes[index].update(intent)
            }
            deliver(.answered(serial, reply, jitter()), till, lane)
        }
    }

    /// Whether the gateway can be reached, going by what came back.
    static func isOnline(_ result: Result<DirectAnswer.Content, GatewayError>) -> Bool {
        guard case .failure(let error) = result else { return true }
        let reply = GatewayReply(error)
        return reply != .notSent && reply != .noAnswer
    }

    private static func reply(
        _ result: Result<DirectAnswer.Content, GatewayError>, to request: PaymentRequest
    ) -> (GatewayReply, PaymentIntent?) {
        switch result {
        case .failure(let error): return (GatewayReply(error), error.intent)
        case .success(.intent(let intent)): return (.intent(IntentFacts(intent)), intent)
        case .success(.refund(let refund)): return (.refund(RefundFacts(refund)), nil)
        case .success(.refunds(let refunds)):
            guard case .findRefund(let key) = request else { return (.noAnswer, nil) }
            let found = refunds.first { refund in
                refund.metadata[attemptMetadata].map { IdempotencyKey($0).isRound(of: key) } ?? false
            }
            return (found.map { .refund(RefundFacts($0)) } ?? .noRefund, nil)
        case .success(.intents), .success(.connectionToken), .success(.json), .success(.error): return (.noAnswer, nil)
        }
    }
}
