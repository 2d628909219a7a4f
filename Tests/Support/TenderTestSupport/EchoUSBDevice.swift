public import SimulatedDevices
import TenderFlow

/// A simulated device that echoes what it receives, and fails on request.
public struct EchoUSBDevice: SimulatedUSBDevice {
    /// The single bytes that are orders when sent to the bulk endpoint.
    public enum Order: UInt8, Sendable {
        /// Falls silent.
        case mute = 0xF0
        /// Halts the OUT endpoint.
        case haltOut
        /// Halts the IN endpoint.
        case haltIn
        /// Sends two bytes on the interrupt endpoint.
        case interrupt
        /// Leaves the bus.
        case unplug
        /// Sends 200 bytes.
        case sendMuch
        /// Answers after a second.
        case late
    }

    /// The number of halts that the host cleared.
    public private(set) var haltsCleared = 0
    /// The number of resets by the host.
    public private(set) var resets = 0
    /// The data of the host's last class request.
    public private(set) var controlBytes: [UInt8] = []

    /// The class descriptor of the interface.
    public static let classDescriptor: [UInt8] = [6, 0x21, 0x10, 0x01, 0xAA, 0x55]

    /// Creates a device.
    public init() {}

    public var descriptors: USBDescriptorSet {
        let configuration: [UInt8] =
            [9, 2, 45, 0, 1, 1, 0, 0xA0, 50, 9, 4, 0, 0, 3, 0xFF, 1, 2, 0] + Self.classDescriptor
            + [7, 5, 0x01, 2, 64, 0, 0, 7, 5, 0x82, 2, 64, 0, 0, 7, 5, 0x83, 3, 8, 0, 16]
        return USBDescriptorSet(
            device: [18, 1, 0, 2, 0, 0, 0, 64, 0x09, 0x12, 1, 0, 0x34, 0x12, 1, 2, 3, 1],
            configuration: configuration, strings: ["Tender", "Simulated écho", "SIM1"])
    }

    public mutating func handle(_ input: USBDeviceInput) -> [USBDeviceAction] {
        switch input {
        case .control(let setup, let bytes):
            guard setup.request == 1 || setup.request == 2 else { return [.controlStalled] }
            if setup.requestType & 0x80 != 0 { return [.controlAnswer([1, 2, 3, 4, 5])] }
            controlBytes = bytes
            return [.controlAnswer([])]
        case .out(_, let bytes):
            guard bytes.count == 1, let order = Order(rawValue: bytes[0]) else { return [.in(endpoint: 0x82, bytes)] }
            return perform(order)
        case .haltCleared:
            haltsCleared += 1
            return []
        case .reset:
            resets += 1
            return []
        case .timerFired: return [.in(endpoint: 0x82, [0x1A])]
        case .counter(.presentCard): return [.in(endpoint: 0x83, [0x50, 0x03])]
        case .counter: return []
        }
    }

    private func perform(_ order: Order) -> [USBDeviceAction] {
        switch order {
        case .mute: []
        case .haltOut: [.halt(endpoint: 0x01)]
        case .haltIn: [.halt(endpoint: 0x82)]
        case .interrupt: [.in(endpoint: 0x83, [0x50, 0x02])]
        case .unplug: [.unplug]
        case .sendMuch: [.in(endpoint: 0x82, [UInt8](repeating: 7, count: 200))]
        case .late: [.startTimer(1, .seconds(1))]
        }
    }
}
