import TenderFlow
public import TenderReaders

/// A simulated USB device behind the usb-redir protocol, which virtual machines speak: a real kernel sees the device.
///
/// It is the core of a `CoreRunner`, whose transport is the virtual machine's socket. The device survives the
/// connections.
public struct USBRedirection<Device: SimulatedUSBDevice>: ProtocolCore {
    /// A command to the device.
    public enum Command: Hashable, Sendable {
        /// Make somebody at the counter act.
        case counter(CounterEvent)
        /// Plug the device in again in its original state, after it was unplugged.
        case plugIn
    }

    /// An output of the device.
    public enum Output: Hashable, Sendable {
        /// A virtual machine connected to the device.
        case connected
        /// The device left the bus.
        case unplugged
        /// The virtual machine is gone, or was disconnected because it violated the protocol.
        case disconnected
    }

    typealias Message = USBRedirectionMessage
    typealias Port = SimulatedUSBPort<Device>

    /// A transfer in progress, and the recipient of its completion.
    private enum Pending: Hashable, Sendable {
        case control(id: UInt64, header: [UInt8])
        case bulk(id: UInt64, endpoint: UInt8)
        case interruptOut(id: UInt64, endpoint: UInt8)
        case interruptIn(endpoint: UInt8)
        case configure(id: UInt64, value: UInt8)
    }

    private let original: Device
    private var port: Port
    private var buffer: [UInt8] = []
    /// The capabilities of both sides; `nil` before the other's greeting.
    private var capabilities: UInt32?
    private var pending: [Port.TransferID: Pending] = [:]
    private var configuration: UInt8 = 0
    private var lastTransfer: Port.TransferID = 0
    private var lastInterrupt: UInt64 = 0

    /// The most transfers that a virtual machine may have in progress.
    private static var transferLimit: Int { 1024 }

    /// Creates the core with a device that is plugged in.
    public init(_ device: Device) {
        original = device
        port = Port(device)
    }

    /// Handles one input and returns the actions, in order.
    public mutating func handle(_ input: ProtocolInput<Command>) -> [ProtocolAction<Output>] {
        switch input {
        case .opened: return [.send(hello.encoded(longIDs: false))]
        case .lost: return end()
        case .timerFired(let serial): return tell(.timerFired(serial))
        case .command(.counter(let event)): return tell(.counter(event))
        case .command(.plugIn): return plugIn()
        case .received(let bytes): return receive(bytes)
        }
    }

    // MARK: - The connection

    private var hello: Message {
        let name = [UInt8]("tender simulated device".utf8)
        let text = name + [UInt8](repeating: 0, count: 64 - name.count)
        return Message(.hello, text + Message.word(UInt64(Self.own), 4))
    }

    /// The capabilities of this side.
    private static var own: UInt32 {
        [Message.Capability.connectDeviceVersion, .disconnectAck, .endpointPacketSize, .longIDs, .longBulkLength]
            .reduce(0) { $0 | 1 << UInt32($1.rawValue) }
    }

    private func can(_ capability: Message.Capability) -> Bool {
        (capabilities ?? 0) & 1 << UInt32(capability.rawValue) != 0
    }

    private mutating func receive(_ bytes: [UInt8]) -> [ProtocolAction<Output>] {
        buffer += bytes
        var actions: [ProtocolAction<Output>] = []
        while let next = Message.take(from: &buffer, longIDs: can(.longIDs)) {
            guard case .success(let message) = next, let answer = answer(message) else {
                return actions + end() + [.hangUp]
            }
            actions += answer
        }
        return actions
    }

    /// Ends the connection: the host's transfers are canceled.
    private mutating func end() -> [ProtocolAction<Output>] {
        buffer = []
        capabilities = nil
        configuration = 0
        return reset() + [.output(.disconnected)]
    }

    private mutating func reset() -> [ProtocolAction<Output>] {
        pending = [:]
        return tell(.reset)
    }

    private mutating func plugIn() -> [ProtocolAction<Output>] {
        guard !port.isPlugged else { return [] }
        port = Port(original)
        configuration = 0
        return capabilities == nil ? [] : announce()
    }

    /// Describes the device to the virtual machine.
    private func announce() -> [ProtocolAction<Output>] {
        guard port.isPlugged else { return [] }
        let layout = USBRedirectionLayout(port.device.descriptors)
        return [
            send(Message(.interfaceInfo, layout.interfaces)),
            send(Message(.endpointInfo, layout.endpoints + (can(.endpointPacketSize) ? layout.packetSizes : []))),
            send(Message(.deviceConnect, layout.device + (can(.connectDeviceVersion) ? layout.version : []))),
            .output(.connected),
        ]
    }

    private func send(_ message: Message) -> ProtocolAction<Output> {
        .send(message.encoded(longIDs: can(.longIDs)))
    }

    // MARK: - Requests of the virtual machine

    /// Answers a message, or returns `nil` if it violates the protocol.
    private mutating func answer(_ message: Message) -> [ProtocolAction<Output>]? {
        let bytes = message.bytes
        guard let kind = Message.Kind(rawValue: message.type) else { return [] }
        if kind == .hello { return greet(bytes) }
        guard capabilities != nil else { return nil }
        switch kind {
        case .reset: return reset()
        case .setConfiguration: return bytes.first.map { configure($0, message.id) }
        case .getConfiguration: return [send(status(.configurationStatus, message.id, [configuration]))]
        case .setAlternate: return bytes.count < 2 ? nil : [alternate(bytes[0], bytes[1], message.id)]
        case .getAlternate: return bytes.first.map { [alternate($0, 0, message.id)] }
        case .startInterrupt: return bytes.first.map { startInterrupt($0, message.id) }
        case .stopInterrupt: return bytes.first.map { stopInterrupt($0, message.id) }
        case .cancel: return cancel(message.id)
        case .control: return control(message)
        case .bulk: return bulk(message)
        case .interrupt: return interruptOut(message)
        default: return []
        }
    }

    private mutating func greet(_ bytes: [UInt8]) -> [ProtocolAction<Output>]? {
        guard capabilities == nil, bytes.count >= 64 else { return nil }
        capabilities = UInt32(truncatingIfNeeded: Message.number(bytes[64...].prefix(4))) & Self.own
        return announce()
    }

    private func status(_ kind: Message.Kind, _ id: UInt64, _ bytes: [UInt8]) -> Message {
        Message(kind, id: id, [Message.Status.success.rawValue] + bytes)
    }

    private func alternate(_ interface: UInt8, _ setting: UInt8, _ id: UInt64) -> ProtocolAction<Output> {
        send(status(.alternateStatus, id, [interface, setting]))
    }

    private mutating func configure(_ value: UInt8, _ id: UInt64) -> [ProtocolAction<Output>] {
        let setup = USBSetup(requestType: 0, request: 9, value: UInt16(value), index: 0, length: 0)
        return submit(.control(setup, []), .configure(id: id, value: value))
    }

    private mutating func startInterrupt(_ endpoint: UInt8, _ id: UInt64) -> [ProtocolAction<Output>] {
        let answer = send(status(.interruptStatus, id, [endpoint]))
        guard !pending.values.contains(.interruptIn(endpoint: endpoint)) else { return [answer] }
        return [answer] + tell(listen(endpoint))
    }

    private mutating func listen(_ endpoint: UInt8) -> Port.Input {
        lastTransfer += 1
        pending[lastTransfer] = .interruptIn(endpoint: endpoint)
        return .submit(lastTransfer, .in(endpoint: endpoint, byteCount: 65_535))
    }

    private mutating func stopInterrupt(_ endpoint: UInt8, _ id: UInt64) -> [ProtocolAction<Output>] {
        let meant = pending.filter { $0.value == .interruptIn(endpoint: endpoint) }.keys
        for transfer in meant { pending[transfer] = nil }
        return meant.flatMap { tell(.cancel($0)) } + [send(status(.interruptStatus, id, [endpoint]))]
    }

    private mutating func cancel(_ id: UInt64) -> [ProtocolAction<Output>] {
        let meant = pending.first { transfer in
            guard case .bulk(id, _) = transfer.value else { return false }
            return true
        }
        return meant.map { tell(.cancel($0.key)) } ?? []
    }

    private mutating func control(_ message: Message) -> [ProtocolAction<Output>]? {
        let bytes = message.bytes
        guard bytes.count >= 10 else { return nil }
        func word(_ index: Int) -> UInt16 { UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 }
        let setup = USBSetup(
            requestType: bytes[2], request: bytes[1], value: word(4), index: word(6), length: word(8))
        let header = [UInt8](bytes.prefix(10))
        return submit(.control(setup, [UInt8](bytes.dropFirst(10))), .control(id: message.id, header: header))
    }

    private mutating func bulk(_ message: Message) -> [ProtocolAction<Output>]? {
        let size = can(.longBulkLength) ? 10 : 8
        let bytes = message.bytes
        guard bytes.count >= size else { return nil }
        let high = size == 10 ? Int(Message.number(bytes[8..<10])) : 0
        let length = Int(Message.number(bytes[2..<4])) | high << 16
        let endpoint = bytes[0]
        let transfer: Port.Transfer =
            endpoint & 0x80 == 0
            ? .out(endpoint: endpoint, [UInt8](bytes.dropFirst(size)))
            : .in(endpoint: endpoint, byteCount: min(length, Message.limit / 2))
        return submit(transfer, .bulk(id: message.id, endpoint: endpoint))
    }

    private mutating func interruptOut(_ message: Message) -> [ProtocolAction<Output>]? {
        let bytes = message.bytes
        guard bytes.count >= 4, bytes[0] & 0x80 == 0 else { return nil }
        return submit(
            .out(endpoint: bytes[0], [UInt8](bytes.dropFirst(4))), .interruptOut(id: message.id, endpoint: bytes[0]))
    }

    // MARK: - The device

    private mutating func submit(_ transfer: Port.Transfer, _ whom: Pending) -> [ProtocolAction<Output>] {
        guard pending.count < Self.transferLimit else { return told(whom, nil) }
        lastTransfer += 1
        pending[lastTransfer] = whom
        return tell(.submit(lastTransfer, transfer))
    }

    private mutating func tell(_ input: Port.Input) -> [ProtocolAction<Output>] {
        var actions: [ProtocolAction<Output>] = []
        var inputs = [input]
        while let input = inputs.popLast() {
            for action in port.handle(input) {
                // After an interrupt, wait for the next one.
                if case .end(let id, .completed) = action, case .interruptIn(let endpoint) = pending[id] {
                    inputs.append(listen(endpoint))
                }
                actions += perform(action)
            }
        }
        return actions
    }

    private mutating func perform(_ action: Port.Action) -> [ProtocolAction<Output>] {
        switch action {
        case .end(let id, let outcome): return pending.removeValue(forKey: id).map { told($0, outcome) } ?? []
        case .startTimer(let serial, let duration): return [.startTimer(serial, duration)]
        case .stopTimer(let serial): return [.stopTimer(serial)]
        case .unplugged:
            pending = [:]
            let isTaken = capabilities != nil
            return (isTaken ? [send(Message(.deviceDisconnect, []))] : []) + [.output(.unplugged)]
        }
    }

    /// Reports how a transfer ended to the virtual machine, or returns `nil` if it was not begun.
    private mutating func told(_ whom: Pending, _ outcome: Port.Outcome?) -> [ProtocolAction<Output>] {
        let (status, data) = Self.status(outcome)
        switch whom {
        case .control(let id, var header):
            header[3] = status.rawValue
            if header[2] & 0x80 != 0 { header.replaceSubrange(8..<10, with: Message.word(UInt64(data.count), 2)) }
            return [send(Message(.control, id: id, header + data))]
        case .bulk(let id, let endpoint):
            let length = UInt64(data.count)
            let header = [endpoint, status.rawValue] + Message.word(length & 0xFFFF, 2) + [0, 0, 0, 0]
            let high = can(.longBulkLength) ? Message.word(length >> 16, 2) : []
            return [send(Message(.bulk, id: id, header + high + data))]
        case .interruptOut(let id, let endpoint):
            return [send(Message(.interrupt, id: id, [endpoint, status.rawValue, 0, 0]))]
        case .interruptIn(let endpoint): return toldInterrupt(endpoint, status, data)
        case .configure(let id, let value):
            if status == .success { configuration = value }
            return [send(Message(.configurationStatus, id: id, [status.rawValue, configuration]))]
        }
    }

    /// Reports an interrupt, or why there will be none.
    private mutating func toldInterrupt(
        _ endpoint: UInt8, _ status: Message.Status, _ data: [UInt8]
    ) -> [ProtocolAction<Output>] {
        guard status == .success else {
            return [send(Message(.interruptStatus, [status.rawValue, endpoint]))]
        }
        lastInterrupt += 1
        let header = [endpoint, status.rawValue] + Message.word(UInt64(data.count), 2)
        return [send(Message(.interrupt, id: lastInterrupt, header + data))]
    }

    private static func status(_ outcome: Port.Outcome?) -> (Message.Status, [UInt8]) {
        switch outcome {
        case .completed(let data): (.success, data)
        case .stalled: (.stall, [])
        case .overflow: (.babble, [])
        case .canceled: (.canceled, [])
        case .noDevice, nil: (.inputOutputError, [])
        }
    }
}
