/// The time of day with what is needed to doubt it; deadlines use a `Clock`, never this.
public protocol WallClock: Sendable {
    /// The moment now.
    func now() -> Stamp
}

/// A moment: the time of day, and the time since which start of the machine.
public struct Stamp: Hashable, Sendable, Codable {
    /// Milliseconds since 1970, UTC, as the machine believes.
    public var unixMilliseconds: Int64
    /// Milliseconds since the machine was started, sleep included; nobody can set it.
    public var upMilliseconds: Int64
    /// Names the start of the machine: another value means that the two times since a start cannot be compared.
    public var boot: UInt64

    /// Makes a moment.
    public init(unixMilliseconds: Int64, upMilliseconds: Int64, boot: UInt64) {
        self.unixMilliseconds = unixMilliseconds
        self.upMilliseconds = upMilliseconds
        self.boot = boot
    }

    /// How long ago `earlier` was, in milliseconds: the longer of the two clocks' answers.
    ///
    /// - Returns: nil when it is doubtful: another start of the machine, or a clock that went back.
    public func milliseconds(since earlier: Stamp) -> Int64? {
        guard boot == earlier.boot else { return nil }
        let (wall, wallOverflow) = unixMilliseconds.subtractingReportingOverflow(earlier.unixMilliseconds)
        let (up, upOverflow) = upMilliseconds.subtractingReportingOverflow(earlier.upMilliseconds)
        guard !wallOverflow, !upOverflow, wall >= 0, up >= 0 else { return nil }
        return max(wall, up)
    }

    /// The longest time after its first sending that a request may be sent again, in milliseconds: 12 hours, half of
    /// what the payments API promises to remember a key (money rule 3).
    public static let longestKeyAge: Int64 = 12 * 3600 * 1000

    /// Whether a request first sent at `first` may be sent again now.
    public func allowsRepeating(from first: Stamp) -> Bool {
        milliseconds(since: first).map { $0 <= Self.longestKeyAge } ?? false
    }
}
