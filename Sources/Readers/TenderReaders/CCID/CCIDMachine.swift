import TenderFlow

/// The driver of a chip card reader as a pure value: requests and transfer results in, transfers and answers out.
///
/// Every request is answered exactly once, and every wait ends. An exchange that goes wrong is escalated step by step:
/// clear the halt of an endpoint, abort the command, reset the device, give up. A command to a card is never sent again
/// once the card may have received it: the caller gets `CCIDError.unknownOutcome`.
public struct CCIDMachine: Sendable {
    /// How the driver operates the reader.
    public let plan: CCIDPlan
    /// The reader's interface.
    public let interface: USBInterface

    let policy: CCIDPolicy
    let readSize: Int
    let interruptSize: Int?
    var phase = Phase.created
    var slots: [Slot]
    var sequence: UInt8 = 0
    var outbox: [Outgoing] = []
    var writing: Outgoing?
    var isReading = false
    var partial: [UInt8] = []
    var emptyReads = 0
    var controls: [ControlPurpose] = []
    var rates: [UInt32] = []
    var resets = 0
    var interruptFailures = 0
    var isPolling = false
    var pollTimer: Serial?
    var timersStarted: Serial = 0
    var actions: [CCIDAction] = []

    enum Phase: Hashable {
        case created
        case starting
        case running
        case resetting
        case ended(CCIDError)
    }

    enum ControlPurpose: Hashable {
        case dataRates
        case abort(slot: Int)
    }

    /// A message on its way out.
    struct Outgoing: Hashable {
        var slot: Int
        var bytes: [UInt8]
        var isAbort = false
        var stalls = 0
    }

    /// The maximum number of requests that wait in a slot.
    static let queueLimit = 64
    static let strangerLimit = 10
    static let stallLimit = 3
    static let resetLimit = 2
    static let writeTimeout = Duration.seconds(5)
    static let readTimeout = Duration.seconds(3)
    /// The size of a read, in bytes, before it is rounded up to whole packets: every answer to a short command fits into it.
    static let usualRead = 512
    static let powerTimeout = Duration.seconds(60)

    /// Creates a driver.
    ///
    /// - Throws: `CCIDUnsupported` if it cannot use the reader.
    public init(_ interface: USBInterface, policy: CCIDPolicy = CCIDPolicy()) throws(CCIDUnsupported) {
        // Others have no such descriptor, but that is not what is wrong with them.
        guard [0x0B, 0xFF].contains(interface.interfaceClass) else { throw .otherClass(interface.interfaceClass) }
        guard let descriptor = CCIDDescriptor(in: interface.extra) else { throw .noDescriptor }
        plan = try CCIDPlan(
            descriptor, interfaceClass: interface.interfaceClass, interfaceProtocol: interface.interfaceProtocol,
            vendorID: interface.vendorID, productID: interface.productID, deviceVersion: interface.deviceVersion)
        func packet(_ kind: USBEndpoint.Kind) -> Int? {
            interface.endpoints.first { $0.kind == kind }.map { max(1, min($0.maximumPacketSize, 1024)) }
        }
        guard packet(.bulkOut) != nil, let packet = packet(.bulkIn) else { throw .noEndpoints }
        // The kernel allocates all of it for every read; a longer message comes in several. In whole packets, because a
        // packet that does not fit is dropped by the host controller.
        readSize = (Self.usualRead + packet - 1) / packet * packet
        let report = 1 + (plan.slotCount + 3) / 4
        interruptSize = interface.endpoints.first { $0.kind == .interruptIn }
            .map { max(report, 4, min($0.maximumPacketSize, 1024)) }
        self.interface = interface
        self.policy = policy
        slots = Array(repeating: Slot(), count: plan.slotCount)
    }

    /// Handles one input and returns the actions to perform, in order.
    public mutating func handle(_ input: CCIDInput) -> [CCIDAction] {
        actions = []
        // Seldom more follow from an input, and growing step by step would copy them.
        actions.reserveCapacity(4)
        if case .ended(let error) = phase {
            if case .request(let id, _, _) = input { actions.append(.output(.answer(id, .failure(error)))) }
            return actions
        }
        switch input {
        case .opened: open()
        case .request(let id, let slot, let request): enqueue(id, slot, request)
        case .cancel(let id): cancel(id)
        case .sent(let result): written(result)
        case .received(let result): read(result)
        case .interrupted(let result): noticed(result)
        case .controlled(let result): controlled(result)
        case .cleared(let kind, let result): cleared(kind, result)
        case .wasReset(let result): wasReset(result)
        case .timerFired(let timer): fire(timer)
        case .closed: end(.closed)
        }
        pump()
        return actions
    }

    private mutating func open() {
        guard phase == .created else { return }
        phase = .starting
        // The speeds are queried only if they are needed.
        if plan.level == .tpdu && plan.negotiation != .reader && plan.descriptor.dataRateCount > 0 {
            controls.append(.dataRates)
            let count = Int(plan.descriptor.dataRateCount) * 4
            actions.append(
                .control(
                    request: CCIDCode.Request.getDataRates.rawValue, value: 0, byteCount: count,
                    timeout: Self.readTimeout))
        }
        begin()
    }

    /// Queries the status of all slots, and begins to listen.
    mutating func begin() {
        for index in slots.indices { slots[index].needsStatus = true }
        listen()
    }

    private mutating func enqueue(_ id: Int, _ slot: Int, _ request: CCIDRequest) {
        guard slots.indices.contains(slot) else {
            answer(id, .failure(.refused("The reader has no slot \(slot).")))
            return
        }
        guard slots[slot].waiting.count < Self.queueLimit else {
            answer(id, .failure(.busy))
            return
        }
        slots[slot].waiting.append((id, request))
    }

    private mutating func cancel(_ id: Int) {
        for index in slots.indices {
            if let place = slots[index].waiting.firstIndex(where: { $0.id == id }) {
                slots[index].waiting.remove(at: place)
                answer(id, .failure(.canceled))
            } else if let place = slots[index].watching.firstIndex(where: { $0.id == id }) {
                slots[index].watching.remove(at: place)
                answer(id, .failure(.canceled))
            } else if slots[index].operation?.id == id {
                abort(index, .canceled)
            }
        }
    }

    /// Starts what can be started, and sends what can be sent.
    private mutating func pump() {
        guard phase == .starting || phase == .running else { return }
        for index in slots.indices where slots[index].needsStatus && slots[index].isIdle {
            // A reader that keeps reporting changes must not starve its users.
            if slots[index].hasJustLooked && !slots[index].waiting.isEmpty && phase == .running { continue }
            slots[index].needsStatus = false
            slots[index].hasJustLooked = true
            begin(index, .status(nil))
        }
        if phase == .starting && slots.allSatisfy(\.isIdle) && controls.isEmpty {
            phase = .running
            actions.append(.output(.ready))
        }
        if phase == .running {
            for index in slots.indices { startNext(index) }
        }
        transfer()
    }

    /// Starts the next request; requests that are refused immediately are answered until one runs.
    private mutating func startNext(_ index: Int) {
        while !slots[index].waiting.isEmpty, phase == .running, slots[index].isIdle {
            let (id, request) = slots[index].waiting.removeFirst()
            slots[index].hasJustLooked = false
            start(index, id, request)
        }
    }

    private mutating func transfer() {
        if writing == nil, let place = outbox.firstIndex(where: { $0.isAbort || busyCount < plan.busySlots }) {
            let next = outbox.remove(at: place)
            if !next.isAbort { handOut(next.slot) }
            writing = next
            actions.append(.bulkOut(next.bytes, timeout: Self.writeTimeout))
        }
        if !isReading && busyCount > 0 {
            isReading = true
            actions.append(.bulkIn(byteCount: readSize))
        }
    }

    private var busyCount: Int { slots.indices.count { slots[$0].isOut } }

    private mutating func handOut(_ index: Int) {
        guard let flight = slots[index].flight else { return }
        slots[index].flight?.isHandedOut = true
        let timer = startTimer(flight.timeout)
        slots[index].flight?.timer = timer
    }

    /// Queues a message for a slot; its answer goes to the slot's operation.
    mutating func send(_ index: Int, _ message: CCIDMessage, timeout: Duration) {
        let number = sequence
        sequence &+= 1
        var timeout = max(timeout, plan.quirk?.leastTimeout ?? .zero)
        if message.command == .xfrBlock { timeout += plan.quirk?.additionalTime ?? .zero }
        slots[index].flight = Flight(
            sequence: number, command: message.command, timeout: timeout)
        let bytes = message.bytes(slot: UInt8(truncatingIfNeeded: index), sequence: number)
        outbox.append(Outgoing(slot: index, bytes: bytes))
    }

    mutating func answer(_ id: Int?, _ result: Result<CCIDReply, CCIDError>) {
        if let id { actions.append(.output(.answer(id, result))) }
    }

    mutating func startTimer(_ duration: Duration) -> Serial {
        timersStarted &+= 1
        actions.append(.startTimer(timersStarted, duration))
        return timersStarted
    }

    mutating func stopTimer(_ timer: Serial?) {
        if let timer { actions.append(.stopTimer(timer)) }
    }
}
