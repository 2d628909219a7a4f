public import TenderFlow
public import TenderModel

/// The requests beside a payment: create, retrieve, list.
extension Terminal {
    /// Makes a PaymentIntent, once: a lost answer is followed by the same request under the same key, then by a search.
    ///
    /// - Parameter parameters: the amount above zero, and the rest; the key is made up when none is given, and kept in
    ///   the intent's `metadata[tender_attempt]`.
    /// - Parameter offlineBehavior: what to do without the gateway; offline the intent has a local id, and its card is
    ///   stored and forwarded later, within the limits of the configuration.
    /// - Throws: `TenderError`; with the advice `sameCall` the same parameters with the same key are safe.
    ///
    /// Cancelling the task stops the repetitions; the same call with the same key finds what was made.
    public func createPaymentIntent(
        _ parameters: PaymentIntentParameters, offlineBehavior: OfflineBehavior = .requireOnline
    ) async throws -> PaymentIntent {
        let reply = await run(.create(parameters, offlineBehavior))
        if case .local(let made, let base) = reply.answer { return PaymentIntent(offline: made, base: base) }
        return try reply.made(.create)
    }

    /// Reads a PaymentIntent.
    ///
    /// - Parameters:
    ///   - id: its id; or the local id of a stored payment that was forwarded and approved.
    ///   - clientSecret: its secret, where only a publishable key is held.
    public func retrievePaymentIntent(id: String, clientSecret: ClientSecret? = nil) async throws -> PaymentIntent {
        try await run(.read(id), CommandCall(clientSecret: clientSecret)).made(.retrieve)
    }

    /// Lists PaymentIntents, newest first.
    public func listPaymentIntents(_ query: ListQuery = ListQuery()) async throws -> ListPage<PaymentIntent> {
        try await run(.list, CommandCall(query: query)).made(.retrieve)
    }
}

extension CommandReply {
    /// The object that a request made.
    ///
    /// - Throws: `TenderError` when there is none.
    func made<Object>(_ phase: TenderError.Phase) throws -> Object {
        guard case .made = answer, let made = object as? Object else { throw TenderError(self, phase, nil) }
        return made
    }
}
