/// The time of day with what is needed to doubt it; deadlines use a `Clock`, never this.
public protocol WallClock: Sendable {
    /// Returns the current moment.
    func now() -> Stamp
}

/// A moment: the time of day, and the time since a particular boot of the machine.
public struct Stamp: Hashable, Sendable, Codable {
    /// The milliseconds since 1970, UTC, according to the machine.
    public var unixMilliseconds: Int64
    /// The milliseconds since the machine booted, including sleep; nobody can set this.
    public var upMilliseconds: Int64
    /// The ID of the boot; with different values, the times since boot are not comparable.
    public var boot: UInt64

    /// Creates a moment.
    public init(unixMilliseconds: Int64, upMilliseconds: Int64, boot: UInt64) {
        self.unixMilliseconds = unixMilliseconds
        self.upMilliseconds = upMilliseconds
        self.boot = boot
    }

    /// Returns how long ago `earlier` was, in milliseconds: the longer of the two clocks' answers.
    ///
    /// - Returns: `nil` if it is doubtful: after a reboot of the machine, or if a clock went backward.
    public func milliseconds(since earlier: Stamp) -> Int64? {
        guard boot == earlier.boot else { return nil }
        let (wall, wallOverflow) = unixMilliseconds.subtractingReportingOverflow(earlier.unixMilliseconds)
        let (up, upOverflow) = upMilliseconds.subtractingReportingOverflow(earlier.upMilliseconds)
        guard !wallOverflow, !upOverflow, wall >= 0, up >= 0 else { return nil }
        return max(wall, up)
    }

    /// The maximum time after its first sending at which a request may be sent again, in milliseconds: 12 hours, half
    /// of what the payments API promises to remember a key (money rule 3).
    public static let longestKeyAge: Int64 = 12 * 3600 * 1000

    /// Returns whether a request that was first sent at `first` may be sent again now.
    public func allowsRepeating(from first: Stamp) -> Bool {
        milliseconds(since: first).map { $0 <= Self.longestKeyAge } ?? false
    }
}
