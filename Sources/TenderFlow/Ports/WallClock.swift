/// The time of day, for records and for the age of keys; never for deadlines.
public protocol WallClock: Sendable {
    /// Seconds since 1970.
    var now: Int64 { get }
}
