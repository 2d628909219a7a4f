/// What to discover, and for how long.
public struct DiscoveryConfiguration: Hashable, Sendable {
    /// Where to look.
    public var method: DiscoveryMethod
    /// Where on it, such as a serial port or `HOST:PORT`; what is found by itself where it is empty.
    public var addresses: [ReaderAddress]
    /// The shop's location (`tml_…`) whose smart readers are wanted; nil for those of the whole account.
    public var location: String?
    /// How long to look; nil looks until canceled.
    public var timeout: Duration?

    /// Describes a discovery.
    public init(
        _ method: DiscoveryMethod, addresses: [ReaderAddress] = [], location: String? = nil, timeout: Duration? = nil
    ) {
        self.method = method
        self.addresses = addresses
        self.location = location
        self.timeout = timeout
    }

    /// Looks for the reader that an address names.
    public init(_ address: ReaderAddress, timeout: Duration? = nil) {
        self.init(address.method, addresses: [address], timeout: timeout)
    }

    /// Readers on the USB bus.
    public static let usb = DiscoveryConfiguration(.usb)
    /// Readers on the serial ports of this machine.
    public static let serial = DiscoveryConfiguration(.serial)
    /// Smart readers of the account.
    public static let internet = DiscoveryConfiguration(.internet)
    /// Simulated readers.
    public static let simulated = DiscoveryConfiguration(.simulated)

    /// Readers at addresses on the network.
    public static func tcp(_ addresses: [ReaderAddress]) -> DiscoveryConfiguration {
        DiscoveryConfiguration(.tcp, addresses: addresses)
    }

    /// Smart readers of one location of the account.
    public static func internet(location: String) -> DiscoveryConfiguration {
        DiscoveryConfiguration(.internet, location: location)
    }
}
