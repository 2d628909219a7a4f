/// The location of a USB interface, for opening it separately.
public struct USBInterfacePlace: Hashable, Sendable {
    /// The number of the bus.
    public var bus: UInt8
    /// The device's address there.
    public var address: UInt8
    /// The number of the interface.
    public var number: UInt8
    /// The node of the device.
    public var node: String?

    /// Locates an interface of a whole device; `nil` if the device has no address on a bus.
    public init?(_ device: AttachedDevice, _ number: UInt8) {
        guard let bus = device.bus, let address = device.address else { return nil }
        self.bus = bus
        self.address = address
        self.number = number
        node = device.node
    }
}
