public import TenderFlow
public import TenderModel

/// Refunds and calls that move money: each is made once, however often it is requested.
extension Terminal {
    /// Refunds a payment, once; also a stored payment that was forwarded and approved, by its local ID.
    ///
    /// Without a key from the caller, the same parameters mean the same refund until its end was reported: one that an
    /// earlier call or process left unknown, or completed without telling anybody, is looked up and returned, and not
    /// made again.
    ///
    /// A pending refund is polled until its end is known, here and in later processes; its end stays listed until it
    /// was reported.
    ///
    /// - Returns: Succeeded, pending, failed or unknown, never guessed.
    /// - Throws: `TenderError` if nothing was executed: refused, no connection, no journal; `.outcomeUnknown` while
    ///   another refund of the payment is unknown, or was completed without anybody being told.
    ///
    /// Canceling the task does not withdraw the request.
    public func refund(_ parameters: RefundParameters) async throws -> RefundOutcome {
        try await run(.refund(parameters)).refundOutcome()
    }

    /// Gives back all of a payment in the way that its state allows: releases its hold, or refunds what was captured.
    ///
    /// A payment that nobody has paid is canceled. Repeating the call is safe: one that was released stays so, and a
    /// refund is made once, as with `refund`.
    /// What Interac has paid needs the card for its refund: it is refused here, and `processRefund` asks for the card.
    ///
    /// - Parameters:
    ///   - id: The PaymentIntent's ID, or the local ID of a stored payment that was forwarded and approved.
    ///   - reversesTransfer: Whether a refund takes the connected account's part back.
    ///   - refundsApplicationFee: Whether a refund returns the platform's fee.
    ///   - idempotencyKey: The key under which a refund is made at most once; `nil` to generate one.
    /// - Returns: What was done, and how it ended.
    /// - Throws: `TenderError` if nothing was executed, or, with the advice to verify first, if nobody knows.
    ///
    /// Canceling the task does not withdraw the request.
    public func voidPayment(
        id: String, reversesTransfer: Bool = false, refundsApplicationFee: Bool = false, idempotencyKey: String? = nil
    ) async throws -> VoidOutcome {
        let reply = await run(
            .void(
                RefundParameters(
                    paymentIntent: id, reversesTransfer: reversesTransfer,
                    refundsApplicationFee: refundsApplicationFee, idempotencyKey: idempotencyKey)))
        if let intent = reply.object as? PaymentIntent, case .made = reply.answer { return .released(intent) }
        guard let report = reply.payment else { return .refunded(try reply.refundOutcome()) }
        guard case .intentCanceled(.canceled) = report.answer.completion else { throw report.error(.cancel) }
        return .released(report.intent)
    }

    /// Returns the refund that the same parameters would continue; `nil` if they would make a new one.
    ///
    /// - Throws: `TenderError` if the journal cannot be read.
    public func openRefund(_ parameters: RefundParameters) async throws -> PaymentHistory.Refund? {
        let reply = await run(.findRefund(parameters))
        guard case .refund(let refund) = reply.answer else { throw TenderError(reply, .refund, nil) }
        return refund
    }

    /// Records that a refund was shown to whoever waited for it; needed if the policy does not claim on return.
    ///
    /// - Throws: `TenderError` if it cannot be written, in which case the refund stays listed.
    public func claim(_ refund: Refund) async throws {
        guard let key = refund.metadata[PaymentIntent.attemptMetadata] else { return }
        // Its records are filed under what it was asked of.
        for subject in [refund.paymentIntent, refund.charge].compactMap(\.self) {
            try await claim(IdempotencyKey(key), of: subject)
        }
    }

    /// Records that a refund or a call was shown to whoever waited for it; does nothing if it does not exist or is not
    /// done.
    ///
    /// - Parameter intentID: The payment of a refund; `nil` for a call.
    /// - Throws: `TenderError` if it cannot be written, in which case it stays listed.
    public func claim(_ key: IdempotencyKey, of intentID: String? = nil) async throws {
        try await note(.claimRequest(key, of: intentID))
    }

    // MARK: - Calls

    /// Makes a call that moves money or makes something payable, once.
    ///
    /// Without a key from the caller, the same call means the same one until its end was reported, as with refunds.
    ///
    /// - Parameters:
    ///   - call: The request, such as `MoneyCall.transfer(_:)`.
    ///   - idempotencyKey: The key under which it is executed at most once; `nil` to generate one.
    /// - Returns: What was created, or that the outcome is unknown. For a call that was made long ago and cannot be
    ///   retrieved now, what the journal knows: the object's `json` is empty.
    /// - Throws: `TenderError` if nothing was executed: refused, no connection, no journal; `.unexpectedState` also if
    ///   what was to be ended has ended in another way.
    ///
    /// Canceling the task does not withdraw the call.
    public func perform(_ call: MoneyCall, idempotencyKey: String? = nil) async throws -> MoneyOutcome {
        let reply = await run(.perform(call, key: idempotencyKey))
        guard let outcome = reply.moneyOutcome else { throw TenderError(reply, .move, nil) }
        return outcome
    }

    /// Returns the call that the same one would continue; `nil` if it would be a new one.
    ///
    /// - Throws: `TenderError` if the journal cannot be read.
    public func openCall(
        _ call: MoneyCall, idempotencyKey: String? = nil
    ) async throws -> KeyedRequest<MoneyCall>? {
        let reply = await run(.findCall(call, key: idempotencyKey))
        guard case .call(let open) = reply.answer else { throw TenderError(reply, .move, nil) }
        return open
    }
}

extension CommandReply {
    func refundOutcome() throws -> RefundOutcome {
        if case .unknown(let key) = answer { return .unknown(key) }
        return RefundOutcome(try made(.refund))
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
