public import TenderFlow
public import TenderModel

/// An update of a simulated reader's software, and what becomes of it.
public struct ScriptedUpdate: Hashable, Sendable, Codable {
    /// The update.
    public var update: ReaderSoftwareUpdate
    /// The duration of its installation.
    public var duration: Duration
    /// Whether the reader installs it when it is connected.
    public var isRequired: Bool
    /// Why it is not installed; `nil` if it is.
    public var failure: ReaderError?

    /// Creates an update.
    public init(
        _ update: ReaderSoftwareUpdate, duration: Duration = .seconds(10), isRequired: Bool = false,
        failure: ReaderError? = nil
    ) {
        self.update = update
        self.duration = duration
        self.isRequired = isRequired
        self.failure = failure
    }
}
