import SimulatedDeviceServer
import SimulatedDevices
import TenderReaders
import TenderTestSupport

/// Driver and simulated reader back to back in one thread, in a virtual time.
struct CCIDBench {
    enum Party: Hashable {
        case driver
        case device
    }

    var driver: CCIDMachine
    var device: SimulatedCCID
    var answers: [Int: Result<CCIDReply, CCIDError>] = [:]
    var outputs: [CCIDOutput] = []
    var now = Duration.zero
    /// Transfers of messages, counted; at the one that `unplugsAt` names the plug is pulled.
    var transfers = 0
    var unplugsAt: Int?
    /// Messages out, for tests that look at them.
    var sent: [[UInt8]] = []
    var resets = 0
    var halts = 0
    var isClosed = false
    /// Changes some of the messages of the reader.
    var noise: (random: SplitMix64, percent: UInt64)?

    private var timers: [(party: Party, id: Int, due: Duration)] = []
    private var queues: [UInt8: [[UInt8]]] = [:]
    private var halted: Set<UInt8> = []
    private var reads = false
    private var listens = false
    private var isGone = false
    private var lastID = 0
    private var controlAnswer: TransferResult<[UInt8]>?
    private var pending: [CCIDAction] = []
    private var isRunning = false

    init(_ model: SimulatedCCIDModel, policy: CCIDPolicy = CCIDPolicy(), unplugsAt: Int? = nil) throws {
        self.unplugsAt = unplugsAt
        device = SimulatedCCID(model)
        guard let interface = USBInterface(device.descriptors) else { throw CCIDUnsupported.noDescriptor }
        driver = try CCIDMachine(interface, policy: policy)
        feed(.opened)
    }

    /// Asks for something, and lets time pass until it is answered.
    mutating func run(_ request: CCIDRequest, slot: Int = 0) -> Result<CCIDReply, CCIDError>? {
        let id = ask(request, slot: slot)
        settle(id)
        return answers[id]
    }

    mutating func ask(_ request: CCIDRequest, slot: Int = 0) -> Int {
        lastID += 1
        feed(.request(lastID, slot: slot, request))
        return lastID
    }

    mutating func cancel(_ id: Int) { feed(.cancel(id)) }

    mutating func happen(_ event: CounterEvent) { give(.counter(event)) }

    /// Lets time pass until a request is answered, or nothing more can happen.
    mutating func settle(_ id: Int) {
        var steps = 0
        while answers[id] == nil, steps < 10_000, passTime() { steps += 1 }
    }

    /// The next timer runs out; false when there is none.
    @discardableResult
    mutating func passTime() -> Bool {
        guard let next = timers.min(by: { $0.due < $1.due }) else { return false }
        timers.removeAll { $0.party == next.party && $0.id == next.id }
        now = max(now, next.due)
        switch next.party {
        case .driver: feed(.timerFired(next.id))
        case .device: give(.timerFired(next.id))
        }
        return true
    }

    private mutating func feed(_ input: CCIDInput) {
        pending += driver.handle(input)
        guard !isRunning else { return }
        isRunning = true
        while !pending.isEmpty { perform(pending.removeFirst()) }
        isRunning = false
    }

    private mutating func perform(_ action: CCIDAction) {
        switch action {
        case .bulkOut(let bytes, _):
            sent.append(bytes)
            if pass() {
                give(.out(endpoint: 1, bytes))
                feed(.sent(isGone ? .failure(.disconnected) : .success(NoData())))
            } else {
                feed(.sent(.failure(.disconnected)))
            }
        case .bulkIn:
            reads = true
            _ = pass()
            serve()
        case .interruptIn:
            listens = true
            serve()
        case .control(let request, let value, let byteCount, _):
            controlAnswer = isGone ? .failure(.disconnected) : .failure(.stalled)
            let setup = USBSetup(
                requestType: byteCount > 0 ? 0xA1 : 0x21, request: request, value: value, index: 0,
                length: UInt16(byteCount))
            give(.control(setup, []))
            if let answer = controlAnswer { feed(.controlled(answer)) }
        case .clearHalt(let kind):
            halts += 1
            halted.remove(kind == .bulkIn ? 0x82 : kind == .bulkOut ? 0x01 : 0x83)
            give(.haltCleared(endpoint: 0x82))
            feed(.cleared(kind, isGone ? .failure(.disconnected) : .success(NoData())))
        case .reset:
            resets += 1
            queues = [:]
            halted = []
            reads = false
            listens = false
            give(.reset)
            feed(.wasReset(isGone ? .failure(.disconnected) : .success(NoData())))
        case .startTimer(let timer, let duration): timers.append((.driver, timer, now + duration))
        case .stopTimer(let timer): timers.removeAll { $0.party == .driver && $0.id == timer }
        case .output(.answer(let id, let result)):
            if answers.updateValue(result, forKey: id) != nil { outputs.append(.answer(id, result)) }
        case .output(let output): outputs.append(output)
        case .close: isClosed = true
        }
    }

    /// Counts a transfer; false when it is the one at which the plug is pulled.
    private mutating func pass() -> Bool {
        transfers += 1
        if transfers == unplugsAt { isGone = true }
        return !isGone
    }

    private mutating func give(_ input: USBDeviceInput) {
        guard !isGone else { return }
        for action in device.handle(input) {
            switch action {
            case .in(let endpoint, let bytes): queues[endpoint, default: []].append(bytes)
            case .halt(let endpoint): halted.insert(endpoint)
            case .startTimer(let timer, let duration): timers.append((.device, timer, now + duration))
            case .stopTimer(let timer): timers.removeAll { $0.party == .device && $0.id == timer }
            case .controlAnswer(let bytes): controlAnswer = .success(bytes)
            case .controlStalled: controlAnswer = .failure(.stalled)
            case .unplug: isGone = true
            }
        }
        serve()
    }

    /// Gives waiting reads what there is.
    private mutating func serve() {
        if reads, let result = take(0x82) {
            reads = false
            feed(.received(result))
        }
        if listens, let result = take(0x83) {
            listens = false
            feed(.interrupted(result))
        }
    }

    private mutating func take(_ endpoint: UInt8) -> TransferResult<[UInt8]>? {
        if isGone { return .failure(.disconnected) }
        if halted.contains(endpoint) { return .failure(.stalled) }
        guard var queue = queues[endpoint], !queue.isEmpty else { return nil }
        let bytes = queue.removeFirst()
        queues[endpoint] = queue
        return .success(disturb(bytes))
    }

    /// Changes a byte, cuts, prolongs, or replaces a message.
    private mutating func disturb(_ message: [UInt8]) -> [UInt8] {
        guard var noise, !message.isEmpty else { return message }
        defer { self.noise = noise }
        guard noise.random.chance(noise.percent) else { return message }
        let place = Int(noise.random.next() % UInt64(message.count))
        let byte = UInt8(truncatingIfNeeded: noise.random.next())
        var changed = message
        switch noise.random.next() % 4 {
        case 0, 1: changed[place] ^= byte | 1
        case 2: changed.removeLast(place + 1)
        default: changed.append(byte)
        }
        return changed
    }
}
