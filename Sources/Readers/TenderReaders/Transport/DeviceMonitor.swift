/// A monitor of the attached devices and of changes to them.
public protocol DeviceMonitor: Sendable {
    /// Yields the current devices of the subsystems, each as an attachment, then `.listed`, and then changes until the
    /// consumer stops.
    ///
    /// An attachment is reported after the permissions of the device's node were applied, and again if they are
    /// reapplied.
    func events(_ subsystems: Set<DeviceSubsystem>) -> AsyncThrowingStream<DeviceEvent, any Error>
}

/// A subsystem of the kernel.
public enum DeviceSubsystem: String, Hashable, Sendable, CaseIterable {
    /// Whole USB devices.
    case usb
    /// Raw HID devices.
    case hidraw
    /// Terminals: serial ports.
    case tty
}

/// A change of the attached devices.
public enum DeviceEvent: Hashable, Sendable {
    /// A device is attached.
    case attached(AttachedDevice)
    /// Every device that was attached at the beginning has been reported; comes once.
    case listed
    /// A device is gone; the path is its place in the kernel's tree.
    case detached(path: String)
}

/// A device of the kernel, with what udev knows about it.
public struct AttachedDevice: Hashable, Sendable {
    /// The path in the kernel's tree (`/sys/devices/…`), which identifies the device.
    public var path: String
    /// The subsystem.
    public var subsystem: DeviceSubsystem
    /// The node, such as `/dev/ttyUSB0`.
    public var node: String?
    /// Other names of the node, such as `/dev/serial/by-id/…`.
    public var links: [String]
    /// The vendor ID of the USB device that it belongs to.
    public var vendorID: UInt16?
    /// The product ID of the same device.
    public var productID: UInt16?
    /// The device version, in binary-coded decimal.
    public var deviceVersion: UInt16?
    /// The manufacturer's name, as the device reports it.
    public var manufacturer: String?
    /// The model's name, as the device reports it.
    public var product: String?
    /// The serial number, as the device reports it.
    public var serialNumber: String?
    /// The number of the bus, for a whole USB device.
    public var bus: UInt8?
    /// The address on that bus.
    public var address: UInt8?
    /// The interfaces of a whole USB device, according to its descriptors.
    public var interfaces: [USBInterface]

    /// Creates a device.
    public init(
        path: String, subsystem: DeviceSubsystem, node: String? = nil, links: [String] = [], vendorID: UInt16? = nil,
        productID: UInt16? = nil, deviceVersion: UInt16? = nil, manufacturer: String? = nil, product: String? = nil,
        serialNumber: String? = nil, bus: UInt8? = nil, address: UInt8? = nil, interfaces: [USBInterface] = []
    ) {
        self.path = path
        self.subsystem = subsystem
        self.node = node
        self.links = links
        self.vendorID = vendorID
        self.productID = productID
        self.deviceVersion = deviceVersion
        self.manufacturer = manufacturer
        self.product = product
        self.serialNumber = serialNumber
        self.bus = bus
        self.address = address
        self.interfaces = interfaces
    }
}
