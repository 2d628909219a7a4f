public import TenderFlow

/// The host's port that a simulated device is plugged into, as a pure value: transfers in, their completions out.
///
/// Every way to serve a device is a shell around it: it answers standard requests, keeps what the device sends until
/// the host asks, and knows which endpoints are halted.
public struct SimulatedUSBPort<Device: SimulatedUSBDevice>: Sendable {
    /// The id of a transfer, chosen by the host.
    public typealias TransferID = UInt64

    /// A transfer requested by the host.
    public enum Transfer: Hashable, Sendable {
        /// A control request, with the data it sends.
        case control(USBSetup, [UInt8])
        /// Bytes for an endpoint.
        case out(endpoint: UInt8, [UInt8])
        /// A number of bytes, at most, from an endpoint.
        case `in`(endpoint: UInt8, byteCount: Int)
    }

    /// The outcome of a transfer.
    public enum Outcome: Hashable, Sendable {
        /// Completed, with the received bytes.
        case completed([UInt8])
        /// The endpoint is halted, or the request was refused.
        case stalled
        /// The device sent more than fits.
        case overflow
        /// The host canceled it.
        case canceled
        /// The device is gone.
        case noDevice
    }

    /// An input to the port.
    public enum Input: Hashable, Sendable {
        /// The host begins a transfer.
        case submit(TransferID, Transfer)
        /// The host cancels a transfer; one that is over is ignored.
        case cancel(TransferID)
        /// The host resets the device; waiting transfers are canceled.
        case reset
        /// A timer of the device fired.
        case timerFired(Serial)
        /// Somebody at the counter acts; unplugging ends everything.
        case counter(CounterEvent)
    }

    /// An action that the port requests.
    public enum Action: Hashable, Sendable {
        /// Complete a transfer.
        case end(TransferID, Outcome)
        /// Start a timer; feed `timerFired` when it fires.
        case startTimer(Serial, Duration)
        /// Stop a timer.
        case stopTimer(Serial)
        /// Report that the device left the bus; nothing follows.
        case unplugged
    }

    /// The device.
    public private(set) var device: Device
    /// Whether the device is still plugged in.
    public private(set) var isPlugged = true

    private struct Waiting: Sendable {
        let id: TransferID
        let endpoint: UInt8
        let byteCount: Int
    }

    private var standard: USBStandardRequests
    private var halted: Set<UInt8> = []
    /// The data that the device sent, by endpoint, oldest first.
    private var queues: [UInt8: [[UInt8]]] = [:]
    /// The host's transfers waiting for the device, oldest first.
    private var waiting: [Waiting] = []
    private let packetSizes: [UInt8: Int]

    /// The most messages that wait on an endpoint; beyond it the oldest are lost.
    private static var queueLimit: Int { 1024 }

    /// Creates a port with a device plugged in.
    public init(_ device: Device) {
        self.device = device
        standard = USBStandardRequests(device.descriptors)
        var sizes: [UInt8: Int] = [:]
        for descriptor in USBDescriptorSet.split(device.descriptors.configuration)
        where descriptor.count >= 7 && descriptor[1] == 5 {
            sizes[descriptor[2]] = Int(descriptor[4]) | Int(descriptor[5] & 7) << 8
        }
        packetSizes = sizes
    }

    /// Handles one input and returns the actions, in order.
    public mutating func handle(_ input: Input) -> [Action] {
        guard isPlugged else {
            if case .submit(let id, _) = input { return [.end(id, .noDevice)] }
            return []
        }
        switch input {
        case .submit(let id, .control(let setup, let bytes)): return control(id, setup, bytes)
        case .submit(let id, .out(let endpoint, let bytes)): return send(id, endpoint, bytes)
        case .submit(let id, .in(let endpoint, let byteCount)): return receive(id, endpoint, byteCount)
        case .cancel(let id): return cancel { $0.id == id }
        case .reset: return reset()
        case .timerFired(let serial): return ask(.timerFired(serial)).actions
        case .counter(.unplug): return ask(.counter(.unplug)).actions + unplug()
        case .counter(let event): return ask(.counter(event)).actions
        }
    }

    // MARK: - Transfers

    private mutating func control(_ id: TransferID, _ setup: USBSetup, _ bytes: [UInt8]) -> [Action] {
        guard USBStandardRequests.covers(setup) else {
            let (actions, answer, _) = ask(.control(setup, bytes))
            guard isPlugged else { return actions + [.end(id, .noDevice)] }
            return [.end(id, answer.map { .completed([UInt8]($0.prefix(Int(setup.length)))) } ?? .stalled)] + actions
        }
        switch standard.answer(setup, halted: halted) {
        case .bytes(let bytes): return [.end(id, .completed(bytes))]
        case .stalled: return [.end(id, .stalled)]
        case .haltCleared(let endpoint):
            halted.remove(endpoint)
            return [.end(id, .completed([]))] + ask(.haltCleared(endpoint: endpoint)).actions
        case .haltSet(let endpoint): return halt(endpoint) + [.end(id, .completed([]))]
        }
    }

    private mutating func send(_ id: TransferID, _ endpoint: UInt8, _ bytes: [UInt8]) -> [Action] {
        guard !halted.contains(endpoint) else { return [.end(id, .stalled)] }
        let (actions, _, halts) = ask(.out(endpoint: endpoint, bytes))
        guard isPlugged else { return actions + [.end(id, .noDevice)] }
        return [.end(id, halts.contains(endpoint) ? .stalled : .completed([]))] + actions
    }

    private mutating func receive(_ id: TransferID, _ endpoint: UInt8, _ byteCount: Int) -> [Action] {
        guard !halted.contains(endpoint) else { return [.end(id, .stalled)] }
        waiting.append(Waiting(id: id, endpoint: endpoint, byteCount: max(0, byteCount)))
        return match()
    }

    private mutating func reset() -> [Action] {
        halted = []
        queues = [:]
        standard.reset()
        return cancel { _ in true } + ask(.reset).actions
    }

    private mutating func cancel(_ isMeant: (Waiting) -> Bool) -> [Action] {
        let ended = waiting.filter(isMeant)
        waiting.removeAll(where: isMeant)
        return ended.map { .end($0.id, .canceled) }
    }

    /// Matches the host's waiting transfers with what the device has sent.
    private mutating func match() -> [Action] {
        var actions: [Action] = []
        var stillWaiting: [Waiting] = []
        for transfer in waiting {
            guard let message = queues[transfer.endpoint]?.first else {
                stillWaiting.append(transfer)
                continue
            }
            queues[transfer.endpoint]?.removeFirst()
            actions.append(.end(transfer.id, deliver(message, to: transfer)))
        }
        waiting = stillWaiting
        return actions
    }

    /// Delivers a message; one that is too long continues in the next transfer if it can be split between two packets.
    private mutating func deliver(_ message: [UInt8], to transfer: Waiting) -> Outcome {
        guard message.count > transfer.byteCount else { return .completed(message) }
        let packet = packetSizes[transfer.endpoint] ?? 0
        guard packet > 0, transfer.byteCount > 0, transfer.byteCount % packet == 0 else { return .overflow }
        queues[transfer.endpoint, default: []].insert([UInt8](message.dropFirst(transfer.byteCount)), at: 0)
        return .completed([UInt8](message.prefix(transfer.byteCount)))
    }

    // MARK: - The device

    /// Feeds the device an input; returns its actions, the answer to a control request, and the endpoints it halted.
    private mutating func ask(_ input: USBDeviceInput) -> (actions: [Action], answer: [UInt8]?, halts: Set<UInt8>) {
        var actions: [Action] = []
        var answer: [UInt8]?
        var halts: Set<UInt8> = []
        for action in device.handle(input) {
            switch action {
            case .controlAnswer(let bytes): answer = bytes
            case .controlStalled: answer = nil
            case .in(let endpoint, let bytes): enqueue(bytes, endpoint)
            case .halt(let endpoint):
                halts.insert(endpoint)
                actions += halt(endpoint)
            case .startTimer(let serial, let duration): actions.append(.startTimer(serial, duration))
            case .stopTimer(let serial): actions.append(.stopTimer(serial))
            case .unplug: return (actions + match() + unplug(), answer, halts)
            }
        }
        return (actions + match(), answer, halts)
    }

    private mutating func enqueue(_ bytes: [UInt8], _ endpoint: UInt8) {
        queues[endpoint, default: []].append(bytes)
        if queues[endpoint, default: []].count > Self.queueLimit { queues[endpoint]?.removeFirst() }
    }

    private mutating func halt(_ endpoint: UInt8) -> [Action] {
        halted.insert(endpoint)
        queues[endpoint] = nil
        let ended = waiting.filter { $0.endpoint == endpoint }
        waiting.removeAll { $0.endpoint == endpoint }
        return ended.map { .end($0.id, .stalled) }
    }

    private mutating func unplug() -> [Action] {
        guard isPlugged else { return [] }
        isPlugged = false
        let ended = waiting
        waiting = []
        queues = [:]
        return ended.map { .end($0.id, .noDevice) } + [.unplugged]
    }
}
