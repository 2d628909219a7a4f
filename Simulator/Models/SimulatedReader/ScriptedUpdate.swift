public import TenderModel

/// An update of a simulated reader's software, and what becomes of it.
public struct ScriptedUpdate: Hashable, Sendable, Codable {
    /// The update.
    public var update: ReaderSoftwareUpdate
    /// The duration of its installation.
    public var duration: Duration
    /// Whether the reader installs it when it is connected.
    public var isRequired: Bool
    /// Whether the battery is too low for it.
    public var batteryIsLow: Bool

    /// Creates an update.
    public init(
        _ update: ReaderSoftwareUpdate, duration: Duration = .seconds(10), isRequired: Bool = false,
        batteryIsLow: Bool = false
    ) {
        self.update = update
        self.duration = duration
        self.isRequired = isRequired
        self.batteryIsLow = batteryIsLow
    }
}
