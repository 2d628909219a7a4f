/// Why a reader is gone.
public enum DisconnectReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nobody knows.
    case unknown
    /// The application asked for it.
    case disconnectRequested
    /// A restart of the reader was asked for.
    case rebootRequested
    /// The reader restarted for its security rules.
    case securityReboot
    /// The battery is empty.
    case criticallyLowBattery
    /// Somebody switched it off.
    case poweredOff
    /// It slept after a long idle time.
    case idlePowerDown
    /// The cable or the device is gone.
    case usbDisconnected
    /// The serial or network link is gone.
    case linkLost
}
