public import TenderModel

/// Identifies what a request created among similar objects.
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

extension PaymentRequest {
    /// Returns the one of a payment's refunds that was made under this request's key, in any round; `nil` if there is
    /// none.
    public func refund(among refunds: [Refund]) -> Refund? {
        guard case .findRefund(let key) = self else { return nil }
        return refunds.first { refund in
            refund.metadata[PaymentIntent.attemptMetadata].map { IdempotencyKey($0).isRound(of: key) } ?? false
        }
    }

    /// Returns the parameters for reversing the whole payment.
    public func reversal(of intentID: String) -> RefundParameters? {
        guard case .refund(let key) = self else { return nil }
        return RefundParameters(
            paymentIntent: intentID, reason: .requestedByCustomer,
            metadata: [PaymentIntent.attemptMetadata: key.rawValue])
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
        if intent.captureMethod != captureMethod {
            return "\(intent.captureMethod.rawValue) capture, and \(captureMethod.rawValue) was asked for now"
        }
        return nil
    }
}

extension TerminalMachine.RequestReply {
    /// Interprets the result of an exchange: the object's facts, nothing for a search without a match, or the error's
    /// meaning.
    public init(_ result: Result<TerminalMachine.Made?, GatewayError>) {
        switch result {
        case .success(let made?): self.init(.succeeded, made, network: .online)
        case .success(nil): self.init(.notFound, network: .online)
        case .failure(let error): self.init(RequestMachine.Reply(error), network: GatewayReply(error).network)
        }
    }
}

extension IntentSearch {
    /// Creates the result of a search.
    public init(_ intent: PaymentIntent?) { self = intent.map { .intent(IntentFacts($0)) } ?? .nothing }

    /// Interprets an error for a search.
    ///
    /// A till without a secret key cannot list; it is protected by the key under which the PaymentIntent is created.
    public init(_ error: GatewayError) { self = error.code == .notAvailable ? .nothing : .failed(GatewayReply(error)) }
}

extension TerminalMachine.Storage {
    /// Returns the record, with what the shell knows about the card.
    ///
    /// - Parameter digest: The SHA-256 of the stored card data, in hexadecimal.
    public func entry(card: CardDetails, digest: String) -> JournalEntry {
        let sale = OfflineSale(
            parameters: parameters, card: card, reader: reader, payloadDigest: digest, limits: limits,
            mayBeCreated: mayBeCreated)
        return JournalEntry(
            intentID: terms.intentID, attempt: attempt, terms: terms, event: .offline(.stored(sale)))
    }
}
