/// How often and for how long to poll a smart reader.
public struct InternetReaderPolicy: Hashable, Sendable {
    /// The first pause between two queries; each further one doubles it.
    public var firstPause: Duration
    /// The longest pause between two queries.
    public var longestPause: Duration
    /// How long to follow one authorization, counted in pauses; after that, its outcome is unknown to the call.
    public var patience: Duration
    /// The number of consecutive queries about a reader that may fail.
    public var maximumMisses: Int
    /// The number of queries about the intent that may show no outcome after the reader was done, or about the reader that
    /// may show something else than what it was told to do.
    public var maximumDoubts: Int

    /// Creates a policy.
    public init(
        firstPause: Duration = .milliseconds(250), longestPause: Duration = .milliseconds(1500),
        patience: Duration = .seconds(100), maximumMisses: Int = 8,
        maximumDoubts: Int = 4
    ) {
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.patience = patience
        self.maximumMisses = maximumMisses
        self.maximumDoubts = maximumDoubts
    }

    /// Returns the pause after a number of previous ones.
    func pause(after count: Int) -> Duration {
        min(max(firstPause, .milliseconds(1)) * (1 << min(max(count, 0), 10)), max(longestPause, .milliseconds(1)))
    }
}
