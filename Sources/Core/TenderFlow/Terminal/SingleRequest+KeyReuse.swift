public import TenderModel

/// What a key was used for, compared with what is asked for now: a key never stands for two things.
extension TerminalMachine.SingleRequest {
    /// Returns the one of the newest PaymentIntents that the request created; `nil` if there is none.
    ///
    /// - Throws: `GatewayError` if its key belongs to a different one.
    public func made(among intents: [PaymentIntent]) throws(GatewayError) -> PaymentIntent? {
        guard case .findCreated(let wish) = self else { return nil }
        let base = wish.metadata[PaymentIntent.attemptMetadata]
        let found = intents.first { $0.metadata[PaymentIntent.attemptMetadata] == base }
        if let found, let difference = wish.difference(from: found) {
            throw .otherThanAsked(under: wish.idempotencyKey, "\(found.id) with \(difference)")
        }
        return found
    }

    /// Returns the one of a payment's refunds that the request created; `nil` if there is none.
    ///
    /// - Throws: `GatewayError` if its key belongs to a different one.
    public func made(among refunds: [Refund]) throws(GatewayError) -> Refund? {
        guard case .findRefund(let wish, let key) = self else { return nil }
        let found = refunds.first { $0.metadata[PaymentIntent.attemptMetadata] == key.rawValue }
        if let found, let amount = wish.amount, found.amount != amount {
            throw .otherThanAsked(
                under: wish.idempotencyKey, "\(found.id) with \(found.amount), and \(amount) was asked for now")
        }
        return found
    }
}

extension GatewayError {
    /// Returns the error for a key that belongs to another request, so that this one was not executed.
    public static func keyUsed(_ key: String, _ made: String) -> GatewayError {
        GatewayError(
            .idempotencyMismatch, fate: .answered(status: 400),
            message: "the idempotency key '\(key)' was used for \(made): use another key for another request")
    }

    /// Returns the error for something else under the key: a caller's key was used before, whereas one of our own
    /// cannot have been.
    fileprivate static func otherThanAsked(under callersKey: String?, _ made: String) -> GatewayError {
        guard let callersKey else {
            return GatewayError(.answerMismatch, fate: .unknown, message: "the answer tells of \(made)")
        }
        return .keyUsed(callersKey, made)
    }
}

extension PaymentIntentParameters {
    /// Returns how a created intent differs from the request; `nil` if it does not.
    fileprivate func difference(from intent: PaymentIntent) -> String? {
        if intent.amount != amount { return "\(intent.amount), and \(amount) was asked for now" }
        let order = metadata[PaymentIntent.orderMetadata]
        if let order, intent.metadata[PaymentIntent.orderMetadata] != order {
            return "the order '\(intent.order ?? "none")', and '\(order)' was named now"
        }
        if let customer, let told = intent.customer, told != customer {
            return "the customer '\(told)', and '\(customer)' was named now"
        }
        if intent.applicationFeeAmount != applicationFeeAmount {
            return "a different application fee than was asked for now"
        }
        if intent.transferData?.destination != transferData?.destination {
            return "a different destination than was asked for now"
        }
        if let told = captureMethodTold(by: intent) {
            return "\(told) capture, and \(captureMethod.rawValue) was asked for now"
        }
        if setupFutureUsage != nil || intent.setupFutureUsage != nil, intent.setupFutureUsage != setupFutureUsage {
            return "a different use of the card in the future than was asked for now"
        }
        let asked = paymentMethodOptions?.cardPresent ?? CardPresentOptions()
        // Whoever does not tell the options tells no difference.
        if let told = intent.paymentMethodOptions?.cardPresent,
            let option = asked.difference(from: told, isWhole: true)
        {
            return "a different \(option) than was asked for now"
        }
        return nil
    }

    /// Returns the capture method of the intent, unless it is the requested one.
    ///
    /// The API tells `manual_preferred` as an option for cards at a reader, beside `automatic`.
    private func captureMethodTold(by intent: PaymentIntent) -> String? {
        guard captureMethod == .manualPreferred else {
            guard intent.captureMethod == captureMethod else { return intent.captureMethod.rawValue }
            let told = intent.paymentMethodOptions?.cardPresent?.captureMethod
            return told == nil || told == paymentMethodOptions?.cardPresent?.captureMethod ? nil : told?.rawValue
        }
        if intent.captureMethod == .manualPreferred { return nil }
        guard intent.captureMethod == .automatic else { return intent.captureMethod.rawValue }
        // Whoever does not tell the options tells no difference.
        guard let told = intent.paymentMethodOptions?.cardPresent else { return nil }
        return told.captureMethod == .manualPreferred ? nil : told.captureMethod?.rawValue ?? "automatic"
    }
}
