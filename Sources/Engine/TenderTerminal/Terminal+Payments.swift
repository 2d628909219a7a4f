import TenderFlow
public import TenderModel

/// What a front end calls for a payment.
extension Terminal {
    /// Collects a card for an intent; nothing is charged yet.
    ///
    /// - Parameters:
    ///   - intent: an intent that needs a payment method.
    ///   - configuration: whether the card is handed over for inspection first.
    ///   - total: how long collection and confirmation may take together; the terminal's policy when nil.
    ///   - busy: what to do while another payment has the reader.
    ///   - cancelable: can stop it from elsewhere.
    /// - Returns: the intent, which requires confirmation now.
    /// - Throws: `TenderError`: canceled, no reader, busy, the card could not be read.
    ///
    /// Cancelling the task stops the reader; the call then throws `canceled` when the reader is idle.
    public func collectPaymentMethod(
        _ intent: PaymentIntent, configuration: CollectConfiguration = CollectConfiguration(),
        total: Duration? = nil, busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> PaymentIntent {
        let how = TerminalMachine.Command.Collecting(configuration, total: total)
        let command = TerminalMachine.Command.collect(KnownIntent(intent), how, busy)
        let report = try await report(command, intent, .collect, cancelable)
        guard case .collected(let isInspected) = report.answer.completion else { throw report.error(.collect) }
        var collected = report.intent
        if !isInspected { collected.status = .requiresConfirmation }
        return collected
    }

    /// Asks for the authorisation of the collected card and waits for its outcome.
    ///
    /// - Returns: approved, declined, canceled or unknown; the last never guessed, and resolved later by an event or by
    ///   calling again.
    /// - Throws: `TenderError` when nothing was executed: not collected, no connection, refused parameters.
    ///
    /// Cancelling the task does not take the request back: the outcome is awaited. `Cancelable.cancel` with
    /// `.reverseIfApproved` gives an approval back.
    public func confirmPaymentIntent(
        _ intent: PaymentIntent, busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> PaymentOutcome {
        try await outcome(.confirm(KnownIntent(intent), busy), intent, .confirm, cancelable)
    }

    /// Collects a card and confirms in one call, without a pause in between.
    ///
    /// - Returns: as `confirmPaymentIntent`; a stopped collection is the outcome `canceled`.
    /// - Throws: `TenderError` as both calls.
    public func processPaymentIntent(
        _ intent: PaymentIntent, configuration: CollectConfiguration = CollectConfiguration(),
        total: Duration? = nil, busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> PaymentOutcome {
        let how = TerminalMachine.Command.Collecting(configuration, total: total, confirmsAtOnce: true)
        return try await outcome(.collect(KnownIntent(intent), how, busy), intent, .collect, cancelable)
    }

    /// Waits again for an outcome that was told as unknown; the gateway is asked at once.
    ///
    /// It needs no reader: the next customer may pay in the meantime.
    /// - Throws: `TenderError` when there is nothing to resolve.
    public func resolvePaymentIntent(_ intent: PaymentIntent) async throws -> PaymentOutcome {
        try await outcome(.resolve(KnownIntent(intent)), intent, .confirm, nil)
    }

    /// Captures a held approval.
    ///
    /// - Parameter amount: how much; all of it when nil.
    /// - Returns: the intent as captured.
    /// - Throws: `TenderError`: refused, declined, or `outcomeUnknown` with the advice to verify first.
    ///
    /// Cancelling the task does not take the request back.
    public func capturePaymentIntent(_ intent: PaymentIntent, amount: Amount? = nil) async throws -> PaymentIntent {
        let report = try await report(.capture(KnownIntent(intent), amount), intent, .capture)
        guard case .captured(.approved) = report.answer.completion else { throw report.error(.capture) }
        return report.intent
    }

    /// Cancels an intent and gives up what it holds; a collection that runs for it is stopped first.
    ///
    /// - Returns: the canceled intent.
    /// - Throws: `TenderError`: succeeded already, being confirmed, or `outcomeUnknown`.
    public func cancelPaymentIntent(_ intent: PaymentIntent) async throws -> PaymentIntent {
        let reply = await run(.cancelIntent(KnownIntent(intent)), CommandCall(intent: intent))
        if case .done = reply.answer {
            // It was stored, and is deleted with a record.
            var canceled = intent
            canceled.status = .canceled
            return canceled
        }
        guard let report = reply.payment else { throw TenderError(reply, .cancel, intent) }
        guard case .intentCanceled(.canceled) = report.answer.completion else { throw report.error(.cancel) }
        return report.intent
    }

    private func outcome(
        _ command: TerminalMachine.Command, _ intent: PaymentIntent, _ phase: TenderError.Phase,
        _ cancelable: Cancelable?
    ) async throws -> PaymentOutcome {
        let report = try await report(command, intent, phase, cancelable, ending: \.outcome)
        guard let outcome = report.outcome else { throw report.error(.confirm) }
        return outcome
    }

    /// Runs a command on a payment, and tells whoever can stop it when there is nothing to stop any more.
    private func report(
        _ command: TerminalMachine.Command, _ intent: PaymentIntent, _ phase: TenderError.Phase,
        _ cancelable: Cancelable? = nil, ending outcome: (PaymentReport) -> PaymentOutcome? = { _ in nil }
    ) async throws -> PaymentReport {
        let reply = await run(command, CommandCall(intent: intent), cancelable)
        let report = reply.payment
        cancelable?.end(report.flatMap(outcome))
        guard let report else { throw TenderError(reply, phase, intent) }
        return report
    }
}

extension TerminalMachine.Command.Collecting {
    fileprivate init(_ configuration: CollectConfiguration, total: Duration?, confirmsAtOnce: Bool = false) {
        self.init(
            inspects: configuration.updatePaymentIntent, customerCancellation: configuration.customerCancellation,
            total: total, confirmsAtOnce: confirmsAtOnce)
    }
}
