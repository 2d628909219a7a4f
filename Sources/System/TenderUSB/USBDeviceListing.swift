public import TenderReaders

/// An attached USB device, as it describes itself.
public struct USBDeviceListing: Hashable, Sendable {
    /// The number of its bus.
    public var bus: UInt8
    /// The address on the bus.
    public var address: UInt8
    /// The interfaces, without the device's strings.
    public var interfaces: [USBInterface]

    /// Creates a listing.
    public init(bus: UInt8, address: UInt8, interfaces: [USBInterface]) {
        self.bus = bus
        self.address = address
        self.interfaces = interfaces
    }
}
