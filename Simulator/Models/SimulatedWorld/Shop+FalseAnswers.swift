import SimulatedPayments
import TenderFlow
import TenderModel

/// The false answers of a gateway: wrong, or premature.
extension Shop {
    /// Returns an answer instead of executing the request; `nil` if the request is executed.
    mutating func falseAnswer(_ exchange: Exchange, isHeld: Bool) -> DirectAnswer? {
        guard !isHeld, case .payment = exchange.asker else { return nil }
        let (request, lane) = (exchange.request, exchange.lane)
        if request.endpoint == .confirm, strikes(.processing, request, lane), processing[request.id] == nil {
            processing[request.id] = now + faults.number(in: 1000...300_000)
        }
        if request.endpoint == .cancel || request.endpoint == .capture, isProcessing(request.id) {
            return refusal(request, "payment_intent_unexpected_state", status: 400)
        }
        if !request.id.isEmpty, strikes(.falselyMissing, request, lane) {
            return refusal(request, "resource_missing", status: 404)
        }
        return nil
    }

    private func isProcessing(_ id: String) -> Bool { processing[id].map { now < $0 } ?? false }

    private mutating func refusal(_ request: PaymentsRequest, _ code: String, status: Int) -> DirectAnswer? {
        var answer = payments.handle(request, fault: .status(status), now: gatewayTime)
        var intent: PaymentIntent?
        if status == 400, case .intent(let known)? = retrieve(request.id) { intent = Self.inProcess(known) }
        answer?.content = .error(APIError(type: .invalidRequestError, code: code, message: code), intent)
        return answer
    }

    /// Returns an intent as the gateway has it.
    mutating func retrieve(_ id: String) -> DirectAnswer.Content? {
        payments.handle(PaymentsRequest(.retrieve, id: id), fault: nil, now: gatewayTime)?.content
    }

    private static func inProcess(_ intent: PaymentIntent) -> PaymentIntent {
        var intent = intent
        intent.status = .processing
        intent.latestCharge = nil
        return intent
    }

    /// Distorts a true answer.
    mutating func distorted(_ answer: DirectAnswer?, _ exchange: Exchange) -> DirectAnswer? {
        guard var answer else { return nil }
        answer.content = pending(answer.content, exchange)
        let (request, lane) = (exchange.request, exchange.lane)
        if request.key != nil, answer.status < 300, strikes(.missingAfterwards, request, lane) {
            answer.status = 404
            answer.content = .error(
                APIError(type: .invalidRequestError, code: "resource_missing", message: "resource_missing"), nil)
            return answer
        }
        if let old = oldDecline(answer, request, lane) { return old }
        guard exchange.isChecked else { return answer }
        switch answer.content {
        case .intent(let intent) where isProcessing(intent.id) && intent.status != .canceled:
            answer.content = .intent(Self.inProcess(intent))
        case .error(_, let intent?) where isProcessing(intent.id) && answer.status == 402:
            answer.status = 200
            answer.content = .intent(Self.inProcess(intent))
        case .intent, .intents, .refund, .refunds, .json, .error: break
        }
        if case .intent(var intent) = answer.content, strikes(.otherAmount, request, lane) {
            intent.amount = Amount(minorUnits: intent.amount.minorUnits + 100, currency: intent.amount.currency)
            answer.content = .intent(intent)
        }
        return answer
    }

    /// Returns the delayed decline of an earlier attempt on the intent; `nil` if there is none.
    private mutating func oldDecline(_ answer: DirectAnswer, _ request: PaymentsRequest, _ lane: Int) -> DirectAnswer? {
        guard request.endpoint == .confirm else { return nil }
        defer { if answer.status == 402 { declines[request.id] = answer } }
        guard let old = declines[request.id], strikes(.oldDecline, request, lane) else { return nil }
        return old
    }

    private mutating func pending(_ content: DirectAnswer.Content, _ exchange: Exchange) -> DirectAnswer.Content {
        switch content {
        case .refund(let refund):
            if strikes(.refundPending, exchange.request, exchange.lane), pendingRefunds[refund.id] == nil {
                pendingRefunds[refund.id] = now + faults.number(in: 1000...600_000)
            }
            return .refund(pending(refund))
        case .refunds(let refunds): return .refunds(refunds.map(pending))
        case .intent, .intents, .json, .error: return content
        }
    }

    private func pending(_ refund: Refund) -> Refund {
        guard let until = pendingRefunds[refund.id], now < until else { return refund }
        var refund = refund
        refund.status = .pending
        return refund
    }
}

extension Exchange {
    /// Whether the caller compares the answer with what it knows.
    fileprivate var isChecked: Bool {
        switch asker {
        case .payment, .search, .creation: true
        case .request: false
        }
    }
}
