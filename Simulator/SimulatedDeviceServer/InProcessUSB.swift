public import SimulatedDevices
import TenderBytes
import TenderFlow
public import TenderReaders

/// A simulated USB device in this process, as a claimed interface: what the host's controller and bus would be.
public final class InProcessUSB<Device: SimulatedUSBDevice>: USBTransport {
    /// The result of a wait for data.
    private typealias Answer = Result<[UInt8], TransportError>

    private struct Waiter {
        let id: Int
        let endpoint: UInt8
        let byteCount: Int
        let continuation: CheckedContinuation<Answer, Never>
        var timer: Task<Void, Never>?
    }

    private struct State {
        var device: Device
        var queues: [UInt8: [[UInt8]]] = [:]
        var halted: Set<UInt8> = []
        var waiters: [Waiter] = []
        var canceled: Set<Int> = []
        var timers: [Serial: Task<Void, Never>] = [:]
        var lastID = 0
        var isGone = false
        var isClosed = false
    }

    /// The interface.
    public let interface: USBInterface
    private let state: Guarded<State>
    private let clock: any Clock<Duration>

    /// Plugs a device in and claims its interface; nil when it has none of the number.
    ///
    /// - Parameter clock: what timeouts and the device's own times are measured with.
    public init?(_ device: Device, interface number: UInt8 = 0, clock: any Clock<Duration> = ContinuousClock()) {
        guard let interface = USBInterface(device.descriptors, number: number) else { return nil }
        self.interface = interface
        self.clock = clock
        state = Guarded(State(device: device))
    }

    deinit { state.withLock { $0.timers.values.forEach { $0.cancel() } } }

    /// The device as it is now.
    public var device: Device { state.withLock { $0.device } }

    /// Lets something happen at the counter.
    public func happen(_ event: CounterEvent) { feed(.counter(event)) }

    /// Hands a message to the device, which takes it at once.
    public func bulkOut(_ bytes: [UInt8], timeout: Duration) async throws(TransportError) {
        let endpoint = try address(.bulkOut)
        try check(endpoint)
        feed(.out(endpoint: endpoint, bytes))
    }

    /// Waits for a transfer of the device.
    public func bulkIn(byteCount: Int, timeout: Duration) async throws(TransportError) -> [UInt8] {
        try await wait(try address(.bulkIn), byteCount: byteCount, timeout: timeout).get()
    }

    /// Waits for what the device tells by itself.
    public func interruptIn(byteCount: Int) async throws(TransportError) -> [UInt8] {
        try await wait(try address(.interruptIn), byteCount: byteCount, timeout: nil).get()
    }

    /// Asks the device.
    public func control(
        request: UInt8, value: UInt16, bytes: [UInt8]?, byteCount: Int, timeout: Duration
    ) async throws(TransportError) -> [UInt8] {
        try check(nil)
        let length = UInt16(clamping: bytes?.count ?? byteCount)
        let setup = USBSetup(
            requestType: bytes == nil && byteCount > 0 ? 0xA1 : 0x21, request: request, value: value,
            index: UInt16(interface.number), length: length)
        for action in feed(.control(setup, bytes ?? [])) {
            if case .controlAnswer(let answer) = action { return [UInt8](answer.prefix(byteCount)) }
        }
        throw .stalled
    }

    /// Clears the halt of an endpoint, and tells the device.
    public func clearHalt(_ kind: USBEndpoint.Kind) async throws(TransportError) {
        let endpoint = try address(kind)
        try check(nil)
        state.withLock { _ = $0.halted.remove(endpoint) }
        feed(.haltCleared(endpoint: endpoint))
    }

    /// Resets the device; what it had sent is lost.
    public func reset() async throws(TransportError) {
        try check(nil)
        let waiters = state.withLock { state in
            state.queues = [:]
            state.halted = []
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { end(waiter, .failure(.canceled)) }
        feed(.reset)
    }

    /// Ends all waits; the device stays as it is.
    public func close() async {
        let waiters = state.withLock { state in
            state.isClosed = true
            for timer in state.timers.values { timer.cancel() }
            state.timers = [:]
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { end(waiter, .failure(.canceled)) }
    }

    private func address(_ kind: USBEndpoint.Kind) throws(TransportError) -> UInt8 {
        guard let endpoint = interface.endpoints.first(where: { $0.kind == kind }) else {
            throw .notFound(kind.rawValue)
        }
        return endpoint.address
    }

    private func check(_ endpoint: UInt8?) throws(TransportError) {
        let (isGone, isClosed, isHalted) = state.withLock { state in
            (state.isGone, state.isClosed, endpoint.map { state.halted.contains($0) } ?? false)
        }
        if isClosed || Task.isCancelled { throw .canceled }
        if isGone { throw .disconnected }
        if isHalted { throw .stalled }
    }

    private func wait(
        _ endpoint: UInt8, byteCount: Int, timeout: Duration?
    ) async throws(TransportError) -> Answer {
        try check(endpoint)
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(id: id, endpoint: endpoint, byteCount: byteCount, continuation: continuation)
                if let answer = enter(waiter) {
                    continuation.resume(returning: answer)
                } else if let timeout {
                    startTimeout(id, timeout, on: clock)
                }
            }
        } onCancel: {
            let isEntered = state.withLock { state in
                if state.waiters.contains(where: { $0.id == id }) { return true }
                state.canceled.insert(id)
                return false
            }
            if isEntered { resume(id, .failure(.canceled)) }
        }
    }

    /// Enters a wait, unless there is an answer already.
    private func enter(_ waiter: Waiter) -> Answer? {
        state.withLock { state in
            if state.canceled.remove(waiter.id) != nil || state.isClosed { return .failure(.canceled) }
            if state.isGone { return .failure(.disconnected) }
            if state.halted.contains(waiter.endpoint) { return .failure(.stalled) }
            if var queue = state.queues[waiter.endpoint], !queue.isEmpty {
                let bytes = queue.removeFirst()
                state.queues[waiter.endpoint] = queue
                return bytes.count > waiter.byteCount ? .failure(.overflow) : .success(bytes)
            }
            state.waiters.append(waiter)
            return nil
        }
    }

    private func startTimeout<C: Clock>(_ id: Int, _ timeout: Duration, on clock: C) where C.Duration == Duration {
        let deadline = clock.now.advanced(by: timeout)
        let timer = Task { [weak self] in
            guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
            self?.resume(id, .failure(.timedOut))
        }
        let isLate = state.withLock { state in
            guard let place = state.waiters.firstIndex(where: { $0.id == id }) else { return true }
            state.waiters[place].timer = timer
            return false
        }
        if isLate { timer.cancel() }
    }

    private func resume(_ id: Int, _ answer: Answer) {
        let waiter = state.withLock { state -> Waiter? in
            guard let place = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: place)
        }
        if let waiter { end(waiter, answer) }
    }

    private func end(_ waiter: Waiter, _ answer: Answer) {
        waiter.timer?.cancel()
        waiter.continuation.resume(returning: answer)
    }

    /// Gives the device an input, and does what it does.
    @discardableResult
    private func feed(_ input: USBDeviceInput) -> [USBDeviceAction] {
        var ended: [(Waiter, Answer)] = []
        let actions = state.withLock { state -> [USBDeviceAction] in
            guard !state.isGone, !state.isClosed else { return [] }
            let actions = state.device.handle(input)
            for action in actions { Self.perform(action, &state, &ended) }
            return actions
        }
        for (waiter, answer) in ended { end(waiter, answer) }
        for case .startTimer(let timer, let duration) in actions { start(timer, duration, on: clock) }
        return actions
    }

    private static func perform(_ action: USBDeviceAction, _ state: inout State, _ ended: inout [(Waiter, Answer)]) {
        switch action {
        case .in(let endpoint, let bytes):
            guard let place = state.waiters.firstIndex(where: { $0.endpoint == endpoint }) else {
                state.queues[endpoint, default: []].append(bytes)
                return
            }
            let waiter = state.waiters.remove(at: place)
            ended.append((waiter, bytes.count > waiter.byteCount ? .failure(.overflow) : .success(bytes)))
        case .halt(let endpoint):
            state.halted.insert(endpoint)
            ended += state.waiters.filter { $0.endpoint == endpoint }.map { ($0, .failure(.stalled)) }
            state.waiters.removeAll { $0.endpoint == endpoint }
        case .unplug:
            state.isGone = true
            ended += state.waiters.map { ($0, .failure(.disconnected)) }
            state.waiters = []
        case .stopTimer(let timer): state.timers.removeValue(forKey: timer)?.cancel()
        case .startTimer, .controlAnswer, .controlStalled: break
        }
    }

    private func start<C: Clock>(_ timer: Serial, _ duration: Duration, on clock: C) where C.Duration == Duration {
        let deadline = clock.now.advanced(by: duration)
        state.withLock { state in
            state.timers[timer] = Task { [weak self] in
                guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
                self?.fire(timer)
            }
        }
    }

    private func fire(_ timer: Serial) {
        let isRunning = state.withLock { $0.timers.removeValue(forKey: timer) != nil }
        if isRunning { feed(.timerFired(timer)) }
    }
}
