public import TenderFlow

/// The watch over holds that nobody has captured or released.
public struct HoldWatching: Sendable {
    /// When to raise alarms, and what to do with forgotten holds.
    public var policy: HoldPolicy
    /// The clock that the ends of holds are compared with.
    public var clock: any WallClock

    /// Creates a watch; `SystemWallClock` is the machine's own clock.
    public init(_ policy: HoldPolicy = HoldPolicy(), clock: any WallClock) {
        self.policy = policy
        self.clock = clock
    }
}
