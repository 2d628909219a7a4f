/// What to do with a hold that nobody finished, and when: a policy's rule, and the reason that the journal keeps.
public struct HoldRule: Hashable, Sendable, Codable {
    /// What becomes of the hold.
    public enum Action: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is released, by canceling its intent.
        case release
        /// All of it is captured.
        case capture
    }

    /// When a hold counts as forgotten.
    public enum Moment: Hashable, Sendable, Codable {
        /// Its authorization was requested at least this many seconds ago.
        case olderThan(Int64)
        /// It ends in this many seconds or fewer, according to `capture_before`; a hold without that never does.
        case endsWithin(Int64)
    }

    /// What becomes of the hold.
    public var action: Action
    /// When it counts as forgotten.
    public var moment: Moment

    /// Creates a rule.
    public init(_ action: Action, _ moment: Moment) {
        self.action = action
        self.moment = moment
    }

    /// Returns the number of seconds until the rule is due for a hold, zero or less if it is; `nil` for never.
    public func wait(_ hold: Hold, at now: Stamp) -> Int64? {
        switch moment {
        case .olderThan(let seconds): seconds.subtracting(hold.age(at: now))
        case .endsWithin(let seconds):
            hold.captureBefore?.subtracting(now.unixMilliseconds / 1000).subtracting(seconds)
        }
    }

    /// The reason, as words: "older than 5 d".
    public var reason: String {
        switch moment {
        case .olderThan(let seconds): "older than \(Self.words(seconds))"
        case .endsWithin(let seconds): "ends within \(Self.words(seconds))"
        }
    }

    /// Returns a number of seconds in its largest whole unit, of days, hours, minutes and seconds.
    static func words(_ seconds: Int64) -> String {
        for (size, unit) in [(Int64(86_400), "d"), (3600, "h"), (60, "min")]
        where seconds >= size && seconds % size == 0 {
            return "\(seconds / size) \(unit)"
        }
        return "\(seconds) s"
    }
}

extension Int64 {
    /// Returns the difference, or the end of the range that it would leave.
    package func subtracting(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }
}
