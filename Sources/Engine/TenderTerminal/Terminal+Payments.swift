import TenderFlow
public import TenderModel

/// The payment commands of a front end.
extension Terminal {
    /// Collects a card for an intent; nothing is charged yet.
    ///
    /// - Parameters:
    ///   - intent: An intent that requires a payment method.
    ///   - configuration: The settings, such as whether to return the card for inspection first.
    ///   - total: The time limit for collection and confirmation together; `nil` for the terminal's policy.
    ///   - busy: What to do while another payment has the reader.
    ///   - cancelable: A handle that can stop it from elsewhere.
    /// - Returns: The intent, which now requires confirmation.
    /// - Throws: `TenderError`: canceled, no reader, busy, the card could not be read.
    ///
    /// Canceling the task stops the reader; the call then throws `canceled` once the reader is idle.
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

    /// Authorizes the collected card and waits for the outcome.
    ///
    /// With a surcharge, the gateway must allow it for the inspected card (`amountDetails.surcharge` of the collected
    /// intent); if the customer is to consent, the reader asks first, and nothing is sent without a yes. With an offer of
    /// a currency conversion, the reader asks first too, and without a yes the card is charged in the shop's currency.
    /// - Parameters:
    ///   - intent: The collected intent.
    ///   - configuration: The surcharge, if there is one.
    ///   - busy: What to do while another payment has the reader.
    ///   - cancelable: A handle that can stop it from elsewhere.
    /// - Returns: Approved, declined, canceled or unknown. The outcome is never guessed; an unknown one is resolved
    ///   later by an event, or by calling again.
    /// - Throws: `TenderError` if nothing was executed: not collected, no connection, refused parameters, no consent.
    ///
    /// Canceling the task does not withdraw the request: the outcome is awaited. `Cancelable.cancel` with
    /// `.reverseIfApproved` reverses an approval.
    public func confirmPaymentIntent(
        _ intent: PaymentIntent, configuration: ConfirmConfiguration = ConfirmConfiguration(),
        busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> PaymentOutcome {
        if let surcharge = configuration.surcharge, surcharge.consent?.collection == .enabled {
            try await askConsent(intent, surcharge, busy, cancelable)
        }
        let command = TerminalMachine.Command.confirm(KnownIntent(intent), busy, surcharge: configuration.surcharge)
        return try await outcome(command, intent, .confirm, cancelable)
    }

    /// Asks the customer on the reader; returns once the answer is yes.
    private func askConsent(
        _ intent: PaymentIntent, _ surcharge: SurchargeConfiguration, _ busy: BusyPolicy, _ cancelable: Cancelable?
    ) async throws {
        let command = TerminalMachine.Command.consent(KnownIntent(intent), busy, surcharge: surcharge)
        let reply = await run(command, CommandCall(intent: intent), cancelable)
        guard case .done = reply.answer else {
            cancelable?.end(nil)
            throw TenderError(reply, .confirm, intent)
        }
    }

    /// Collects a card and confirms in one call, without a pause in between.
    ///
    /// - Returns: As `confirmPaymentIntent`; a stopped collection has the outcome `canceled`.
    /// - Throws: `TenderError`, as both calls do.
    public func processPaymentIntent(
        _ intent: PaymentIntent, configuration: CollectConfiguration = CollectConfiguration(),
        total: Duration? = nil, busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> PaymentOutcome {
        let how = TerminalMachine.Command.Collecting(configuration, total: total, confirmsAtOnce: true)
        return try await outcome(.collect(KnownIntent(intent), how, busy), intent, .collect, cancelable)
    }

    /// Waits again for an outcome that was reported as unknown; asks the gateway immediately.
    ///
    /// It needs no reader: the next customer may pay in the meantime.
    /// - Throws: `TenderError` if there is nothing to resolve, or if a card is kept that nobody confirmed: it is not charged.
    public func resolvePaymentIntent(_ intent: PaymentIntent) async throws -> PaymentOutcome {
        try await outcome(.resolve(KnownIntent(intent)), intent, .confirm, nil)
    }

    /// Captures a held approval.
    ///
    /// - Parameters:
    ///   - amount: The amount to capture; `nil` for all of it.
    ///   - applicationFee: The platform's fee; `nil` for the one that the intent has.
    /// - Returns: The captured intent.
    /// - Throws: `TenderError`: refused, declined, or `outcomeUnknown` with the advice to verify first.
    ///
    /// Canceling the task does not withdraw the request.
    public func capturePaymentIntent(
        _ intent: PaymentIntent, amount: Amount? = nil, applicationFee: Amount? = nil
    ) async throws -> PaymentIntent {
        let command = TerminalMachine.Command.capture(KnownIntent(intent), amount, applicationFee: applicationFee)
        let report = try await report(command, intent, .capture)
        guard case .captured(.approved) = report.answer.completion else { throw report.error(.capture) }
        return report.intent
    }

    /// Raises a held approval to a larger total (incremental authorization).
    ///
    /// It is for a card whose charge says that its hold may be raised, on an intent that asked for that.
    ///
    /// - Parameter amount: The new total, not the difference; a hold that is that large already is returned as it is.
    /// - Returns: The intent with the larger hold, which a capture then captures.
    /// - Throws: `TenderError`: declined or refused, and the earlier hold stands; or `outcomeUnknown` with the advice to
    ///   verify first: the same call again goes on with the same request.
    ///
    /// Canceling the task does not withdraw the request.
    public func incrementAuthorization(_ intent: PaymentIntent, amount: Amount) async throws -> PaymentIntent {
        let report = try await report(.increment(KnownIntent(intent), amount), intent, .increment)
        guard case .incremented(.approved) = report.answer.completion else { throw report.error(.increment) }
        var raised = report.intent
        // The intent may have been handed in as it was before an earlier call raised it.
        (raised.amount, raised.amountCapturable) = (amount, amount)
        return raised
    }

    /// Cancels an intent and releases what it holds, after stopping a collection that runs for it.
    ///
    /// - Returns: The canceled intent.
    /// - Throws: `TenderError`: already succeeded, being confirmed, or `outcomeUnknown`.
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

    /// Runs a payment command, and notifies the handle that could stop it when there is nothing left to stop.
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
            tipping: configuration.tipping, surchargeNotice: configuration.surchargeNotice,
            requestsConversion: configuration.requestDynamicCurrencyConversion, total: total,
            confirmsAtOnce: confirmsAtOnce, moto: configuration.motoConfiguration,
            allowRedisplay: configuration.allowRedisplay)
    }
}
