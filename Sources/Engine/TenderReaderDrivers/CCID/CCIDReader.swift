import TenderDevices
public import TenderEMV
import TenderFlow
public import TenderReaders

/// A USB chip card reader: the cards in its slots, and commands to them.
///
/// It runs a `CCIDMachine` on a transport and goes no further than commands: an EMV kernel, which a sale needs, is
/// separate work. Canceling the task of a call requests an end: a call that has not begun throws `.canceled`; a running
/// one is aborted and returns as soon as the reader has reported what became of it, with `.unknownOutcome` if the card
/// may have received the command.
public actor CCIDReader {
    /// What the reader reports apart from answers.
    public enum Event: Hashable, Sendable {
        /// All slots have been checked, initially or after a reset.
        case ready
        /// A card was inserted or removed.
        case presence(slot: Int, CCIDPresence)
        /// A card that was powered on is off, because the reader was reset.
        case cardReset(slot: Int)
        /// The reader reports a hardware failure.
        case hardwareError(slot: Int, code: UInt8)
        /// The reader is gone or no longer works; no further event follows.
        case ended(CCIDError)
    }

    private typealias Answer = Result<CCIDReply, CCIDError>

    /// The executor of a reader whose transport has none.
    private actor DefaultExecutor {}

    /// The reader's interface.
    public nonisolated let interface: USBInterface
    /// How the driver operates it.
    public nonisolated let plan: CCIDPlan
    /// The events of the reader.
    ///
    /// Supports a single consumer, which may fall 256 events behind before the oldest are dropped.
    public nonisolated let events: AsyncStream<Event>
    /// The executor on which the transport's transfers complete, if it has one.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        transport.executor?.asUnownedSerialExecutor() ?? defaultExecutor.unownedExecutor
    }

    private let defaultExecutor = DefaultExecutor()
    private var machine: CCIDMachine
    private let transport: any USBTransport
    private let sink: AsyncStream<Event>.Continuation
    private var callers: [Int: CheckedContinuation<Answer, Never>] = [:]
    private var deadlines: Deadlines
    private var transfers: [Int: Task<Void, Never>] = [:]
    private var lastID = 0
    private var hasEnded = false

    /// Starts the driver; `.ready` comes once all slots have been checked, and requests may come earlier.
    ///
    /// - Parameters:
    ///   - transport: The claimed interface; the reader closes it.
    ///   - policy: The permitted operations.
    ///   - clock: The clock that measures time limits.
    /// - Throws: `CCIDUnsupported` if the driver cannot use the reader, in which case the transport stays open.
    public init(
        _ transport: any USBTransport, policy: CCIDPolicy = CCIDPolicy(),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(CCIDUnsupported) {
        machine = try CCIDMachine(transport.interface, policy: policy)
        interface = transport.interface
        plan = machine.plan
        self.transport = transport
        deadlines = Deadlines(clock)
        (events, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        deliver(.opened)
    }

    deinit {
        for task in transfers.values { task.cancel() }
        guard !hasEnded else { return }
        sink.finish()
        let transport = transport
        Task { await transport.close() }
    }

    /// Powers a card on, or resets it, and prepares it for commands.
    public func powerOn(slot: Int = 0) async throws(CCIDError) -> (ATR, CCIDCardParameters) {
        guard case .card(let atr, let parameters) = try await ask(.powerOn, slot: slot) else { throw .dead }
        return (atr, parameters)
    }

    /// Powers a card off.
    public func powerOff(slot: Int = 0) async throws(CCIDError) { _ = try await ask(.powerOff, slot: slot) }

    /// Returns whether there is a card.
    public func presence(slot: Int = 0) async throws(CCIDError) -> CCIDPresence {
        guard case .presence(let presence) = try await ask(.status, slot: slot) else { throw .dead }
        return presence
    }

    /// Sends a command to a card, adding what the reader's level of exchange and the card's protocol require.
    ///
    /// - Throws: `CCIDError.unknownOutcome` if the card may have executed the command; it is never sent again.
    public func transmit(_ command: CommandAPDU, slot: Int = 0) async throws(CCIDError) -> ResponseAPDU {
        guard case .answer(let answer) = try await ask(.transmit(command), slot: slot) else { throw .dead }
        return answer
    }

    /// Sends a block unchanged and returns the response unchanged.
    public func exchange(_ block: [UInt8], slot: Int = 0) async throws(CCIDError) -> [UInt8] {
        guard case .bytes(let bytes) = try await ask(.exchange(block), slot: slot) else { throw .dead }
        return bytes
    }

    /// Lets the customer enter a PIN on the reader's keypad, which sends it directly to the card.
    ///
    /// - Returns: The card's response; 6400 if no PIN was entered in time, 6401 if the customer canceled.
    public func enterPIN(_ request: CCIDPinRequest, slot: Int = 0) async throws(CCIDError) -> ResponseAPDU {
        guard case .answer(let answer) = try await ask(.enterPIN(request), slot: slot) else { throw .dead }
        return answer
    }

    /// Sends a vendor-specific command to the reader.
    ///
    /// - Throws: `CCIDError.refused` unless the policy allows it.
    public func escape(_ bytes: [UInt8], slot: Int = 0) async throws(CCIDError) -> [UInt8] {
        guard case .bytes(let answer) = try await ask(.escape(bytes), slot: slot) else { throw .dead }
        return answer
    }

    /// Stops or restarts a card's clock.
    public func stopClock(_ stops: Bool, slot: Int = 0) async throws(CCIDError) {
        _ = try await ask(.stopClock(stops), slot: slot)
    }

    /// Ends everything, answers all waiting callers and closes the transport.
    ///
    /// Closing twice does nothing.
    public func close() async {
        deliver(.closed)
        await end()
        // The end may have begun elsewhere; this waits for it.
        await transport.close()
    }

    private func ask(_ request: CCIDRequest, slot: Int) async throws(CCIDError) -> CCIDReply {
        lastID += 1
        let id = lastID
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                callers[id] = caller
                deliver(.request(id, slot: slot, request))
                // The cancellation handler may have run before there was a request to cancel.
                if Task.isCancelled { deliver(.cancel(id)) }
            }
        } onCancel: {
            Task { await self.deliver(.cancel(id)) }
        }
        return try answer.get()
    }

    private func deliver(_ input: CCIDInput) {
        for action in machine.handle(input) { perform(action) }
    }

    private func perform(_ action: CCIDAction) {
        let transport = transport
        switch action {
        case .bulkOut(let bytes, let timeout):
            transfer { () throws(TransportError) in
                try await transport.bulkOut(bytes, timeout: timeout)
                return NoData()
            } then: {
                .sent($0)
            }
        case .bulkIn(let byteCount, let timeout):
            transfer { () throws(TransportError) in
                try await transport.bulkIn(byteCount: byteCount, timeout: timeout)
            } then: {
                .received($0)
            }
        case .interruptIn(let byteCount):
            transfer { () throws(TransportError) in
                try await transport.interruptIn(byteCount: byteCount)
            } then: {
                .interrupted($0)
            }
        case .control(let request, let value, let byteCount, let timeout):
            transfer { () throws(TransportError) in
                try await transport.control(
                    request: request, value: value, bytes: byteCount == 0 ? [] : nil, byteCount: byteCount,
                    timeout: timeout)
            } then: {
                .controlled($0)
            }
        case .clearHalt(let kind):
            transfer { () throws(TransportError) in
                try await transport.clearHalt(kind)
                return NoData()
            } then: {
                .cleared(kind, $0)
            }
        case .reset: reset()
        case .startTimer(let timer, let duration): start(timer, duration)
        case .stopTimer(let timer): deadlines.stop(timer)
        case .output(let output): tell(output)
        case .close: Task { await self.end() }
        }
    }

    private func transfer<Value: Hashable & Sendable>(
        _ body: @escaping @Sendable () async throws(TransportError) -> Value,
        then input: @escaping @Sendable (TransferResult<Value>) -> CCIDInput
    ) {
        lastID += 1
        let id = lastID
        transfers[id] = Task(executorPreference: transport.executor) { [weak self] in
            let result: TransferResult<Value>
            do throws(TransportError) {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            await self?.finish(id, input(result))
        }
    }

    private func finish(_ id: Int, _ input: CCIDInput) {
        // Ignore transfers that a reset ended.
        guard transfers.removeValue(forKey: id) != nil else { return }
        deliver(input)
    }

    private func reset() {
        let running = Array(transfers.values)
        transfers = [:]
        for task in running { task.cancel() }
        let transport = transport
        transfer { () throws(TransportError) in
            for task in running { await task.value }
            try await transport.reset()
            return NoData()
        } then: {
            .wasReset($0)
        }
    }

    private func start(_ timer: Serial, _ duration: Duration) {
        deadlines.start(timer, duration)
        setAlarm()
    }

    private func setAlarm() { deadlines.setAlarm { [weak self] in await self?.ring() } }

    private func ring() {
        guard deadlines.beginRinging() else { return }
        while let timer = deadlines.takeExpired() { deliver(.timerFired(timer)) }
        setAlarm()
    }

    private func tell(_ output: CCIDOutput) {
        switch output {
        case .answer(let id, let answer): callers.removeValue(forKey: id)?.resume(returning: answer)
        case .presence(let slot, let presence): sink.yield(.presence(slot: slot, presence))
        case .cardReset(let slot): sink.yield(.cardReset(slot: slot))
        case .hardwareError(let slot, let code): sink.yield(.hardwareError(slot: slot, code: code))
        case .ready: sink.yield(.ready)
        case .ended(let error): sink.yield(.ended(error))
        }
    }

    private func end() async {
        guard !hasEnded else { return }
        hasEnded = true
        deadlines.stopAll()
        for task in transfers.values { task.cancel() }
        transfers = [:]
        sink.finish()
        await transport.close()
    }
}
