import TenderBytes
public import TenderFlow
public import TenderModel

/// A point of sale: one reader, any number of payments one after the other, and an outcome for each that is never guessed.
///
/// Not a singleton: several terminals can live in one process. All decisions are made by the pure machines of
/// TenderFlow; the actor carries out what they ask for, and nothing between reading and writing state suspends.
public actor Terminal {
    /// What a terminal is made of.
    public struct Configuration: Sendable {
        /// The payments API, or a merchant's own server in its place.
        public var gateway: any Gateway
        /// Where readers are found.
        public var readerSource: any ReaderSource
        /// Where payments are written down before they act.
        public var journal: any Journal
        /// How long to wait and how often to repeat.
        public var policy: PaymentPolicy
        /// How a lost reader is looked for.
        public var connection: ConnectionMachine.Policy
        /// How long a reader may take to open, its connection token included.
        public var connectLimit: Duration
        /// How long a stopped reader may take to become idle before it is given up.
        public var readerStopLimit: Duration
        /// The clock of all deadlines.
        public var clock: any Clock<Duration>
        /// Where keys and jitter come from.
        public var random: any RandomSource
        /// How much may be accepted offline; nothing by default.
        public var offline: OfflineLimits
        /// How what was accepted offline is forwarded.
        public var forwarding: ForwardingPolicy
        /// Whether it is forwarded by itself; otherwise when `resumeForwarding` or `forwardNow` asks for it.
        public var forwardsByItself: Bool

        /// Makes a configuration.
        public init(
            gateway: any Gateway, readerSource: any ReaderSource, journal: any Journal,
            policy: PaymentPolicy = PaymentPolicy(),
            connection: ConnectionMachine.Policy = ConnectionMachine.Policy(),
            connectLimit: Duration = .seconds(60), readerStopLimit: Duration = .seconds(10),
            clock: any Clock<Duration> = ContinuousClock(),
            random: any RandomSource = SystemRandomSource(), offline: OfflineLimits = .none,
            forwarding: ForwardingPolicy = ForwardingPolicy(), forwardsByItself: Bool = true
        ) {
            self.gateway = gateway
            self.readerSource = readerSource
            self.journal = journal
            self.policy = policy
            self.connection = connection
            self.connectLimit = connectLimit
            self.readerStopLimit = readerStopLimit
            self.clock = clock
            self.random = random
            self.offline = offline
            self.forwarding = forwarding
            self.forwardsByItself = forwardsByItself
        }
    }

    let configuration: Configuration
    let hub = EventHub()

    var connection: ConnectionMachine
    var link = ReaderLink()
    var lanes: [String: PaymentLane] = [:]
    var turn = ReaderTurn()
    /// Counts the commands.
    var commands = 0
    /// Counts the collections, so that one that was given up is recognised.
    var collections = 0
    var lastPaymentStatus = PaymentStatus.notReady
    /// The records on their way to the journal, and who waits for the last of them.
    var openRecords = 0
    var recordWaiters: [CheckedContinuation<Void, Never>] = []
    /// The calls that somebody waits for and that have no key of the caller's.
    var callsUnderWay: [MoneyCall: Task<MoneyOutcome, any Error>] = [:]
    /// Notes that refunds and calls were told; whoever asks for another waits for it.
    var telling: Task<Void, Never>?
    /// Forwards what was accepted offline.
    var forwarder: ForwarderMachine
    var forwarding = ForwardingLink()
    /// What earlier processes left and is being resolved: intents and the keys of refunds.
    var recovering: Set<String> = []
    /// Takes over what earlier processes left; commands wait for it.
    var takeover: Task<Void, Never>?

    /// Makes a terminal without a reader; what earlier processes left without a result in the journal is resolved in the
    /// background from now on.
    public init(configuration: Configuration) {
        self.configuration = configuration
        connection = ConnectionMachine(policy: configuration.connection)
        forwarder = ForwarderMachine(policy: configuration.forwarding, isPaused: !configuration.forwardsByItself)
        Task { [weak self] in await self?.awaitTakeover() }
    }

    deinit {
        hub.finish()
        link.cancelAll()
        for lane in lanes.values { lane.cancelAll() }
        forwarding.cancelAll()
    }

    /// Everything that happens from now on, for one subscriber.
    ///
    /// Any number may subscribe. Each has a buffer of 1024 events and loses its oldest when it falls behind, which the
    /// sequence numbers show; a slow subscriber delays no payment. The stream ends with the terminal.
    public nonisolated func events() -> AsyncStream<TerminalEvent> { hub.subscribe() }

    /// Calls a delegate for everything that happens from now on; the delegate and the terminal are not kept alive.
    public nonisolated func addDelegate(_ delegate: any TerminalDelegate) {
        let stream = hub.subscribe()
        Task { [weak self, weak delegate] in
            for await event in stream {
                guard let self, let delegate else { return }
                await delegate.receive(event, from: self)
            }
        }
    }

    /// Where the connection to the reader stands.
    public var connectionStatus: ConnectionStatus { connection.status }

    /// What the reader side is doing.
    public var paymentStatus: PaymentStatus {
        guard link.reader != nil else { return .notReady }
        if lanes.values.contains(where: { $0.collection != nil }) { return .waitingForInput }
        return lanes.values.contains { $0.waiter != nil && $0.machine.isAtGateway } ? .processing : .ready
    }

    /// The reader that is connected.
    public var connectedReader: Reader? { link.reader?.reader }

    func publishPaymentStatus() {
        let status = paymentStatus
        guard status != lastPaymentStatus else { return }
        lastPaymentStatus = status
        hub.publish(.paymentStatus(status))
    }

    func jitter() -> Jitter { Jitter(permille: Int(configuration.random.next() % 1001)) }

    func makeKey() -> String {
        let bits = [configuration.random.next(), configuration.random.next()]
        return bits.map { String($0, radix: 36) }.joined()
    }
}

/// Random numbers of the operating system.
public struct SystemRandomSource: RandomSource {
    /// Makes a source.
    public init() {}

    /// 64 random bits.
    public func next() -> UInt64 { UInt64.random(in: .min ... .max) }
}
