/// Where an interface of a USB device is, for whoever opens it by itself.
public struct USBInterfacePlace: Hashable, Sendable {
    /// The number of the bus.
    public var bus: UInt8
    /// The device's address there.
    public var address: UInt8
    /// The number of the interface.
    public var number: UInt8
    /// The node of the device.
    public var node: String?

    /// Names an interface of a whole device; nil when the device has no place on a bus.
    public init?(_ device: AttachedDevice, _ number: UInt8) {
        guard let bus = device.bus, let address = device.address else { return nil }
        self.bus = bus
        self.address = address
        self.number = number
        node = device.node
    }
}
