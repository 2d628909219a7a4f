public import SimulatedDevices
import TenderBytes
import TenderFlow
public import TenderReaders

/// A simulated USB device in this process, as a claimed interface: a `SimulatedUSBPort` with waiting and clocks.
public final class InProcessUSB<Device: SimulatedUSBDevice>: USBTransport {
    private typealias Port = SimulatedUSBPort<Device>
    private typealias Answer = TransferResult<[UInt8]>

    private struct Waiter {
        let ended: @Sendable (Answer) -> Void
        var timer: Task<Void, Never>?
        /// The error to report when the port takes the transfer back.
        var failure = TransportError.canceled
    }

    private struct State {
        var port: Port
        var waiters: [Port.TransferID: Waiter] = [:]
        var timers: [Serial: Task<Void, Never>] = [:]
        var lastID: Port.TransferID = 0
        var isClosed = false
    }

    /// The interface.
    public let interface: USBInterface
    private let state: Guarded<State>
    private let clock: any Clock<Duration>

    /// Plugs a device in and claims its interface, or returns `nil` if it has none with the number.
    ///
    /// - Parameter clock: The clock of the timeouts and of the device's own timers.
    public init?(_ device: Device, interface number: UInt8 = 0, clock: any Clock<Duration> = ContinuousClock()) {
        guard let interface = USBInterface(device.descriptors, number: number) else { return nil }
        self.interface = interface
        self.clock = clock
        state = Guarded(State(port: Port(device)))
    }

    deinit { state.withLock { $0.timers.values.forEach { $0.cancel() } } }

    /// The current device.
    public var device: Device { state.withLock { $0.port.device } }

    /// Makes a counter event happen.
    public func happen(_ event: CounterEvent) { give(.counter(event)) }

    /// Begins a transfer; a message or a control request to the device ends at once.
    @discardableResult
    public func begin(
        _ transfer: USBTransferRequest, timeout: Duration?,
        ended: @escaping @Sendable (TransferResult<[UInt8]>) -> Void
    ) -> USBTransferID {
        do throws(TransportError) {
            return begin(try portTransfer(transfer), timeout, ended)
        } catch {
            ended(.failure(error))
            return 0
        }
    }

    /// Cancels a transfer; one that has ended is ignored.
    public func cancel(_ transfer: USBTransferID) { give(.cancel(transfer)) }

    /// Clears the halt of an endpoint, and tells the device.
    public func clearHalt(_ kind: USBEndpoint.Kind) async throws(TransportError) {
        let setup = USBSetup(requestType: 0x02, request: 1, value: 0, index: UInt16(try address(kind)), length: 0)
        let answer = await CallbackCall<USBTransferID, Answer>().wait(canceled: .failure(.canceled)) {
            begin(.control(setup, []), nil, $0)
        } cancel: { [self] in
            cancel($0)
        }
        _ = try answer.get()
    }

    /// Resets the device; what it had sent is lost.
    public func reset() async throws(TransportError) {
        let (isClosed, isPlugged) = state.withLock { ($0.isClosed, $0.port.isPlugged) }
        if isClosed || Task.isCancelled { throw .canceled }
        guard isPlugged else { throw .disconnected }
        give(.reset)
    }

    /// Ends all waits; the device stays as it is.
    public func close() async {
        let waiting = state.withLock { state in
            state.isClosed = true
            for timer in state.timers.values { timer.cancel() }
            state.timers = [:]
            return Array(state.waiters.keys)
        }
        for id in waiting { give(.cancel(id)) }
    }

    private func address(_ kind: USBEndpoint.Kind) throws(TransportError) -> UInt8 {
        guard let endpoint = interface.endpoints.first(where: { $0.kind == kind }) else {
            throw .notFound(kind.rawValue)
        }
        return endpoint.address
    }

    // MARK: - Transfers

    private func begin(
        _ transfer: Port.Transfer, _ timeout: Duration?, _ ended: @escaping @Sendable (Answer) -> Void
    ) -> USBTransferID {
        let (id, isClosed) = state.withLock { state in
            state.lastID += 1
            if !state.isClosed { state.waiters[state.lastID] = Waiter(ended: ended) }
            return (state.lastID, state.isClosed)
        }
        guard !isClosed else {
            ended(.failure(.canceled))
            return id
        }
        give(.submit(id, transfer))
        if let timeout, state.withLock({ $0.waiters[id] != nil }) { startTimeout(id, timeout, on: clock) }
        return id
    }

    private func portTransfer(_ transfer: USBTransferRequest) throws(TransportError) -> Port.Transfer {
        switch transfer {
        case .bulkOut(let bytes): return .out(endpoint: try address(.bulkOut), bytes)
        case .bulkIn(let byteCount): return .in(endpoint: try address(.bulkIn), byteCount: byteCount)
        case .interruptIn(let byteCount): return .in(endpoint: try address(.interruptIn), byteCount: byteCount)
        case .control(let request, let value, let bytes, let byteCount):
            let setup = USBSetup(
                requestType: bytes == nil && byteCount > 0 ? 0xA1 : 0x21, request: request, value: value,
                index: UInt16(interface.number), length: UInt16(clamping: bytes?.count ?? byteCount))
            return .control(setup, bytes ?? [])
        }
    }

    private func startTimeout<C: Clock>(_ id: Port.TransferID, _ timeout: Duration, on clock: C)
    where C.Duration == Duration {
        let deadline = clock.now.advanced(by: timeout)
        let timer = Task { [weak self] in
            guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
            self?.expire(id)
        }
        let isWaiting = state.withLock { state in
            state.waiters[id]?.timer = timer
            return state.waiters[id] != nil
        }
        if !isWaiting { timer.cancel() }
    }

    private func expire(_ id: Port.TransferID) {
        state.withLock { $0.waiters[id]?.failure = .timedOut }
        give(.cancel(id))
    }

    // MARK: - The port

    /// Gives the port an input, and carries out its actions.
    private func give(_ input: Port.Input) {
        let ended = state.withLock { state in
            state.port.handle(input).compactMap { perform($0, &state) }
        }
        for (waiter, answer) in ended {
            waiter.timer?.cancel()
            waiter.ended(answer)
        }
    }

    /// Carries out an action of the port; the caller notifies whoever waits for a finished transfer outside the lock.
    private func perform(_ action: Port.Action, _ state: inout State) -> (Waiter, Answer)? {
        switch action {
        case .end(let id, let outcome):
            return state.waiters.removeValue(forKey: id).map { ($0, Self.answer(outcome, failure: $0.failure)) }
        case .startTimer(let timer, let duration): state.timers[timer] = start(timer, duration, on: clock)
        case .stopTimer(let timer): state.timers.removeValue(forKey: timer)?.cancel()
        case .unplugged: break
        }
        return nil
    }

    private static func answer(_ outcome: Port.Outcome, failure: TransportError) -> Answer {
        switch outcome {
        case .completed(let bytes): .success(bytes)
        case .stalled: .failure(.stalled)
        case .overflow: .failure(.overflow)
        case .canceled: .failure(failure)
        case .noDevice: .failure(.disconnected)
        }
    }

    private func start<C: Clock>(_ timer: Serial, _ duration: Duration, on clock: C) -> Task<Void, Never>
    where C.Duration == Duration {
        let deadline = clock.now.advanced(by: duration)
        return Task { [weak self] in
            guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
            self?.fire(timer)
        }
    }

    private func fire(_ timer: Serial) {
        let isRunning = state.withLock { $0.timers.removeValue(forKey: timer) != nil }
        if isRunning { give(.timerFired(timer)) }
    }
}
