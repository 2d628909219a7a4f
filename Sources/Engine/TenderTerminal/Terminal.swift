import TenderBytes
public import TenderFlow
public import TenderModel

/// A point of sale: one reader, any number of payments one after the other, and an outcome for each that is never guessed.
///
/// Not a singleton: several terminals can live in one process. All decisions are `TerminalMachine`'s; the actor carries out
/// what it asks for, keeps tasks, objects and waiters by id, and nothing between reading and writing state suspends.
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
    var machine: TerminalMachine

    /// Counts the commands, and the cancels of commands.
    private(set) var lastCommand: CommandID = 0
    private var waiters: [CommandID: CheckedContinuation<CommandReply, Never>] = [:]
    var calls: [CommandID: CommandCall] = [:]

    /// The readers that are open, by their openings.
    var readers: [Serial: any CardReader] = [:]
    var readerTasks: [Serial: Task<Void, Never>] = [:]
    var connectError: TenderError?
    var searchTask: Task<Void, Never>?

    var cards: [Errand: CollectedCard] = [:]
    var collections: [Errand: Task<Void, Never>] = [:]
    var exchanges: [Errand: Task<Void, Never>] = [:]
    var timers: [Errand: Task<Void, Never>] = [:]
    /// What is kept of each payment.
    var files: [String: PaymentFile] = [:]
    /// What came with the exchange that was answered just now.
    var arrived: (intent: PaymentIntent?, error: GatewayError?)?
    /// What the requests beside payments made, and their last errors.
    var objects: [Int: any Sendable] = [:]
    var errors: [Int: GatewayError] = [:]

    /// Makes a terminal without a reader; what earlier processes left without a result in the journal is resolved in the
    /// background from now on.
    public init(configuration: Configuration) {
        self.configuration = configuration
        machine = TerminalMachine(TerminalMachine.Configuration(configuration))
        Task { [weak self] in await self?.handle(.started) }
    }

    deinit {
        hub.finish()
        for task in [collections, exchanges, timers].flatMap(\.values) + readerTasks.values { task.cancel() }
        searchTask?.cancel()
        for reader in readers.values { Task { await reader.disconnect() } }
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
    public var connectionStatus: ConnectionStatus { machine.connectionStatus }

    /// What the reader side is doing.
    public var paymentStatus: PaymentStatus { machine.paymentStatus }

    /// The reader that is connected.
    public var connectedReader: Reader? { openReader?.reader }

    var openReader: (any CardReader)? { machine.openReader.flatMap { readers[$0] } }

    // MARK: - The loop

    /// Hands one event to the machine and carries out its actions; suspends nowhere.
    func handle(_ event: TerminalMachine.Event) {
        for action in machine.handle(event, Chance(configuration.random)) { perform(action) }
    }

    /// Gives the machine a command and waits for its one answer; cancelling the task asks it to stop.
    func run(
        _ command: TerminalMachine.Command, _ call: CommandCall = CommandCall(), _ cancelable: Cancelable? = nil
    ) async -> CommandReply {
        let id = nextCommand()
        calls[id] = call
        let asked = cancelable?.begin { [weak self] mode in await self?.cancel(id, mode) ?? .notCancellable(nil) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiters[id] = continuation
                handle(.command(id, command))
                if let asked { handle(.cancel(id, asked, by: nil)) }
            }
        } onCancel: {
            Task { await self.handle(.cancel(id, .stop, by: nil)) }
        }
    }

    func cancel(_ id: CommandID, _ mode: CancelMode) async -> CancelResult {
        let asker = nextCommand()
        let reply = await withCheckedContinuation { continuation in
            waiters[asker] = continuation
            handle(.cancel(id, mode, by: asker))
        }
        return reply.cancelResult
    }

    /// Gives the machine a command that nobody waits for.
    func steer(_ command: TerminalMachine.Command) { handle(.command(nextCommand(), command)) }

    private func nextCommand() -> CommandID {
        lastCommand += 1
        return lastCommand
    }

    func answer(_ ids: [CommandID], _ answer: TerminalMachine.Answer) {
        var reply = CommandReply(answer, files: files, objects: objects, errors: errors)
        reply.reader = connectedReader
        reply.connectError = connectError
        for id in ids {
            calls[id] = nil
            waiters.removeValue(forKey: id)?.resume(returning: reply)
        }
    }
}

extension TerminalMachine.Configuration {
    fileprivate init(_ configuration: Terminal.Configuration) {
        self.init(
            policy: configuration.policy, connection: configuration.connection,
            connectLimit: configuration.connectLimit, readerStopLimit: configuration.readerStopLimit,
            offline: configuration.offline, keepsCards: configuration.journal is any PayloadJournal,
            forwarding: configuration.forwarding, forwardsByItself: configuration.forwardsByItself)
    }
}

/// Random numbers of the operating system.
public struct SystemRandomSource: RandomSource {
    /// Makes a source.
    public init() {}

    /// 64 random bits.
    public func next() -> UInt64 { UInt64.random(in: .min ... .max) }
}
