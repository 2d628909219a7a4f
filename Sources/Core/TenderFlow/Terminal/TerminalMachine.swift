public import TenderModel

/// A point of sale as one pure state machine: the connection, the queue for the reader, the payments, the requests
/// outside payments, the forwarder, and what earlier processes left.
///
/// Commands, and whoever waits for them, are represented by IDs. The machine has no clock, no randomness and no I/O,
/// and contains no card data, no secret and no object of the API; folding the same events produces the same value.
public struct TerminalMachine: Hashable, Sendable, Codable {
    /// The settings of a terminal.
    public struct Configuration: Hashable, Sendable, Codable {
        /// The time limits and repetitions of a payment.
        public var policy: PaymentPolicy
        /// How to reconnect to a lost reader.
        public var connection: ConnectionMachine.Policy
        /// The time limit for opening a reader.
        public var connectLimit: Duration
        /// The time limit for a stopped reader to become idle, after which it is given up.
        public var readerStopLimit: Duration
        /// The limits on offline payments.
        public var offline: OfflineLimits
        /// Whether the journal stores card data.
        public var keepsCards: Bool
        /// How to forward what was accepted offline.
        public var forwarding: ForwardingPolicy
        /// Whether to forward automatically.
        public var forwardsByItself: Bool
        /// How to watch holds that nobody finished.
        public var holds: HoldPolicy

        /// Creates a configuration.
        public init(
            policy: PaymentPolicy = PaymentPolicy(),
            connection: ConnectionMachine.Policy = ConnectionMachine.Policy(), connectLimit: Duration = .seconds(60),
            readerStopLimit: Duration = .seconds(10), offline: OfflineLimits = .none, keepsCards: Bool = false,
            forwarding: ForwardingPolicy = ForwardingPolicy(), forwardsByItself: Bool = true,
            holds: HoldPolicy = .none
        ) {
            self.policy = policy
            self.connection = connection
            self.connectLimit = connectLimit
            self.readerStopLimit = readerStopLimit
            self.offline = offline
            self.keepsCards = keepsCards
            self.forwarding = forwarding
            self.forwardsByItself = forwardsByItself
            self.holds = holds
        }
    }

    let configuration: Configuration
    var connection: ConnectionMachine
    var link = ReaderLink()
    var payments: [TerminalPayment] = []
    var turn = ReaderTurn()
    /// What the reader does besides payments.
    var work: ReaderWork?
    /// The card that waits in the reader for its issuer's answer.
    @Apart var waitingCard: WaitingCard?
    var commands: [RunningCommand] = []
    var requests: [TerminalRequest] = []
    var forwarder: ForwarderMachine
    var desk = ForwardingDesk()
    var takeover = Takeover()
    var holdWatch: HoldWatch
    /// The notes that refunds and calls were reported, on their way to the journal.
    var notes = RecordQueue()
    /// The jobs that wait until these, and those of approvals, are written.
    var noteWaiters: [Job] = []
    /// The local SetupIntents that were canceled before a card was stored for them.
    var canceledSetups: [String] = []
    /// What the terminal itself has requested, and the purpose of each answer.
    var jobs: [OpenJob] = []
    var lastNumber = 0
    var lastSerial: Serial = 0
    /// The counter of payment commands.
    var uses = 0
    var sequence: UInt64 = 0
    var lastStatus = PaymentStatus.notReady
    /// The records of dropped payments that are still on their way to the journal.
    var leftRecords: [LeftRecords] = []
    /// The jobs that follow once everything else is done for the current event; empty between events.
    var afterwards: [Job] = []
    /// The actions for the current event; empty between events.
    var actions: [Action] = []
    /// The randomness that accompanies the current event.
    var chance = Chance.none

    /// Something that the terminal itself has requested.
    struct OpenJob: Hashable, Sendable, Codable {
        var serial: Serial
        var job: Job
    }

    /// Creates a terminal without a reader; `started` makes it take over what earlier processes left.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        connection = ConnectionMachine(policy: configuration.connection)
        holdWatch = HoldWatch(configuration.holds)
        forwarder = ForwarderMachine(policy: configuration.forwarding, isPaused: !configuration.forwardsByItself)
    }

    /// Handles one event, with the accompanying randomness, and returns the actions to perform.
    ///
    /// An event without a meaning here changes nothing; one that should not happen is reported as `unexpected`.
    public mutating func handle(_ event: Event, _ chance: Chance = .none) -> [Action] {
        self.chance = chance
        take(event)
        resumeNoteWaiters()
        while !afterwards.isEmpty { resume(afterwards.removeFirst(), .done) }
        answerWaiting()
        publishPaymentStatus()
        defer {
            actions = []
            self.chance = .none
        }
        return actions
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .started: takeOver()
        case .command(let id, let command): admit(id, command)
        case .cancel(let id, let mode, let asker): cancel(id, mode, by: asker)
        case .discoveryEnded(let serial): deliver(.discoveryEnded(serial))
        case .opened(let serial, let reader): opened(serial, reader)
        case .openFailed(let serial): openFailed(serial)
        case .closed(let serial): closed(serial)
        case .readerTold(let serial, let news): readerTold(serial, news)
        case .collected(let errand, let card, let tip, let awaitsIssuer): collected(errand, card, tip, awaitsIssuer)
        case .concluded(let errand, let word): concluded(errand, word)
        case .dataCollected(let errand): dataCollected(errand)
        case .rebooted(let errand, let error): rebooted(errand, error)
        case .updateProgressed(let errand, let percent): updateProgressed(errand, percent)
        case .updateInstalled(let errand): updateInstalled(errand)
        case .consentAnswered(let errand, let answer): consentAnswered(errand, answer)
        case .notCollected(let errand, let error): collectionEnded(errand, .failure(error))
        case .answered(let errand, let reply): answered(errand, reply)
        case .requestAnswered(let errand, let reply): answered(errand, reply)
        case .searched(let errand, let search): searched(errand, search)
        case .appended(let errand, let error): appended(errand, error)
        case .history(let errand, let history): finish(errand, .history(history))
        case .histories(let errand, let histories): finish(errand, .histories(histories))
        case .holds(let errand, let holds, let now): finish(errand, .holds(holds, now))
        case .unreadable(let errand, let error): finish(errand, .failed(error))
        case .payloadRead(let errand, let reading): payloadRead(errand, reading)
        case .timerFired(let errand): timerFired(errand)
        }
    }

    private mutating func timerFired(_ errand: Errand) {
        switch errand.owner {
        case .terminal: finish(errand, .done)
        case .connection: deliver(.timerFired(errand.serial))
        case .forwarder: handle(.timerFired(errand.serial))
        case .payment(let number): deliver(.timerFired(errand.serial, chance.jitter), to: number)
        case .request(let number): pauseEnded(number, errand.serial)
        }
    }

    // MARK: - State

    /// The state of the connection to the reader.
    public var connectionStatus: ConnectionStatus { connection.status }

    /// The opening of the connected reader; `nil` if there is none.
    public var openReader: Serial? { link.isOpen ? link.opening : nil }

    /// The connected reader, with what its driver can do; `nil` if there is none.
    public var connectedReader: Reader? { link.isOpen ? link.reader : nil }

    /// Returns whether it has a stored payment: one that is neither resolved nor deleted.
    public func hasStored(_ id: String) -> Bool { forwarder.has(id) }

    /// Whether nothing that is stored is in progress, and nothing waits except for a person.
    public var isForwarderIdle: Bool { forwarder.isIdle }

    /// Returns whether a timer merely ends a pause in pursuing a refund or a call of unknown outcome, or between two looks
    /// at the holds.
    public func isPauseOfFollowing(_ errand: Errand) -> Bool {
        jobs.contains { $0.job == .holdPause && Errand(.terminal, $0.serial) == errand }
            || requests.contains { $0.isResting && .request($0.number) == errand.owner && $0.serial == errand.serial }
    }

    /// The activity of the reader side.
    public var paymentStatus: PaymentStatus {
        guard link.isOpen else { return .notReady }
        if isCollectingData || payments.contains(where: { $0.collection != nil }) { return .waitingForInput }
        if requests.contains(where: { $0.presenting?.collection != nil }) { return .waitingForInput }
        if requests.contains(where: \.isSendingCard) { return .processing }
        return payments.contains { $0.waiter != nil && $0.machine.isAtGateway } ? .processing : .ready
    }

    private mutating func publishPaymentStatus() {
        let status = paymentStatus
        guard status != lastStatus else { return }
        lastStatus = status
        publish(.paymentStatus(status))
    }

    // MARK: - Requests and notices

    mutating func emit(_ action: Action) { actions.append(action) }

    mutating func publish(_ notice: TerminalMachine.Notice) {
        sequence += 1
        emit(.publish(sequence, notice))
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func nextSerial() -> Serial {
        lastSerial += 1
        return lastSerial
    }

    /// Returns an errand of the terminal's own, whose answer goes to this job.
    mutating func errand(for job: Job) -> Errand {
        let serial = nextSerial()
        jobs.append(OpenJob(serial: serial, job: job))
        return Errand(.terminal, serial)
    }

    mutating func readHistory(_ id: String, for job: Job) { emit(.readHistory(errand(for: job), id)) }

    mutating func append(_ entry: JournalEntry, for job: Job) { emit(.append(errand(for: job), entry)) }

    mutating func startTimer(_ duration: Duration, for job: Job) -> Errand {
        let errand = errand(for: job)
        emit(.startTimer(errand, duration))
        return errand
    }

    /// Drops a job of the terminal's own, and stops its timer.
    mutating func stopTimer(_ errand: Errand?) {
        guard let errand else { return }
        jobs.removeAll { $0.serial == errand.serial }
        emit(.stopTimer(errand))
    }
}
