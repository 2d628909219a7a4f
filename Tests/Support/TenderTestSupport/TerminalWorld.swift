import TenderBackend
public import TenderFlow
import TenderModel

/// A terminal machine with its shell, its reader, its journal, the gateway, the clock and an application, all of which
/// can fail.
///
/// The applications of two payments act as `TerminalTill` says. The world carries out the actions as `actor Terminal`
/// does: a request is outstanding until it ends, in any order. It keeps the card data, the records and the ledger, so
/// that it knows whether what is reported is true.
///
/// It is bounded by scripts and a budget of faults, and by simplifications that lose no story: an exchange arrives and
/// is answered in one step, since the machine sees only the answer. Reads of the journal end in the step that requests
/// them, except in the scenarios in which they are outstanding too. The machine's own counts are reset to what is still
/// in use after each step, so that equal states are equal.
public struct TerminalWorld: Explorable {
    /// The number of faults and whims of each kind that may still happen.
    public struct Budget: Hashable, Sendable {
        /// Requests that never arrive.
        public var lostRequests = 0
        /// Answers that never arrive, after the effect.
        public var lostAnswers = 0
        /// Timers that fire while the exchange is still in progress.
        public var lateArrivals = 0
        /// Cards that the issuer declines.
        public var declines = 0
        /// Increments that the issuer declines.
        public var declinedIncrements = 0
        /// Approvals of a part of the amount.
        public var partials = 0
        /// Cards that waited and do not agree to an approval.
        public var cardRefusals = 0
        /// Losses of the reader.
        public var disconnects = 0
        /// Readers that do not stop in time.
        public var stuckReaders = 0
        /// Deadlines that expire: for the card and for the whole payment.
        public var deadlines = 0
        /// Records that cannot be written.
        public var lostRecords = 0
        /// Cancels of a payment's newest command, running or ended.
        public var cancels = 0
        /// Cancels of the command before that.
        public var lateCancels = 0
        /// Cancels of an intent.
        public var intentCancels = 0
        /// Ends of the process.
        public var crashes = 0
        /// Long pauses that end before something with an unknown end is looked up again.
        public var rests = 0
        /// Captures and refunds by a colleague in the dashboard.
        public var captures = 0, refunds = 0
        /// Looks at the holds after the first; a rule takes two in a row.
        public var looks = 0
        /// Refusals of the merchant's server that have nothing to do with what is asked, and failures behind it.
        public var refusals = 0, relayFailures = 0

        /// Creates a budget without faults.
        public init() {}
    }

    /// The constant setup.
    struct Plan: Hashable {
        var cancelMode = CancelMode.stop
        /// Whether somebody waits for the answer to a cancel.
        var isCancelAwaited = true
        /// Whether the reads of the journal are outstanding too.
        var readsLate = false
        /// Whether a new process runs after a reboot, so that the age of every key is doubtful.
        var isNewBoot = true
        /// Whether the application has each intent as it was when created.
        var hasStaleIntents = false
        /// Whether both payments pay the same order.
        var isOneOrder = false
        var isManual = false
        /// Whether a part of the amount may be approved.
        var acceptsPartial = false
        /// Whether waiting for a card, and the whole payment, have a deadline.
        var hasDeadlines = false
        /// Whether the journal stores card data.
        var keepsCards = false
        /// Whether cards that pay wait in the reader for the issuer's answer.
        var cardsWait = false
        /// The merchant's server in between; without one, the gateway itself is asked.
        var relay: MerchantRelay?
        /// What becomes of a hold that nobody finished; nothing looks at holds without a rule.
        var holdRule: HoldRule?

        var configuration: TerminalMachine.Configuration {
            let policy = PaymentPolicy(
                presentCard: hasDeadlines ? presentCard : nil, online: online, total: hasDeadlines ? total : nil,
                conclude: concludeLimit, maximumSends: 2, maximumAsks: 2, unknownPause: rest)
            return TerminalMachine.Configuration(
                policy: policy, readerStopLimit: stopLimit,
                offline: keepsCards ? OfflineLimits(perPayment: [amount], stored: [amount]) : .none,
                keepsCards: keepsCards,
                holds: holdRule.map { HoldPolicy(rules: [$0], longestPause: holdPause) } ?? .none)
        }
    }

    /// One thing that happens.
    public enum Step: Hashable, Sendable {
        case ask(Int), cancel(Int, previous: Bool), cancelIntent(Int), askForMoney, cancelMoney
        case storeSetup, cancelSetup
        case askReader, cancelReader
        case worked(Errand), notWorked(Errand), consents(Errand, Bool), notConsented(Errand)
        case written(Errand), notWritten(Errand), read(Errand)
        case card(Errand, tip: Int64?), noCard(Errand), concludes(Errand, CardWord)
        case readerLeaves, readerTells, opened(Serial), closed(Serial)
        case arrives(Errand, isApproved: Bool), arrivesForPart(Errand), arrivesWithoutOffer(Errand)
        case lost(Errand, afterEffect: Bool), arrivesLate(Int)
        case refused(Errand, MerchantRelay.Mood), relayFails(Errand, MerchantRelay.Failure)
        case timer(Errand)
        case captureElsewhere(Int), refundElsewhere(Int, Int64)
        case crash(kept: [Errand])
    }

    var machine: TerminalMachine
    let plan: Plan
    var budget: Budget
    var tills: [TerminalTill]
    var money: TerminalMoney?
    /// The SetupIntents with which a stored card is saved, if one is stored.
    var setups: StoredSetups?
    var setupTill: StoredSetupTill?
    var caller: ReaderCaller?
    var disk = TerminalDisk()
    var gateways: [ModelGateway]
    /// The intents that were created for the stored payment.
    var made: [MadeIntent] = []
    var reader = Reader()
    var cards: [Card] = []
    var cardCount = 0
    var bodies: [Body] = []
    var writes: [Write] = []
    var reads: [Read] = []
    var exchanges: [Exchange] = []
    /// The requests of an earlier process that have not arrived.
    var late: [Load] = []
    var timers: [Timer] = []
    var owedCancels: [CommandID] = []
    var cancelCount = 0
    var process = 1
    var published: UInt64 = 0
    /// The exchange that the terminal's next timer limits.
    var limited: Errand?
    var fault: String?

    /// The stored details of intents and of requests' results.
    var files: [String] = []
    var objects: [Int] = []

    struct MadeIntent: Hashable {
        var intentID: String
        var base: String
        var key: IdempotencyKey
    }

    struct Reader: Hashable {
        var opening: Serial?
        var isOpen = false
        /// Whether the reader is gone, and nobody was told yet.
        var isGone = false
        var closing: [Serial] = []
        var collections: [Collection] = []
        var works: [Work] = []
        var questions: [Question] = []
        var waiting: [WaitingCard] = []

        /// Whether the reader that was opened so is busy with anything.
        func isBusy(_ opening: Serial) -> Bool {
            collections.contains { $0.opening == opening } || works.contains { $0.opening == opening }
                || waiting.contains { $0.opening == opening }
                || questions.contains { $0.opening == opening && !$0.isStopped }
        }
    }

    /// What the reader does besides payments.
    struct Work: Hashable {
        var errand: Errand
        var opening: Serial
        var wish: ReaderCaller.Wish
        /// The command that asked for it.
        var command: CommandID?
        var isStopped = false
    }

    /// A question to the customer; one that was stopped may be answered late.
    struct Question: Hashable {
        var errand: Errand
        /// The opening of the reader that asks; `nil` if none is open.
        var opening: Serial?
        /// What the card would be charged in its own currency, if the customer is asked about that.
        var converted: Amount?
        var isStopped = false
    }

    struct Collection: Hashable {
        var errand: Errand
        var opening: Serial
        var intentID: String
        /// The amount that the customer sees.
        var amount: Amount
        /// Whether the reader asks for a tip.
        var asksForTip = false
        var isStopped = false
    }

    struct Card: Hashable {
        var errand: Errand
        var intentID: String
        var number: Int
        var tip: Int64?
        /// The amount that its customer saw; `nil` for a stored one.
        var amount: Amount?
    }

    /// What was sent under a key, and how often.
    struct Body: Hashable {
        var key: IdempotencyKey
        var intentID: String
        var request: PaymentRequest?
        var card: Int
        var amount: Amount?
        var tip: Int64?
        var surcharge: Int64?
        var conversion: ConversionRequest?
        var sends: Int
    }

    struct Write: Hashable {
        var errand: Errand
        var entry: JournalEntry
    }

    struct Read: Hashable {
        enum What: Hashable { case unresolved, open, holds, history(String), check(JournalEntry), payload(String) }

        var errand: Errand
        var what: What
    }

    enum Load: Hashable {
        case payment(String, PaymentRequest)
        case request(TerminalMachine.SingleRequest)
        case search(base: String)
        case create(PaymentIntentParameters, IdempotencyKey)
    }

    struct Exchange: Hashable {
        var errand: Errand
        var load: Load
        var isAbandoned = false
        /// Why the merchant's server passes it on to nobody.
        var refusal: BackendRefusal?
    }

    struct Timer: Hashable {
        var errand: Errand
        var duration: Duration
        var exchange: Errand?
    }

    static let amount = Amount(minorUnits: 1000, currency: .eur)
    /// The amount after an edit.
    static let edited = Amount(minorUnits: 1200, currency: .eur)
    /// The total to which holds are raised, and the part that an issuer approves that does not approve all.
    static let raised: Int64 = 1500
    static let part: Int64 = 600
    static let online = Duration.seconds(31)
    static let presentCard = Duration.seconds(600)
    static let total = Duration.seconds(900)
    static let stopLimit = Duration.seconds(11)
    static let concludeLimit = Duration.seconds(13)
    /// How long a customer may take to choose a currency.
    static let choiceLimit = PaymentPolicy().confirmWindow / 6 * 5
    static let connectLimit = TerminalMachine.Configuration().connectLimit
    static let restartPause = ConnectionMachine.Policy().restartPause
    static let rest = Duration.seconds(1800)
    static let holdPause = Duration.seconds(61)

    init(plan: Plan, budget: Budget, tills: [TerminalTill]) {
        machine = TerminalMachine(plan.configuration)
        self.plan = plan
        self.budget = budget
        self.tills = tills
        gateways = Set(tills.map(\.intentID)).sorted().map {
            ModelGateway(intentID: $0, amount: Self.amount, capturesAutomatically: !plan.isManual)
        }
    }

    // MARK: - Possible steps

    /// Everything that may happen now.
    public var steps: [Step] {
        guard fault == nil else { return [] }
        var steps = applicationSteps + readerSteps + exchanges.flatMap(exchangeSteps) + timers.compactMap(timerStep)
        steps += writes.map { .written($0.errand) } + reads.map { .read($0.errand) }
        if budget.lostRecords > 0 { steps += writes.map { .notWritten($0.errand) } }
        steps += late.indices.map { .arrivesLate($0) }
        return steps + colleagueSteps + crashSteps
    }

    private var colleagueSteps: [Step] {
        gateways.indices.flatMap { index -> [Step] in
            let gateway = gateways[index]
            if gateway.status == .requiresCapture {
                let isKnown = disk.history(of: gateway.intentID)?.approval != nil
                return budget.captures > 0 && isKnown ? [.captureElsewhere(index)] : []
            }
            guard budget.refunds > 0, gateway.held > 0 else { return [] }
            return Set([gateway.held, min(Self.part, gateway.held)]).sorted().map { .refundElsewhere(index, $0) }
        }
    }

    private var applicationSteps: [Step] {
        var steps: [Step] = []
        for (index, till) in tills.enumerated() {
            if till.mayAsk { steps.append(.ask(index)) }
            if budget.cancels > 0, till.count > 0 { steps.append(.cancel(index, previous: false)) }
            if budget.lateCancels > 0, till.count > 1 { steps.append(.cancel(index, previous: true)) }
            if budget.intentCancels > 0, till.count > 0 { steps.append(.cancelIntent(index)) }
        }
        if budget.cancels > 0, money?.isOwed == true, money?.wish.presentsCard == true { steps.append(.cancelMoney) }
        if caller?.mayAsk == true { steps.append(.askReader) }
        if budget.cancels > 0, caller?.isOwed == true { steps.append(.cancelReader) }
        if setupTill?.mayAsk == true { steps.append(.storeSetup) }
        if budget.cancels > 0, setupTill?.mayCancel == true { steps.append(.cancelSetup) }
        return steps + (money?.mayAsk == true ? [.askForMoney] : [])
    }

    private var readerSteps: [Step] {
        var steps: [Step] = reader.closing.map { .closed($0) }
        if let opening = reader.opening {
            if !reader.isOpen { steps.append(.opened(opening)) }
            if reader.isOpen, !reader.isGone, budget.disconnects > 0 { steps.append(.readerLeaves) }
            if reader.isGone { steps.append(.readerTells) }
        }
        for collection in reader.collections {
            if !reader.isGone || collection.opening != reader.opening {
                let tips = collection.asksForTip ? Self.tips : [nil]
                steps += tips.map { .card(collection.errand, tip: $0) }
            }
            if collection.isStopped || end(of: collection.opening) != .canceled(by: .application) {
                steps.append(.noCard(collection.errand))
            }
        }
        steps += reader.waiting.flatMap(wordSteps)
        return steps + reader.questions.flatMap(questionSteps) + reader.works.flatMap(workSteps)
    }

    private func questionSteps(_ question: Question) -> [Step] {
        let isThere = end(of: question.opening) == .canceled(by: .application)
        return (question.opening == nil ? [] : [.consents(question.errand, true), .consents(question.errand, false)])
            + (isThere ? [] : [.notConsented(question.errand)])
    }

    private func workSteps(_ work: Work) -> [Step] {
        let isThere = end(of: work.opening) == .canceled(by: .application)
        // An update may be told as installed by a reader that was taken for lost.
        let mayBeDone = isThere || work.wish == .update
        return (mayBeDone ? [.worked(work.errand)] : [])
            + (work.isStopped || !isThere ? [.notWorked(work.errand)] : [])
    }

    /// Returns how something ends that the reader, opened so, did not do.
    func end(of opening: Serial?) -> ReaderError {
        guard opening != nil, opening == reader.opening else { return .disconnected(.disconnectRequested) }
        return reader.isGone ? .disconnected(.usbDisconnected) : .canceled(by: .application)
    }

    private func exchangeSteps(_ exchange: Exchange) -> [Step] {
        var steps: [Step] = [.arrives(exchange.errand, isApproved: true)]
        if exchange.refusal == nil { steps += issuerSteps(exchange) }
        if budget.lostRequests > 0 { steps.append(.lost(exchange.errand, afterEffect: false)) }
        if budget.lostAnswers > 0, exchange.mayTakeEffect { steps.append(.lost(exchange.errand, afterEffect: true)) }
        return steps + relaySteps(exchange)
    }

    private func issuerSteps(_ exchange: Exchange) -> [Step] {
        let declined = Step.arrives(exchange.errand, isApproved: false)
        switch exchange.load {
        case .payment(_, .confirm):
            return (budget.declines > 0 ? [declined] : [])
                + (budget.partials > 0 ? [.arrivesForPart(exchange.errand)] : [])
        case .payment(let id, .attach):
            return tills.contains { $0.intentID == id && $0.converts } ? [.arrivesWithoutOffer(exchange.errand)] : []
        case .payment(_, .increment): return budget.declinedIncrements > 0 ? [declined] : []
        case .request(.setup): return budget.declines > 0 ? [declined] : []
        case .payment, .request, .search, .create: return []
        }
    }

    private func timerStep(_ timer: Timer) -> Step? {
        budget[keyPath: price(timer) ?? \.free] > 0 ? .timer(timer.errand) : nil
    }

    /// Returns the price of a timer: a pause simply ends.
    func price(_ timer: Timer) -> WritableKeyPath<Budget, Int>? {
        switch timer.errand.owner {
        case .payment:
            if timer.duration != Self.online { return isDeadline(timer) ? \.deadlines : nil }
            let isUnderWay = exchanges.contains { $0.errand.owner == timer.errand.owner && !$0.isAbandoned }
            return isUnderWay ? \.lateArrivals : nil
        case .terminal:
            if timer.duration == Self.stopLimit { return \.stuckReaders }
            if timer.duration == Self.connectLimit, reader.works.contains(where: { $0.wish == .restart }) {
                return \.stuckReaders
            }
            if isDeadline(timer) { return \.deadlines }
            if plan.holdRule != nil, timer.duration >= .seconds(60), timer.exchange == nil { return \.looks }
            if timer.duration == Self.choiceLimit { return \.deadlines }
            guard let limited = timer.exchange else { return \.never }
            return exchanges.contains { $0.errand == limited } ? \.lateArrivals : nil
        case .connection: return timer.duration == Self.restartPause ? nil : \.never
        // What was stored is pursued until it is known.
        case .request: return timer.duration < Self.rest || setups != nil ? nil : \.rests
        case .forwarder: return nil
        }
    }

    private func isDeadline(_ timer: Timer) -> Bool {
        [Self.presentCard, Self.total, Self.concludeLimit].contains(timer.duration)
    }

    private var crashSteps: [Step] {
        guard budget.crashes > 0 else { return [] }
        let all = writes.map(\.errand)
        return [.crash(kept: [])] + all.map { .crash(kept: [$0]) } + (all.count > 1 ? [.crash(kept: all)] : [])
    }

    /// Returns whether the step is a fault or a whim of the application.
    public func isOptional(_ step: Step) -> Bool {
        switch step {
        case .ask, .cancel, .cancelIntent, .cancelMoney, .cancelSetup, .askReader, .cancelReader, .notWritten,
            .readerLeaves, .lost, .arrivesLate, .arrivesForPart, .arrivesWithoutOffer, .refused, .relayFails,
            .captureElsewhere,
            .refundElsewhere, .crash:
            true
        case .concludes(_, let word): word == .declined || word == .removed
        case .consents(let errand, _): reader.questions.contains { $0.errand == errand && $0.isStopped }
        case .askForMoney, .storeSetup, .written, .read, .card, .noCard, .worked, .notWorked, .notConsented,
            .readerTells, .opened, .closed:
            false
        case .arrives(_, let isApproved): !isApproved
        case .timer(let errand): timers.contains { $0.errand == errand && price($0) != nil }
        }
    }
}

extension TerminalWorld.Budget {
    /// The budget of steps that are always possible; `never` is that of steps that never are.
    var free: Int { 1 }
    var never: Int {
        get { 0 }
        set {}
    }
}

extension TerminalWorld.Exchange {
    /// Whether it can change anything at the gateway.
    var mayTakeEffect: Bool { refusal == nil && load.hasEffect }
}

extension TerminalWorld.Load {
    /// Whether it changes anything at the gateway.
    var hasEffect: Bool {
        switch self {
        case .payment(_, let request): request.key != nil
        case .request(.refund), .request(.call), .request(.setup), .request(.createSetup), .request(.cancelSetup),
            .request(.edit), .create:
            true
        case .request, .search: false
        }
    }

    /// Whether it may arrive after everybody has given it up.
    ///
    /// An edit that arrives after the intent was looked at is not explored: the amount is then another one than the
    /// terms, and the outcome stays unknown until a person decides.
    var arrivesLate: Bool { if case .request(.edit) = self { false } else { hasEffect } }
}
