import TenderModel

/// Forwards payments and cards to be saved that were accepted offline, each of them once, as a pure state machine.
///
/// One payment at a time, oldest first: it searches for the PaymentIntent, creates it, and passes it with the stored
/// card data to a `PaymentMachine`. A card to be saved is one of these payments: its SetupIntent, which without a card
/// saves nothing, is created without a search, and a `RequestMachine` saves the card with it. A payment that is held up
/// stops no other. The result is recorded before it is reported.
public struct ForwarderMachine: Hashable, Sendable, Codable {
    /// A pause until conditions improve.
    struct Pause: Hashable, Sendable, Codable {
        var timer: Serial
        /// Whether an answer to any other request ends it.
        var endsWhenReachable: Bool
    }

    let policy: ForwardingPolicy
    var payments: [ForwardedPayment] = []
    /// Whether somebody asked for nothing to be started.
    public internal(set) var isPaused = false
    var pause: Pause?
    /// The number of consecutive failures.
    var failures = 0
    /// Whether the shell holds card data.
    var holdsPayload = false
    var lastSerial: Serial = 0

    /// Creates a forwarder without payments.
    public init(policy: ForwardingPolicy = ForwardingPolicy(), isPaused: Bool = false) {
        self.policy = policy
        self.isPaused = isPaused
    }

    /// Handles one event and returns the actions to perform; an event without a meaning here changes nothing and is
    /// reported.
    public mutating func handle(_ event: ForwarderEvent) -> [ForwarderAction] {
        let actions = take(event)
        return actions + advance()
    }

    private mutating func take(_ event: ForwarderEvent) -> [ForwarderAction] {
        switch event {
        case .stored(let work): return add(work, isNew: true)
        case .left(let work): return add(work, isNew: false)
        case .pauseRequested:
            isPaused = true
            return []
        case .resumeRequested:
            isPaused = false
            return []
        case .forwardRequested:
            isPaused = false
            return endPause()
        case .becameReachable: return pause?.endsWhenReachable == true ? endPause() : []
        case .timerFired(let serial):
            if pause?.timer == serial { pause = nil }
            return []
        case .quarantineRequested(let id): return quarantineRequested(id)
        case .releaseRequested(let id): return releaseRequested(id)
        case .deleteRequested(let id, let person): return deleteRequested(id, person)
        case .recorded(let serial): return recorded(serial) ?? staleOrUnexpected(serial, event)
        case .recordFailed(let serial): return recordFailed(serial) ?? staleOrUnexpected(serial, event)
        case .keyTooOld(let serial): return keyTooOld(serial) ?? staleOrUnexpected(serial, event)
        case .storedTooLongAgo(let serial): return storedTooLongAgo(serial) ?? staleOrUnexpected(serial, event)
        case .payloadRead(let serial, let reading):
            return payloadRead(serial, reading) ?? staleOrUnexpected(serial, event)
        case .found(let serial, let search, let jitter):
            return found(serial, search, jitter) ?? staleOrUnexpected(serial, event)
        case .created(let serial, let reply, let jitter):
            return created(serial, reply, jitter) ?? staleOrUnexpected(serial, event)
        case .concluded(let serial, let conclusion, let jitter):
            return concluded(serial, conclusion, jitter) ?? staleOrUnexpected(serial, event)
        case .setupCreated(let serial, let creation, let jitter):
            return created(serial, creation, jitter) ?? staleOrUnexpected(serial, event)
        case .saved(let serial, let facts): return saved(serial, facts) ?? staleOrUnexpected(serial, event)
        case .sentBefore(let serial, let setup): return sentBefore(serial, setup) ?? staleOrUnexpected(serial, event)
        }
    }

    /// Whether nothing is in progress and nothing waits except for a person.
    public var isIdle: Bool {
        payments.allSatisfy { payment in
            guard case .quarantined = payment.step else { return false }
            return payment.following == nil && !payment.owesQuarantine
        }
    }

    /// Whether nothing continues by itself at the moment: everything is done, or there is an obstacle.
    public var isAtRest: Bool {
        isIdle
            || (isPaused || pause != nil)
                && payments.allSatisfy { payment in
                    switch payment.step {
                    case .waiting, .unsettled, .quarantined: true
                    case .reading, .finding, .leaving, .creating, .noting, .notingSetup, .opening, .confirming, .aside,
                        .settling, .quarantining, .releasing, .deleting:
                        false
                    }
                }
    }

    /// Returns whether the forwarder has the payment, which is then neither resolved nor deleted.
    public func has(_ id: String) -> Bool { payments.contains { $0.id == id } }

    /// Returns why the payment is set aside; `nil` if it is not.
    func quarantine(of id: String) -> OfflinePayment.Quarantine? {
        switch payments.first(where: { $0.id == id })?.step {
        case .quarantining(_, let quarantine, _)?, .quarantined(let quarantine)?, .releasing(_, let quarantine)?:
            quarantine
        case .deleting(_, let quarantine)?: quarantine
        case .waiting?, .reading?, .finding?, .leaving?, .creating?, .noting?, .notingSetup?, .opening?, .confirming?,
            .aside?, .settling?, .unsettled?, nil:
            nil
        }
    }

    /// Returns whether the forwarder has something that is forwarded as this PaymentIntent or SetupIntent.
    public func forwards(as intentID: String) -> Bool { payments.contains { $0.intentID == intentID } }

    // MARK: - Starting

    private mutating func add(_ work: OfflineWork, isNew: Bool) -> [ForwarderAction] {
        guard !has(work.id) else { return [] }
        payments.append(ForwardedPayment(work, isNew: isNew))
        let index = payments.count - 1
        if !isNew, !work.isClaimed, work.offline.creation == nil, !work.offline.isReleased,
            payments[index].step == .waiting
        {
            return quarantine(index, .unclaimed, "the power went before anyone was told that it was accepted")
        }
        guard let payment = work.payment, payment.intentID == work.offline.intentID else { return [] }
        if payment.isUnresolved { return follow(index, payment.intentID) }
        if let setup = payment.setup { return goOn(index, after: setup) }
        if let approval = payment.approval {
            payments[index].isFollowed = true
            return settle(index, .approved(approval))
        }
        return payment.conclusion.map { goOn(index, after: $0, wasReleased: work.offline.isReleased) } ?? []
    }

    private mutating func follow(_ index: Int, _ intentID: String) -> [ForwarderAction] {
        let serial = nextSerial()
        payments[index].following = serial
        payments[index].isFollowed = true
        if payments[index].step == .waiting { payments[index].step = .aside }
        return [.follow(serial, intentID: intentID)]
    }

    /// Acts on what the journal says of an earlier saving with the SetupIntent; what was not executed has another
    /// SetupIntent, because the old one may be canceled.
    mutating func goOn(_ index: Int, after setup: PaymentHistory.Setup) -> [ForwarderAction] {
        payments[index].sentKey = setup.key
        switch setup.result {
        case .succeeded:
            return settle(
                index,
                .saved(
                    SetupFacts(id: setup.parameters.setupIntent, status: .succeeded, generatedCard: setup.object)))
        case .notExecuted:
            payments[index].beginNextAttempt()
            return []
        case .unknown, .journalUnavailable, nil: return follow(index, setup.parameters.setupIntent)
        }
    }

    /// Acts on what an earlier process recorded about the PaymentIntent without acting on it.
    private mutating func goOn(_ index: Int, after conclusion: Conclusion, wasReleased: Bool) -> [ForwarderAction] {
        switch conclusion {
        case .declined: return conclude(index, conclusion, .none)
        case .canceled(let origin):
            guard payments[index].step == .waiting, origin != .engine, !wasReleased else {
                payments[index].beginNextAttempt()
                return []
            }
            return conclude(index, conclusion, .none)
        case .approved, .notExecuted, .unknown, .journalUnavailable: return []
        }
    }

    /// Starts whatever can be started: results first, then the oldest payment.
    private mutating func advance() -> [ForwarderAction] {
        var actions: [ForwarderAction] = []
        if pause == nil {
            for index in payments.indices {
                if case .unsettled(let result) = payments[index].step { actions += settle(index, result) }
                if case .quarantined(let reason) = payments[index].step, payments[index].owesQuarantine {
                    actions += quarantine(index, reason.reason, reason.message)
                }
            }
        }
        guard !payments.contains(where: \.isActive) else { return actions }
        if holdsPayload {
            holdsPayload = false
            actions.append(.dropPayload)
        }
        guard !isPaused, pause == nil, let next = payments.firstIndex(where: { $0.step == .waiting }) else {
            return actions
        }
        let serial = nextSerial()
        payments[next].step = .reading(serial)
        return actions + [.readPayload(serial, payments[next].id)]
    }

    // MARK: - Pausing

    /// Waits longer each time; an answer to another request may end the pause.
    mutating func backOff(
        _ obstacle: ForwarderNotice.Obstacle, _ jitter: Jitter, untilReachable: Bool = false
    ) -> [ForwarderAction] {
        failures = min(failures + 1, 1000)
        let stopped = pause.map { [ForwarderAction.stopTimer($0.timer)] } ?? []
        let serial = nextSerial()
        pause = Pause(timer: serial, endsWhenReachable: untilReachable)
        return stopped + [.notify(.blocked(obstacle)), .startTimer(serial, policy.pause(failures, jitter))]
    }

    private mutating func endPause() -> [ForwarderAction] {
        failures = 0
        defer { pause = nil }
        return pause.map { [.stopTimer($0.timer)] } ?? []
    }

    // MARK: - Serials and records

    mutating func nextSerial() -> Serial {
        lastSerial += 1
        return lastSerial
    }

    mutating func record(_ index: Int, _ event: OfflineEvent) -> (Serial, ForwarderAction) {
        let serial = nextSerial()
        let payment = payments[index]
        let entry = JournalEntry(intentID: payment.id, attempt: payment.attempt, event: .offline(event))
        return (serial, .record(serial, entry))
    }

    /// Ignores an expired serial of ours, and reports one that was never issued.
    private func staleOrUnexpected(_ serial: Serial, _ event: ForwarderEvent) -> [ForwarderAction] {
        serial <= lastSerial ? [] : [.reportUnexpected(event)]
    }
}
