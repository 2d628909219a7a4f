public import TenderFlow
public import TenderModel

/// Saving cards at the reader, to charge them later.
extension Terminal {
    /// Creates a SetupIntent for cards that are presented, once: a lost response is followed by the same request under
    /// the same key.
    ///
    /// - Parameters:
    ///   - parameters: The customer and the usage; if there is no key, one is generated and stored in the intent's
    ///     `metadata[tender_attempt]`.
    ///   - offlineBehavior: What to do without the gateway; offline, the intent has a local ID, and its card is stored
    ///     and forwarded later, within the limits of the configuration on the number and the age of what is stored.
    /// - Throws: `TenderError`; with the advice `sameCall`, repeating the same parameters with the same key is safe.
    ///
    /// Canceling the task stops the repetitions.
    public func createSetupIntent(
        _ parameters: SetupIntentParameters, offlineBehavior: OfflineBehavior = .requireOnline
    ) async throws -> SetupIntent {
        let reply = await run(.createSetup(parameters, offlineBehavior))
        if case .localSetup(let made, let base) = reply.answer { return SetupIntent(offline: made, base: base) }
        return try created(reply, offlineBehavior)
    }

    /// Retrieves a SetupIntent, with its newest attempt.
    ///
    /// - Parameters:
    ///   - id: Its ID, or the local ID of a card that was stored offline and is saved.
    ///   - clientSecret: Its secret, if the application has only a publishable key.
    /// - Throws: `TenderError`.
    public func retrieveSetupIntent(id: String, clientSecret: ClientSecret? = nil) async throws -> SetupIntent {
        try await run(.readSetup(id), CommandCall(clientSecret: clientSecret)).made(.retrieve)
    }

    /// Retrieves the SetupIntent that a client secret belongs to.
    ///
    /// - Throws: `TenderError`: `.invalidClientSecret` for a text that is no SetupIntent's secret.
    public func retrieveSetupIntent(clientSecret: ClientSecret) async throws -> SetupIntent {
        guard clientSecret.rawValue.hasPrefix("seti_"), let end = clientSecret.rawValue.firstRange(of: "_secret") else {
            throw TenderError(
                .invalidClientSecret, phase: .retrieve, message: "this is the client secret of no SetupIntent",
                advice: .never)
        }
        let id = String(clientSecret.rawValue[..<end.lowerBound])
        return try await retrieveSetupIntent(id: id, clientSecret: clientSecret)
    }

    /// Cancels a SetupIntent, so that no card is saved with it any more; drops a card that was collected for it, and
    /// deletes one that was stored offline and of which nothing was sent.
    ///
    /// - Throws: `TenderError`: a card was saved with it, or one is being collected or sent.
    ///
    /// Canceling the task stops the repetitions; the request may still be executed.
    public func cancelSetupIntent(_ intent: SetupIntent) async throws -> SetupIntent {
        let reply = await run(.cancelSetup(intent.id), CommandCall(setup: intent))
        guard intent.isOffline, case .done = reply.answer else { return try reply.made(.cancel) }
        var canceled = intent
        canceled.status = .canceled
        return canceled
    }

    /// Collects the card to be saved; nothing is sent yet.
    ///
    /// If a card of the intent was sent before, and whether it is saved is unknown or was not reported, no card is asked
    /// for, and `confirmSetupIntent` continues that one. The card is kept for `PaymentPolicy.confirmWindow`.
    ///
    /// - Parameters:
    ///   - intent: An intent that requires a payment method.
    ///   - allowRedisplay: What the customer has agreed to: `always` or `limited`.
    ///   - configuration: The settings, such as keyed entry.
    ///   - total: The time limit for presenting the card; `nil` for the terminal's policy.
    ///   - busy: What to do while another command has the reader.
    ///   - cancelable: A handle that can stop it from elsewhere.
    /// - Returns: The intent, which now requires confirmation.
    /// - Throws: `TenderError`: canceled, no reader, busy, the card could not be read, `.commandInvalidAllowRedisplay`,
    ///   `.featureNotAvailableWithConnectedReader`.
    ///
    /// Canceling the task stops the reader; the call then throws `canceled` once the reader is idle.
    public func collectSetupIntentPaymentMethod(
        _ intent: SetupIntent, allowRedisplay: AllowRedisplay,
        configuration: CollectSetupIntentConfiguration = CollectSetupIntentConfiguration(), total: Duration? = nil,
        busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> SetupIntent {
        let command = try Self.present(intent, allowRedisplay, configuration, total, busy, confirmsAtOnce: false)
        let reply = await run(command, CommandCall(setup: intent), cancelable)
        cancelable?.end(nil)
        guard case .cardCollected = reply.answer else { throw TenderError(reply, .collect, nil) }
        var collected = intent
        collected.status = .requiresConfirmation
        return collected
    }

    /// Has the collected card verified and saved, once.
    ///
    /// - Returns: Saved, declined, canceled, unknown or stored offline, never guessed. After a decline the same intent
    ///   takes another card. An unknown outcome is pursued by itself and by the same call: the intent is looked at, and
    ///   canceled if no card was saved with it, which proves that none will be.
    ///   That needs no reader, and is done also while another command has it.
    /// - Throws: `TenderError` if nothing was executed: refused, no connection, no journal;
    ///   `.confirmInvalidSetupIntent` for an intent that has no collected card, or not any more.
    ///
    /// Canceling the task does not withdraw the request.
    public func confirmSetupIntent(_ intent: SetupIntent, busy: BusyPolicy = .reject) async throws -> SetupOutcome {
        let wish = CardWish(saving: intent, .unspecified)
        return try await run(.confirmCard(0, wish, busy), CommandCall(setup: intent)).setupOutcome(intent)
    }

    /// Collects a card and saves it in one call, once.
    ///
    /// As `collectSetupIntentPaymentMethod` and `confirmSetupIntent`: a repetition continues an open saving with the same
    /// intent and asks for no second card.
    ///
    /// - Returns: As `confirmSetupIntent`; a stopped collection has the outcome `canceled`.
    /// - Throws: `TenderError`, as both calls do.
    public func processSetupIntent(
        _ intent: SetupIntent, allowRedisplay: AllowRedisplay,
        configuration: CollectSetupIntentConfiguration = CollectSetupIntentConfiguration(), total: Duration? = nil,
        busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> SetupOutcome {
        let command = try Self.present(intent, allowRedisplay, configuration, total, busy, confirmsAtOnce: true)
        let reply = await run(command, CommandCall(setup: intent), cancelable)
        cancelable?.end(nil)
        return try reply.setupOutcome(intent)
    }

    /// Returns the saving of a card that the same wish would continue, with whichever SetupIntent it was begun; `nil` if
    /// it would be a new one.
    ///
    /// - Throws: `TenderError` if the journal cannot be read.
    public func openSetup(customer: String?, allowRedisplay: AllowRedisplay) async throws -> PaymentHistory.Setup? {
        let wish = CardSetup(setupIntent: "", customer: customer, allowRedisplay: allowRedisplay)
        let reply = await run(.findSetup(wish))
        guard case .setup(let open) = reply.answer else { throw TenderError(reply, .retrieve, nil) }
        return open
    }

    /// Records that a saved or stored card was shown to whoever waited for it; needed if the policy does not claim on
    /// return.
    ///
    /// - Throws: `TenderError` if it cannot be written, in which case it stays listed.
    public func claim(_ intent: SetupIntent) async throws {
        guard !intent.isOffline else {
            let reply = await run(.claim(intent.id))
            guard case .done = reply.answer else { throw TenderError(reply, .confirm, nil) }
            return
        }
        let wish = CardSetup(setupIntent: intent.id, allowRedisplay: .unspecified)
        let reply = await run(.findSetup(wish))
        guard case .setup(let open) = reply.answer else { throw TenderError(reply, .retrieve, nil) }
        if let open, open.isUntold { try await claim(open.key, of: intent.id) }
    }

    private static func present(
        _ intent: SetupIntent, _ allowRedisplay: AllowRedisplay, _ configuration: CollectSetupIntentConfiguration,
        _ total: Duration?, _ busy: BusyPolicy, confirmsAtOnce: Bool
    ) throws -> TerminalMachine.Command {
        guard intent.paymentMethodTypes.contains(.cardPresent) else {
            throw TenderError(
                .invalidParameter, phase: .collect,
                message: "\(intent.id) takes no card at a reader: create it with the type card_present", advice: .never)
        }
        let how = TerminalMachine.Command.Collecting(
            customerCancellation: configuration.customerCancellation, total: total, confirmsAtOnce: confirmsAtOnce,
            moto: configuration.motoConfiguration)
        return .present(CardWish(saving: intent, allowRedisplay), how, busy)
    }
}

extension CardWish {
    /// The saving of a card with an intent, now or when it is forwarded.
    fileprivate init(saving intent: SetupIntent, _ allowRedisplay: AllowRedisplay) {
        self =
            intent.isOffline
            ? .offlineSetup(OfflineSetupWish(intent.parameters, allowRedisplay: allowRedisplay))
            : .setup(CardSetup(setupIntent: intent.id, customer: intent.customer, allowRedisplay: allowRedisplay))
    }
}

extension CommandReply {
    fileprivate func setupOutcome(_ intent: SetupIntent) throws -> SetupOutcome {
        switch answer {
        case .unknown(let key): return .unknown(key, intent)
        case .setupStored(let stored):
            var local = intent
            local.offlineDetails = stored?.details
            return .storedOffline(local)
        case .made:
            guard let made = object as? SetupIntent else { throw TenderError(self, .confirm, nil) }
            return .saved(made)
        case .notCollected(.canceled(let origin)): return .canceled(by: origin, intent)
        case .refused(.noCollectedCard):
            throw TenderError(
                .unexpectedOperation, phase: .confirm,
                message: "\(intent.id) has no collected card, or nobody confirmed it in time: nothing was sent",
                advice: .collectAgain, detail: .confirmInvalidSetupIntent)
        case .notMade(.notExecuted, _, _, _): return try notSaved(intent)
        default: throw TenderError(self, .confirm, nil)
        }
    }

    /// Returns why a card was certainly not saved.
    private func notSaved(_ intent: SetupIntent) throws -> SetupOutcome {
        let after = error?.setupIntent ?? object as? SetupIntent ?? intent
        switch error?.code {
        case .declinedByIssuer?:
            return .declined(error?.apiError.map(Decline.init) ?? Decline(code: "card_declined"), after)
        case .canceled?: return .canceled(by: .customer, after)
        default: break
        }
        guard after.status == .canceled else { throw TenderError(self, .confirm, nil) }
        return .canceled(by: .engine, after)
    }
}
