/// How often a smart reader is asked how it stands, and how long.
public struct InternetReaderPolicy: Hashable, Sendable {
    /// The first pause between two questions; each further one doubles it.
    public var firstPause: Duration
    /// The longest pause.
    public var longestPause: Duration
    /// How long one authorisation is followed, counted in pauses; after it the outcome is unknown to the call.
    public var patience: Duration
    /// How many questions in a row about a reader may stay without an answer.
    public var maximumMisses: Int
    /// How many questions about the intent may show no outcome after the reader was done.
    public var maximumDoubts: Int

    /// Makes a policy.
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

    /// The pause after so many others.
    func pause(after count: Int) -> Duration {
        min(max(firstPause, .milliseconds(1)) * (1 << min(max(count, 0), 10)), max(longestPause, .milliseconds(1)))
    }
}
