public import TenderFlow
public import TenderModel

/// A payment machine in a small world that can fail: application, reader, journal, network, gateway, clock.
///
/// The world performs the machine's actions, refuses illegal ones, and knows from the gateway's own ledger whether what
/// the machine reports is true.
public struct PaymentWorld: Explorable {
    /// The number of faults of each kind that may still happen.
    public struct Budget: Hashable, Sendable {
        /// Requests that never arrive.
        public var lostRequests = 0
        /// Answers that never arrive, after the effect.
        public var lostAnswers = 0
        /// Timers that fire while request or answer is still under way, and then arrives late.
        public var lateArrivals = 0
        /// Requests that the gateway fails with 500 before the effect.
        public var serverErrors = 0
        /// Connections that cannot be made.
        public var refusedConnections = 0
        /// Disconnects of the reader.
        public var disconnects = 0
        /// Cards that the issuer declines.
        public var declines = 0
        /// Cards that waited and do not agree to an approval.
        public var cardRefusals = 0
        /// Cancels by the application.
        public var cancels = 0
        /// Cancels of the intent.
        public var intentCancels = 0
        /// Deadlines that expire: for the card and for the whole payment.
        public var deadlines = 0
        /// Records that cannot be written.
        public var lostRecords = 0
        /// Captures.
        public var captures = 0
        /// Increments of a hold.
        public var increments = 0
        /// Increments that the issuer declines.
        public var declinedIncrements = 0
        /// Approvals of a part of the amount.
        public var partials = 0
        /// Requests that are refused with 429 and not executed.
        public var rateLimits = 0
        /// Requests that are refused with 409 while a copy under the same key is being executed.
        public var busyKeys = 0
        /// Requests that are executed and answered with 404, though the intent is ours.
        public var missing = 0
        /// Requests that end in a 500 which is stored under the key, before the effect or after it.
        public var storedFailures = 0
        /// Answers with an amount other than the requested one.
        public var wrongAnswers = 0
        /// Requests that arrive twice.
        public var duplicates = 0
        /// Ends of the process, after which a new one continues from the records.
        public var crashes = 0

        /// Creates a budget without faults.
        public init() {}
    }

    /// One thing that happens.
    public enum Step: Hashable, Sendable {
        case event(PaymentEvent)
        /// Without a serial, nothing waits for the record.
        case recordWritten(Serial?), recordLost(Serial?)
        case cardRead, collectionEnds(CollectionFailure), cardConcludes(CardWord)
        case requestArrives(Serial, issuerApproves: Bool), partApproved(Serial)
        case requestLost(Serial), serverError(Serial), connectionRefused(Serial)
        case requestRefused(Serial, GatewayReply.Refusal), storedFailure(Serial, afterEffect: Bool)
        case wrongAnswer(Serial), requestDuplicated(Serial)
        case answerArrives(Serial), answerLost(Serial)
        case timer(Serial)
        case crash(recordKept: Bool)
    }

    /// The conditions of a new process after a crash.
    public struct Restart: Hashable, Sendable {
        /// Whether the machine was rebooted, so that the age of every key is doubtful.
        public var isNewBoot: Bool
        /// Whether the application still has the intent as it was when created.
        public var hasStaleIntent: Bool

        /// Creates a restart.
        public init(isNewBoot: Bool, hasStaleIntent: Bool) {
            self.isNewBoot = isNewBoot
            self.hasStaleIntent = hasStaleIntent
        }
    }

    private struct Traveling<Load: Hashable & Sendable>: Hashable, Sendable {
        var serial: Serial
        var load: Load
    }

    /// A record on its way to the disk; without a serial, nothing waits for it.
    private struct Record: Hashable {
        var serial: Serial?
        var entry: JournalEntry
    }

    /// A card in the reader, and the serial under which it was told that its issuer approved.
    private struct WaitingCard: Hashable {
        var asked: Serial?
    }

    /// The card that was sent under a key.
    private struct Body: Hashable {
        var key: IdempotencyKey
        var card: Int
    }

    private var machine: PaymentMachine
    private var gateway: ModelGateway
    private var budget: Budget
    private let cancelMode: CancelMode
    private let inspects: Bool
    private let cardsWait: Bool
    private let restart: Restart
    /// The contents of the disk; kept if the process may end.
    private var history: PaymentHistory?
    private var boot: UInt64 = 0

    private var isReaderRunning = false
    private var isStopAsked = false
    private var hasCard = false
    private var waitingCard: WaitingCard?
    /// Whether the last card agreed to an approval, and whether that is on disk.
    private var hasAgreed = false
    private var isAgreementRecorded = false
    private var cards = 0
    private var bodies: [Body] = []
    private var lastSettled: Conclusion?
    private var lastApproval: Conclusion?
    private var records: [Record] = []
    private var mayLeave: PaymentRequest?
    /// Whether the record was just written after which the card may be told of its approval.
    private var mayConclude = false
    private var requests: [Traveling<PaymentRequest>] = []
    private var answers: [Traveling<GatewayReply>] = []
    private var timers: [Traveling<Duration>] = []
    private var owed: [PaymentCommand] = []
    private var isCancelOwed = false
    private var collections = 2
    /// The total that was last asked for, and the one that was shown as not reached.
    private var askedTotal: Int64 = 0
    private var notRaisedTo: Int64?
    private var isShownNotApproved = false
    private var wasReversalAsked = false
    private var fault: String?

    /// Creates a new intent of 10.00 EUR and a budget of faults.
    ///
    /// - Parameters:
    ///   - manualCapture: Whether approvals are held until captured.
    ///   - cancelMode: The mode of the application's cancels.
    ///   - inspects: Whether cards are attached for inspection before they are confirmed.
    ///   - cardsWait: Whether cards wait in the reader for the issuer's answer.
    public init(
        manualCapture: Bool, cancelMode: CancelMode, inspects: Bool = false, cardsWait: Bool = false,
        restart: Restart = Restart(isNewBoot: true, hasStaleIntent: false),
        budget: Budget
    ) {
        let amount = Amount(minorUnits: 1000, currency: .eur)
        let policy = PaymentPolicy(
            presentCard: Self.presentCard, total: Self.total, maximumSends: 2, maximumAsks: 2
        )
        gateway = ModelGateway(intentID: "pi_1", amount: amount, capturesAutomatically: !manualCapture)
        machine = PaymentMachine(
            terms: PaymentTerms(
                intentID: "pi_1", amount: amount, acceptsPartial: budget.partials > 0,
                captureMethod: manualCapture ? .manual : .automatic, baseKey: "k"
            ),
            facts: gateway.facts, policy: policy
        )
        self.cancelMode = cancelMode
        self.inspects = inspects
        self.cardsWait = cardsWait
        self.restart = restart
        keepsHistory = budget.crashes > 0
        self.budget = budget
    }

    private let keepsHistory: Bool

    private static let presentCard = Duration.seconds(600)
    private static let total = Duration.seconds(900)

    // MARK: - Possible steps

    /// Everything that may happen now: success always, a fault while its budget lasts.
    public var steps: [Step] {
        applicationSteps + readerSteps + networkSteps + timers.compactMap(timerStep)
            + (records.first.map { recordSteps($0.serial) } ?? []) + crashSteps
    }

    private var crashSteps: [Step] {
        guard budget.crashes > 0 else { return [] }
        return [.crash(recordKept: false)] + (records.isEmpty ? [] : [.crash(recordKept: true)])
    }

    private var applicationSteps: [Step] {
        var steps: [Step] = []
        if owed.isEmpty {
            if collections > 0, machine.phase == .ready { steps.append(.event(.collectRequested(inspect: inspects))) }
            if machine.phase == .collected { steps.append(.event(.confirmRequested)) }
            if budget.captures > 0, machine.phase.name == .approved { steps.append(.event(.captureRequested(nil))) }
            if budget.increments > 0, machine.phase.name == .approved {
                steps.append(.event(.incrementRequested(gateway.facts.amount.minorUnits + 500)))
            }
            if budget.increments > 0, machine.phase.name == .incrementing {
                steps.append(.event(.incrementRequested(askedTotal)))
            }
        }
        if budget.cancels > 0 { steps.append(.event(.cancelRequested(cancelMode, by: .application))) }
        if budget.intentCancels > 0 { steps.append(.event(.cancelIntentRequested)) }
        return steps
    }

    private func recordSteps(_ serial: Serial?) -> [Step] {
        [.recordWritten(serial)] + (budget.lostRecords > 0 ? [.recordLost(serial)] : [])
    }

    private var readerSteps: [Step] {
        guard isReaderRunning else { return (budget.disconnects > 0 ? [.event(.readerLost)] : []) + wordSteps }
        var steps: [Step] = [.cardRead]
        if isStopAsked { steps.append(.collectionEnds(.canceled(by: .application))) }
        if budget.disconnects > 0 { steps.append(.event(.readerLost)) }
        if budget.disconnects > 0 { steps.append(.collectionEnds(.readerLost(.usbDisconnected))) }
        return steps
    }

    /// What a card says that was told that its issuer approved, also when nobody waits for it any more.
    private var wordSteps: [Step] {
        guard waitingCard?.asked != nil else { return [] }
        let refusals: [CardWord] = budget.cardRefusals > 0 ? [.declined, .removed] : []
        return ([.approved] + refusals).map { .cardConcludes($0) }
    }

    private var networkSteps: [Step] {
        var steps: [Step] = []
        for request in requests {
            steps.append(.requestArrives(request.serial, issuerApproves: true))
            switch request.load {
            case .confirm:
                if budget.declines > 0 { steps.append(.requestArrives(request.serial, issuerApproves: false)) }
                if budget.partials > 0 { steps.append(.partApproved(request.serial)) }
            case .increment:
                if budget.declinedIncrements > 0 {
                    steps.append(.requestArrives(request.serial, issuerApproves: false))
                }
            case .attach, .capture, .cancel, .refund, .retrieve, .findRefund: break
            }
            if budget.lostRequests > 0 { steps.append(.requestLost(request.serial)) }
            if budget.serverErrors > 0 { steps.append(.serverError(request.serial)) }
            if budget.refusedConnections > 0 { steps.append(.connectionRefused(request.serial)) }
            steps += gatewayFaults(request)
        }
        for answer in answers {
            steps.append(.answerArrives(answer.serial))
            if budget.lostAnswers > 0 { steps.append(.answerLost(answer.serial)) }
        }
        return steps
    }

    private func gatewayFaults(_ request: Traveling<PaymentRequest>) -> [Step] {
        let serial = request.serial
        var steps: [Step] = []
        if budget.rateLimits > 0 { steps.append(.requestRefused(serial, .rateLimited)) }
        if budget.missing > 0 { steps.append(.requestRefused(serial, .notFound)) }
        if budget.wrongAnswers > 0 { steps.append(.wrongAnswer(serial)) }
        if budget.duplicates > 0 { steps.append(.requestDuplicated(serial)) }
        guard let key = request.load.key else { return steps }
        if budget.busyKeys > 0, requests.count(where: { $0.load.key == key }) > 1 {
            steps.append(.requestRefused(serial, .keyInUse))
        }
        if budget.storedFailures > 0 {
            steps += [.storedFailure(serial, afterEffect: false), .storedFailure(serial, afterEffect: true)]
        }
        return steps
    }

    /// Pauses simply end.
    ///
    /// Deadlines cost a fault; so does an exchange's timer while the exchange is still in progress.
    private func timerStep(_ timer: Traveling<Duration>) -> Step? {
        if isDeadline(timer) { return budget.deadlines > 0 ? .timer(timer.serial) : nil }
        if isExchangeUnderWay(timer) { return budget.lateArrivals > 0 ? .timer(timer.serial) : nil }
        return .timer(timer.serial)
    }

    private func isDeadline(_ timer: Traveling<Duration>) -> Bool {
        timer.load == Self.total || timer.load == Self.presentCard || machine.phase == .collected
            || timer.load == machine.policy.conclude
    }

    private func isExchangeUnderWay(_ timer: Traveling<Duration>) -> Bool {
        guard timer.load == machine.policy.online, let exchange = machine.exchange else { return false }
        return requests.contains { $0.serial == exchange } || answers.contains { $0.serial == exchange }
    }

    /// Returns whether the step is a fault or a whim of the application.
    public func isOptional(_ step: Step) -> Bool {
        switch step {
        case .event(.collectRequested), .event(.confirmRequested): false
        case .event, .recordLost, .requestLost, .serverError, .connectionRefused, .answerLost, .requestRefused,
            .storedFailure, .wrongAnswer, .requestDuplicated, .crash, .partApproved:
            true
        case .collectionEnds(.canceled): false
        case .collectionEnds: true
        case .requestArrives(_, let approves): !approves
        case .timer(let serial): timers.contains { $0.serial == serial && (isDeadline($0) || isExchangeUnderWay($0)) }
        case .cardConcludes(let word): word != .approved
        case .recordWritten, .cardRead, .answerArrives: false
        }
    }

    // MARK: - Effects of steps

    /// Returns the world after the step.
    public func after(_ step: Step) -> PaymentWorld {
        var world = self
        world.take(step)
        return world
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .event(let event):
            charge(event)
            deliver(event)
        case .recordWritten(let serial):
            let entry = records.removeFirst().entry
            if let serial, isTooOld(entry) { return deliver(.keyTooOld(serial)) }
            keep(entry)
            if case .requestLeaving(let request, _) = entry.event { mayLeave = request }
            mayConclude = if case .concluding = entry.event { true } else { false }
            noteSettled(entry)
            if let serial { deliver(.recorded(serial)) }
            (mayLeave, mayConclude) = (nil, false)
        case .recordLost(let serial):
            budget.lostRecords -= 1
            records.removeFirst()
            if let serial { deliver(.recordFailed(serial)) }
        case .cardRead:
            isReaderRunning = false
            hasCard = true
            cards += 1
            if cardsWait { waitingCard = WaitingCard() }
            deliver(.cardCollected(awaitsIssuer: cardsWait))
        case .collectionEnds(let failure):
            if case .readerLost = failure { budget.disconnects -= 1 }
            isReaderRunning = false
            deliver(.collectionFailed(failure))
        case .cardConcludes(let word): concludeCard(word)
        case .requestArrives(let serial, let approves): arrive(serial, issuerApproves: approves)
        case .partApproved(let serial):
            budget.partials -= 1
            guard let request = takeRequest(serial) else { return }
            answer(serial, gateway.execute(request, issuerApproves: true, part: Self.part))
        case .requestLost(let serial):
            budget.lostRequests -= 1
            _ = takeRequest(serial)
        case .serverError(let serial):
            budget.serverErrors -= 1
            if takeRequest(serial) != nil { answer(serial, .serverError(stored: false)) }
        case .connectionRefused(let serial):
            budget.refusedConnections -= 1
            if takeRequest(serial) != nil, serial > 0 { deliver(.answered(serial, .notSent, .none)) }
        case .requestRefused, .storedFailure, .wrongAnswer, .requestDuplicated: disturb(step)
        case .answerArrives(let serial):
            if let answer = takeAnswer(serial) { deliver(.answered(serial, answer, .none)) }
        case .answerLost(let serial):
            budget.lostAnswers -= 1
            _ = takeAnswer(serial)
        case .timer(let serial): fire(serial)
        case .crash(let recordKept): crash(recordKept: recordKept)
        }
    }

    // MARK: - Crashes

    private mutating func keep(_ entry: JournalEntry) {
        guard keepsHistory else { return }
        // Place and time do not matter here, and would only make equal states differ.
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: boot)
        let record = RecordedEntry(sequence: 0, stamp: stamp, entry: entry)
        if history == nil { history = PaymentHistory(record) } else { history?.apply(record) }
    }

    private mutating func noteSettled(_ entry: JournalEntry) {
        guard case .settled(let request, let conclusion, _) = entry.event else { return }
        lastSettled = conclusion
        if case (.confirm, .approved) = (request, conclusion) {
            if cardsWait, !hasAgreed { fault = "an approval was recorded that the card has not agreed to" }
            isAgreementRecorded = hasAgreed
        }
        if case .approved = conclusion { lastApproval = conclusion }
    }

    private func isTooOld(_ entry: JournalEntry) -> Bool {
        guard case .requestLeaving(let request, 2...) = entry.event, let open = history?.open, open.request == request
        else { return false }
        return !Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: boot).allowsRepeating(from: open.first)
    }

    /// Crashes the process: everything in memory is gone; requests that left may still arrive, and nobody hears the
    /// answer.
    private mutating func crash(recordKept: Bool) {
        budget.crashes -= 1
        if recordKept, let entry = records.first?.entry, !isTooOld(entry) {
            keep(entry)
            noteSettled(entry)
        }
        if restart.isNewBoot { boot += 1 }
        (records, timers, answers, owed) = ([], [], [], [])
        (isCancelOwed, isReaderRunning, isStopAsked, hasCard, mayLeave) = (false, false, false, false, nil)
        waitingCard = nil
        // A query changes nothing, and its answer goes nowhere.
        requests = requests.filter { $0.load.key != nil }
        for index in requests.indices { requests[index].serial = -1 - index }
        let facts = restart.hasStaleIntent ? freshFacts : gateway.facts
        guard let history else {
            machine = PaymentMachine(terms: machine.terms, facts: facts, policy: machine.policy)
            return
        }
        guard let resumed = PaymentMachine(resuming: history, policy: machine.policy) else {
            machine = PaymentMachine(
                terms: machine.terms, facts: facts, history: history, policy: machine.policy)
            return
        }
        machine = resumed
        deliver(.resumed)
    }

    private var freshFacts: IntentFacts {
        ModelGateway(
            intentID: gateway.intentID, amount: gateway.amount,
            capturesAutomatically: gateway.capturesAutomatically
        ).facts
    }

    /// Delivers an answer; one to a process that is gone is heard by nobody.
    private mutating func answer(_ serial: Serial, _ reply: GatewayReply) {
        if serial > 0 { answers.append(Traveling(serial: serial, load: reply)) }
    }

    /// Applies a fault of the gateway itself.
    private mutating func disturb(_ step: Step) {
        switch step {
        case .requestRefused(let serial, let refusal):
            switch refusal {
            case .rateLimited: budget.rateLimits -= 1
            case .keyInUse: budget.busyKeys -= 1
            default: budget.missing -= 1
            }
            guard let request = takeRequest(serial) else { return }
            // A 404 for our own intent says nothing: the request was executed all the same.
            if refusal == .notFound { _ = gateway.execute(request, issuerApproves: true) }
            answer(serial, .refused(refusal, nil))
        case .storedFailure(let serial, let afterEffect):
            budget.storedFailures -= 1
            guard let request = takeRequest(serial) else { return }
            answer(serial, gateway.fail(request, afterEffect: afterEffect))
        case .wrongAnswer(let serial):
            budget.wrongAnswers -= 1
            guard let request = takeRequest(serial) else { return }
            let reply = Self.falsified(gateway.execute(request, issuerApproves: true))
            answer(serial, reply)
        case .requestDuplicated(let serial):
            budget.duplicates -= 1
            if let request = requests.first(where: { $0.serial == serial }) { requests.append(request) }
        default: break
        }
    }

    /// What an issuer approves that does not approve all of it.
    private static let part: Int64 = 600
    private static let wrongAmount = Amount(minorUnits: 999, currency: .eur)

    /// Returns the same answer with another amount.
    private static func falsified(_ reply: GatewayReply) -> GatewayReply {
        switch reply {
        case .intent(var facts):
            facts.amount = wrongAmount
            return .intent(facts)
        case .declined(let decline, var facts?):
            facts.amount = wrongAmount
            return .declined(decline, facts)
        case .refused(let refusal, var facts?):
            facts.amount = wrongAmount
            return .refused(refusal, facts)
        case .refund(var refund):
            refund.amount = wrongAmount
            return .refund(refund)
        case .noRefund, .declined, .declinedUnderKey, .refused, .serverError, .noAnswer, .notSent: return reply
        }
    }

    /// Returns whether nothing may follow from an answer.
    ///
    /// The amount of a canceled intent is charged to nobody.
    private static func isWrong(_ reply: GatewayReply) -> Bool {
        switch reply {
        case .intent(let facts), .declined(_, let facts?), .refused(_, let facts?):
            facts.amount == wrongAmount && (facts.status != .canceled || facts.received ?? 0 > 0)
        case .refund(let refund): refund.amount == wrongAmount
        case .noRefund, .declined, .declinedUnderKey, .refused, .serverError, .noAnswer, .notSent: false
        }
    }

    private mutating func charge(_ event: PaymentEvent) {
        switch event {
        case .collectRequested:
            collections -= 1
            owed.append(.collect)
        case .confirmRequested: owed.append(.confirm)
        case .captureRequested:
            budget.captures -= 1
            owed.append(.capture)
        case .incrementRequested(let total):
            budget.increments -= 1
            owed.append(.increment)
            askedTotal = total
            notRaisedTo = nil
        case .cancelRequested(let mode, _):
            budget.cancels -= 1
            isCancelOwed = true
            if mode == .reverseIfApproved { wasReversalAsked = true }
        case .cancelIntentRequested:
            budget.intentCancels -= 1
            owed.append(.cancelIntent)
            wasReversalAsked = true
        case .readerLost: budget.disconnects -= 1
        case .totalLimited, .intentEdited, .resumed, .recorded, .recordFailed, .keyTooOld, .tipChosen,
            .surchargeChosen, .conversionAsked, .conversionChosen, .cardCollected,
            .cardConcluded, .collectionFailed, .answered, .timerFired:
            break
        }
    }

    private mutating func arrive(_ serial: Serial, issuerApproves: Bool) {
        guard let request = takeRequest(serial) else { return }
        if !issuerApproves {
            if case .increment = request { budget.declinedIncrements -= 1 } else { budget.declines -= 1 }
        }
        let reply = gateway.execute(request, issuerApproves: issuerApproves)
        answer(serial, reply)
    }

    private mutating func fire(_ serial: Serial) {
        guard let index = timers.firstIndex(where: { $0.serial == serial }) else { return }
        let timer = timers[index]
        if isDeadline(timer) {
            budget.deadlines -= 1
        } else if isExchangeUnderWay(timer) {
            budget.lateArrivals -= 1
        }
        timers.remove(at: index)
        deliver(.timerFired(serial, .none))
    }

    private mutating func takeRequest(_ serial: Serial) -> PaymentRequest? {
        requests.firstIndex { $0.serial == serial }.map { requests.remove(at: $0).load }
    }

    private mutating func takeAnswer(_ serial: Serial) -> GatewayReply? {
        answers.firstIndex { $0.serial == serial }.map { answers.remove(at: $0).load }
    }

    // MARK: - The machine's actions

    private mutating func deliver(_ event: PaymentEvent) {
        let actions = machine.handle(event)
        if case .answered(_, let reply, _) = event, Self.isWrong(reply), actions.contains(where: Self.isRecord) {
            fault = "an answer about another amount led to an action"
        }
        var wordless: [Serial] = []
        for action in actions {
            if case .conclude(let serial, let verdict) = action {
                if !tellCard(serial, verdict) { wordless.append(serial) }
            } else {
                perform(action)
            }
        }
        for serial in wordless { deliver(.cardConcluded(serial, .failed)) }
    }

    private static func isRecord(_ action: PaymentAction) -> Bool {
        switch action {
        case .record, .note: true
        case .store, .startCollection, .stopCollection, .conclude, .dropCard, .send, .abandon, .startTimer, .stopTimer,
            .finish,
            .notify, .reportUnexpected:
            false
        }
    }

    private mutating func perform(_ action: PaymentAction) {
        switch action {
        case .record(let serial, let entry): records.append(Record(serial: serial, entry: entry))
        case .note(let entry): records.append(Record(entry: entry))
        case .store: fault = fault ?? "a payment of the gateway was stored offline"
        case .startCollection: startReader()
        case .stopCollection: isStopAsked = true
        case .conclude: break
        case .dropCard:
            hasCard = false
            if waitingCard?.asked == nil { waitingCard = nil }
        case .send(let serial, let request): send(serial, request)
        case .abandon: break
        case .startTimer(let serial, let duration): timers.append(Traveling(serial: serial, load: duration))
        case .stopTimer(let serial): timers.removeAll { $0.serial == serial }
        case .finish(let completion): finish(completion)
        case .notify(.resolved(let conclusion)): show(conclusion)
        case .notify(.reversed): isShownNotApproved = true
        case .notify: break
        case .reportUnexpected(let event): fault = fault ?? "unexpected event: \(event)"
        }
    }

    /// Tells the card in the reader; returns whether it is there.
    private mutating func tellCard(_ serial: Serial, _ verdict: IssuerAnswer.Verdict) -> Bool {
        if verdict == .approved, !mayConclude { fault = "a card was told of an approval before its record" }
        guard let card = waitingCard, card.asked == nil else { return false }
        waitingCard = verdict == .approved ? WaitingCard(asked: serial) : nil
        return true
    }

    private mutating func concludeCard(_ word: CardWord) {
        guard let serial = waitingCard?.asked else { return }
        if word == .approved { hasAgreed = true } else { budget.cardRefusals -= 1 }
        waitingCard = nil
        deliver(.cardConcluded(serial, word))
    }

    private mutating func startReader() {
        (waitingCard, hasAgreed, isAgreementRecorded) = (nil, false, false)
        if isReaderRunning { fault = "a reader that is not idle was started" }
        isReaderRunning = true
        isStopAsked = false
    }

    private mutating func send(_ serial: Serial, _ request: PaymentRequest) {
        if request.key != nil {
            if mayLeave != request { fault = "\(request) left without a record of its own" }
            mayLeave = nil
        }
        switch request {
        case .confirm, .attach:
            if !hasCard { fault = "\(request) left without a card" }
            checkBody(request)
            if case .confirm = request { isShownNotApproved = false }
        case .cancel, .refund, .capture, .increment, .retrieve, .findRefund: break
        }
        requests.append(Traveling(serial: serial, load: request))
    }

    /// Checks the rule of one key, one body: the card is part of it.
    private mutating func checkBody(_ request: PaymentRequest) {
        guard let key = request.key else { return }
        guard let body = bodies.first(where: { $0.key == key }) else {
            return bodies.append(Body(key: key, card: cards))
        }
        if body.card != cards { fault = "\(request) left with another card under the same key" }
    }

    private mutating func finish(_ completion: PaymentCompletion) {
        switch completion {
        case .collected, .collectionFailed: settle(.collect)
        case .confirmed(let conclusion):
            settle(.confirm)
            show(conclusion)
        case .storedOffline: fault = fault ?? "a payment of the gateway was told as stored offline"
        case .captured(let conclusion):
            settle(.capture)
            checkRecord(conclusion)
            if case .approved = conclusion, gateway.received == 0 { fault = "shown captured, but nothing was" }
        case .incremented(let conclusion):
            settle(.increment)
            checkRecord(conclusion)
            checkIncrement(conclusion)
        case .intentCanceled(let conclusion):
            settle(.cancelIntent)
            checkRecord(conclusion)
            if case .canceled = conclusion { isShownNotApproved = true }
        case .cancelAnswered(let answer):
            if !isCancelOwed { fault = "a cancel was answered twice" }
            isCancelOwed = false
            if answer == .reversed { isShownNotApproved = true }
        case .refused(let command, _): settle(command)
        }
    }

    private mutating func settle(_ command: PaymentCommand) {
        guard let index = owed.firstIndex(of: command) else {
            fault = fault ?? "\(command) was answered twice"
            return
        }
        owed.remove(at: index)
    }

    /// Checks that a result is on disk before anyone sees it, and that a stop is recorded as the kind of stop that it
    /// is.
    private mutating func checkRecord(_ conclusion: Conclusion) {
        switch conclusion {
        case .approved, .declined, .notExecuted, .canceled(by: .engine), .canceled(by: .gateway):
            if conclusion != lastSettled { fault = "\(conclusion) was shown before it was recorded" }
        case .canceled, .unknown, .journalUnavailable: break
        }
    }

    /// Checks that a hold that is shown as raised is, and remembers what is shown as not raised.
    private mutating func checkIncrement(_ conclusion: Conclusion) {
        switch conclusion {
        case .approved(let facts):
            let isReached = facts.amount.minorUnits == askedTotal && gateway.facts.amount.minorUnits >= askedTotal
            if !isReached { fault = fault ?? "shown as raised to \(askedTotal), but the hold is not" }
        case .declined, .notExecuted, .journalUnavailable: notRaisedTo = askedTotal
        case .canceled, .unknown: break
        }
    }

    /// Takes what an approval says about the increment that was asked for last.
    private mutating func checkHold(_ facts: IntentFacts) {
        guard askedTotal > 0, facts.status == .requiresCapture else { return }
        if facts.amount.minorUnits < askedTotal {
            notRaisedTo = askedTotal
        } else {
            checkIncrement(.approved(facts))
        }
    }

    private mutating func show(_ conclusion: Conclusion) {
        if conclusion != lastApproval { checkRecord(conclusion) }
        switch conclusion {
        case .approved(let facts):
            if gateway.approvals == 0 { fault = "shown approved, but the issuer never approved" }
            if facts.isPartial != (gateway.facts.requested != nil) { fault = "a part was shown as the whole" }
            checkHold(facts)
        case .declined, .canceled, .notExecuted, .journalUnavailable: isShownNotApproved = true
        case .unknown: break
        }
    }

    // MARK: - Invariants

    /// The violation in this state, measured by the gateway's own ledger.
    public var violation: String? {
        if let fault { return fault }
        if gateway.approvals > 1 { return "double charge: \(gateway.approvals) approvals" }
        if gateway.sawKeyReuse { return "one key was used for two requests" }
        if isShownNotApproved, gateway.held > 0 { return "lost approval: shown as not approved, but money is held" }
        if isUnagreed, gateway.held > 0, machine.isIdle, records.isEmpty, history?.isUnresolved != true {
            return "an approval stands that the card has not agreed to"
        }
        if case .approved = machine.phase, gateway.held == 0, !wasReversalAsked {
            return "false approval: shown approved, but nothing is held"
        }
        if let leftover { return leftover }
        if let notRaisedTo, gateway.facts.amount.minorUnits >= notRaisedTo, gateway.held > 0 {
            return "lost increment: shown as not raised, but more is held"
        }
        if gateway.refunded > gateway.received { return "more was refunded than captured" }
        if gateway.refunded > 0, !wasReversalAsked, !isUnagreed { return "an approval was given back unasked" }
        return nil
    }

    /// Whether the record is missing that the card agreed.
    private var isUnagreed: Bool { cardsWait && !isAgreementRecorded }

    /// What must be gone when nothing is in progress.
    private var leftover: String? {
        guard machine.isIdle, machine.phase != .collected else { return nil }
        if records.isEmpty, history?.isUnresolved == true { return "the journal holds what is over for unresolved" }
        if records.isEmpty, gateway.status == .requiresCapture, let approval = history?.approval,
            approval.amount != gateway.facts.amount
        {
            return "the journal holds \(approval.amount) for approved, and it is \(gateway.facts.amount)"
        }
        if !timers.isEmpty { return "a timer was left running" }
        if hasCard { return "a card was kept" }
        if let waitingCard, waitingCard.asked == nil { return "a card was left waiting" }
        return isReaderRunning ? "the reader was left running" : nil
    }

    /// Whether every command is answered and the outcome known.
    public var isFinished: Bool {
        owed.isEmpty && !isCancelOwed && !machine.isOutcomeUnknown && history?.isUnresolved != true
    }
}
