import TenderFlow
public import TenderModel

/// Refunds to the card that the customer presents at the reader, as Interac requires.
extension Terminal {
    /// Collects the card for a refund; nothing is refunded yet.
    ///
    /// A refund of the same money that is unknown, or that nobody was told about, is looked for first: then no card is
    /// asked for, and `confirmRefund` continues that refund. The card is kept for `PaymentPolicy.confirmWindow`.
    ///
    /// - Parameters:
    ///   - parameters: One PaymentIntent or one charge, and the amount.
    ///   - configuration: Whether the customer may cancel on the reader; no reader asks for a tip here.
    ///   - total: The time limit for presenting the card; `nil` for the terminal's policy.
    ///   - busy: What to do while another command has the reader.
    ///   - cancelable: A handle that can stop it from elsewhere.
    /// - Returns: The collected refund, to confirm or to drop.
    /// - Throws: `TenderError`: canceled, no reader, busy, the card could not be read, `.invalidRefundParameters`.
    ///
    /// Canceling the task stops the reader; the call then throws `canceled` once the reader is idle.
    public func collectRefund(
        _ parameters: RefundParameters, configuration: CollectConfiguration = CollectConfiguration(),
        total: Duration? = nil, busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> CollectedRefund {
        let how = TerminalMachine.Command.Collecting(
            customerCancellation: configuration.customerCancellation, total: total)
        let reply = await run(.present(.refund(parameters), how, busy), CommandCall(), cancelable)
        cancelable?.end(nil)
        guard case .cardCollected(let request, let card) = reply.answer else {
            throw TenderError(reply, .refund, nil)
        }
        return CollectedRefund(parameters: parameters, card: card, request: request)
    }

    /// Refunds to the collected card, once.
    ///
    /// - Returns: Succeeded, pending, failed or unknown, never guessed. An unknown refund is looked for again by itself
    ///   and by the same call; its card is gone, so it is never sent again.
    /// - Throws: `TenderError` if nothing was executed: refused, no connection, no journal, or no card any more.
    ///
    /// Canceling the task does not withdraw the request.
    public func confirmRefund(_ refund: CollectedRefund, busy: BusyPolicy = .reject) async throws -> RefundOutcome {
        try await run(.confirmCard(refund.request, .refund(refund.parameters), busy)).refundOutcome()
    }

    /// Collects the card for a refund and refunds to it, in one call, once.
    ///
    /// As `collectRefund` and `confirmRefund`: a repetition continues an open refund of the same money and asks for no
    /// second card.
    ///
    /// - Returns: Succeeded, pending, failed or unknown, never guessed.
    /// - Throws: `TenderError`, as both calls do; with `.canceled` nothing was refunded.
    ///
    /// Canceling the task stops the reader; once the card was read, the refund is not withdrawn.
    public func processRefund(
        _ parameters: RefundParameters, configuration: CollectConfiguration = CollectConfiguration(),
        total: Duration? = nil, busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> RefundOutcome {
        let how = TerminalMachine.Command.Collecting(
            customerCancellation: configuration.customerCancellation, total: total, confirmsAtOnce: true)
        let reply = await run(.present(.refund(parameters), how, busy), CommandCall(), cancelable)
        cancelable?.end(nil)
        return try reply.refundOutcome()
    }

    /// The number of cards that were read and are kept, for tests.
    package var keptCards: Int { cards.count }

    /// Drops the collected card of a refund that is not to be made; does nothing if it is gone.
    ///
    /// Canceling the task has no effect.
    public func dropRefund(_ refund: CollectedRefund) async { _ = await run(.dropCard(refund.request)) }
}
