/// Where readers are looked for.
public enum DiscoveryMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// On the USB bus.
    case usb
    /// On serial ports.
    case serial
    /// On the network, at addresses that are given.
    case tcp
    /// Smart readers of the account, which are driven through the payments API.
    case internet
    /// Simulated readers in this process.
    case simulated
}
