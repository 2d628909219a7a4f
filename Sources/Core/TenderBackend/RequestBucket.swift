/// The requests that a till may still make: as many at once as in a minute, and filled up evenly.
struct RequestBucket: Hashable, Sendable {
    /// What one request takes.
    private static let cost: Int64 = 60_000

    private let perMinute: Int64
    private var level: Int64
    private var filled: Int64

    init(perMinute: Int64, now: Int64) {
        self.perMinute = perMinute
        level = perMinute * Self.cost
        filled = now
    }

    /// Takes one request out; returns the seconds to wait if there is none.
    ///
    /// - Parameter now: The milliseconds of a monotonic clock.
    mutating func take(now: Int64) -> Int64? {
        let elapsed = min(max(0, now - filled), 60_000)
        filled = max(now, filled)
        level = min(level + elapsed * perMinute, perMinute * Self.cost)
        guard level < Self.cost else {
            level -= Self.cost
            return nil
        }
        let milliseconds = (Self.cost - level + perMinute - 1) / perMinute
        return (milliseconds + 999) / 1000
    }
}
