/// How an uplink stands.
public enum UplinkState: Hashable, Sendable {
    /// It connects, or compares its journal with the server's copy.
    case connecting
    /// Records wait to be sent.
    case sending
    /// The server has everything up to this place.
    case current(UplinkPlace)
    /// There is no connection.
    case disconnected
    /// The server refuses this lane.
    case refused
    /// Nobody enrolled this journal.
    case notEnrolled
    /// Head office has blocked this lane: nothing is sold on it.
    case blocked
    /// The journal was restored and lacks records that the server has: nothing is sold on it.
    case behind(server: Int64)
    /// The journal cannot be read.
    case unreadable
    /// The copy is not one of this journal, or is not whole.
    case unusable(UplinkFinding)
}
