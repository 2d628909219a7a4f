/// How many wrong PINs are taken, and how long none is taken after that.
public struct SignInPolicy: Hashable, Sendable, Codable {
    /// How many wrong PINs in a row lock the sign-in.
    public let attempts: Int
    /// How long the first lock lasts, in milliseconds; each further one lasts twice as long.
    public let firstLock: Int64
    /// The longest lock, in milliseconds.
    public let longestLock: Int64

    /// Five attempts, then half a minute, at most an hour.
    public static let usual = SignInPolicy(attempts: 5, firstLock: 30_000, longestLock: 3_600_000)

    /// Makes a policy; what makes no sense is brought to the nearest that does.
    public init(attempts: Int, firstLock: Int64, longestLock: Int64) {
        self.attempts = max(1, attempts)
        self.firstLock = min(max(1, firstLock), 1 << 40)
        self.longestLock = min(max(self.firstLock, longestLock), 1 << 40)
    }
}

/// Counts one person's wrong PINs; pure, with the times given.
///
/// The times are of a clock that only runs on, such as that of the time since the start: setting the day's clock forward
/// opens no lock.
public struct SignInLock: Hashable, Sendable, Codable {
    /// How many wrong PINs came in a row, since the last lock.
    public private(set) var failures = 0
    private var locks = 0
    private var lockedAt: Int64?

    /// Begins without wrong PINs.
    public init() {}

    /// How long no PIN is taken yet, in milliseconds; 0 when one is.
    public func remaining(at time: Int64, _ policy: SignInPolicy = .usual) -> Int64 {
        guard let lockedAt else { return 0 }
        let length = length(policy)
        // A clock that went back since began anew, as after a restart: the lock begins anew with it.
        let (passed, overflow) = time.subtractingReportingOverflow(lockedAt)
        if overflow { return time > lockedAt ? 0 : length }
        return passed < 0 ? length : max(0, length - passed)
    }

    /// Whether a PIN may be tried.
    public func allows(at time: Int64, _ policy: SignInPolicy = .usual) -> Bool { remaining(at: time, policy) == 0 }

    /// Notes a wrong PIN; one that was typed while locked is not looked at, and changes nothing.
    public mutating func fail(at time: Int64, _ policy: SignInPolicy = .usual) {
        guard allows(at: time, policy) else { return }
        lockedAt = nil
        failures += 1
        guard failures >= policy.attempts else { return }
        failures = 0
        locks = min(locks + 1, 62)
        lockedAt = time
    }

    /// Notes the right PIN, or a manager's word.
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
