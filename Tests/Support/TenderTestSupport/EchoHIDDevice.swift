public import SimulatedDevices

/// A simulated HID device that sends its output reports back as input reports, and keeps a feature report.
public struct EchoHIDDevice: SimulatedUSBDevice {
    /// The bytes of a report, without its number: whole packets.
    public static let byteCount = 64

    /// The last report that the host set: its kind, its number as the host asked, and its bytes.
    public private(set) var lastReport: [UInt8] = []
    /// The interval at which reports are repeated, in units of 4 ms; `nil` before the host set it.
    public private(set) var idleRate: UInt8?

    private let areNumbered: Bool
    private var feature: [UInt8] = []

    /// Creates a device, whose reports have the number 5 or none.
    public init(areNumbered: Bool = false) { self.areNumbered = areNumbered }

    public var descriptors: USBDescriptorSet {
        let number: [UInt8] = areNumbered ? [0x85, 0x05] : []
        let report =
            [0x06, 0x00, 0xFF, 0x09, 0x01, 0xA1, 0x01] + number + [0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08]
            + [0x95, UInt8(Self.byteCount), 0x09, 0x20, 0x81, 0x02, 0x09, 0x21, 0x91, 0x02]
            + [0x95, 0x02, 0x09, 0x22, 0xB1, 0x02, 0xC0]
        let configuration: [UInt8] =
            [9, 2, 34, 0, 1, 1, 0, 0x80, 50] + [9, 4, 0, 0, 1, 3, 0, 0, 0]
            + [9, 0x21, 0x11, 0x01, 0, 1, 0x22, UInt8(report.count), 0] + [7, 5, 0x81, 3, 64, 0, 1]
        return USBDescriptorSet(
            device: [18, 1, 0, 2, 0, 0, 0, 64, 0x09, 0x12, 2, 0, 0, 1, 1, 2, 3, 1], configuration: configuration,
            strings: ["Tender", "Simulated HID echo", "SIM2"], report: report)
    }

    public mutating func handle(_ input: USBDeviceInput) -> [USBDeviceAction] {
        guard case .control(let setup, let bytes) = input else { return [] }
        let (kind, number) = (UInt8(setup.value >> 8), UInt8(truncatingIfNeeded: setup.value))
        switch (setup.requestType, setup.request, kind) {
        case (0x21, 0x0A, let rate):
            idleRate = rate
            return [.controlAnswer([])]
        case (0x21, 0x09, 2):
            lastReport = [kind, number] + bytes
            return [.controlAnswer([]), .in(endpoint: 0x81, bytes)]
        case (0x21, 0x09, 3):
            lastReport = [kind, number] + bytes
            feature = bytes
            return [.controlAnswer([])]
        case (0xA1, 0x01, 3): return [.controlAnswer(feature)]
        default: return [.controlStalled]
        }
    }
}
