public import TenderModel

/// The readers among the devices that a monitor reports, as a pure value.
public struct ReaderDirectory: Hashable, Sendable {
    /// A reader, and the device through which it is reached.
    public struct Entry: Hashable, Sendable {
        /// The driver family; `nil` for a serial port, which does not identify what is behind it.
        public var family: ReaderFamily?
        /// The device to open.
        public var device: AttachedDevice
        /// The interface that libusb opens: of a whole device, or if a hidraw node cannot be opened.
        public var interface: USBInterfacePlace?
        /// Whether the device has other readers on further interfaces.
        public var sharesDevice = false
        /// The reader as reported, without a problem.
        public var reader: Reader
    }

    private var devices: [AttachedDevice] = []

    /// Creates an empty directory.
    public init() {}

    /// Records that a device was attached or detached.
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

    /// The readers on the USB bus.
    ///
    /// Readers that send reports are listed by their hidraw nodes, or by their interface if they have none; each
    /// interface of a chip card reader is a separate reader.
    public var usb: [Entry] {
        let raw = devices.filter { $0.subsystem == .hidraw }
        let nodes = raw.compactMap { node in
            KnownReader.of(node).map { entry($0.family, node, Self.interface(of: node, in: whole(of: node))) }
        }
        let withNodes = Set(raw.compactMap { whole(of: $0)?.path })
        let rest = devices.filter { $0.subsystem == .usb }.flatMap { device in
            (withNodes.contains(device.path) ? [] : reports(device)) + chips(device)
        }
        return nodes + rest
    }

    /// The serial ports of USB adapters, and of readers that present themselves as one.
    public var serial: [Entry] {
        devices.filter { $0.subsystem == .tty && $0.vendorID != nil }.compactMap { device in
            guard let node = device.node else { return nil }
            // The name that stays the same if another adapter is plugged in before this one.
            let name = device.links.first { $0.hasPrefix("/dev/serial/by-id/") } ?? node
            return entry(nil, device, at: ReaderAddress(.serial, place: name))
        }
    }

    /// Returns the USB reader at a place: a serial number, a port such as `3-1`, or `nil` for the first.
    public func usb(at place: String?) -> Entry? {
        guard let place else { return usb.first }
        return usb.first { $0.reader.address?.place == place }
            ?? usb.first { $0.reader.serialNumber == place || $0.reader.id == place || Self.port($0.device) == place }
    }

    /// Returns a known reader that sends reports but has no hidraw node.
    private func reports(_ device: AttachedDevice) -> [Entry] {
        guard let known = KnownReader.of(device), let interface = device.interfaces.first(where: \.isHID) else {
            return []
        }
        return [entry(known.family, device, USBInterfacePlace(device, interface.number))]
    }

    /// Returns the chip card interfaces of a device.
    private func chips(_ device: AttachedDevice) -> [Entry] {
        let interfaces = device.interfaces.filter(\.isChipCardReader)
        let isAlone = interfaces.count == 1 && KnownReader.of(device) == nil
        return interfaces.map { interface in
            let place = Self.port(device) + (isAlone ? "" : ":\(interface.number)")
            var entry = entry(.ccid, device, at: ReaderAddress(.usb, place: place))
            entry.interface = USBInterfacePlace(device, interface.number)
            entry.sharesDevice = !isAlone
            return entry
        }
    }

    private func entry(_ family: ReaderFamily, _ device: AttachedDevice, _ interface: USBInterfacePlace?) -> Entry {
        var entry = entry(family, device, at: ReaderAddress(.usb, place: Self.port(device)))
        entry.interface = interface
        return entry
    }

    private func entry(_ family: ReaderFamily?, _ device: AttachedDevice, at address: ReaderAddress) -> Entry {
        let reader = Reader(
            id: address.description, model: device.product ?? family?.name ?? "serial port",
            serialNumber: device.serialNumber ?? "", discoveryMethod: address.method,
            softwareVersion: family == nil ? nil : device.deviceVersion.map(Self.version), address: address)
        return Entry(family: family, device: device, reader: reader)
    }

    /// Returns the whole device that a node belongs to: the last in order, after the hubs in front of it.
    private func whole(of node: AttachedDevice) -> AttachedDevice? {
        devices.last { $0.subsystem == .usb && node.path.hasPrefix($0.path + "/") }
    }

    /// Returns the interface that a hidraw node belongs to, which the kernel names in the node's path, as in
    /// `3-1.2:1.0`.
    private static func interface(of node: AttachedDevice, in whole: AttachedDevice?) -> USBInterfacePlace? {
        guard let whole else { return nil }
        let name = node.path.dropFirst(whole.path.count + 1).prefix { $0 != "/" }
        let number = name.split(separator: ".").last.flatMap { UInt8($0) }
        return (number ?? whole.interfaces.first(where: \.isHID)?.number).flatMap { USBInterfacePlace(whole, $0) }
    }

    /// Formats a version in binary-coded decimal, such as `2.06`.
    private static func version(_ number: UInt16) -> String {
        let (whole, part) = (String(number >> 8, radix: 16), String(number & 0xFF, radix: 16))
        return "\(whole).\(part.count == 1 ? "0" : "")\(part)"
    }

    /// Returns the bus port that a device is plugged into: the folder of the kernel's tree with a name like `3-1.2`.
    private static func port(_ device: AttachedDevice) -> String {
        let port = device.path.split(separator: "/").last { name in
            name.contains("-") && !name.contains(":") && name.allSatisfy { $0.isNumber || $0 == "-" || $0 == "." }
        }
        return port.map(String.init) ?? device.path
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
