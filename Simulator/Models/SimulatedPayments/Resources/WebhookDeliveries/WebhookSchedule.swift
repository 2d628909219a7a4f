/// The number and the times of deliveries of an event to a webhook endpoint that does not accept it.
///
/// The first attempt is made at once. The pause after each failed attempt is twice the one before.
public struct WebhookSchedule: Hashable, Sendable {
    /// The most attempts; 1 or more.
    public var maximumAttempts: Int
    /// The pause after the first attempt, in seconds.
    public var firstPause: Int64
    /// The longest pause, in seconds.
    public var longestPause: Int64

    /// Creates a schedule; by default ten attempts within about four minutes.
    public init(maximumAttempts: Int = 10, firstPause: Int64 = 1, longestPause: Int64 = 60) {
        self.maximumAttempts = maximumAttempts
        self.firstPause = firstPause
        self.longestPause = longestPause
    }

    /// Returns the pause after a number of attempts; `nil` when there is no further one.
    func pause(after attempts: Int) -> Int64? {
        guard attempts < maximumAttempts else { return nil }
        let factor = Int64(1) << Int64(min(max(attempts - 1, 0), 62))
        let (pause, isTooLong) = max(firstPause, 0).multipliedReportingOverflow(by: factor)
        return isTooLong ? longestPause : min(pause, longestPause)
    }
}
