public import TenderFlow
public import TenderModel

/// The requests outside a payment: create, update, retrieve, list.
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
        return try created(reply, offlineBehavior)
    }

    /// Returns what was created; that there is no network has a name of its own where the caller demanded one, and
    /// payments are taken without.
    func created<Object: Sendable>(_ reply: CommandReply, _ behavior: OfflineBehavior) throws -> Object {
        do {
            return try reply.made(.create)
        } catch var error as TenderError where error.code == .notConnectedToGateway {
            if behavior == .requireOnline, configuration.offline != .none { error.detail = .onlineRequired }
            throw error
        }
    }

    /// Changes a PaymentIntent that nobody has paid yet, once: a lost response is followed by the same request under the
    /// same key, then by a retrieval that is compared with the changes.
    ///
    /// If the amount changes, a card that was collected is dropped before the request is sent: collect again.
    ///
    /// - Parameters:
    ///   - intent: An intent that has no collection or request in progress, no unknown outcome and no approval.
    ///   - changes: The new values; `metadata[tender_attempt]` and `metadata[tender_order]` are not changed.
    /// - Returns: The changed intent, to collect and confirm with.
    /// - Throws: `TenderError`: refused, busy, or no clear answer; after the last, no card is taken for a new amount
    ///   until the call was repeated or the intent was retrieved. A restart forgets that: retrieve the intent first.
    ///
    /// Canceling the task stops the repetitions; the request may still be executed.
    public func updatePaymentIntent(
        _ intent: PaymentIntent, _ changes: PaymentIntentChanges
    ) async throws -> PaymentIntent {
        let reply = await run(.edit(KnownIntent(intent), changes), CommandCall(intent: intent))
        if let report = reply.payment { throw report.error(.edit) }
        return try reply.made(.edit, intent)
    }

    /// Retrieves a PaymentIntent.
    ///
    /// - Parameters:
    ///   - id: Its ID, or the local ID of a stored payment that was forwarded and approved.
    ///   - clientSecret: Its secret, if the application has only a publishable key.
    public func retrievePaymentIntent(id: String, clientSecret: ClientSecret? = nil) async throws -> PaymentIntent {
        try await run(.read(id), CommandCall(clientSecret: clientSecret)).made(.retrieve)
    }

    /// Retrieves the PaymentIntent that a client secret opens: with a publishable key no more is needed.
    ///
    /// - Throws: `TenderError` with `.invalidClientSecret` if it opens none.
    public func retrievePaymentIntent(clientSecret: ClientSecret) async throws -> PaymentIntent {
        guard let id = clientSecret.paymentIntentID else {
            throw TenderError(
                .invalidClientSecret, phase: .retrieve, message: "this is the client secret of no PaymentIntent",
                advice: .never)
        }
        return try await retrievePaymentIntent(id: id, clientSecret: clientSecret)
    }

    /// Lists PaymentIntents, newest first; filter: `customer`.
    public func listPaymentIntents(_ query: ListQuery = ListQuery()) async throws -> ListPage<PaymentIntent> {
        try await run(.list, CommandCall(query: query)).made(.retrieve)
    }
}

extension CommandReply {
    /// Returns the object that a request created.
    ///
    /// - Throws: `TenderError` if there is none.
    func made<Object>(_ phase: TenderError.Phase, _ intent: PaymentIntent? = nil) throws -> Object {
        guard case .made = answer, let made = object as? Object else { throw TenderError(self, phase, intent) }
        return made
    }
}
