public import TenderFlow
public import TenderModel

/// The requests outside a payment: create, retrieve, list.
extension Terminal {
    /// Creates a PaymentIntent, once: a lost response is followed by the same request under the same key, then by a
    /// search.
    ///
    /// - Parameter parameters: The parameters, with an amount above zero; if there is no key, one is generated and
    ///   stored in the intent's `metadata[tender_attempt]`.
    /// - Parameter offlineBehavior: What to do without the gateway; offline, the intent has a local ID, and its card is
    ///   stored and forwarded later, within the limits of the configuration.
    /// - Throws: `TenderError`; with the advice `sameCall`, repeating the same parameters with the same key is safe.
    ///
    /// Canceling the task stops the repetitions; the same call with the same key finds what was created.
    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, offlineBehavior: OfflineBehavior = .requireOnline
    ) async throws -> PaymentIntent {
        let reply = await run(.create(parameters, offlineBehavior))
        if case .local(let made, let base) = reply.answer { return PaymentIntent(offline: made, base: base) }
        return try reply.made(.create)
    }

    /// Retrieves a PaymentIntent.
    ///
    /// - Parameters:
    ///   - id: Its ID, or the local ID of a stored payment that was forwarded and approved.
    ///   - clientSecret: Its secret, if the application has only a publishable key.
    public func retrievePaymentIntent(id: String, clientSecret: ClientSecret? = nil) async throws -> PaymentIntent {
        try await run(.read(id), CommandCall(clientSecret: clientSecret)).made(.retrieve)
    }

    /// Lists PaymentIntents, newest first.
    public func listPaymentIntents(_ query: ListQuery = ListQuery()) async throws -> ListPage<PaymentIntent> {
        try await run(.list, CommandCall(query: query)).made(.retrieve)
    }
}

extension CommandReply {
    /// Returns the object that a request created.
    ///
    /// - Throws: `TenderError` if there is none.
    func made<Object>(_ phase: TenderError.Phase) throws -> Object {
        guard case .made = answer, let made = object as? Object else { throw TenderError(self, phase, nil) }
        return made
    }
}
