public import TenderModel

/// One payment as a pure state machine: events in, actions out, every (phase, event) pair defined.
///
/// The specification is the design's table phase × fault and its rules of money; `docs/payment-machine.md` draws it.
/// The machine has no clock, no randomness and no I/O; folding the same events gives the same value.
public struct PaymentMachine: Hashable, Sendable, Codable {
    /// What was asked for.
    public internal(set) var terms: PaymentTerms
    /// How long to wait and how often to repeat.
    public private(set) var policy: PaymentPolicy
    /// Where the payment stands.
    public internal(set) var phase: PaymentPhase
    /// The card attempt, from 1; grows when it is proved that the last one was not executed (money rule 3).
    public internal(set) var attempt = 1

    /// The newest charge before this attempt: a newer failed one proves a decline.
    var knownCharge: String?
    /// The charges before that one: an answer that was on its way for long may tell of any of them.
    var olderCharges: [String] = []
    /// Whether `knownCharge` was told; without it no charge proves anything.
    var knowsCharge = true
    /// Grows when a key other than the confirmation's is used up, so that the next request has one of its own.
    var round = 1
    /// The command whose answer is still owed.
    var running: PaymentCommand?
    /// A cancel that is answered when the outcome is known.
    var cancel: PendingCancel?
    /// Whether the running attempt was told as unknown; its end is then a notice.
    var wasToldUnknown = false
    /// Whether it goes on where the records of an earlier process end.
    var isResumed = false
    /// Whether anything of this attempt left for the gateway.
    var hasSentConfirm = false
    /// The last serial that was given out.
    var lastSerial: Serial = 0
    /// The timer of the phase: card, exchange, pause or window.
    var phaseTimer: Serial?
    /// The timer of the whole.
    var totalTimer: Serial?

    /// A cancel on its way to an answer.
    struct PendingCancel: Hashable, Sendable, Codable {
        var mode: CancelMode
        var origin: CancelOrigin
        /// Whether somebody waits for the answer; a deadline asks without waiting.
        var isAwaited: Bool
    }

    /// Starts where the gateway says that the intent stands.
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

    /// Takes one event and says what is to be done; an event without a meaning here changes nothing and is reported.
    public mutating func handle(_ event: PaymentEvent) -> [PaymentAction] {
        switch event {
        case .totalLimited(let total): limitTotal(total)
        case .collectRequested(let inspect, let reader): collectRequested(inspect: inspect, reader: reader)
        case .confirmRequested: confirmRequested()
        case .captureRequested(let amount): captureRequested(amount)
        case .cancelRequested(let mode, let origin): cancelRequested(mode, by: origin, isAwaited: true)
        case .cancelIntentRequested: cancelIntentRequested()
        case .intentEdited(let terms): intentEdited(terms)
        case .resumed: resumed()
        case .recorded(let serial): recorded(serial) ?? staleOrIgnored(serial, event)
        case .recordFailed(let serial): recordFailed(serial) ?? staleOrIgnored(serial, event)
        case .keyTooOld(let serial): keyTooOld(serial) ?? staleOrIgnored(serial, event)
        case .cardCollected: cardCollected() ?? ignored(event)
        case .collectionFailed(let failure): collectionFailed(failure) ?? ignored(event)
        case .readerLost: readerLost()
        case .answered(let serial, let reply, let jitter): answered(serial, reply, jitter)
        case .timerFired(let serial, let jitter): timerFired(serial, jitter)
        }
    }

    /// Whether no command waits and nothing is under way.
    public var isIdle: Bool {
        guard running == nil, cancel == nil else { return false }
        switch phase {
        case .ready, .collected, .stored, .approved, .canceled, .reversed: return true
        case .opening, .storing, .collecting, .stopping, .pursuing, .settling: return false
        }
    }

    /// Whether a request has left for the gateway and has no end yet.
    public var isAtGateway: Bool {
        switch phase {
        case .pursuing(let pursuit, .inspect), .pursuing(let pursuit, .confirm): pursuit.sends > 0
        case .pursuing(_, .cancel), .pursuing(_, .capture), .pursuing(_, .refund), .settling: true
        case .ready, .opening, .collecting, .stopping, .collected, .storing, .stored, .approved, .canceled, .reversed:
            false
        }
    }

    /// Whether the outcome of a request is not known: nothing else may be charged for the order (money rule 7).
    public var isOutcomeUnknown: Bool {
        switch phase {
        case .pursuing(_, .inspect): false
        case .pursuing(let pursuit, .confirm): !pursuit.isCertainlyNotExecuted
        case .pursuing(_, .cancel), .pursuing(_, .capture), .pursuing(_, .refund), .settling, .storing: true
        case .ready, .opening, .collecting, .stopping, .collected, .stored, .approved, .canceled, .reversed: false
        }
    }

    /// Whether an answer that came in this exchange is about this payment, with the amount that was asked for.
    public func recognizes(_ facts: IntentFacts, in exchange: Serial) -> Bool {
        guard let pursuit, exchange >= pursuit.firstSerial else { return false }
        return Finding(.intent(facts), terms: terms, captureAmount: pursuit.captureAmount) != .mismatch
    }

    /// The exchange with the gateway that is under way.
    public var exchange: Serial? { pursuit?.exchange }

    /// The request that is being followed.
    private var pursuit: Pursuit? {
        switch phase {
        case .pursuing(let pursuit, _): pursuit
        case .ready, .opening, .collecting, .stopping, .collected, .settling, .storing, .stored, .approved, .canceled,
            .reversed:
            nil
        }
    }

    /// The key of the confirmation of this attempt.
    public var confirmKey: IdempotencyKey { key("confirm") }

    // MARK: - Serials, records, timers

    mutating func nextSerial() -> Serial {
        lastSerial += 1
        return lastSerial
    }

    /// The record of an event; with the terms where it may be the first of a request.
    mutating func record(_ event: JournalEntry.Event, withTerms: Bool = false) -> (Serial, PaymentAction) {
        let serial = nextSerial()
        let entry = JournalEntry(
            intentID: terms.intentID, attempt: attempt, terms: withTerms ? terms : nil, event: event
        )
        return (serial, .record(serial, entry))
    }

    /// The record of an event that nothing waits for: its end may come when this payment was forgotten and made anew.
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

    /// Takes effect with the next collection; a timer that runs keeps its end.
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

    /// A serial of ours whose time has passed means nothing; one that was never given out is reported.
    private func staleOrIgnored(_ serial: Serial, _ event: PaymentEvent) -> [PaymentAction] {
        serial <= lastSerial ? [] : ignored(event)
    }

    func refused(_ command: PaymentCommand) -> [PaymentAction] { [.finish(.refused(command, phase.name))] }

    /// Answers the running command; nobody waits for one that was told unknown.
    mutating func finish(_ command: PaymentCommand, _ completion: PaymentCompletion) -> [PaymentAction] {
        guard running == command else { return [] }
        running = nil
        return [.finish(completion)]
    }

    mutating func answerCancel(_ answer: PaymentCompletion.CancelAnswer) -> [PaymentAction] {
        defer { cancel = nil }
        return cancel?.isAwaited == true ? [.finish(.cancelAnswered(answer))] : []
    }

    // MARK: - Events that several phases take

    private mutating func recorded(_ serial: Serial) -> [PaymentAction]? {
        switch phase {
        case .opening(serial, let inspect): attemptRecorded(inspect: inspect)
        case .stopping(let stop) where stop.record == serial: stopRecorded(stop)
        case .pursuing(let pursuit, _): pursuit.stage == .recording(serial) ? send(pursuit) : nil
        case .settling(serial, let settlement): show(settlement)
        case .storing(let storing) where storing.record == serial: storeRecorded(storing)
        case .ready, .opening, .collecting, .stopping, .collected, .settling, .storing, .stored, .approved, .canceled,
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
        case .settling(serial, let settlement): settlementNotRecorded(settlement)
        case .storing(let storing) where storing.record == serial: storeNotRecorded(storing)
        case .ready, .opening, .collecting, .stopping, .collected, .settling, .storing, .stored, .approved, .canceled,
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
        case .pursuing(_, .capture), .ready, .stopping, .settling, .storing, .stored, .approved, .canceled, .reversed:
            []
        }
    }

    private mutating func answered(_ serial: Serial, _ reply: GatewayReply, _ jitter: Jitter) -> [PaymentAction] {
        guard case .pursuing(let pursuit, let purpose) = phase else { return [] }
        guard serial == pursuit.exchange else { return lateAnswer(serial, reply, pursuit, purpose) }
        let stopped = stopPhaseTimer()
        return stopped + follow(reply, pursuit, purpose, jitter)
    }

    /// An answer that was no longer waited for: for the running confirmation it can still settle it, since every copy
    /// of the request carried the same key; for anything else it tells nothing that may be acted on.
    private mutating func lateAnswer(
        _ serial: Serial, _ reply: GatewayReply, _ pursuit: Pursuit, _ purpose: Pursuit.Purpose
    ) -> [PaymentAction] {
        guard purpose == .confirm, pursuit.hasSent(serial),
            let conclusion = Finding(reply, terms: terms).conclusionOfConfirm(isNewCharge: isNewCharge)
        else { return [] }
        let abandoned = pursuit.exchange.map { [PaymentAction.abandon($0)] } ?? []
        return abandoned + stopPhaseTimer() + settleConfirm(conclusion)
    }
}
