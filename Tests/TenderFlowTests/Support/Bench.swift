import TenderFlow
import TenderModel
import TenderTestSupport

/// A payment machine on a bench: records are written at once unless they are held or fail, everything else is by hand.
struct Bench {
    /// What becomes of a record.
    enum JournalMode { case writes, fails, holds }

    /// A record on its way to the disk.
    private struct Record {
        /// Nil when nothing waits for it.
        var serial: Serial?
        /// Nil for an offline payment with its card data.
        var entry: JournalEntry?
    }

    static let amount = Amount(minorUnits: 1000, currency: .eur)

    private(set) var machine: PaymentMachine
    private(set) var finished: [PaymentCompletion] = []
    private(set) var notices: [PaymentNotice] = []
    private(set) var sent: [PaymentRequest] = []
    private(set) var abandoned: [Serial] = []
    private(set) var journal: [JournalEntry.Event] = []
    /// What is on the disk.
    private(set) var history: PaymentHistory?
    /// The same, record by record.
    private(set) var entries: [RecordedEntry] = []
    /// The records that are on their way there.
    private var records: [Record] = []
    private var boot: UInt64 = 1
    private(set) var timers: [(serial: Serial, duration: Duration)] = []
    private(set) var unexpected: [PaymentEvent] = []
    private(set) var isReaderRunning = false
    private(set) var isStopAsked = false
    private(set) var hasCard = false
    /// What the card in the reader was told, and under which serials.
    private(set) var told: [(serial: Serial, verdict: IssuerAnswer.Verdict)] = []
    var journalMode = JournalMode.writes
    /// The time since the first event, in minutes.
    var minutes: Int64 = 0

    init(
        manual: Bool = false, maximumTip: Int64 = 0, acceptsPartial: Bool = false, policy: PaymentPolicy = Bench.policy
    ) {
        machine = PaymentMachine(
            terms: PaymentTerms(
                intentID: "pi_1", amount: Self.amount, maximumTip: maximumTip, acceptsPartial: acceptsPartial,
                captureMethod: manual ? .manual : .automatic, baseKey: "k"
            ),
            facts: Self.facts(.requiresPaymentMethod), policy: policy
        )
    }

    /// Every duration differs, so that a timer is known by it.
    static let policy = PaymentPolicy(
        presentCard: .seconds(101), online: .seconds(102), total: .seconds(103), confirmWindow: .seconds(104),
        conclude: .seconds(106), maximumSends: 2, maximumAsks: 2, firstPause: .seconds(2), longestPause: .seconds(2),
        unknownPause: .seconds(105)
    )

    static func facts(
        _ status: PaymentIntentStatus, id: String = "pi_1", amount: Amount = Bench.amount, tip: Int64 = 0,
        capturable: Int64? = nil, received: Int64? = nil, charge: String? = nil, decline: Decline? = nil
    ) -> IntentFacts {
        IntentFacts(
            id: id, amount: amount, tip: tip, status: status,
            capturable: capturable ?? (status == .requiresCapture ? amount.minorUnits : 0),
            received: received ?? (status == .succeeded ? amount.minorUnits : 0), charge: charge, decline: decline
        )
    }

    /// The offer to charge the bench's amount, or another one, as 12 dollars.
    static func offer(_ amount: Amount = Bench.amount) -> CurrencyConversionOffer? {
        var card = CardDetails()
        card.dynamicCurrencyConversion = .offer(amount, as: Amount(minorUnits: 1200, currency: .usd))
        return CurrencyConversionOffer(card, of: amount)
    }

    // MARK: - Events

    mutating func take(_ event: PaymentEvent) {
        for action in machine.handle(event) { perform(action) }
        guard journalMode != .holds else { return }
        while !records.isEmpty {
            guard let event = write(records.removeFirst()) else { continue }
            for action in machine.handle(event) { perform(action) }
        }
    }

    mutating func answer(_ reply: GatewayReply) {
        guard let exchange = machine.exchange else { return }
        take(.answered(exchange, reply, .none))
    }

    mutating func answer(_ status: PaymentIntentStatus, charge: String? = nil, decline: Decline? = nil) {
        answer(.intent(Self.facts(status, charge: charge, decline: decline)))
    }

    /// Lets the newest timer of this duration run out.
    mutating func fire(_ duration: Duration) {
        guard let timer = timers.last(where: { $0.duration == duration }) else { return }
        timers.removeAll { $0.serial == timer.serial }
        take(.timerFired(timer.serial, .none))
    }

    mutating func fireOnline() { fire(machine.policy.online) }
    mutating func fireTotal() { fire(machine.policy.total ?? .zero) }

    /// Ends the running pause, whichever it is.
    mutating func firePause() {
        let pauses = [Self.pause, machine.policy.unknownPause]
        guard let timer = timers.last(where: { pauses.contains($0.duration) }) else { return }
        fire(timer.duration)
    }

    static let pause = Duration.seconds(2) * 3 / 4

    /// - Parameter tip: What the customer added on the reader.
    mutating func readCard(tip: Int64? = nil, awaitsIssuer: Bool = false) {
        isReaderRunning = false
        if let tip { take(.tipChosen(tip)) }
        hasCard = true
        take(.cardCollected(awaitsIssuer: awaitsIssuer))
    }

    mutating func endCollection(_ failure: CollectionFailure) {
        isReaderRunning = false
        take(.collectionFailed(failure))
    }

    /// Collects, and answers the attaching of an inspected card.
    mutating func collect(inspect: Bool = false, tip: Int64? = nil) {
        take(.collectRequested(inspect: inspect, maximumTip: machine.terms.maximumTip))
        readCard(tip: tip)
        if inspect { answer(.requiresConfirmation) }
    }

    mutating func sendConfirm(tip: Int64? = nil) {
        collect(tip: tip)
        take(.confirmRequested)
    }

    /// To the pause of a confirmation that was told as unknown.
    mutating func tellConfirmUnknown() {
        sendConfirm()
        loseUntilUnknown()
    }

    /// Loses every answer until the command was answered.
    mutating func loseUntilUnknown() {
        let before = finished.count
        for _ in 0..<20 where finished.count == before {
            if machine.exchange != nil { answer(.noAnswer) } else { firePause() }
        }
    }

    /// Reads a card that is to be inspected, and is attached for that.
    mutating func sendAttaching() {
        take(.collectRequested(inspect: true))
        readCard()
    }

    /// Confirms a card that waits in the reader for the issuer's answer.
    mutating func sendWaiting() {
        take(.collectRequested(inspect: false))
        readCard(awaitsIssuer: true)
        take(.confirmRequested)
    }

    /// Approves for a card that waits, which is told so.
    mutating func askCard() {
        sendWaiting()
        answer(approved)
    }

    /// Gives the card's word on what it was told last.
    mutating func say(_ word: CardWord) { take(.cardConcluded(told.last?.serial ?? 0, word)) }

    mutating func approve() {
        sendConfirm()
        answer(approved)
    }

    private var approved: PaymentIntentStatus {
        machine.terms.captureMethod == .manual ? .requiresCapture : .succeeded
    }

    mutating func sendCapture(_ amount: Int64? = nil) {
        approve()
        take(.captureRequested(amount))
    }

    /// Approves after a cancel was asked for that gives the money back.
    mutating func sendReversal() {
        sendConfirm()
        cancel(.reverseIfApproved)
        answer(approved)
    }

    mutating func cancel(_ mode: CancelMode = .stop) { take(.cancelRequested(mode, by: .application)) }

    mutating func releaseRecords() {
        journalMode = .writes
        let held = records
        records = []
        for record in held {
            guard let event = write(record) else { continue }
            take(event)
        }
    }

    /// What the journal answers; nil when nothing waits for the record.
    private mutating func write(_ held: Record) -> PaymentEvent? {
        guard journalMode == .writes, let entry = held.entry else { return held.serial.map(PaymentEvent.recordFailed) }
        if case .requestLeaving(let request, 2...) = entry.event, let open = history?.open, open.request == request,
            !stamp.allowsRepeating(from: open.first)
        {
            return held.serial.map(PaymentEvent.keyTooOld)
        }
        let record = RecordedEntry(sequence: Int64(journal.count), stamp: stamp, entry: entry)
        entries.append(record)
        if history == nil { history = PaymentHistory(record) } else { history?.apply(record) }
        return held.serial.map(PaymentEvent.recorded)
    }

    private var stamp: Stamp {
        Stamp(unixMilliseconds: minutes * 60_000, upMilliseconds: minutes * 60_000, boot: boot)
    }

    /// Ends the process, and lets a new one go on from what is on the disk.
    ///
    /// - Parameter terms: What the application asks for now; `nil` for what it asked for before.
    /// - Returns: whether there was something to resolve.
    mutating func restart(
        newBoot: Bool = true, facts: IntentFacts = Bench.facts(.requiresPaymentMethod), terms: PaymentTerms? = nil
    ) -> Bool {
        if newBoot { boot += 1 }
        (finished, notices, sent, timers, records) = ([], [], [], [], [])
        (isReaderRunning, hasCard, told, journalMode) = (false, false, [], .writes)
        let (terms, policy) = (terms ?? machine.terms, machine.policy)
        if let resumed = history.flatMap({ PaymentMachine(resuming: $0, policy: policy) }) {
            machine = resumed
            take(.resumed)
            return true
        }
        machine =
            history.map { PaymentMachine(terms: terms, facts: facts, history: $0, policy: policy) }
            ?? PaymentMachine(terms: terms, facts: facts, policy: policy)
        return false
    }

    // MARK: - Actions

    private mutating func perform(_ action: PaymentAction) {
        switch action {
        case .record(let serial, let entry):
            records.append(Record(serial: serial, entry: entry))
            journal.append(entry.event)
        case .note(let entry):
            records.append(Record(entry: entry))
            journal.append(entry.event)
        case .store(let serial): records.append(Record(serial: serial))
        case .startCollection: isReaderRunning = true
        case .stopCollection: isStopAsked = true
        case .conclude(let serial, let verdict): told.append((serial, verdict))
        case .dropCard: hasCard = false
        case .send(_, let request): sent.append(request)
        case .abandon(let serial): abandoned.append(serial)
        case .startTimer(let serial, let duration): timers.append((serial, duration))
        case .stopTimer(let serial): timers.removeAll { $0.serial == serial }
        case .finish(let completion): finished.append(completion)
        case .notify(let notice): notices.append(notice)
        case .reportUnexpected(let event): unexpected.append(event)
        }
    }

    // MARK: - What was seen

    var phase: PaymentPhase.Name { machine.phase.name }

    /// The answers to cancels.
    var cancelAnswers: [PaymentCompletion.CancelAnswer] {
        finished.compactMap { if case .cancelAnswered(let answer) = $0 { answer } else { nil } }
    }

    /// The keys of everything that left, in order.
    var keys: [String] { sent.compactMap { $0.key?.rawValue } }
}
