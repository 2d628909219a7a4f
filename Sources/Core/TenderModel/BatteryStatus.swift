/// How long a reader's battery will last.
public enum BatteryStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// At most 5 %: it must be charged now.
    case critical
    /// At most 20 %.
    case low
    /// More than 20 %.
    case nominal

    /// Judges a charge in percent, as `TerminalEvent.Kind.batteryLevel` tells it.
    public init(level: Int) {
        switch level {
        case ...5: self = .critical
        case ...20: self = .low
        default: self = .nominal
        }
    }
}
