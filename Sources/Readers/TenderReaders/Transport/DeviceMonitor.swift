/// Tells which devices are there, and when that changes.
public protocol DeviceMonitor: Sendable {
    /// The devices of the subsystems now, each as an attachment, then `.listed`, and then what changes, until the
    /// consumer stops.
    ///
    /// An attachment is told after the permissions of the device's node were applied, and again when they were anew.
    func events(_ subsystems: Set<DeviceSubsystem>) -> AsyncThrowingStream<DeviceEvent, any Error>
}

/// A family of devices of the kernel.
public enum DeviceSubsystem: String, Hashable, Sendable, CaseIterable {
    /// Whole USB devices.
    case usb
    /// Raw HID devices.
    case hidraw
    /// Terminals: serial ports.
    case tty
}

/// What happened to a device.
public enum DeviceEvent: Hashable, Sendable {
    /// It is there.
    case attached(AttachedDevice)
    /// Everything that was there at the beginning has been told; once.
    case listed
    /// It is gone; with its path in the kernel's tree.
    case detached(path: String)
}

/// A device of the kernel, with what udev knows of it.
public struct AttachedDevice: Hashable, Sendable {
    /// The path in the kernel's tree (`/sys/devices/…`): its identity.
    public var path: String
    /// Its family.
    public var subsystem: DeviceSubsystem
    /// Its node, such as `/dev/ttyUSB0`.
    public var node: String?
    /// Other names of the node, such as `/dev/serial/by-id/…`.
    public var links: [String]
    /// The maker's number, of the USB device that it belongs to.
    public var vendorID: UInt16?
    /// The model's number, of the same device.
    public var productID: UInt16?
    /// The version of the model, in binary-coded decimals.
    public var deviceVersion: UInt16?
    /// The maker's name, as the device tells it.
    public var manufacturer: String?
    /// The model's name, as the device tells it.
    public var product: String?
    /// The serial number, as the device tells it.
    public var serialNumber: String?
    /// The number of the bus of a whole USB device.
    public var bus: UInt8?
    /// Its address on that bus.
    public var address: UInt8?
    /// The interfaces of a whole USB device, as its descriptors tell.
    public var interfaces: [USBInterface]

    /// Describes a device.
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
