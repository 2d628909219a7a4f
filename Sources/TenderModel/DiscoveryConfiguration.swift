/// What to discover, and for how long.
public struct DiscoveryConfiguration: Hashable, Sendable {
    /// Where to look.
    public var method: DiscoveryMethod
    /// How long to look; nil looks until cancelled.
    public var timeout: Duration?

    /// Describes a discovery.
    public init(_ method: DiscoveryMethod, timeout: Duration? = nil) {
        self.method = method
        self.timeout = timeout
    }

    /// Readers on the USB bus.
    public static let usb = DiscoveryConfiguration(.usb)
    /// Readers on serial ports.
    public static let serial = DiscoveryConfiguration(.serial)
    /// Simulated readers.
    public static let simulated = DiscoveryConfiguration(.simulated)
}
