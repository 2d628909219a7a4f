public import TenderReaders

/// Prints one thing after another, beside everything else: whoever hands in a receipt never waits for the printer.
///
/// A job that was not printed is kept and told; nothing is printed again by itself. The drawer is opened by a write of its
/// own, before what waits to be printed, and never twice for one event.
public actor PrintQueue {
    /// Something to print.
    public struct Job: Hashable, Sendable, Identifiable {
        /// The job's id; one that waits already is not taken again.
        public var id: String
        /// What the printer is sent.
        public var bytes: [UInt8]

        /// Describes a job.
        public init(id: String, bytes: [UInt8]) {
            self.id = id
            self.bytes = bytes
        }
    }

    /// What became of a job.
    public enum State: Hashable, Sendable {
        /// Others are before it.
        case waiting
        /// It is being sent.
        case printing
        /// Everything was sent. Whether it is on paper only a person sees; this is what the printer said after it.
        case sent(PrinterStatus)
        /// It was not printed, or not all of it, and is kept.
        case notPrinted(PrintProblem, isPartial: Bool)
    }

    /// What the queue tells.
    public enum Update: Hashable, Sendable {
        /// A job's state changed.
        case job(String, State)
        /// The drawer was opened for an event, as far as can be told, or why not.
        case drawer(event: String, PrintProblem?)
    }

    /// How long things may take.
    public struct Limits: Hashable, Sendable {
        /// To open the connection.
        public var opening: Duration
        /// To take a job's bytes; a printer without paper takes none.
        public var sending: Duration
        /// To answer a question about the status.
        public var answering: Duration

        /// Describes limits.
        public init(
            opening: Duration = .seconds(5), sending: Duration = .seconds(30), answering: Duration = .milliseconds(500)
        ) {
            self.opening = opening
            self.sending = sending
            self.answering = answering
        }
    }

    private let open: @Sendable () async throws(TransportError) -> any ByteTransport
    private let asksStatus: Bool
    private let drawerPin: PrinterSettings.DrawerPin
    private let limits: Limits
    private let clock: any Clock<Duration>

    private var kicks: [String] = []
    private var jobs: [Job] = []
    private var printing: Job?
    private var failed: [Job] = []
    private var problems: [String: State] = [:]
    private var kicked: Set<String>
    private var worker: Task<Void, Never>?
    private var listeners: [Int: AsyncStream<Update>.Continuation] = [:]
    private var listenerCount = 0

    /// Starts with nothing to print.
    ///
    /// - Parameters:
    ///   - asksStatus: whether the printer can answer; a plain file cannot.
    ///   - drawerPin: where the drawer is.
    ///   - kicked: the events for which the drawer was opened before, such as by this program's last run.
    ///   - limits: how long things may take.
    ///   - clock: what the limits are measured with.
    ///   - open: connects to the printer; called for each job.
    public init(
        asksStatus: Bool = true, drawerPin: PrinterSettings.DrawerPin = .two, kicked: Set<String> = [],
        limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock(),
        open: @escaping @Sendable () async throws(TransportError) -> any ByteTransport
    ) {
        self.asksStatus = asksStatus
        self.drawerPin = drawerPin
        self.kicked = kicked
        self.limits = limits
        self.clock = clock
        self.open = open
    }

    /// What happens from now on; the newest thousand of what nobody took.
    public func updates() -> AsyncStream<Update> {
        let (stream, continuation) = AsyncStream<Update>.makeStream(bufferingPolicy: .bufferingNewest(1000))
        listenerCount += 1
        let number = listenerCount
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeListener(number) }
        }
        return stream
    }

    /// Takes a job and returns at once.
    ///
    /// - Returns: whether it was taken; not when one with its id waits, prints or is kept.
    @discardableResult
    public func add(_ job: Job) -> Bool {
        guard state(of: job.id) == nil else { return false }
        jobs.append(job)
        tell(.job(job.id, .waiting))
        work()
        return true
    }

    /// Opens the drawer as soon as the printer is free, and returns at once.
    ///
    /// An event counts as done before its pulse is sent: a pulse whose fate is unknown is not repeated.
    /// - Parameter event: the id of the journalled event that opens it.
    /// - Returns: whether it is opened; not when the event opened it before.
    @discardableResult
    public func openDrawer(for event: String) -> Bool {
        guard kicked.insert(event).inserted else { return false }
        kicks.append(event)
        work()
        return true
    }

    /// The jobs that were not printed, the oldest first.
    public var notPrinted: [Job] { failed }

    /// Where a job stands; nil for one that is not here, such as after it was sent.
    public func state(of id: String) -> State? {
        if printing?.id == id { return .printing }
        if jobs.contains(where: { $0.id == id }) { return .waiting }
        return problems[id]
    }

    /// Prints a kept job again, after those that wait.
    ///
    /// - Returns: whether there is such a job.
    @discardableResult
    public func retry(_ id: String) -> Bool { discard(id).map { add($0) } ?? false }

    /// Gives up a kept job, and returns it; nil when there is none.
    @discardableResult
    public func discard(_ id: String) -> Job? {
        guard let place = failed.firstIndex(where: { $0.id == id }) else { return nil }
        problems[id] = nil
        return failed.remove(at: place)
    }

    /// Waits until there is nothing more to do.
    public func finish() async {
        while let worker { await worker.value }
    }

    private func work() {
        guard worker == nil else { return }
        worker = Task { await run() }
    }

    private func run() async {
        while true {
            if !kicks.isEmpty {
                await kick(kicks.removeFirst())
            } else if !jobs.isEmpty {
                await print(jobs.removeFirst())
            } else {
                break
            }
        }
        worker = nil
    }

    private func kick(_ event: String) async {
        let pulse = ESCPOS.openDrawer(drawerPin)
        do throws(PrintProblem) {
            let transport = try await connect()
            let result = await limited(limits.sending) { () async throws(TransportError) in
                try await transport.send(pulse)
            }
            await transport.close()
            _ = try result.get()
            tell(.drawer(event: event, nil))
        } catch {
            tell(.drawer(event: event, error))
        }
    }

    private func print(_ job: Job) async {
        printing = job
        tell(.job(job.id, .printing))
        let state = await send(job)
        printing = nil
        if case .notPrinted = state {
            failed.append(job)
            problems[job.id] = state
        }
        tell(.job(job.id, state))
    }

    private func send(_ job: Job) async -> State {
        let transport: any ByteTransport
        do throws(PrintProblem) {
            transport = try await connect()
        } catch {
            return .notPrinted(error, isPartial: false)
        }
        let state = await send(job, on: transport)
        await transport.close()
        return state
    }

    private func send(_ job: Job, on transport: any ByteTransport) async -> State {
        let before = await status(transport)
        if let obstacle = before.obstacle { return .notPrinted(obstacle, isPartial: false) }
        let result = await limited(limits.sending) { () async throws(TransportError) in
            try await transport.send(job.bytes)
        }
        if case .failure(let problem) = result { return .notPrinted(problem, isPartial: true) }
        // Who was silent before is not waited for again.
        let after = before == PrinterStatus() ? before : await status(transport)
        return after.obstacle.map { .notPrinted($0, isPartial: true) } ?? .sent(after)
    }

    /// Asks the printer; after a silence nothing more, since a late answer would be taken for another question's.
    private func status(_ transport: any ByteTransport) async -> PrinterStatus {
        var status = PrinterStatus()
        guard asksStatus else { return status }
        for request in PrinterStatus.Request.allCases {
            let answer = await limited(limits.answering) { () async throws(TransportError) in
                try await transport.send(ESCPOS.ask(request))
                return try await transport.receive()
            }
            guard case .success(let bytes) = answer, let byte = bytes.last else { break }
            status.learn(byte, of: request)
        }
        return status
    }

    private func connect() async throws(PrintProblem) -> any ByteTransport {
        let open = open
        return try await limited(limits.opening) { () async throws(TransportError) in try await open() }.get()
    }

    /// What a call gives within a time; the call is canceled after it.
    private func limited<Value: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async throws(TransportError) -> Value
    ) async -> Result<Value, PrintProblem> {
        let clock = clock
        return await withTaskGroup(of: Result<Value, PrintProblem>?.self) { group in
            group.addTask {
                do throws(TransportError) {
                    return .success(try await body())
                } catch {
                    return error == .canceled ? nil : .failure(.unreachable(error))
                }
            }
            group.addTask {
                try? await clock.sleep(for: limit)
                return .failure(.timedOut)
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .failure(.unreachable(.canceled))
        }
    }

    private func tell(_ update: Update) {
        for number in listeners.keys.sorted() { listeners[number]?.yield(update) }
    }

    private func removeListener(_ number: Int) { listeners[number] = nil }
}
