public import TenderFlow
public import TenderModel

/// Refunds and calls that move money: each is made once, however often it is asked for.
extension Terminal {
    /// Gives money back, once; also of a stored payment that was forwarded and approved, by its local id.
    ///
    /// Without a key of the caller's the same parameters are the same refund until its end was told: one that an earlier
    /// call or process left unknown, or made without anybody knowing, is looked for and told, and not made again.
    ///
    /// One that is pending is asked for until its end is known, here and in later processes; its end is listed until it
    /// was told.
    ///
    /// - Returns: succeeded, pending, failed or unknown, never guessed.
    /// - Throws: `TenderError` when nothing was executed: refused, no connection, no journal; `.outcomeUnknown` while
    ///   another refund of the payment is unknown, or was made without anybody knowing.
    ///
    /// Cancelling the task does not take the request back.
    public func refund(_ parameters: RefundParameters) async throws -> RefundOutcome {
        let reply = await run(.refund(parameters))
        if case .unknown(let key) = reply.answer { return .unknown(key) }
        return RefundOutcome(try reply.made(.refund))
    }

    /// The refund that the same parameters would continue; nil when they would make a new one.
    ///
    /// - Throws: `TenderError` when the journal cannot be read.
    public func openRefund(_ parameters: RefundParameters) async throws -> PaymentHistory.Refund? {
        let reply = await run(.findRefund(parameters))
        guard case .refund(let refund) = reply.answer else { throw TenderError(reply, .refund, nil) }
        return refund
    }

    /// Notes that a refund was shown to whoever waited for it, where the policy does not claim on return.
    ///
    /// - Throws: `TenderError` when it cannot be written; the refund then stays listed.
    public func claim(_ refund: Refund) async throws {
        guard let intentID = refund.paymentIntent, let key = refund.metadata[PaymentIntent.attemptMetadata] else {
            return
        }
        try await claim(IdempotencyKey(key), of: intentID)
    }

    /// Notes that a refund or a call was shown to whoever waited for it; nothing where it is not there or not done.
    ///
    /// - Parameter intentID: the payment of a refund; nil for a call.
    /// - Throws: `TenderError` when it cannot be written; it then stays listed.
    public func claim(_ key: IdempotencyKey, of intentID: String? = nil) async throws {
        try await note(.claimRequest(key, of: intentID))
    }

    // MARK: - Calls

    /// Makes a call that moves money or makes something payable, once.
    ///
    /// Without a key of the caller's the same call is the same one until its end was told, as with refunds.
    ///
    /// - Parameters:
    ///   - call: what is asked for, such as `MoneyCall.transfer(_:)`.
    ///   - idempotencyKey: the key under which it is made at most once; made up when nil.
    /// - Returns: what was made, or that nobody can say yet. For a call that was made long ago, and cannot be read now,
    ///   what the journal knows: the object's `json` is empty.
    /// - Throws: `TenderError` when nothing was executed: refused, no connection, no journal; `.unexpectedState` also when
    ///   what was to be ended has ended otherwise.
    ///
    /// Cancelling the task does not take the call back.
    public func perform(_ call: MoneyCall, idempotencyKey: String? = nil) async throws -> MoneyOutcome {
        let reply = await run(.perform(call, key: idempotencyKey))
        switch reply.answer {
        case .made(_, let key?): return .succeeded(try reply.made(.move), key)
        case .madeBefore(let id, let amount, let key):
            return .succeeded(MoneyObject(id: id, amount: amount, json: []), key)
        case .unknown(let key): return .unknown(key)
        default: throw TenderError(reply, .move, nil)
        }
    }

    /// The call that the same one would continue; nil when it would be a new one.
    ///
    /// - Throws: `TenderError` when the journal cannot be read.
    public func openCall(
        _ call: MoneyCall, idempotencyKey: String? = nil
    ) async throws -> KeyedRequest<MoneyCall>? {
        let reply = await run(.findCall(call, key: idempotencyKey))
        guard case .call(let open) = reply.answer else { throw TenderError(reply, .move, nil) }
        return open
    }
}

extension RefundOutcome {
    fileprivate init(_ refund: Refund) {
        self =
            switch refund.status {
            case .succeeded: .succeeded(refund)
            case .failed, .canceled: .failed(refund)
            case .pending, .requiresAction, .unknown: .pending(refund)
            }
    }
}
