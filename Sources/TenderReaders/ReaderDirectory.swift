public import TenderModel

/// The readers among the devices that a monitor tells of, as a pure value.
public struct ReaderDirectory: Hashable, Sendable {
    /// A reader, and the device that it is reached by.
    public struct Entry: Hashable, Sendable {
        /// What speaks to it; nil for a serial port, which does not say.
        public var family: ReaderFamily?
        /// The device that is opened.
        public var device: AttachedDevice
        /// The reader as it is told, without a problem.
        public var reader: Reader
    }

    private var devices: [AttachedDevice] = []

    /// Makes an empty directory.
    public init() {}

    /// Takes note of a device that came or went.
    public mutating func handle(_ event: DeviceEvent) {
        switch event {
        case .attached(let device):
            devices.removeAll { $0.path == device.path }
            devices.append(device)
            devices.sort { $0.path < $1.path }
        case .detached(let path): devices.removeAll { $0.path == path }
        case .listed: break
        }
    }

    /// The readers on the USB bus: those that send reports by their hidraw node, or else as whole devices.
    public var usb: [Entry] {
        let raw = devices.filter { $0.subsystem == .hidraw }
        let whole = devices.filter { device in
            device.subsystem == .usb && !raw.contains { $0.path.hasPrefix(device.path + "/") }
        }
        return (raw + whole).compactMap { device in
            ReaderFamily(device).map { entry($0, device, Self.port(device)) }
        }
    }

    /// The serial ports of USB adapters and of readers that show themselves as one.
    public var serial: [Entry] {
        devices.filter { $0.subsystem == .tty && $0.vendorID != nil }.compactMap { device in
            guard let node = device.node else { return nil }
            // The name that stays when the next adapter is plugged in before this one.
            let name = device.links.first { $0.hasPrefix("/dev/serial/by-id/") } ?? node
            return entry(nil, device, ReaderAddress(.serial, place: name))
        }
    }

    /// The USB reader that a place names: a serial number, a port such as `3-1`, or nil for the first.
    public func usb(at place: String?) -> Entry? {
        guard let place else { return usb.first }
        return usb.first { $0.reader.address?.place == place }
            ?? usb.first { $0.reader.serialNumber == place || $0.reader.id == place }
    }

    private func entry(_ family: ReaderFamily?, _ device: AttachedDevice, _ address: ReaderAddress) -> Entry {
        let reader = Reader(
            id: address.description, model: device.product ?? family?.name ?? "serial port",
            serialNumber: device.serialNumber ?? "", discoveryMethod: address.method, address: address)
        return Entry(family: family, device: device, reader: reader)
    }

    /// The port of the bus that a device is plugged into: the folder of the kernel's tree that is named like `3-1.2`.
    private static func port(_ device: AttachedDevice) -> ReaderAddress {
        let port = device.path.split(separator: "/").last { name in
            name.contains("-") && !name.contains(":") && name.allSatisfy { $0.isNumber || $0 == "-" || $0 == "." }
        }
        return ReaderAddress(.usb, place: port.map(String.init) ?? device.path)
    }
}

extension ReaderFamily {
    /// The family's name for people.
    var name: String {
        switch self {
        case .ccid: "USB chip card reader"
        case .neo: "ID TECH NEO"
        case .magTek: "MagTek stripe reader"
        case .secureMag: "ID TECH stripe reader"
        }
    }
}
