public import TenderReaders

/// A USB device that is there, as it describes itself.
public struct USBDeviceListing: Hashable, Sendable {
    /// The number of its bus.
    public var bus: UInt8
    /// Its address on the bus.
    public var address: UInt8
    /// Its interfaces, without the device's strings.
    public var interfaces: [USBInterface]

    /// Describes a device.
    public init(bus: UInt8, address: UInt8, interfaces: [USBInterface]) {
        self.bus = bus
        self.address = address
        self.interfaces = interfaces
    }
}
