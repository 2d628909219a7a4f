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
        try refuseInspection(of: intent, configuration)
        let id = try await begin(intent, "collectPaymentMethod", .collect, busy, cancelable)
        defer { turn.release() }
        prepareCollection(of: id, intent, configuration, total, confirmsAtOnce: false)
        let answer = await run(collect(configuration), intent, cancelable)
        cancelable?.end(nil)
        guard case .collected(let isInspected) = answer.completion else { throw answer.error(.collect) }
        var collected = answer.intent
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
        let id = try await begin(intent, "confirmPaymentIntent", .confirm, busy, cancelable)
        defer { turn.release() }
        noteEdit(of: id, intent)
        return try outcome(of: await run(.confirmRequested, intent, cancelable), cancelable)
    }

    /// Collects a card and confirms in one call, without a pause in between.
    ///
    /// - Returns: as `confirmPaymentIntent`; a stopped collection is the outcome `canceled`.
    /// - Throws: `TenderError` as both calls.
    public func processPaymentIntent(
        _ intent: PaymentIntent, configuration: CollectConfiguration = CollectConfiguration(),
        total: Duration? = nil, busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> PaymentOutcome {
        try refuseInspection(of: intent, configuration)
        let id = try await begin(intent, "processPaymentIntent", .collect, busy, cancelable)
        defer { turn.release() }
        prepareCollection(of: id, intent, configuration, total, confirmsAtOnce: true)
        let answer = await run(collect(configuration), intent, cancelable)
        return try outcome(of: answer, cancelable)
    }

    /// Waits again for an outcome that was told as unknown; the gateway is asked at once.
    ///
    /// It needs no reader: the next customer may pay in the meantime.
    /// - Throws: `TenderError` when there is nothing to resolve.
    public func resolvePaymentIntent(_ intent: PaymentIntent) async throws -> PaymentOutcome {
        try await prepareLane(for: intent, .confirm)
        _ = try lane(for: intent, .confirm)
        return try outcome(of: await run(.confirmRequested, intent, nil), nil)
    }

    /// Captures a held approval.
    ///
    /// - Parameter amount: how much; all of it when nil.
    /// - Returns: the intent as captured.
    /// - Throws: `TenderError`: refused, declined, or `outcomeUnknown` with the advice to verify first.
    ///
    /// Cancelling the task does not take the request back.
    public func capturePaymentIntent(_ intent: PaymentIntent, amount: Amount? = nil) async throws -> PaymentIntent {
        if let amount, amount.currency != intent.amount.currency || amount.minorUnits <= 0 {
            throw TenderError(.invalidAmount, phase: .capture, message: "\(amount) cannot be captured", advice: .never)
        }
        if let charged = try await charged(intent, .capture) {
            return try await capturePaymentIntent(charged, amount: amount)
        }
        try await prepareLane(for: intent, .capture)
        _ = try lane(for: intent, .capture)
        let answer = await run(.captureRequested(amount?.minorUnits), intent, nil)
        guard case .captured(.approved) = answer.completion else { throw answer.error(.capture) }
        if configuration.policy.claimsOnReturn { noteCaptured(answer.intent) }
        return answer.intent
    }

    /// Cancels an intent and gives up what it holds; a collection that runs for it is stopped first.
    ///
    /// - Returns: the canceled intent.
    /// - Throws: `TenderError`: succeeded already, being confirmed, or `outcomeUnknown`.
    public func cancelPaymentIntent(_ intent: PaymentIntent) async throws -> PaymentIntent {
        await awaitTakeover()
        if intent.isOffline, forwarder.has(intent.id) { return try await cancelStored(intent) }
        if let charged = try await charged(intent, .cancel) { return try await cancelPaymentIntent(charged) }
        if let lane = lanes[intent.id], lane.waiter != nil {
            _ = await cancelOperation(intent.id, lane.operation, .stop)
        }
        try await prepareLane(for: intent, .cancel)
        _ = try lane(for: intent, .cancel)
        let answer = await run(.cancelIntentRequested, intent, nil)
        guard case .intentCanceled(.canceled) = answer.completion else { throw answer.error(.cancel) }
        return answer.intent
    }

    /// The PaymentIntent that a stored payment was approved as; nil for any other intent, and before a card was stored.
    private func charged(_ intent: PaymentIntent, _ phase: TenderError.Phase) async throws -> PaymentIntent? {
        guard intent.isOffline, try await offlineHistory(of: intent.id, phase) != nil else { return nil }
        return try await retrievePaymentIntent(id: intent.id)
    }

    // MARK: - Beginning

    /// Finds or makes the lane and waits for the reader as the policy says.
    private func begin(
        _ intent: PaymentIntent, _ name: String, _ phase: TenderError.Phase, _ busy: BusyPolicy,
        _ cancelable: Cancelable?
    ) async throws -> String {
        let holder = ReaderTurn.Holder(name: name, intentID: intent.id)
        if !turn.take(holder) { try await waitForTurn(holder, phase, busy, cancelable) }
        do {
            if phase == .collect, link.reader == nil { throw TenderError.noReader(phase) }
            if phase == .collect, intent.isOffline { try await refuseOffline(intent) }
            try await prepareLane(for: intent, phase)
            return try lane(for: intent, phase)
        } catch {
            turn.release()
            throw error
        }
    }

    private func waitForTurn(
        _ holder: ReaderTurn.Holder, _ phase: TenderError.Phase, _ busy: BusyPolicy, _ cancelable: Cancelable?
    ) async throws {
        guard let current = turn.holder else { return }
        let isReplaceable = busy == .replace && lanes[current.intentID]?.collection != nil
        guard busy == .queue || isReplaceable else { throw TenderError.busy(with: current.name, phase) }
        let place = turn.nextPlace()
        let wasAsked = cancelable?.begin { [weak self] _ in
            await self?.leaveLine(place) == true ? .canceled(by: .application) : .notCancellable(phase)
        }
        let isTurn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                turn.wait(place, holder, first: isReplaceable, continuation)
                if Task.isCancelled || wasAsked != nil { _ = turn.leave(place) }
                if isReplaceable { deliver(.cancelRequested(.stop, by: .application), to: current.intentID) }
            }
        } onCancel: {
            Task { await self.leaveLine(place) }
        }
        guard !isTurn else { return }
        cancelable?.end(nil)
        throw TenderError(
            .canceled, phase: phase, message: "canceled while waiting for the reader", advice: .sameCall
        )
    }

    @discardableResult
    private func leaveLine(_ place: Int) -> Bool { turn.leave(place) }

    func lane(for intent: PaymentIntent, _ phase: TenderError.Phase) throws -> String {
        guard intent.amount.minorUnits > 0 else {
            throw TenderError(
                .invalidAmount, phase: phase, message: "\(intent.amount) cannot be charged", advice: .never)
        }
        if forwarder.forwards(as: intent.id) { throw TenderError.busy(with: "forwarding", phase) }
        if let lane = lanes[intent.id], lane.waiter != nil || lane.forwarding != nil {
            throw TenderError.busy(with: lane.machine.phase.name.rawValue, phase)
        }
        ensureLane(for: intent)
        lanes[intent.id]?.isBeginning = true
        return intent.id
    }

    /// Makes the lane of a payment on which an earlier process may have worked.
    ///
    /// - Throws: `TenderError` when the journal cannot be read: nothing is started then.
    private func prepareLane(for intent: PaymentIntent, _ phase: TenderError.Phase) async throws {
        await awaitTakeover()
        guard lanes[intent.id] == nil else { return }
        do throws(JournalError) {
            guard let history = try await configuration.journal.history(of: intent.id), lanes[intent.id] == nil else {
                return
            }
            lanes[intent.id] = PaymentLane(
                intent: intent, baseKey: baseKey(of: intent), history: history, policy: configuration.policy)
        } catch {
            throw TenderError(error, phase, intent)
        }
    }

    private func ensureLane(for intent: PaymentIntent) {
        guard lanes[intent.id] == nil else { return }
        lanes[intent.id] = PaymentLane(intent: intent, baseKey: baseKey(of: intent), policy: configuration.policy)
    }

    /// The key that the intent was made under names its requests too, unless earlier attempts may have used it.
    private func baseKey(of intent: PaymentIntent) -> String {
        let base = intent.metadata[Self.attemptMetadata] ?? intent.id
        let isFresh = intent.latestCharge == nil || intent.status != .requiresPaymentMethod
        return isFresh ? base : "\(base).\(makeKey())"
    }

    static let attemptMetadata = "tender_attempt"

    private func collect(_ configuration: CollectConfiguration) -> PaymentEvent {
        .collectRequested(inspect: configuration.updatePaymentIntent, reader: link.reader?.reader.serialNumber)
    }

    private func prepareCollection(
        of id: String, _ intent: PaymentIntent, _ configuration: CollectConfiguration, _ total: Duration?,
        confirmsAtOnce: Bool
    ) {
        noteEdit(of: id, intent)
        deliver(.totalLimited(total ?? self.configuration.policy.total), to: id)
        lanes[id]?.configuration = configuration
        lanes[id]?.confirmsAtOnce = confirmsAtOnce
    }

    private func noteEdit(of id: String, _ intent: PaymentIntent) {
        guard let lane = lanes[id] else { return }
        let terms = PaymentTerms(intent, baseKey: lane.machine.terms.baseKey)
        guard terms != lane.machine.terms else { return }
        lanes[id]?.update(intent)
        deliver(.intentEdited(terms), to: id)
    }

    // MARK: - Running

    /// Gives the machine a command and waits for its one answer.
    private func run(_ command: PaymentEvent, _ intent: PaymentIntent, _ cancelable: Cancelable?) async -> PaymentAnswer
    {
        let id = intent.id
        ensureLane(for: intent)
        commands += 1
        let operation = commands
        lanes[id]?.operation = operation
        lanes[id]?.lastUse = operation
        forgetOldest()
        let asked = cancelable?.begin { [weak self] mode in
            await self?.cancelOperation(id, operation, mode) ?? .notCancellable(nil)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                lanes[id]?.waiter = continuation
                lanes[id]?.isBeginning = false
                deliver(command, to: id)
                if let asked { deliver(.cancelRequested(asked, by: .application), to: id) }
            }
        } onCancel: {
            Task { _ = await self.cancelOperation(id, operation, .stop) }
        }
    }

    /// Stops the operation of this number, and no other on the same payment.
    func cancelOperation(_ id: String, _ operation: Int, _ mode: CancelMode) async -> CancelResult {
        guard let lane = lanes[id], lane.operation == operation, lane.waiter != nil || lane.machine.isOutcomeUnknown
        else { return .notCancellable(nil) }
        return await withCheckedContinuation { continuation in
            lanes[id]?.cancelWaiters.append(continuation)
            deliver(.cancelRequested(mode, by: .application), to: id)
        }
    }

    // MARK: - Ending

    private func outcome(of answer: PaymentAnswer, _ cancelable: Cancelable?) throws -> PaymentOutcome {
        let outcome: PaymentOutcome? =
            switch answer.completion {
            case .confirmed(let conclusion): answer.outcome(conclusion)
            case .collectionFailed(.canceled(let origin)): .canceled(by: origin, answer.intent)
            case .storedOffline: .storedOffline(answer.approval)
            case .collected, .collectionFailed, .captured, .intentCanceled, .cancelAnswered, .refused: nil
            }
        cancelable?.end(outcome)
        guard let outcome else { throw answer.error(.confirm) }
        return outcome
    }

    /// Forgets the payment that was left longest, when there are many that nobody finished: it is made anew from its
    /// intent when it is wanted again.
    private func forgetOldest() {
        guard lanes.count > Self.maximumLanes else { return }
        let idle = lanes.filter {
            $0.value.waiter == nil && $0.value.cancelWaiters.isEmpty && $0.value.forwarding == nil
                && $0.value.machine.isIdle
        }
        guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
        lanes[oldest.key] = nil
    }

    /// How many payments are kept that could still be paid.
    private static let maximumLanes = 256

    /// Forgets a payment that is over; what is unknown or can still be paid stays.
    func forgetIfOver(_ id: String) {
        guard let lane = lanes[id], !lane.isBeginning, lane.waiter == nil, lane.cancelWaiters.isEmpty,
            lane.forwarding == nil, lane.machine.isIdle
        else { return }
        switch lane.machine.phase {
        case .stored, .approved, .canceled, .reversed: lanes[id] = nil
        case .ready, .opening, .collecting, .stopping, .collected, .pursuing, .settling, .storing: break
        }
    }
}
