public import TenderModel

/// A point of sale as one pure state machine: the connection, whose turn it is at the reader, the payments, the requests
/// beside them, the forwarder, and what earlier processes left.
///
/// Commands and whoever waits for them are ids. It has no clock, no randomness and no I/O, and holds no card data, secret
/// or object of the API; folding the same events gives the same value.
public struct TerminalMachine: Hashable, Sendable, Codable {
    /// What a terminal is told once.
    public struct Configuration: Hashable, Sendable, Codable {
        /// How long to wait and how often to repeat.
        public var policy: PaymentPolicy
        /// How a lost reader is looked for.
        public var connection: ConnectionMachine.Policy
        /// How long a reader may take to open.
        public var connectLimit: Duration
        /// How long a stopped reader may take to become idle before it is given up.
        public var readerStopLimit: Duration
        /// How much may be accepted offline.
        public var offline: OfflineLimits
        /// Whether the journal keeps card data.
        public var keepsCards: Bool
        /// How what was accepted offline is forwarded.
        public var forwarding: ForwardingPolicy
        /// Whether it is forwarded by itself.
        public var forwardsByItself: Bool

        /// Makes a configuration.
        public init(
            policy: PaymentPolicy = PaymentPolicy(),
            connection: ConnectionMachine.Policy = ConnectionMachine.Policy(), connectLimit: Duration = .seconds(60),
            readerStopLimit: Duration = .seconds(10), offline: OfflineLimits = .none, keepsCards: Bool = false,
            forwarding: ForwardingPolicy = ForwardingPolicy(), forwardsByItself: Bool = true
        ) {
            self.policy = policy
            self.connection = connection
            self.connectLimit = connectLimit
            self.readerStopLimit = readerStopLimit
            self.offline = offline
            self.keepsCards = keepsCards
            self.forwarding = forwarding
            self.forwardsByItself = forwardsByItself
        }
    }

    let configuration: Configuration
    var connection: ConnectionMachine
    var link = ReaderLink()
    var payments: [TerminalPayment] = []
    var turn = ReaderTurn()
    var commands: [RunningCommand] = []
    var requests: [TerminalRequest] = []
    var forwarder: ForwarderMachine
    var desk = ForwardingDesk()
    var takeover = Takeover()
    /// Notes that refunds and calls were told, on their way to the journal.
    var notes = RecordQueue()
    /// Who waits until they are written.
    var noteWaiters: [Job] = []
    /// What the terminal itself has asked of the world, and what the answer is for.
    var jobs: [OpenJob] = []
    var lastNumber = 0
    var lastSerial: Serial = 0
    /// Counts the commands on payments.
    var uses = 0
    var sequence: UInt64 = 0
    var lastStatus = PaymentStatus.notReady
    /// The records of payments that are forgotten, still on their way to the journal.
    var leftRecords: [LeftRecords] = []
    /// What follows once everything else is done that the event in hand leads to; empty between events.
    var afterwards: [Job] = []
    /// What is done in answer to the event in hand; empty between events.
    var actions: [Action] = []
    /// What chance brought along with the event in hand.
    var chance = Chance.none

    /// Something that the terminal itself has asked for.
    struct OpenJob: Hashable, Sendable, Codable {
        var serial: Serial
        var job: Job
    }

    /// Makes a terminal without a reader; `started` makes it take over what earlier processes left.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        connection = ConnectionMachine(policy: configuration.connection)
        forwarder = ForwarderMachine(policy: configuration.forwarding, isPaused: !configuration.forwardsByItself)
    }

    /// Takes one event, with what chance brings along, and says what is to be done.
    ///
    /// An event without a meaning here changes nothing; one that should not happen is told as `unexpected`.
    public mutating func handle(_ event: Event, _ chance: Chance = .none) -> [Action] {
        self.chance = chance
        take(event)
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
        case .collected(let errand, let card): collectionEnded(errand, .success(card))
        case .notCollected(let errand, let error): collectionEnded(errand, .failure(error))
        case .answered(let errand, let reply): answered(errand, reply)
        case .requestAnswered(let errand, let reply): answered(errand, reply)
        case .searched(let errand, let search): searched(errand, search)
        case .appended(let errand, let error): appended(errand, error)
        case .history(let errand, let history): finish(errand, .history(history))
        case .histories(let errand, let histories): finish(errand, .histories(histories))
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

    // MARK: - Where it stands

    /// Where the connection to the reader stands.
    public var connectionStatus: ConnectionStatus { connection.status }

    /// The opening of the reader that is connected; nil when none is.
    public var openReader: Serial? { link.isOpen ? link.opening : nil }

    /// Whether it has a stored payment: one that is neither resolved nor deleted.
    public func hasStored(_ id: String) -> Bool { forwarder.has(id) }

    /// Whether nothing of what is stored is under way, and nothing waits but for a person.
    public var isForwarderIdle: Bool { forwarder.isIdle }

    /// Whether a timer only ends the pause of a refund or a call that is followed for as long as nobody knows.
    public func isPauseOfFollowing(_ errand: Errand) -> Bool {
        requests.contains { $0.isResting && .request($0.number) == errand.owner && $0.serial == errand.serial }
    }

    /// What the reader side is doing.
    public var paymentStatus: PaymentStatus {
        guard link.isOpen else { return .notReady }
        if payments.contains(where: { $0.collection != nil }) { return .waitingForInput }
        return payments.contains { $0.waiter != nil && $0.machine.isAtGateway } ? .processing : .ready
    }

    private mutating func publishPaymentStatus() {
        let status = paymentStatus
        guard status != lastStatus else { return }
        lastStatus = status
        publish(.paymentStatus(status))
    }

    // MARK: - Asking and telling

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

    /// An errand of the terminal's own, under which the answer will be for this job.
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

    /// Forgets a job of the terminal's own, whose timer runs.
    mutating func stopTimer(_ errand: Errand?) {
        guard let errand else { return }
        jobs.removeAll { $0.serial == errand.serial }
        emit(.stopTimer(errand))
    }
}
