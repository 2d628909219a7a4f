public import TenderReaders

/// A queue that prints one job after another in the background: the caller never waits for the printer.
///
/// A job that was not printed is kept and reported; nothing is reprinted automatically. The drawer is opened by a write
/// of its own, before anything waiting to be printed, and never twice for one event.
public actor PrintQueue {
    /// A print job.
    public struct Job: Hashable, Sendable, Identifiable {
        /// The job's id; a second job with the id of a waiting one is not accepted.
        public var id: String
        /// The bytes for the printer.
        public var bytes: [UInt8]

        /// Creates a job.
        public init(id: String, bytes: [UInt8]) {
            self.id = id
            self.bytes = bytes
        }
    }

    /// The state of a job.
    public enum State: Hashable, Sendable {
        /// Waiting for earlier jobs.
        case waiting
        /// Being sent.
        case printing
        /// Fully sent, with the printer's status afterwards; whether it is on paper, only a person can see.
        case sent(PrinterStatus)
        /// Not printed, or only in part, and kept.
        case notPrinted(PrintProblem, isPartial: Bool)
    }

    /// A report of the queue.
    public enum Update: Hashable, Sendable {
        /// A job's state changed.
        case job(String, State)
        /// The drawer was opened for an event, as far as can be known, or the reason that it was not.
        case drawer(event: String, PrintProblem?)
    }

    /// The time limits.
    public struct Limits: Hashable, Sendable {
        /// The limit for opening the connection.
        public var opening: Duration
        /// The limit for accepting a job's bytes; a printer without paper accepts none.
        public var sending: Duration
        /// The limit for answering a status request.
        public var answering: Duration

        /// Creates limits.
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

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - asksStatus: Whether the printer can answer; a plain file cannot.
    ///   - drawerPin: The pin of the drawer.
    ///   - kicked: The events for which the drawer was already opened, such as by the program's last run.
    ///   - limits: The time limits.
    ///   - clock: The clock that measures the limits.
    ///   - open: Connects to the printer; called for each job.
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

    /// Returns all updates from now on; buffers the newest thousand.
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

    /// Accepts a job and returns at once.
    ///
    /// - Returns: Whether it was accepted; false when a job with its id waits, prints or is kept.
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
    /// An event counts as done before its pulse is sent: a pulse with an unknown outcome is not repeated.
    /// - Parameter event: The id of the journaled event that opens it.
    /// - Returns: Whether it will be opened; false when the event already opened it.
    @discardableResult
    public func openDrawer(for event: String) -> Bool {
        guard kicked.insert(event).inserted else { return false }
        kicks.append(event)
        work()
        return true
    }

    /// The jobs that were not printed, oldest first.
    public var notPrinted: [Job] { failed }

    /// Returns the state of a job; `nil` for one that is no longer here, such as after it was sent.
    public func state(of id: String) -> State? {
        if printing?.id == id { return .printing }
        if jobs.contains(where: { $0.id == id }) { return .waiting }
        return problems[id]
    }

    /// Reprints a kept job, after the waiting ones.
    ///
    /// - Returns: Whether there is such a job.
    @discardableResult
    public func retry(_ id: String) -> Bool { discard(id).map { add($0) } ?? false }

    /// Removes a kept job and returns it; `nil` when there is none.
    @discardableResult
    public func discard(_ id: String) -> Job? {
        guard let place = failed.firstIndex(where: { $0.id == id }) else { return nil }
        problems[id] = nil
        return failed.remove(at: place)
    }

    /// Waits until all work is done.
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
        // A printer that was silent before is not asked again.
        let after = before == PrinterStatus() ? before : await status(transport)
        return after.obstacle.map { .notPrinted($0, isPartial: true) } ?? .sent(after)
    }

    /// Requests the printer's status; stops after a silence, since a late answer would be taken for that to another
    /// request.
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

    /// Returns the result of a call within a time limit; the call is canceled after it.
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
