public import TenderFlow
import TenderModel
import TenderRecords

/// The forwarder with its payment machines in a small world that can fail: journal, network, gateway, power, people.
///
/// The world performs the actions, and knows from the gateway's own ledger whether a stored payment was charged twice,
/// misreported, or lost with its card data.
public struct ForwarderWorld: Explorable {
    /// The number of faults of each kind that may still happen.
    public struct Budget: Hashable, Sendable {
        /// Power cuts.
        public var crashes = 0
        /// Requests that never arrive.
        public var lostRequests = 0
        /// Requests that arrive long after they were given up.
        public var lateRequests = 0
        /// Answers that never arrive, after the effect.
        public var lostAnswers = 0
        /// Connections that cannot be made.
        public var refusedConnections = 0
        /// Requests that the gateway refuses with 429.
        public var rateLimits = 0
        /// Existing PaymentIntents that the gateway denies having.
        public var denials = 0
        /// Cards that the issuer declines.
        public var declines = 0
        /// Records that cannot be written.
        public var lostRecords = 0
        /// Payments that are stored while others are forwarded.
        public var newPayments = 0
        /// Commands on the first payment.
        public var commands = 0
        /// Restarts after which no key may be reused.
        public var nights = 0
        /// PaymentIntents that somebody else cancels.
        public var foreignCancels = 0

        /// Creates a budget without faults.
        public init() {}
    }

    /// One thing that happens.
    public enum Step: Hashable, Sendable {
        case store
        case write, loseRecord
        case crash
        case restart(nextDay: Bool)
        case arrive(Int, issuerApproves: Bool)
        case loseRequest(Int), delayRequest(Int), loseAnswer(Int), refuseConnection(Int), limitRate(Int)
        case deny(Int)
        case arriveLate(Int)
        case timer(Serial), laneTimer(Int, Serial)
        case quarantine, release, delete, pause, resume
        case cancelElsewhere(Int)
    }

    private enum Source: Hashable { case nobody, forwarder(Serial), lane(Serial, Serial) }

    private struct PendingRecord: Hashable {
        var source: Source
        var entry: JournalEntry
    }

    private enum Load: Hashable {
        case find(Serial, base: String)
        case create(Serial, base: String, IdempotencyKey)
        case payment(lane: Serial, Serial, PaymentRequest, intentID: String)
    }

    private struct Lane: Hashable {
        var serial: Serial
        var machine: PaymentMachine
        var timers: [Serial] = []
    }

    private struct Intent: Hashable {
        var base: String
        var key: IdempotencyKey
        var gateway: ModelGateway
    }

    private static let amount = Amount(minorUnits: 1000, currency: .eur)
    private static let policy = PaymentPolicy(maximumSends: 1, maximumAsks: 1)

    private var budget: Budget
    private var forwarder: ForwarderMachine? = ForwarderMachine(policy: ForwardingPolicy(maximumAttempts: 6))
    private var lanes: [Lane] = []
    private var timers: [Serial] = []
    private var pending: [PendingRecord] = []
    private var exchanges: [Load] = []
    private var late: [Load] = []
    private var intents: [Intent] = []
    private var book = JournalBook()
    private var histories: [PaymentHistory] = []
    private var payloads: [String] = []
    private var loaded: String?
    private var day: Int64 = 0
    private var storedCount = 0
    private var openCommands = 0
    private var isReleaseMeaningful = false
    private var releases = 2
    /// Whether anything to come gives a reason to quarantine a payment.
    private let mayBeSetAside: Bool
    private var fault: String?

    /// Creates a shop with one stored payment and these faults to come.
    public init(budget: Budget) {
        self.budget = budget
        mayBeSetAside = budget.commands > 0 || budget.foreignCancels > 0 || budget.denials > 0
        store()
    }

    // MARK: - Possible steps

    /// Everything that may happen now.
    public var steps: [Step] {
        guard fault == nil else { return [] }
        var steps: [Step] = late.indices.map { .arriveLate($0) }
        guard let forwarder else {
            return steps + [.restart(nextDay: false)] + (budget.nights > 0 ? [.restart(nextDay: true)] : [])
        }
        if budget.crashes > 0 { steps.append(.crash) }
        if budget.newPayments > 0 { steps.append(.store) }
        if !pending.isEmpty { steps += [.write] + (budget.lostRecords > 0 ? [.loseRecord] : []) }
        steps += exchanges.indices.flatMap(exchangeSteps)
        steps += timers.map { .timer($0) }
        for (index, lane) in lanes.enumerated() where lane.machine.exchange == nil {
            steps += lane.timers.map { .laneTimer(index, $0) }
        }
        if budget.commands > 0, openCommands == 0 { steps += [.quarantine, .delete, .pause] }
        if openCommands == 0, isReleaseMeaningful, releases > 0 { steps.append(.release) }
        if forwarder.isPaused { steps.append(.resume) }
        if budget.foreignCancels > 0 { steps += intents.indices.map { .cancelElsewhere($0) } }
        return steps
    }

    private func exchangeSteps(_ index: Int) -> [Step] {
        var steps: [Step] = [.arrive(index, issuerApproves: true)]
        if case .payment(_, _, .confirm, _) = exchanges[index], budget.declines > 0 {
            steps.append(.arrive(index, issuerApproves: false))
        }
        if budget.lostRequests > 0 { steps.append(.loseRequest(index)) }
        if budget.lateRequests > 0 { steps.append(.delayRequest(index)) }
        if budget.lostAnswers > 0 { steps.append(.loseAnswer(index)) }
        if budget.refusedConnections > 0 { steps.append(.refuseConnection(index)) }
        if budget.rateLimits > 0 { steps.append(.limitRate(index)) }
        if case .payment = exchanges[index], budget.denials > 0 { steps.append(.deny(index)) }
        return steps
    }

    /// Returns whether the step is a fault or somebody's whim; finishing must not depend on one.
    public func isOptional(_ step: Step) -> Bool {
        switch step {
        case .write, .restart(nextDay: false), .arrive(_, issuerApproves: true), .timer, .laneTimer, .release, .resume:
            false
        case .store, .loseRecord, .crash, .restart, .arrive, .loseRequest, .delayRequest, .loseAnswer,
            .refuseConnection, .limitRate, .deny, .arriveLate, .quarantine, .delete, .pause, .cancelElsewhere:
            true
        }
    }

    /// Returns the world after the step.
    public func after(_ step: Step) -> Self {
        var world = self
        world.take(step)
        return world
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .store: spend(\.newPayments) { $0.store() }
        case .write: write(isLost: false)
        case .loseRecord: spend(\.lostRecords) { $0.write(isLost: true) }
        case .crash: spend(\.crashes) { $0.crash() }
        case .restart(let nextDay):
            if nextDay {
                budget.nights -= 1
                day += 1
            }
            restart()
        case .arrive(let index, let approves):
            if !approves { budget.declines -= 1 }
            let load = exchanges.remove(at: index)
            answer(load, execute(load, issuerApproves: approves))
        case .loseRequest(let index): spend(\.lostRequests) { $0.answer($0.exchanges.remove(at: index), .noAnswer) }
        case .delayRequest(let index):
            spend(\.lateRequests) { world in
                let load = world.exchanges.remove(at: index)
                world.late.append(load)
                world.answer(load, .noAnswer)
            }
        case .loseAnswer(let index):
            spend(\.lostAnswers) { world in
                let load = world.exchanges.remove(at: index)
                _ = world.execute(load, issuerApproves: true)
                world.answer(load, .noAnswer)
            }
        case .refuseConnection(let index):
            spend(\.refusedConnections) { $0.answer($0.exchanges.remove(at: index), .notSent) }
        case .limitRate(let index):
            spend(\.rateLimits) { $0.answer($0.exchanges.remove(at: index), .refused(.rateLimited, nil)) }
        case .deny(let index):
            spend(\.denials) { $0.answer($0.exchanges.remove(at: index), .refused(.notFound, nil)) }
        case .arriveLate(let index): _ = execute(late.remove(at: index), issuerApproves: true)
        case .timer(let serial):
            timers.removeAll { $0 == serial }
            hand(.timerFired(serial))
        case .laneTimer(let index, let serial):
            lanes[index].timers.removeAll { $0 == serial }
            deliver(.timerFired(serial, .none), lanes[index].serial)
        case .quarantine: command(.quarantineRequested("offline_1"))
        case .delete: command(.deleteRequested("offline_1", by: "cashier"))
        case .release:
            isReleaseMeaningful = false
            releases -= 1
            openCommands += 1
            hand(.releaseRequested("offline_1"))
        case .pause:
            budget.commands -= 1
            hand(.pauseRequested)
        case .resume: hand(.resumeRequested)
        case .cancelElsewhere(let index):
            spend(\.foreignCancels) {
                _ = $0.intents[index].gateway.execute(.cancel(IdempotencyKey("elsewhere")), issuerApproves: true)
            }
        }
    }

    private mutating func spend(_ kind: WritableKeyPath<Budget, Int>, _ body: (inout Self) -> Void) {
        budget[keyPath: kind] -= 1
        body(&self)
    }

    private mutating func command(_ event: ForwarderEvent) {
        budget.commands -= 1
        openCommands += 1
        hand(event)
    }

    // MARK: - The shop

    private var now: Stamp {
        Stamp(unixMilliseconds: day * 50_000_000, upMilliseconds: day * 50_000_000, boot: 1)
    }

    private mutating func store() {
        storedCount += 1
        let base = "\(storedCount)"
        let limits = OfflineLimits(perPayment: [Self.amount], stored: [Amount(minorUnits: 9000, currency: .eur)])
        let intent = PaymentIntent(offline: PaymentIntentParameters(Self.amount), base: base)
        let terms = PaymentTerms(intentID: intent.id, amount: Self.amount, baseKey: base, order: "order \(base)")
        let sale = OfflineSale(.payment(intent.parameters), limits: limits)
        let entry = JournalEntry(intentID: intent.id, attempt: 1, terms: terms, event: .offline(.stored(sale)))
        let claim = JournalEntry(intentID: intent.id, attempt: 1, event: .claimed)
        guard persist(entry) == nil, persist(claim) == nil, let work = history(intent.id).flatMap({ OfflineWork($0) })
        else {
            fault = fault ?? "nothing was stored"
            return
        }
        payloads.append(intent.id)
        hand(.stored(work))
    }

    private mutating func crash() {
        for load in exchanges { late.append(load) }
        forwarder = nil
        (lanes, timers, pending, exchanges, loaded, openCommands) = ([], [], [], [], nil, 0)
    }

    private mutating func restart() {
        forwarder = ForwarderMachine(policy: ForwardingPolicy(maximumAttempts: 6))
        for stored in histories where stored.isStoredOffline {
            let payment = stored.offline?.intentID.flatMap(history)
            if let work = OfflineWork(stored, payment: payment) { hand(.left(work)) }
            if case .quarantined? = OfflinePayment(stored)?.state, stored.intentID == "offline_1" {
                isReleaseMeaningful = true
            }
        }
    }

    // MARK: - The journal

    private func history(_ id: String) -> PaymentHistory? { histories.first { $0.intentID == id } }

    private mutating func persist(_ entry: JournalEntry) -> JournalError? {
        do throws(JournalError) { try book.admit(entry, at: now) } catch { return error }
        let record = RecordedEntry(sequence: book.lastSequence + 1, stamp: now, entry: entry)
        let known = histories
        book.apply(record) { id in known.first { $0.intentID == id } }
        if let index = histories.firstIndex(where: { $0.intentID == entry.intentID }) {
            histories[index].apply(record)
        } else {
            histories.append(PaymentHistory(record))
        }
        if entry.event.endsPayload { payloads.removeAll { $0 == entry.intentID } }
        return nil
    }

    private mutating func write(isLost: Bool) {
        let record = pending.removeFirst()
        let error = isLost ? JournalError(message: "lost") : persist(record.entry)
        switch record.source {
        case .nobody: break
        case .forwarder(let serial):
            switch error?.reason {
            case nil: hand(.recorded(serial))
            case .keyTooOld?: hand(.keyTooOld(serial))
            case .storedTooLongAgo?: hand(.storedTooLongAgo(serial))
            case .some:
                if !isLost { fault = "the journal had to stop the forwarder: \(error?.message ?? "")" }
                hand(.recordFailed(serial))
            }
        case .lane(let lane, let serial):
            let isTooOld = error?.reason == .keyTooOld
            deliver(error == nil ? .recorded(serial) : isTooOld ? .keyTooOld(serial) : .recordFailed(serial), lane)
        }
    }

    // MARK: - The gateway

    private mutating func execute(_ load: Load, issuerApproves: Bool) -> GatewayReply {
        switch load {
        case .find(_, let base):
            return intents.first { $0.base == base }.map { .intent($0.gateway.facts) } ?? .noRefund()
        case .create(_, let base, let key):
            if let known = intents.first(where: { $0.key == key }) {
                return .intent(
                    IntentFacts(id: known.gateway.intentID, amount: Self.amount, status: .requiresPaymentMethod))
            }
            let id = "pi_\(intents.count + 1)"
            let gateway = ModelGateway(intentID: id, amount: Self.amount, capturesAutomatically: true)
            intents.append(Intent(base: base, key: key, gateway: gateway))
            return .intent(gateway.facts)
        case .payment(_, _, let request, let id):
            guard let index = intents.firstIndex(where: { $0.gateway.intentID == id }) else {
                return .refused(.notFound, nil)
            }
            return intents[index].gateway.execute(request, issuerApproves: issuerApproves)
        }
    }

    private mutating func answer(_ load: Load, _ reply: GatewayReply) {
        switch load {
        case .find(let serial, _):
            switch reply {
            case .intent(let facts): hand(.found(serial, .intent(facts), .none))
            case .noRefund: hand(.found(serial, .nothing, .none))
            case .refund, .declined, .declinedUnderKey, .refused, .serverError, .noAnswer, .notSent:
                hand(.found(serial, .failed(reply), .none))
            }
        case .create(let serial, _, _): hand(.created(serial, reply, .none))
        case .payment(let lane, let serial, _, _): deliver(.answered(serial, reply, .none), lane)
        }
    }

    // MARK: - Performing

    private mutating func hand(_ event: ForwarderEvent) {
        for action in forwarder?.handle(event) ?? [] { perform(action) }
    }

    private mutating func perform(_ action: ForwarderAction) {
        switch action {
        case .record(let serial, let entry): pending.append(PendingRecord(source: .forwarder(serial), entry: entry))
        case .note(let entry): pending.append(PendingRecord(source: .nobody, entry: entry))
        case .readPayload(let serial, let id):
            loaded = payloads.contains(id) ? id : nil
            hand(.payloadRead(serial, loaded == nil ? .missing : .ready))
        case .dropPayload: loaded = nil
        case .find(let serial, let base, _): exchanges.append(.find(serial, base: base))
        case .create(let serial, let parameters, let key):
            let base = parameters.idempotencyKey ?? ""
            exchanges.append(.create(serial, base: base, key))
        case .createSetup, .save: fault = "no card is to be saved"
        case .confirm(let serial, let terms): confirm(serial, terms)
        case .follow(let serial, let id):
            guard let machine = history(id).flatMap({ PaymentMachine(resuming: $0, policy: Self.policy) }) else {
                fault = "there is nothing to follow"
                return
            }
            lanes.append(Lane(serial: serial, machine: machine))
            deliver(.resumed, serial)
        case .startTimer(let serial, _): timers.append(serial)
        case .stopTimer(let serial): timers.removeAll { $0 == serial }
        case .finish:
            openCommands -= 1
            if openCommands < 0 { fault = "a command was answered twice" }
        case .notify(let notice): hear(notice)
        case .reportUnexpected(let event): fault = "unexpected \(event)"
        }
    }

    private mutating func confirm(_ serial: Serial, _ terms: PaymentTerms) {
        guard let loaded, Self.payment(of: terms.baseKey) == loaded else {
            fault = "\(terms.intentID) would be confirmed with another card"
            return
        }
        self.loaded = nil
        let machine = PaymentMachine(forwarding: terms, history: history(terms.intentID), policy: Self.policy)
        lanes.append(Lane(serial: serial, machine: machine))
        deliver(.confirmRequested, serial)
    }

    private mutating func hear(_ notice: ForwarderNotice) {
        switch notice {
        case .forwarded(let id, let result):
            if history(id)?.offline?.result != result { fault = "a result was told before it was recorded" }
        case .quarantined(let id, _): isReleaseMeaningful = isReleaseMeaningful || id == "offline_1"
        case .outcomeUnknown, .blocked: break
        }
    }

    private mutating func deliver(_ event: PaymentEvent, _ serial: Serial) {
        guard let index = lanes.firstIndex(where: { $0.serial == serial }) else { return }
        var ended: Conclusion?
        for action in lanes[index].machine.handle(event) {
            switch action {
            case .record(let record, let entry):
                pending.append(PendingRecord(source: .lane(serial, record), entry: entry))
            case .note(let entry): pending.append(PendingRecord(source: .nobody, entry: entry))
            case .send(let exchange, let request):
                let id = lanes[index].machine.terms.intentID
                exchanges.append(.payment(lane: serial, exchange, request, intentID: id))
            case .startTimer(let timer, _): lanes[index].timers.append(timer)
            case .stopTimer(let timer): lanes[index].timers.removeAll { $0 == timer }
            case .finish(.confirmed(let conclusion)), .notify(.resolved(let conclusion)): ended = conclusion
            case .dropCard, .abandon, .notify(.asking), .notify(.sendingAgain): break
            case .store, .startCollection, .stopCollection, .conclude, .finish, .notify, .reportUnexpected:
                fault = "the payment machine did \(action)"
            }
        }
        guard let ended else { return }
        if case .unknown = ended {} else { lanes.removeAll { $0.serial == serial } }
        hand(.concluded(serial, ended, .none))
    }

    // MARK: - Invariants

    private static func payment(of base: String) -> String {
        "offline_" + (base.split(separator: "~").first.map(String.init) ?? base)
    }

    private func approvals(_ id: String) -> Int {
        intents.count { Self.payment(of: $0.base) == id && $0.gateway.held > 0 }
    }

    /// The violation in this state, if any.
    public var violation: String? {
        if let fault { return fault }
        if intents.contains(where: \.gateway.sawKeyReuse) { return "a key was used for two requests" }
        for stored in histories {
            guard let offline = stored.offline else { continue }
            let count = approvals(stored.intentID)
            if count > 1 { return "\(stored.intentID) was approved \(count) times" }
            if offline.quarantine != nil, !mayBeSetAside { return "\(stored.intentID) was set aside for no reason" }
            if offline.isOpen != payloads.contains(stored.intentID) { return "the card data is not where it belongs" }
            // Nobody in this world acknowledges.
            if offline.isLost, !stored.isOpen { return "\(stored.intentID) is lost, and listed nowhere" }
            if (count > 0) != (offline.approvedAs != nil), !offline.isOpen {
                return "\(stored.intentID) was approved \(count) times, as \(offline.approvedAs ?? "nothing")"
            }
            switch offline.result {
            case .approved?: if count == 0 { return "\(stored.intentID) is told approved and is not" }
            case .declined?: if count > 0 { return "\(stored.intentID) is told declined and is approved" }
            case .saved?: return "\(stored.intentID) is told saved"
            case nil: if !offline.isOpen, count > 0 { return "\(stored.intentID) was deleted and is approved" }
            }
        }
        return nil
    }

    /// Whether nothing is owed to anybody: everything is resolved, deleted, or waits for a person.
    public var isFinished: Bool {
        guard let forwarder, forwarder.isIdle, pending.isEmpty, exchanges.isEmpty, openCommands == 0 else {
            return false
        }
        return histories.allSatisfy { history in
            guard let offline = history.offline, offline.isOpen else { return true }
            return offline.quarantine != nil
        }
    }
}

/// The bounds of the exploration of the forwarder.
extension ForwarderWorld {
    /// A bound with its name.
    public struct Scenario: Sendable {
        /// The name of what is explored.
        public let name: String
        /// The initial world.
        public let world: ForwarderWorld

        fileprivate init(_ name: String, _ change: (inout Budget) -> Void) {
            var budget = Budget()
            change(&budget)
            self.name = "forwarder: \(name)"
            world = ForwarderWorld(budget: budget)
        }
    }

    /// The scenarios that a unit test explores.
    public static var short: [Scenario] {
        [
            Scenario("an answer and a question are lost") { ($0.lostAnswers, $0.lostRequests) = (1, 1) },
            Scenario("one cut, one lost answer, a new payment") {
                ($0.crashes, $0.lostAnswers, $0.newPayments) = (1, 1, 1)
            },
            Scenario("one late request, one cut, a decline") { ($0.lateRequests, $0.crashes, $0.declines) = (1, 1, 1) },
            Scenario("commands, a lost record, a cut") { ($0.commands, $0.lostRecords, $0.crashes) = (1, 1, 1) },
            Scenario("an intent is denied, a lost answer, a cut") {
                ($0.denials, $0.lostAnswers, $0.crashes) = (2, 1, 1)
            },
            Scenario("no way out, slow down, a night") {
                ($0.refusedConnections, $0.rateLimits, $0.crashes, $0.nights) = (1, 1, 1, 1)
            },
        ]
    }

    /// The scenarios that the release program explores.
    public static var full: [Scenario] {
        [
            Scenario("lost messages") { ($0.lostAnswers, $0.lostRequests) = (1, 2) },
            Scenario("two cuts, lost messages") { ($0.crashes, $0.lostAnswers, $0.lostRequests) = (2, 1, 1) },
            Scenario("a cut, lost messages, a new payment") {
                ($0.crashes, $0.lostRequests, $0.lostAnswers, $0.newPayments) = (1, 1, 1, 1)
            },
            Scenario("late requests, a cut, a night, a decline") {
                ($0.lateRequests, $0.crashes, $0.nights, $0.declines) = (2, 1, 1, 1)
            },
            Scenario("commands, lost records, a cut, a lost answer") {
                ($0.commands, $0.lostRecords, $0.crashes, $0.lostAnswers) = (2, 2, 1, 1)
            },
            Scenario("somebody else cancels") {
                ($0.foreignCancels, $0.crashes, $0.lostAnswers, $0.lostRequests) = (1, 1, 1, 1)
            },
            Scenario("intents are denied, lost messages, a cut, a lost record") {
                ($0.denials, $0.lostAnswers, $0.lostRequests, $0.crashes, $0.lostRecords) = (2, 1, 1, 1, 1)
            },
            Scenario("bad network") {
                ($0.refusedConnections, $0.rateLimits, $0.crashes) = (1, 1, 1)
            },
        ]
    }
}
