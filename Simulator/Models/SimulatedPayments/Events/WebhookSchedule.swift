/// How often, and at what times, an event is sent to a webhook endpoint that does not take it.
///
/// The first attempt is made at once. The pause after each attempt that fails is twice the one before it.
public struct WebhookSchedule: Hashable, Sendable {
    /// How often an event is sent at most; 1 or more.
    public var maximumAttempts: Int
    /// The pause after the first attempt, in seconds.
    public var firstPause: Int64
    /// The longest pause, in seconds.
    public var longestPause: Int64

    /// Describes a schedule; by default ten attempts within about four minutes.
    public init(maximumAttempts: Int = 10, firstPause: Int64 = 1, longestPause: Int64 = 60) {
        self.maximumAttempts = maximumAttempts
        self.firstPause = firstPause
        self.longestPause = longestPause
    }

    /// The pause after so many attempts; nil when there is no other one.
    func pause(after attempts: Int) -> Int64? {
        guard attempts < maximumAttempts else { return nil }
        let factor = Int64(1) << Int64(min(max(attempts - 1, 0), 62))
        let (pause, isTooLong) = max(firstPause, 0).multipliedReportingOverflow(by: factor)
        return isTooLong ? longestPause : min(pause, longestPause)
    }
}
