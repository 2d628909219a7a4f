/// An update of a reader's software.
public struct ReaderSoftwareUpdate: Hashable, Sendable, Codable {
    /// How long its installation takes.
    public enum DurationEstimate: String, Hashable, Sendable, Codable, CaseIterable {
        /// Less than a minute.
        case lessThanOneMinute
        /// One to two minutes.
        case oneToTwoMinutes
        /// Two to five minutes.
        case twoToFiveMinutes
        /// Five to fifteen minutes.
        case fiveToFifteenMinutes
    }

    /// What it replaces.
    public enum Component: String, Hashable, Sendable, Codable, CaseIterable {
        /// A part of the software, which is not stopped once it has begun.
        case incremental
        /// The firmware.
        case firmware
        /// The configuration.
        case config
        /// The keys.
        case keys
    }

    /// The version after it.
    public var softwareVersion: String
    /// How long its installation takes.
    public var durationEstimate: DurationEstimate
    /// What it replaces.
    public var components: [Component]
    /// From when on the reader does not connect without it, in seconds since 1970; `nil` if it may be left out.
    public var requiredAt: Int64?

    /// Creates a description.
    public init(
        softwareVersion: String, durationEstimate: DurationEstimate = .oneToTwoMinutes,
        components: [Component] = [.firmware], requiredAt: Int64? = nil
    ) {
        self.softwareVersion = softwareVersion
        self.durationEstimate = durationEstimate
        self.components = components
        self.requiredAt = requiredAt
    }
}
