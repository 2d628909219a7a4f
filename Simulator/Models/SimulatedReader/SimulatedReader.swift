import TenderBytes
public import TenderFlow
public import TenderModel

/// A card reader that plays a script, on any clock.
///
/// It runs a `ReaderScriptMachine`: this class only keeps its timers, its waiting callers and its stream of events.
public final class SimulatedReader: DataReader, RebootableReader, UpdatableReader {
    /// The reader's description, with its software as it is now.
    public var reader: Reader {
        var reader = described
        state.withLock { state in
            reader.availableUpdate = state.machine.update?.update
            reader.softwareVersion = state.machine.softwareVersion
        }
        return reader
    }

    private let described: Reader

    /// The reader's events while it is connected.
    ///
    /// The stream ends after `.disconnected`. One consumer, which may lag 1024 events behind before the oldest are
    /// dropped.
    public let events: AsyncStream<ReaderEvent>

    private typealias Machine = ReaderScriptMachine
    private enum Collected {
        case card(CollectedCard)
        case data(CollectedData)
    }

    private typealias Answer = Result<Collected, ReaderError>

    private struct State {
        var machine: Machine
        var callers: [Machine.CollectionID: CheckedContinuation<Answer, Never>] = [:]
        var timers: [Machine.TimerID: Task<Void, Never>] = [:]
        var collectionsAsked: Machine.CollectionID = 0
        var shownText: String?
        var question: ConsentRequest?
        var isUpdating = false
        var asked: CheckedContinuation<ConsentAnswer, Never>?
        var pending: [Machine.Action] = []
        var isPerforming = false
    }

    private let state: Guarded<State>
    private let clock: any Clock<Duration>
    private let eventSink: AsyncStream<ReaderEvent>.Continuation
    private let hasEnded: @Sendable (ReaderScriptMachine) -> Void

    /// Creates a connected reader on its own; `SimulatedReaderSource` creates readers that can be discovered.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - serialNumber: The reader's serial number.
    ///   - clock: The clock of the script's delays.
    public convenience init(
        script: ReaderScript = .default, serialNumber: String = "SIM-0001",
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            machine: ReaderScriptMachine(script: script, device: 1, counter: Self.freshCounter()),
            reader: .simulated(serialNumber: serialNumber), clock: clock, hasEnded: { _ in }
        )
    }

    /// Connects `machine`; `hasEnded` gets its last state before anybody learns of the disconnect, and must not call
    /// back.
    init(
        machine: ReaderScriptMachine, reader: Reader, clock: any Clock<Duration>,
        hasEnded: @escaping @Sendable (ReaderScriptMachine) -> Void
    ) {
        state = Guarded(State(machine: machine))
        described = reader
        self.clock = clock
        self.hasEnded = hasEnded
        (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
        deliver(.connected)
    }

    deinit {
        deliver(.disconnect)
        state.withLock { $0.timers.values.forEach { $0.cancel() } }
    }

    /// The text that the host shows on the reader, for tests and demonstrations.
    public var shownText: String? { state.withLock { $0.shownText } }

    /// The tips that the customer can choose from on the reader now, for tests and demonstrations.
    public var tipChoices: [TipChoice] { state.withLock { $0.machine.tipChoices } }

    /// Waits for the card that the script presents; returns when the reader is idle again.
    ///
    /// Canceling the task stops the reader. The call then throws `.canceled` when the reader is idle, or returns the
    /// card if the read came first; a muted reader answers nothing until it is disconnected.
    public func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
        if let notice = request.surchargeNotice { await show(notice) }
        guard case .card(let card) = try await run({ .collect($0, request) }) else {
            throw .communication("data in place of a card")
        }
        return card
    }

    /// The data of all cards that do not pay.
    public let dataTypes = CollectDataType.allCases

    /// Waits for the card that the script presents, as `collect` does; a payment card's stripe is refused.
    public func collectData(_ configuration: CollectDataConfiguration) async throws(ReaderError) -> CollectedData {
        guard case .data(let data) = try await run({ .collectData($0, configuration) }) else {
            throw .communication("a card in place of data")
        }
        return data
    }

    private func run(_ event: (Machine.CollectionID) -> Machine.Event) async throws(ReaderError) -> Collected {
        let id = state.withLock { state in
            state.collectionsAsked += 1
            return state.collectionsAsked
        }
        if state.withLock({ $0.isUpdating }) { throw .busy }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                state.withLock { $0.callers[id] = caller }
                deliver(event(id))
                // The handler may have run before there was a collection to stop.
                if Task.isCancelled { deliver(.stop(id)) }
            }
        } onCancel: {
            deliver(.stop(id))
        }
        return try answer.get()
    }

    /// The question that the customer has not answered, for tests and demonstrations.
    public var question: ConsentRequest? { state.withLock { $0.question } }

    /// Asks the customer, who answers as the script says; without an answer in it, as `answer(_:)` says.
    public func askConsent(_ request: ConsentRequest) async -> ConsentAnswer {
        let isConnected = state.withLock { if case .disconnected = $0.machine.phase { false } else { true } }
        guard isConnected else { return .failed("the reader is not connected") }
        if let answer = state.withLock({ $0.machine.script.consent }) { return answer }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let earlier = state.withLock { state in
                    defer { (state.asked, state.question) = (caller, request) }
                    return state.asked
                }
                earlier?.resume(returning: .failed("another question was asked"))
                // The handler may have run before there was a question to stop.
                if Task.isCancelled { answer(.failed("stopped")) }
            }
        } onCancel: {
            answer(.failed("stopped"))
        }
    }

    /// Answers the question that the reader shows; ignored when there is none.
    public func answer(_ answer: ConsentAnswer) {
        let caller = state.withLock { state in
            defer { (state.asked, state.question) = (nil, nil) }
            return state.asked
        }
        caller?.resume(returning: answer)
    }

    /// Makes an act happen now, outside of the script; one that makes no sense in this state is ignored.
    public func play(_ action: ReaderStep.Action) { deliver(.played(action)) }

    /// Stores a text for `shownText`.
    public func show(_ text: String?) async {
        state.withLock { $0.shownText = text }
    }

    /// Installs the script's update in ten steps, on the reader's clock.
    ///
    /// Canceling the task stops it: the reader then has its old software, and is usable.
    /// - Throws: The script's failure, `.failed` without an update, `.busy` beside a collection, `.canceled`,
    ///   `.disconnected`.
    public func installUpdate(_ progress: @escaping @Sendable (Int) -> Void) async throws(ReaderError) {
        let begun = state.withLock { state -> Result<ScriptedUpdate, ReaderError> in
            guard let update = state.machine.update else {
                return .failure(.failed(.updateExpired, "there is no update any more"))
            }
            if let failure = update.failure { return .failure(failure) }
            guard case .idle = state.machine.phase, !state.isUpdating else { return .failure(.busy) }
            state.isUpdating = true
            return .success(update)
        }
        let update = try begun.get()
        defer { state.withLock { $0.isUpdating = false } }
        for step in 1...10 {
            guard (try? await clock.sleep(for: update.duration / 10)) != nil else { throw .canceled(by: .application) }
            if case .disconnected(let reason) = state.withLock({ $0.machine.phase }) { throw .disconnected(reason) }
            progress(step * 10)
        }
        state.withLock { $0.machine.installUpdate() }
    }

    /// Restarts; the source can connect it again at once, or as its script says.
    ///
    /// - Throws: `.busy` during a collection, `.communication` from a muted reader, `.disconnected`.
    public func reboot() async throws(ReaderError) {
        let obstacle = state.withLock { state -> ReaderError? in
            if case .disconnected(let reason) = state.machine.phase { return .disconnected(reason) }
            if state.machine.isMuted { return .communication("the reader does not answer") }
            if case .idle = state.machine.phase, !state.isUpdating { return nil }
            return .busy
        }
        if let obstacle { throw obstacle }
        deliver(.played(.disconnect(.rebootRequested)))
    }

    /// Ends the connection; a running collection then throws `.disconnected(.disconnectRequested)`.
    public func disconnect() async {
        deliver(.disconnect)
    }

    /// Returns a counter that no earlier run used, with a chance of one in two billion to the contrary.
    static func freshCounter() -> UInt64 { UInt64(UInt32.random(in: 0...(.max >> 1))) << 32 }

    private func deliver(_ event: Machine.Event) {
        let isMine = state.withLock { state in
            if case .timerFired(let timer) = event { state.timers[timer] = nil }
            let actions = state.machine.handle(event)
            // Whoever learns of the end may reconnect at once.
            if actions.contains(where: \.isEnd) { hasEnded(state.machine) }
            state.pending += actions
            defer { state.isPerforming = true }
            return !state.isPerforming
        }
        // The current performer goes on until nothing is pending: actions keep their order, and no lock is held.
        if isMine { performPending() }
    }

    private func performPending() {
        while true {
            let action = state.withLock { state in
                if state.pending.isEmpty {
                    state.isPerforming = false
                    return nil as Machine.Action?
                }
                return state.pending.removeFirst()
            }
            guard let action else { return }
            perform(action)
        }
    }

    private func perform(_ action: Machine.Action) {
        if action.isEnd { answer(.failed("the reader is gone")) }
        switch action {
        case .startTimer(let timer, let duration): start(timer, duration, on: clock)
        case .cancelTimer(let timer): state.withLock { $0.timers.removeValue(forKey: timer) }?.cancel()
        case .emit(let event):
            eventSink.yield(event)
            if action.isEnd { eventSink.finish() }
        case .answer(let id, let answer): resume(id, answer.map { .card($0) })
        case .answerData(let id, let data): resume(id, .success(.data(data)))
        }
    }

    private func resume(_ id: Machine.CollectionID, _ answer: Answer) {
        state.withLock { $0.callers.removeValue(forKey: id) }?.resume(returning: answer)
    }

    private func start<C: Clock>(_ timer: Machine.TimerID, _ duration: Duration, on clock: C)
    where C.Duration == Duration {
        // Taken now, so that the delay does not grow by the time until the task runs.
        let deadline = clock.now.advanced(by: duration)
        state.withLock { state in
            state.timers[timer] = Task { [weak self] in
                guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
                self?.deliver(.timerFired(timer))
            }
        }
    }
}

extension ReaderScriptMachine.Action {
    /// Whether the action ends the connection.
    fileprivate var isEnd: Bool { if case .emit(.disconnected) = self { true } else { false } }
}

extension Reader {
    /// Returns the description of a simulated reader.
    static func simulated(serialNumber: String) -> Reader {
        Reader(
            id: serialNumber, model: "SimulatedReader", serialNumber: serialNumber, discoveryMethod: .simulated,
            simulated: true, label: "Simulated reader \(serialNumber)"
        )
    }
}
