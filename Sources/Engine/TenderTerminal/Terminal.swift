import TenderBytes
public import TenderFlow
public import TenderMessages
public import TenderModel

/// A point of sale: one reader, any number of payments in sequence, and for each an outcome that is never guessed.
///
/// It is not a singleton: several terminals can live in one process. `TerminalMachine` makes all decisions; the actor
/// carries out its actions, stores tasks, objects and waiters by ID, and never suspends between reading and writing
/// state.
public actor Terminal {
    /// The parts and settings of a terminal.
    public struct Configuration: Sendable {
        /// The payments API, or a merchant's own server in its place.
        public var gateway: any Gateway
        /// The source of readers.
        public var readerSource: any ReaderSource
        /// The journal in which payments are recorded before they act.
        public var journal: any Journal
        /// The time limits and repetitions of a payment.
        public var policy: PaymentPolicy
        /// How to look for a lost reader.
        public var connection: ConnectionMachine.Policy
        /// The time limit for opening a reader, including its connection token.
        public var connectLimit: Duration
        /// The time limit for a stopped reader to become idle, after which it is given up.
        public var readerStopLimit: Duration
        /// The clock of all deadlines.
        public var clock: any Clock<Duration>
        /// The source of keys and jitter.
        public var random: any RandomSource
        /// The limits on offline payments; nothing is accepted offline by default.
        public var offline: OfflineLimits
        /// How to forward what was accepted offline.
        public var forwarding: ForwardingPolicy
        /// Whether to forward automatically; otherwise `resumeForwarding` or `forwardNow` starts it.
        public var forwardsByItself: Bool
        /// The watch over holds; `nil` for none.
        public var holds: HoldWatching?
        /// The language for a customer whose card prefers none that is written here.
        public var customerLanguage: Language
        /// Which diagnostics the subscribers get.
        public var logLevel: LogLevel

        /// Creates a configuration.
        public init(
            gateway: any Gateway, readerSource: any ReaderSource, journal: any Journal,
            policy: PaymentPolicy = PaymentPolicy(),
            connection: ConnectionMachine.Policy = ConnectionMachine.Policy(),
            connectLimit: Duration = .seconds(60), readerStopLimit: Duration = .seconds(10),
            clock: any Clock<Duration> = ContinuousClock(),
            random: any RandomSource = SystemRandomSource(), offline: OfflineLimits = .none,
            forwarding: ForwardingPolicy = ForwardingPolicy(), forwardsByItself: Bool = true,
            holds: HoldWatching? = nil, customerLanguage: Language = .english, logLevel: LogLevel = .verbose
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
            self.holds = holds
            self.customerLanguage = customerLanguage
            self.logLevel = logLevel
        }
    }

    let configuration: Configuration
    let hub = EventHub()
    /// The events that the log level kept from the subscribers, which leave no gap in the numbers.
    var withheldEvents: UInt64 = 0
    var machine: TerminalMachine

    /// The counter of the commands and of their cancellations.
    private(set) var lastCommand: CommandID = 0
    private var waiters: [CommandID: CheckedContinuation<CommandReply, Never>] = [:]
    var calls: [CommandID: CommandCall] = [:]

    /// The open readers, by their openings.
    var readers: [Serial: any CardReader] = [:]
    var readerTasks: [Serial: Task<Void, Never>] = [:]
    var connectError: TenderError?
    var searchTask: Task<Void, Never>?

    /// The customer at the reader: whose card was read last, and the languages that it asks for.
    var customer: (intentID: String, locales: [String])?
    var cards: [Errand: CollectedCard] = [:]
    /// What is stored about those of them that wait in the reader.
    var waitingCards: [Errand: WaitingCardFile] = [:]
    var collections: [Errand: Task<Void, Never>] = [:]
    var questions: [Errand: Task<Void, Never>] = [:]
    var exchanges: [Errand: Task<Void, Never>] = [:]
    var timers: [Errand: Task<Void, Never>] = [:]
    /// What is stored about each payment.
    var files: [String: PaymentFile] = [:]
    /// The secrets of the SetupIntents with which stored cards are saved.
    var setupSecrets: [String: ClientSecret] = [:]
    /// The objects that came with the exchange that was just answered.
    var arrived: (intent: PaymentIntent?, error: GatewayError?)?
    /// The objects that requests outside payments created, and their last errors.
    var objects: [Int: any Sendable] = [:]
    var errors: [Int: GatewayError] = [:]
    /// The orders that several cards are paying now.
    var ordersAtWork: Set<String> = []

    /// Creates a terminal without a reader, and starts resolving, in the background, what earlier processes left in the
    /// journal without a result.
    public init(configuration: Configuration) {
        self.configuration = configuration
        machine = TerminalMachine(TerminalMachine.Configuration(configuration))
        Task { [weak self] in await self?.handle(.started) }
    }

    deinit {
        hub.finish()
        for task in [collections, questions, exchanges, timers].flatMap(\.values) + readerTasks.values { task.cancel() }
        searchTask?.cancel()
        for reader in readers.values { Task { await reader.disconnect() } }
    }

    /// Returns everything that happens from now on, for one subscriber.
    ///
    /// Any number may subscribe. Each has a buffer of 1024 events and loses its oldest ones if it falls behind, which
    /// the sequence numbers show; a slow subscriber delays no payment. The stream ends with the terminal.
    public nonisolated func events() -> AsyncStream<TerminalEvent> { hub.subscribe() }

    /// Calls a delegate for everything that happens from now on; retains neither the delegate nor the terminal.
    public nonisolated func addDelegate(_ delegate: any TerminalDelegate) {
        let stream = hub.subscribe()
        Task { [weak self, weak delegate] in
            for await event in stream {
                guard let self, let delegate else { return }
                await delegate.receive(event, from: self)
            }
        }
    }

    /// The state of the connection to the reader.
    public var connectionStatus: ConnectionStatus { machine.connectionStatus }

    /// The current activity of the reader side.
    public var paymentStatus: PaymentStatus { machine.paymentStatus }

    /// The connected reader, with what it can do.
    public var connectedReader: Reader? { machine.connectedReader }

    /// The language for the customer at the reader: that of the card that was read last, if anything is written in it,
    /// else the configuration's.
    ///
    /// It is the card's until a card is collected for another payment.
    public var customerLanguage: Language {
        .forCustomer(tags: customer?.locales ?? [], till: configuration.customerLanguage)
    }

    var openReader: (any CardReader)? { machine.openReader.flatMap { readers[$0] } }

    // MARK: - The loop

    /// Passes one event to the machine and carries out its actions, without suspending.
    func handle(_ event: TerminalMachine.Event) {
        for action in machine.handle(event, Chance(configuration.random)) { perform(action) }
    }

    /// Passes a command to the machine and waits for its single answer; canceling the task asks the command to stop.
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

    /// Passes a command that nobody waits for to the machine.
    func steer(_ command: TerminalMachine.Command) { handle(.command(nextCommand(), command)) }

    private func nextCommand() -> CommandID {
        lastCommand += 1
        return lastCommand
    }

    func answer(_ ids: [CommandID], _ answer: TerminalMachine.Answer) {
        var reply = CommandReply(answer, files: files, objects: objects, errors: errors)
        reply.reader = connectedReader
        reply.connectError = connectError
        reply.search = searchTask
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
            forwarding: configuration.forwarding, forwardsByItself: configuration.forwardsByItself,
            holds: configuration.holds?.policy ?? .none)
    }
}

/// A source of random numbers from the operating system.
public struct SystemRandomSource: RandomSource {
    /// Creates a source.
    public init() {}

    /// Returns 64 random bits.
    public func next() -> UInt64 { UInt64.random(in: .min ... .max) }
}
