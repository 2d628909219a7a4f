/// How long a reader's battery will last.
public enum BatteryStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// The reader has told no charge: it has no battery, or was connected just now.
    case unknown
    /// At most 5 %: it must be charged now.
    case critical
    /// At most 20 %.
    case low
    /// More than 20 %.
    case nominal

    /// Judges the charge in percent that `TerminalEvent.Kind.batteryLevel` told last; `nil` if there was none.
    public init(level: Int?) {
        guard let level else {
            self = .unknown
            return
        }
        switch level {
        case ...5: self = .critical
        case ...20: self = .low
        default: self = .nominal
        }
    }
}
