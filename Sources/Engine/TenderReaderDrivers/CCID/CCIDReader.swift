import TenderDevices
public import TenderEMV
import TenderFlow
public import TenderReaders

/// A USB chip card reader: cards in its slots, commands to them.
///
/// It plays a `CCIDMachine` on a transport, and ends at commands: an EMV kernel, which a sale needs, is separate work.
/// Cancelling a call's task asks: a call that has not begun throws `.canceled`; a running one is aborted, and answers as
/// soon as the reader said what became of it, with `.unknownOutcome` when the card may have got the command.
public actor CCIDReader {
    /// What the reader tells beside answers.
    public enum Event: Hashable, Sendable {
        /// All slots have been looked at; also after a reset.
        case ready
        /// A card came or went.
        case presence(slot: Int, CCIDPresence)
        /// A card that was on is off, because the reader was reset.
        case cardReset(slot: Int)
        /// The reader reports that its hardware failed.
        case hardwareError(slot: Int, code: UInt8)
        /// The reader is gone, or does not work any more; nothing follows.
        case ended(CCIDError)
    }

    private typealias Answer = Result<CCIDReply, CCIDError>

    /// Gives its executor to a reader whose transport has none.
    private actor Lane {}

    /// The reader's interface.
    public nonisolated let interface: USBInterface
    /// What the driver does with it.
    public nonisolated let plan: CCIDPlan
    /// What the reader tells.
    ///
    /// One consumer, who may lag 256 events behind before the oldest are dropped.
    public nonisolated let events: AsyncStream<Event>
    /// Where the transport's transfers end, if it says.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        transport.executor?.asUnownedSerialExecutor() ?? lane.unownedExecutor
    }

    private let lane = Lane()
    private var machine: CCIDMachine
    private let transport: any USBTransport
    private let sink: AsyncStream<Event>.Continuation
    private var callers: [Int: CheckedContinuation<Answer, Never>] = [:]
    private var deadlines: Deadlines
    private var transfers: [Int: Task<Void, Never>] = [:]
    private var lastID = 0
    private var hasEnded = false

    /// Starts the driver; `.ready` comes when all slots have been looked at, and requests may come before.
    ///
    /// - Parameters:
    ///   - transport: the claimed interface; the reader closes it.
    ///   - policy: what may be done.
    ///   - clock: what times are measured with.
    /// - Throws: `CCIDUnsupported` when the driver cannot use the reader; the transport stays open then.
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
        deadlines.stopAll()
        guard !hasEnded else { return }
        sink.finish()
        let transport = transport
        Task { await transport.close() }
    }

    /// Switches a card on, or resets it, and makes it ready for commands.
    public func powerOn(slot: Int = 0) async throws(CCIDError) -> (ATR, CCIDCardParameters) {
        guard case .card(let atr, let parameters) = try await ask(.powerOn, slot: slot) else { throw .dead }
        return (atr, parameters)
    }

    /// Switches a card off.
    public func powerOff(slot: Int = 0) async throws(CCIDError) { _ = try await ask(.powerOff, slot: slot) }

    /// Whether there is a card.
    public func presence(slot: Int = 0) async throws(CCIDError) -> CCIDPresence {
        guard case .presence(let presence) = try await ask(.status, slot: slot) else { throw .dead }
        return presence
    }

    /// Sends a command to a card; what the level of the reader and the protocol of the card need is done underneath.
    ///
    /// - Throws: `CCIDError.unknownOutcome` when the card may have carried the command out; it is never sent again.
    public func transmit(_ command: CommandAPDU, slot: Int = 0) async throws(CCIDError) -> ResponseAPDU {
        guard case .answer(let answer) = try await ask(.transmit(command), slot: slot) else { throw .dead }
        return answer
    }

    /// Sends a block as it is, and hands over what comes as it is.
    public func exchange(_ block: [UInt8], slot: Int = 0) async throws(CCIDError) -> [UInt8] {
        guard case .bytes(let bytes) = try await ask(.exchange(block), slot: slot) else { throw .dead }
        return bytes
    }

    /// Lets the customer enter a PIN on the reader's pad; the PIN goes from there to the card.
    ///
    /// - Returns: the card's answer; 6400 when nobody entered it in time, 6401 when the customer canceled.
    public func enterPIN(_ request: CCIDPinRequest, slot: Int = 0) async throws(CCIDError) -> ResponseAPDU {
        guard case .answer(let answer) = try await ask(.enterPIN(request), slot: slot) else { throw .dead }
        return answer
    }

    /// Sends the maker's own command to the reader.
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

    /// Ends everything and closes the transport; whoever waits is answered.
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
                // The handler may have run before there was a request to cancel.
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
        // What was ended by a reset is not told.
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
