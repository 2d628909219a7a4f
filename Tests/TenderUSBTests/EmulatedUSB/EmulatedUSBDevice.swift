import CUMockdev
import Glibc
import SimulatedDevices
import TenderBytes
import TenderFlow

/// A simulated device on the emulated bus: libusb and libudev see it as they see a real one.
final class EmulatedUSBDevice<Device: SimulatedUSBDevice>: Sendable {
    /// How often a program asked for something.
    struct Counts: Hashable, Sendable {
        var submitted = 0
        var discarded = 0
        var haltsCleared = 0
        var resets = 0
        var driversDetached = 0
    }

    private typealias Client = UnsafeMutablePointer<UMockdevIoctlClient>

    /// A transfer as usbfs has it.
    private struct Request {
        /// The open file through which it came, and through which its end is told.
        let client: Client
        let urb: UnsafeMutablePointer<UMockdevIoctlData>
        let buffer: UnsafeMutablePointer<UMockdevIoctlData>?
    }

    private struct State: @unchecked Sendable {
        // The pointers are used under the lock of the state only.
        var port: SimulatedUSBPort<Device>
        var pending: [UInt64: Request] = [:]
        var ended: [Request] = []
        var timers: [Serial: Task<Void, Never>] = [:]
        var lastID: UInt64 = 0
        var counts = Counts()
        var hasDriver: Bool
        var isBusy = false
    }

    /// Its bus and its address there.
    let bus: UInt8 = 1
    let address: UInt8
    /// Its path in the kernel's tree.
    let path: String

    private let state: Guarded<State>
    private let clock: any Clock<Duration>
    /// Its node.
    let node: String
    private let handler: RequestHandler

    /// Plugs a device into the shared bus; the event of it is told when this returns.
    ///
    /// - Parameters:
    ///   - device: the model.
    ///   - hasDriver: whether a kernel driver has its interface.
    ///   - clock: what the model's timers are measured with.
    static func plug(
        _ device: Device, hasDriver: Bool = false, clock: any Clock<Duration> = ContinuousClock()
    ) -> EmulatedUSBDevice {
        let emulated = EmulatedUSBDevice(device, hasDriver, clock)
        emulated.appear(device.descriptors)
        return emulated
    }

    private init(_ device: Device, _ hasDriver: Bool, _ clock: any Clock<Duration>) {
        state = Guarded(State(port: SimulatedUSBPort(device), hasDriver: hasDriver))
        self.clock = clock
        address = EmulatedBus.shared.makeAddress()
        let digits = String(address)
        node = "/dev/bus/usb/001/" + String(repeating: "0", count: 3 - digits.count) + digits
        path = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-\(address)"
        handler = RequestHandler()
        handler.answer { [weak self] client in self?.handle(client) ?? (-1, ENODEV) }
    }

    // MARK: - For tests

    /// The model as it is now.
    var device: Device { state.withLock { $0.port.device } }

    /// What programs asked for until now.
    var counts: Counts { state.withLock { $0.counts } }

    /// Whether a kernel driver has the interface.
    var hasDriver: Bool { state.withLock { $0.hasDriver } }

    /// Whether another program has the interface.
    func setBusy(_ isBusy: Bool) { state.withLock { $0.isBusy = isBusy } }

    /// Somebody at the counter does something.
    func counter(_ event: CounterEvent) {
        if perform({ $0.port.handle(.counter(event)) }) { disappear() }
    }

    /// Takes the device off the bus while a program may be using it.
    func unplug() { counter(.unplug) }

    // MARK: - The kernel's side

    private func appear(_ descriptors: USBDescriptorSet) {
        func hex(_ bytes: [UInt8]) -> String { Hex.encode(bytes).uppercased() }
        let device = descriptors.device
        let (vendor, product) = (hex([device[9], device[8]]).lowercased(), hex([device[11], device[10]]).lowercased())
        let interfaces = USBDescriptorSet.split(descriptors.configuration)
            .filter { $0[1] == 4 }.map { hex([UInt8]($0[5..<8])).lowercased() }
        var error: UnsafeMutablePointer<GError>?
        // First, since adding tells of the device, and it may be opened at once.
        umockdev_testbed_attach_ioctl(EmulatedBus.shared.testbed, node, handler.pointer, &error)
        EmulatedBus.shared.add(
            """
            P: \(path.dropFirst(4))
            N: \(node.dropFirst(5))
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_device
            E: DRIVER=usb
            E: BUSNUM=001
            E: DEVNUM=\(node.suffix(3))
            E: DEVNAME=\(node)
            E: MAJOR=189
            E: MINOR=\(address)
            E: ID_USB_INTERFACES=:\(interfaces.joined(separator: ":")):
            A: busnum=1\\n
            A: devnum=\(address)\\n
            A: speed=12\\n
            A: bConfigurationValue=1\\n
            A: bNumConfigurations=1\\n
            A: idVendor=\(vendor)\\n
            A: idProduct=\(product)\\n
            A: bcdDevice=\(hex([device[13], device[12]]))\\n
            A: manufacturer=\(descriptors.strings.first ?? "")\\n
            A: product=\(descriptors.strings.dropFirst().first ?? "")\\n
            A: serial=\(descriptors.strings.dropFirst(2).first ?? "")\\n
            H: descriptors=\(hex(descriptors.device + descriptors.configuration))

            """)
    }

    private func disappear() {
        EmulatedBus.shared.remove(path)
        var error: UnsafeMutablePointer<GError>?
        umockdev_testbed_detach_ioctl(EmulatedBus.shared.testbed, node, &error)
    }

    /// Asks the port for a program, on the thread of the test bed, where no device can be removed.
    private func answer(_ body: (inout State) -> [SimulatedUSBPort<Device>.Action]) {
        if perform(body) { Task { disappear() } }
    }

    /// Asks the port, ends the transfers that it ends, and starts its timers; whether the device left the bus.
    private func perform(_ body: (inout State) -> [SimulatedUSBPort<Device>.Action]) -> Bool {
        state.withLock { state in
            var hasLeft = false
            for action in body(&state) {
                switch action {
                case .end(let id, let outcome): Self.end(id, outcome, &state)
                case .startTimer(let serial, let duration):
                    state.timers[serial]?.cancel()
                    state.timers[serial] = timer(serial, duration)
                case .stopTimer(let serial): state.timers.removeValue(forKey: serial)?.cancel()
                case .unplugged: hasLeft = true
                }
            }
            return hasLeft
        }
    }

    private func timer(_ serial: Serial, _ duration: Duration) -> Task<Void, Never> {
        Task { [weak self, clock] in
            guard (try? await clock.sleep(for: duration)) != nil else { return }
            self?.answer { $0.port.handle(.timerFired(serial)) }
        }
    }

    private static func end(_ id: UInt64, _ outcome: SimulatedUSBPort<Device>.Outcome, _ state: inout State) {
        guard let request = state.pending.removeValue(forKey: id) else { return }
        request.urb.pointee.data.withMemoryRebound(to: usbdevfs_urb.self, capacity: 1) { urb in
            switch outcome {
            case .completed(let bytes):
                let isControl = urb.pointee.type == UInt8(USBDEVFS_URB_TYPE_CONTROL)
                let isIn = urb.pointee.endpoint & 0x80 != 0
                urb.pointee.status = 0
                urb.pointee.actual_length = isIn || isControl ? Int32(bytes.count) : urb.pointee.buffer_length
                let room = request.buffer.map { Int($0.pointee.data_len) } ?? 0
                for (index, byte) in zip((isControl ? 8 : 0)..<max(room, 8), bytes) where index < room {
                    request.buffer?.pointee.data[index] = byte
                }
            case .stalled: urb.pointee.status = -EPIPE
            case .overflow: urb.pointee.status = -EOVERFLOW
            case .canceled: urb.pointee.status = -ENOENT
            case .noDevice: urb.pointee.status = -ESHUTDOWN
            }
        }
        state.ended.append(request)
    }

    // MARK: - Requests of a program

    private func handle(_ client: UnsafeMutablePointer<UMockdevIoctlClient>) -> (result: Int, code: Int32) {
        let request = umockdev_ioctl_client_get_request(client)
        guard let argument = umockdev_ioctl_client_get_arg(client) else { return (-1, EFAULT) }
        let kind = cumockdev_kind(request)
        if kind == CUMOCKDEV_DISCARD { return discard(argument.pointee.data, client) }
        let size = Int(cumockdev_size(request))
        let data = size == 0 ? nil : umockdev_ioctl_data_resolve(argument, 0, gsize(size), nil)
        defer { if let data { g_object_unref(data) } }
        if kind == CUMOCKDEV_REAP { return reap(data, client) }
        guard state.withLock({ $0.port.isPlugged }) else { return (-1, ENODEV) }
        switch kind {
        case CUMOCKDEV_SUBMIT: return submit(data, client)
        case CUMOCKDEV_CAPABILITIES:
            data?.pointee.data.withMemoryRebound(to: UInt32.self, capacity: 1) { $0.pointee = 0x1F }
            return (0, 0)
        case CUMOCKDEV_GET_DRIVER: return state.withLock { $0.hasDriver } ? (0, 0) : (-1, ENODATA)
        case CUMOCKDEV_IOCTL: return data.map { driver($0.pointee.data) } ?? (0, 0)
        case CUMOCKDEV_DISCONNECT_CLAIM:
            _ = detach()
            return claim()
        case CUMOCKDEV_CLAIM: return claim()
        case CUMOCKDEV_SETTING: return (0, 0)
        case CUMOCKDEV_CLEAR_HALT: return clearHalt(data)
        case CUMOCKDEV_RESET:
            answer { state in
                state.counts.resets += 1
                return state.port.handle(.reset)
            }
            return (0, 0)
        default: return (-1, ENOTTY)
        }
    }

    private func driver(_ argument: UnsafeMutablePointer<UInt8>) -> (result: Int, code: Int32) {
        if cumockdev_detaches(argument) != 0 { return detach() }
        guard cumockdev_attaches(argument) != 0 else { return (0, 0) }
        return state.withLock { state in
            state.hasDriver = state.counts.driversDetached > 0
            return (state.hasDriver ? 1 : 0, 0)
        }
    }

    private func detach() -> (result: Int, code: Int32) {
        state.withLock { state in
            guard state.hasDriver else { return (-1, ENODATA) }
            state.hasDriver = false
            state.counts.driversDetached += 1
            return (0, 0)
        }
    }

    private func claim() -> (result: Int, code: Int32) {
        state.withLock { $0.isBusy || $0.hasDriver ? (-1, EBUSY) : (0, 0) }
    }

    private func clearHalt(_ data: UnsafeMutablePointer<UMockdevIoctlData>?) -> (result: Int, code: Int32) {
        let endpoint = data?.pointee.data[0] ?? 0
        let setup = USBSetup(requestType: 0x02, request: 1, value: 0, index: UInt16(endpoint), length: 0)
        answer { state in
            state.counts.haltsCleared += 1
            // Nobody waits for the end of the kernel's own request.
            return state.port.handle(.submit(0, .control(setup, [])))
        }
        return (0, 0)
    }

    private func submit(
        _ data: UnsafeMutablePointer<UMockdevIoctlData>?, _ client: Client
    ) -> (result: Int, code: Int32) {
        guard let data else { return (-1, EFAULT) }
        let urb = data.pointee.data.withMemoryRebound(to: usbdevfs_urb.self, capacity: 1) { $0.pointee }
        let length = max(0, Int(urb.buffer_length))
        let buffer =
            length == 0
            ? nil : umockdev_ioctl_data_resolve(data, gsize(cumockdev_buffer_offset()), gsize(length), nil)
        g_object_ref(data)
        let bytes = buffer.map { [UInt8](UnsafeBufferPointer(start: $0.pointee.data, count: length)) } ?? []
        let transfer = Self.transfer(urb, bytes)
        answer { state in
            state.lastID += 1
            state.counts.submitted += 1
            state.pending[state.lastID] = Request(client: client, urb: data, buffer: buffer)
            return state.port.handle(.submit(state.lastID, transfer))
        }
        return (0, 0)
    }

    private static func transfer(_ urb: usbdevfs_urb, _ bytes: [UInt8]) -> SimulatedUSBPort<Device>.Transfer {
        if urb.type == UInt8(USBDEVFS_URB_TYPE_CONTROL), bytes.count >= 8 {
            func word(_ index: Int) -> UInt16 { UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 }
            let setup = USBSetup(
                requestType: bytes[0], request: bytes[1], value: word(2), index: word(4), length: word(6))
            return .control(setup, bytes[0] & 0x80 == 0 ? [UInt8](bytes.dropFirst(8)) : [])
        }
        return urb.endpoint & 0x80 == 0
            ? .out(endpoint: urb.endpoint, bytes) : .in(endpoint: urb.endpoint, byteCount: bytes.count)
    }

    private func discard(_ data: UnsafeMutablePointer<UInt8>, _ client: Client) -> (result: Int, code: Int32) {
        let address = data.withMemoryRebound(to: UInt.self, capacity: 1) { $0.pointee }
        var isFound = false
        answer { state in
            state.counts.discarded += 1
            let meant = state.pending.first { request in
                request.value.client == client && request.value.urb.pointee.client_addr == address
            }
            guard let id = meant?.key else { return [] }
            isFound = true
            return state.port.handle(.cancel(id))
        }
        return isFound ? (0, 0) : (-1, EINVAL)
    }

    private func reap(
        _ data: UnsafeMutablePointer<UMockdevIoctlData>?, _ client: Client
    ) -> (result: Int, code: Int32) {
        let (isReaped, isPlugged) = state.withLock { state -> (Bool, Bool) in
            guard let data, let place = state.ended.firstIndex(where: { $0.client == client }) else {
                return (false, state.port.isPlugged)
            }
            let request = state.ended.remove(at: place)
            umockdev_ioctl_data_set_ptr(data, 0, request.urb)
            g_object_unref(request.urb)
            if let buffer = request.buffer { g_object_unref(buffer) }
            return (true, state.port.isPlugged)
        }
        if isReaped { return (0, 0) }
        // The node is a plain file, always ready to be polled: libusb would ask without a pause.
        usleep(300)
        return (-1, isPlugged ? EAGAIN : ENODEV)
    }
}
