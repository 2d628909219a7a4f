/// The number of wrong PINs allowed, and the lock that follows.
public struct SignInPolicy: Hashable, Sendable, Codable {
    /// The number of wrong PINs in a row that lock the sign-in.
    public let attempts: Int
    /// The length of the first lock in milliseconds; each further one lasts twice as long.
    public let firstLock: Int64
    /// The longest lock, in milliseconds.
    public let longestLock: Int64

    /// Five attempts, then half a minute, at most an hour.
    public static let usual = SignInPolicy(attempts: 5, firstLock: 30_000, longestLock: 3_600_000)

    /// Creates a policy; values that make no sense are clamped to the nearest that do.
    public init(attempts: Int, firstLock: Int64, longestLock: Int64) {
        self.attempts = max(1, attempts)
        self.firstLock = min(max(1, firstLock), 1 << 40)
        self.longestLock = min(max(self.firstLock, longestLock), 1 << 40)
    }
}

/// A count of one person's wrong PINs; pure, with the times passed in.
///
/// The times are of a monotonic clock, such as the uptime: moving the clock of the day forward opens no lock.
public struct SignInLock: Hashable, Sendable, Codable {
    /// The number of wrong PINs in a row since the last lock.
    public private(set) var failures = 0
    private var locks = 0
    private var lockedAt: Int64?

    /// Creates a count without wrong PINs.
    public init() {}

    /// Returns how long no PIN is accepted yet, in milliseconds; 0 when one is.
    public func remaining(at time: Int64, _ policy: SignInPolicy = .usual) -> Int64 {
        guard let lockedAt else { return 0 }
        let length = length(policy)
        // A clock that went back was restarted: the lock restarts with it.
        let (passed, overflow) = time.subtractingReportingOverflow(lockedAt)
        if overflow { return time > lockedAt ? 0 : length }
        return passed < 0 ? length : max(0, length - passed)
    }

    /// Returns whether a PIN may be tried.
    public func allows(at time: Int64, _ policy: SignInPolicy = .usual) -> Bool { remaining(at: time, policy) == 0 }

    /// Counts a wrong PIN; one that was typed during a lock is not looked at, and changes nothing.
    public mutating func fail(at time: Int64, _ policy: SignInPolicy = .usual) {
        guard allows(at: time, policy) else { return }
        lockedAt = nil
        failures += 1
        guard failures >= policy.attempts else { return }
        failures = 0
        locks = min(locks + 1, 62)
        lockedAt = time
    }

    /// Resets the count after the right PIN, or on a manager's word.
    public mutating func reset() { self = SignInLock() }

    private func length(_ policy: SignInPolicy) -> Int64 {
        var length = policy.firstLock
        var further = locks - 1
        while further > 0, length < policy.longestLock {
            length *= 2
            further -= 1
        }
        return min(length, policy.longestLock)
    }
}
