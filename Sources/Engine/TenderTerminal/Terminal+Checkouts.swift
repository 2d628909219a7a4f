public import TenderFlow
public import TenderModel

/// Payments of checkouts, which are recorded as every other call that moves money.
extension Terminal: CheckoutCharger {
    /// Returns the payment that the same call would continue; `nil` if it would be a new one.
    public func openCheckoutPayment(
        _ call: MoneyCall, key: IdempotencyKey?
    ) async throws(GatewayError) -> KeyedRequest<MoneyCall>? {
        let reply = await run(.findCall(call, key: key?.rawValue))
        guard case .call(let open) = reply.answer else { throw GatewayError(notMade: reply) }
        return open
    }

    /// Makes the payment once.
    public func chargeCheckout(_ call: MoneyCall, key: IdempotencyKey?) async throws(GatewayError) -> MoneyOutcome {
        let reply = await run(.perform(call, key: key?.rawValue))
        guard let outcome = reply.moneyOutcome else { throw GatewayError(notMade: reply) }
        return outcome
    }
}

extension CommandReply {
    /// The outcome of a call; `nil` if it was not made.
    var moneyOutcome: MoneyOutcome? {
        switch answer {
        case .made(_, let key?):
            guard let object = object as? MoneyObject else { return .unknown(key) }
            return object.isPending ? .pending(object, key) : .succeeded(object, key)
        case .madeBefore(let id, let amount, let key):
            return .succeeded(MoneyObject(id: id, amount: amount, json: []), key)
        case .unknown(let key): return .unknown(key)
        default: return nil
        }
    }
}

extension GatewayError {
    /// Describes a call that was not made.
    fileprivate init(notMade reply: CommandReply) {
        if case .notMade(.notExecuted, _, _, _) = reply.answer, let error = reply.error {
            self = error
            return
        }
        let error = TenderError(reply, .move, nil)
        // A key that stands for something else, and an order that is open, tell nothing of this payment.
        let isSent = error.code == .outcomeUnknown || error.code == .idempotencyMismatch
        self.init(error.code, fate: isSent ? .unknown : .notSent, message: error.message)
    }
}
