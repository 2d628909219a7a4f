/// Where readers are looked for.
public enum DiscoveryMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// On the USB bus.
    case usb
    /// On serial ports.
    case serial
    /// On the network.
    case internet
    /// Simulated readers in this process.
    case simulated
}
