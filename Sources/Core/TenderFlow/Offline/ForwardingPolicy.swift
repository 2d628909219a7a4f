/// How stored payments are forwarded.
public struct ForwardingPolicy: Hashable, Sendable, Codable {
    /// How long one exchange may take.
    public var online: Duration
    /// The pause after a first failure; each further one doubles it.
    public var firstPause: Duration
    /// The longest pause.
    public var longestPause: Duration
    /// How often the gateway may fail over one payment before it is set aside.
    public var maximumFailures: Int
    /// How many PaymentIntents one payment is forwarded as, one after the other, before it is set aside.
    public var maximumAttempts: Int

    /// Makes a policy: pauses from 1 second to 5 minutes.
    public init(
        online: Duration = .seconds(30), firstPause: Duration = .seconds(1), longestPause: Duration = .seconds(300),
        maximumFailures: Int = 8, maximumAttempts: Int = 5
    ) {
        self.online = online
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.maximumFailures = maximumFailures
        self.maximumAttempts = maximumAttempts
    }

    func pause(_ count: Int, _ jitter: Jitter) -> Duration {
        PaymentPolicy(firstPause: firstPause, longestPause: longestPause).pause(count, jitter)
    }
}
