import TenderFlow
import TenderModel

/// A request that moves money, and what the journal is told of it.
struct RecordedRequest: Sendable {
    /// What is asked for.
    enum What: Sendable {
        case refund(RefundParameters)
        case call(MoneyCall)
    }

    let what: What
    let key: IdempotencyKey
    /// How often it left before.
    let sends: Int
    /// What the gateway made of it, by its id, where the journal knows it.
    let object: String?

    init(_ what: What, _ key: IdempotencyKey, sends: Int, object: String? = nil) {
        self.what = what
        self.key = key
        self.sends = sends
        self.object = object
    }

    init(_ refund: PaymentHistory.Refund) {
        self.init(.refund(refund.parameters), refund.key, sends: refund.openSends, object: refund.object)
    }

    init(_ call: KeyedRequest<MoneyCall>) {
        self.init(.call(call.parameters), call.key, sends: call.openSends, object: call.object)
    }

    /// Under which name its records lie: a refund's with its payment.
    var id: String {
        switch what {
        case .refund(let parameters): parameters.paymentIntent
        case .call: key.rawValue
        }
    }

    func leaving(send: Int) -> JournalEntry {
        switch what {
        case .refund(let parameters): entry(.refundLeaving(parameters, key, send: send))
        case .call(let call): entry(.callLeaving(call, key, send: send))
        }
    }

    func settled(_ result: RequestMachine.Result, _ made: some Sendable) -> JournalEntry {
        entry(.requestSettled(key, RequestEnd(result, of: made)))
    }

    var told: JournalEntry { entry(.requestTold(key)) }

    private func entry(_ event: JournalEntry.Event) -> JournalEntry {
        JournalEntry(intentID: id, attempt: 1, event: event)
    }
}

extension RequestEnd {
    fileprivate init(_ result: RequestMachine.Result, of made: some Sendable) {
        switch made {
        case let refund as Refund:
            self.init(result == .succeeded ? refund.status.result : result, object: refund.id)
        case let object as MoneyObject: self.init(result, object: object.id)
        default: self.init(result)
        }
    }
}

extension RefundStatus {
    /// A refund that is under way gave nothing back yet, and one that failed never will.
    fileprivate var result: RequestMachine.Result {
        switch self {
        case .succeeded: .succeeded
        case .failed, .canceled: .notExecuted
        case .pending, .requiresAction, .unknown: .unknown
        }
    }
}

extension GatewayError {
    /// The key belongs to another request, so that this one was not executed.
    static func keyUsed(_ key: String, _ made: String) -> GatewayError {
        GatewayError(
            .idempotencyMismatch, fate: .answered(status: 400),
            message: "the idempotency key '\(key)' was used for \(made): take another key for another request")
    }

    /// Something else lies under the key: a caller's was used before, one of our own cannot have been.
    static func otherThanAsked(under callersKey: String?, _ made: String) -> GatewayError {
        guard let callersKey else {
            return GatewayError(.answerMismatch, fate: .unknown, message: "the answer tells of \(made)")
        }
        return .keyUsed(callersKey, made)
    }
}

extension PaymentIntentParameters {
    /// How an intent that was made differs from what is asked for; nil where it does not.
    func difference(from intent: PaymentIntent) -> String? {
        if intent.amount != amount { return "\(intent.amount), and \(amount) was asked for now" }
        let order = metadata[PaymentIntent.orderMetadata]
        if let order, intent.metadata[PaymentIntent.orderMetadata] != order {
            return "the order '\(intent.order ?? "none")', and '\(order)' was named now"
        }
        if let customer, let told = intent.customer, told != customer {
            return "the customer '\(told)', and '\(customer)' was named now"
        }
        if intent.applicationFeeAmount != applicationFeeAmount {
            return "another application fee than was asked for now"
        }
        if intent.transferData?.destination != transferData?.destination {
            return "another destination than was asked for now"
        }
        if intent.captureMethod != captureMethod {
            return "\(intent.captureMethod.rawValue) capture, and \(captureMethod.rawValue) was asked for now"
        }
        return nil
    }
}
