public import TenderModel

/// One payment as a pure state machine: events in, actions out, with every (phase, event) pair defined.
///
/// The specification is `docs/payment-machine.md` (phase × fault) and the rules of money in `docs/rules-of-money.md`.
/// The machine has no clock, no randomness and no I/O; folding the same events gives the same value.
public struct PaymentMachine: Hashable, Sendable, Codable {
    /// The requested terms.
    public internal(set) var terms: PaymentTerms
    /// The time limits and repetitions.
    public private(set) var policy: PaymentPolicy
    /// The state of the payment.
    public internal(set) var phase: PaymentPhase
    /// The card attempt, from 1; it grows when the last one was provably not executed (money rule 3).
    public internal(set) var attempt = 1

    /// The latest charge before this attempt: a newer failed one proves a decline.
    var knownCharge: String?
    /// The charges before that one: a delayed answer may report any of them.
    var olderCharges: [String] = []
    /// Whether `knownCharge` was reported; otherwise no charge proves anything.
    var knowsCharge = true
    /// A counter that grows when a key other than the confirmation's is used up, so that the next request gets its own.
    var round = 1
    /// The command whose answer is still due.
    var running: PaymentCommand?
    /// A cancel to be answered when the outcome is known.
    var cancel: PendingCancel?
    /// Whether the running attempt was reported as unknown, so that its end becomes a notice.
    var wasToldUnknown = false
    /// Whether it continues where the records of an earlier process end.
    var isResumed = false
    /// Whether any request of this attempt was sent to the gateway.
    var hasSentConfirm = false
    /// What the gateway offered the collected card's customer.
    @Apart var offer: CurrencyConversionOffer? = nil
    /// The last serial that was issued.
    var lastSerial: Serial = 0
    /// The timer of the phase: card, exchange, pause or window.
    var phaseTimer: Serial?
    /// The timer of the total time limit.
    var totalTimer: Serial?

    /// A cancel that has not been answered.
    struct PendingCancel: Hashable, Sendable, Codable {
        var mode: CancelMode
        var origin: CancelOrigin
        /// Whether somebody waits for the answer; a deadline cancels without waiting.
        var isAwaited: Bool
    }

    /// Starts in the state of the intent that the gateway reports.
    public init(terms: PaymentTerms, facts: IntentFacts, policy: PaymentPolicy = PaymentPolicy()) {
        self.terms = terms
        self.policy = policy
        knownCharge = facts.charge
        switch facts.status {
        case .requiresCapture, .succeeded: phase = .approved(facts)
        case .canceled: phase = .canceled
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .requiresReauthorization,
            .unknown:
            phase = .ready
        }
    }

    /// Handles one event and returns the actions to perform; an event without a meaning here changes nothing and is
    /// reported.
    public mutating func handle(_ event: PaymentEvent) -> [PaymentAction] {
        switch event {
        case .totalLimited(let total): limitTotal(total)
        case .collectRequested(let inspect, let reader, let maximumTip):
            collectRequested(inspect: inspect, reader: reader, maximumTip: maximumTip)
        case .confirmRequested: confirmRequested()
        case .captureRequested(let amount, let fee): captureRequested(amount, applicationFee: fee)
        case .incrementRequested(let total): incrementRequested(to: total)
        case .cancelRequested(let mode, let origin): cancelRequested(mode, by: origin, isAwaited: true)
        case .cancelIntentRequested: cancelIntentRequested()
        case .intentEdited(let terms): intentEdited(terms)
        case .resumed: resumed()
        case .recorded(let serial): recorded(serial) ?? staleOrIgnored(serial, event)
        case .recordFailed(let serial): recordFailed(serial) ?? staleOrIgnored(serial, event)
        case .keyTooOld(let serial): keyTooOld(serial) ?? staleOrIgnored(serial, event)
        case .tipChosen(let tip): tipChosen(tip) ?? ignored(event)
        case .surchargeChosen(let surcharge): surchargeChosen(surcharge) ?? ignored(event)
        case .conversionAsked: conversionAsked() ?? ignored(event)
        case .conversionChosen(let choice): conversionChosen(choice) ?? ignored(event)
        case .cardCollected(let awaitsIssuer): cardCollected(awaitsIssuer: awaitsIssuer) ?? ignored(event)
        case .cardConcluded(let serial, let word): cardConcluded(serial, word) ?? staleOrIgnored(serial, event)
        case .collectionFailed(let failure): collectionFailed(failure) ?? ignored(event)
        case .readerLost: readerLost()
        case .answered(let serial, let reply, let jitter): answered(serial, reply, jitter)
        case .timerFired(let serial, let jitter): timerFired(serial, jitter)
        }
    }

    /// Whether no command waits and nothing is in progress.
    public var isIdle: Bool {
        guard running == nil, cancel == nil else { return false }
        switch phase {
        case .ready, .collected, .stored, .approved, .canceled, .reversed: return true
        case .opening, .storing, .collecting, .stopping, .pursuing, .concluding, .settling: return false
        }
    }

    /// Whether a request has been sent to the gateway and has not ended.
    public var isAtGateway: Bool {
        switch phase {
        case .pursuing(let pursuit, .inspect), .pursuing(let pursuit, .confirm): pursuit.sends > 0
        case .pursuing(_, .cancel), .pursuing(_, .capture), .pursuing(_, .increment), .pursuing(_, .refund),
            .concluding,
            .settling:
            true
        case .ready, .opening, .collecting, .stopping, .collected, .storing, .stored, .approved, .canceled, .reversed:
            false
        }
    }

    /// Whether the outcome of a request is unknown, so that nothing else may be charged for the order (money rule 7).
    public var isOutcomeUnknown: Bool {
        switch phase {
        case .pursuing(_, .inspect): false
        case .pursuing(let pursuit, .confirm): !pursuit.isCertainlyNotExecuted
        case .pursuing(_, .cancel), .pursuing(_, .capture), .pursuing(_, .increment), .pursuing(_, .refund),
            .concluding, .settling,
            .storing:
            true
        case .ready, .opening, .collecting, .stopping, .collected, .stored, .approved, .canceled, .reversed: false
        }
    }

    /// Whether the intent may be edited: nothing of it is at the reader, at the gateway, unknown, stored or approved.
    public var acceptsEdit: Bool {
        switch phase {
        case .ready, .collected: true
        case .opening, .collecting, .stopping, .pursuing, .concluding, .settling, .storing, .stored, .approved,
            .canceled, .reversed:
            false
        }
    }

    /// Returns whether an answer in this exchange is about this payment, with the requested amount.
    public func recognizes(_ facts: IntentFacts, in exchange: Serial) -> Bool {
        guard let pursuit, exchange >= pursuit.firstSerial else { return false }
        return meaning(.intent(facts), askedTotal: pursuit.askedTotal) != .mismatch
    }

    /// Measures a reply against the terms.
    ///
    /// Whoever confirmed knows what its customer chose; a charge that another process asked for is in the currency that
    /// it says.
    func meaning(_ reply: GatewayReply, askedTotal: Int64? = nil) -> ReplyMeaning {
        var terms = terms
        if !hasSentConfirm { terms.conversion = terms.conversion ?? reply.facts?.conversion }
        return ReplyMeaning(reply, terms: terms, askedTotal: askedTotal)
    }

    /// The exchange with the gateway that is in progress.
    public var exchange: Serial? { pursuit?.exchange }

    /// The request that is being pursued.
    private var pursuit: Pursuit? {
        switch phase {
        case .pursuing(let pursuit, _): pursuit
        case .ready, .opening, .collecting, .stopping, .collected, .concluding, .settling, .storing, .stored, .approved,
            .canceled,
            .reversed:
            nil
        }
    }

    /// Returns whether the collected card may be charged with a surcharge, in minor units: one key never stands for two
    /// totals.
    public func accepts(surcharge: Int64) -> Bool {
        guard case .collected = phase, !terms.isOffline || surcharge == 0, surcharge >= 0 else { return false }
        guard surcharge == 0 || terms.conversion == nil else { return false }
        guard terms.total(withTip: terms.tip ?? 0, surcharge: surcharge) != nil else { return false }
        return !hasSentConfirm || surcharge == terms.surcharge ?? 0
    }

    /// The offer that the collected card's customer has not answered; one key never stands for two choices.
    public var openOffer: CurrencyConversionOffer? {
        guard case .collected = phase, !hasSentConfirm, terms.conversion == nil, terms.surcharge == nil else {
            return nil
        }
        return offer
    }

    /// The key of the confirmation of this attempt.
    public var confirmKey: IdempotencyKey { key("confirm") }

    // MARK: - Serials, records, timers

    mutating func nextSerial() -> Serial {
        lastSerial += 1
        return lastSerial
    }

    /// Returns the record of an event; with the terms if it may be the first of a request.
    mutating func record(_ event: JournalEntry.Event, withTerms: Bool = false) -> (Serial, PaymentAction) {
        let serial = nextSerial()
        let entry = JournalEntry(
            intentID: terms.intentID, attempt: attempt, terms: withTerms ? terms : nil, event: event
        )
        return (serial, .record(serial, entry))
    }

    /// Returns the record of an event that nothing waits for: it may be written after this payment was dropped and
    /// created anew.
    func note(_ event: JournalEntry.Event) -> PaymentAction {
        .note(JournalEntry(intentID: terms.intentID, attempt: attempt, event: event))
    }

    mutating func startPhaseTimer(_ duration: Duration?) -> [PaymentAction] {
        let stopped = stopPhaseTimer()
        guard let duration else { return stopped }
        let serial = nextSerial()
        phaseTimer = serial
        return stopped + [.startTimer(serial, duration)]
    }

    mutating func stopPhaseTimer() -> [PaymentAction] {
        defer { phaseTimer = nil }
        return phaseTimer.map { [.stopTimer($0)] } ?? []
    }

    mutating func startTotalTimer() -> [PaymentAction] {
        guard totalTimer == nil, let total = policy.total else { return [] }
        let serial = nextSerial()
        totalTimer = serial
        return [.startTimer(serial, total)]
    }

    /// Sets the time limit for the next collection; a running timer keeps its end.
    private mutating func limitTotal(_ total: Duration?) -> [PaymentAction] {
        policy.total = total
        return []
    }

    mutating func stopTotalTimer() -> [PaymentAction] {
        defer { totalTimer = nil }
        return totalTimer.map { [.stopTimer($0)] } ?? []
    }

    // MARK: - Answers to commands

    func ignored(_ event: PaymentEvent) -> [PaymentAction] { [.reportUnexpected(event)] }

    /// Ignores an expired serial of ours, and reports one that was never issued.
    private func staleOrIgnored(_ serial: Serial, _ event: PaymentEvent) -> [PaymentAction] {
        serial <= lastSerial ? [] : ignored(event)
    }

    func refused(_ command: PaymentCommand) -> [PaymentAction] { [.finish(.refused(command, phase.name))] }

    /// Answers the running command; nobody waits for one that was reported as unknown.
    mutating func finish(_ command: PaymentCommand, _ completion: PaymentCompletion) -> [PaymentAction] {
        guard running == command else { return [] }
        running = nil
        return [.finish(completion)]
    }

    mutating func answerCancel(_ answer: PaymentCompletion.CancelAnswer) -> [PaymentAction] {
        defer { cancel = nil }
        return cancel?.isAwaited == true ? [.finish(.cancelAnswered(answer))] : []
    }

    // MARK: - Events that several phases handle

    private mutating func recorded(_ serial: Serial) -> [PaymentAction]? {
        switch phase {
        case .opening(serial, let inspect): attemptRecorded(inspect: inspect)
        case .stopping(let stop) where stop.record == serial: stopRecorded(stop)
        case .pursuing(let pursuit, _): pursuit.stage == .recording(serial) ? send(pursuit) : nil
        case .concluding(let concluding) where concluding.stage == .recording(serial):
            conclusionRecorded(concluding.facts)
        case .settling(serial, let settlement): show(settlement)
        case .storing(let storing) where storing.record == serial: storeRecorded(storing)
        case .ready, .opening, .collecting, .stopping, .collected, .concluding, .settling, .storing, .stored, .approved,
            .canceled,
            .reversed:
            nil
        }
    }

    private mutating func recordFailed(_ serial: Serial) -> [PaymentAction]? {
        switch phase {
        case .opening(serial, _): endCollection(.journalUnavailable)
        case .stopping(let stop) where stop.record == serial: stopRecorded(stop)
        case .pursuing(let pursuit, let purpose):
            pursuit.stage == .recording(serial) ? sendNotRecorded(pursuit, purpose) : nil
        case .concluding(let concluding) where concluding.stage == .recording(serial): conclusionNotRecorded()
        case .settling(serial, let settlement): settlementNotRecorded(settlement)
        case .storing(let storing) where storing.record == serial: storeNotRecorded(storing)
        case .ready, .opening, .collecting, .stopping, .collected, .concluding, .settling, .storing, .stored, .approved,
            .canceled,
            .reversed:
            nil
        }
    }

    private mutating func keyTooOld(_ serial: Serial) -> [PaymentAction]? {
        guard let pursuit, pursuit.stage == .recording(serial) else { return nil }
        return sendTooOld(pursuit)
    }

    private mutating func timerFired(_ serial: Serial, _ jitter: Jitter) -> [PaymentAction] {
        if serial == totalTimer {
            totalTimer = nil
            return totalRanOut()
        }
        guard serial == phaseTimer else { return [] }
        phaseTimer = nil
        switch phase {
        case .collecting: return cancelRequested(.stop, by: .deadline, isAwaited: false)
        case .collected: return windowClosed()
        case .pursuing(let pursuit, let purpose): return pauseOrExchangeEnded(pursuit, purpose, jitter)
        case .concluding(let concluding): return conclusionTimedOut(concluding)
        case .settling(_, let settlement): return settle(settlement)
        case .ready, .opening, .stopping, .storing, .stored, .approved, .canceled, .reversed: return []
        }
    }

    private mutating func totalRanOut() -> [PaymentAction] {
        switch phase {
        case .opening, .collecting, .collected, .pursuing(_, .inspect):
            cancelRequested(.stop, by: .deadline, isAwaited: false)
        case .pursuing(let pursuit, .confirm) where pursuit.isCertainlyNotExecuted:
            cancelRequested(.stop, by: .deadline, isAwaited: false)
        case .pursuing(_, .confirm), .pursuing(_, .cancel), .pursuing(_, .refund): tellUnknown(.noAnswer)
        case .pursuing(_, .capture), .pursuing(_, .increment), .ready, .stopping, .concluding, .settling, .storing,
            .stored,
            .approved, .canceled, .reversed:
            []
        }
    }

    private mutating func answered(_ serial: Serial, _ reply: GatewayReply, _ jitter: Jitter) -> [PaymentAction] {
        guard case .pursuing(let pursuit, let purpose) = phase else { return [] }
        guard serial == pursuit.exchange else { return lateAnswer(serial, reply, pursuit, purpose) }
        let stopped = stopPhaseTimer()
        return stopped + follow(reply, pursuit, purpose, jitter)
    }

    /// Handles an answer that was no longer awaited: it can still settle the running confirmation, because every copy
    /// of the request has the same key, but is no basis for acting on anything else.
    private mutating func lateAnswer(
        _ serial: Serial, _ reply: GatewayReply, _ pursuit: Pursuit, _ purpose: Pursuit.Purpose
    ) -> [PaymentAction] {
        guard purpose == .confirm, pursuit.hasSent(serial),
            let conclusion = meaning(reply).conclusionOfConfirm(isNewCharge: isNewCharge)
        else { return [] }
        let abandoned = pursuit.exchange.map { [PaymentAction.abandon($0)] } ?? []
        return abandoned + stopPhaseTimer() + settleConfirm(conclusion)
    }
}
